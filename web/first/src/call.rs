//! The call for the first question, as far as it has come: shown here, and handed on to whoever
//! follows it.

use std::cell::RefCell;
use std::rc::Rc;

use futures::StreamExt;
use futures::channel::mpsc::unbounded;
use futures::channel::oneshot;
use futures::future::LocalBoxFuture;
use kikitori_interview::{CallMadeElsewhere, MadeReply};

/// What has come of it, and who follows.
#[derive(Default)]
pub struct Call(RefCell<State>);

#[derive(Default)]
struct State {
    shown: String,
    /// The reply once it is here, or none once the call has failed.
    outcome: Option<Option<MadeReply>>,
    follower: Option<Follower>,
    /// Dropped to end it.
    going_on: Option<oneshot::Sender<()>>,
}

/// Hears what has been shown, and each piece from then on.
type OnShown = Box<dyn Fn(&str)>;
/// Hears the reply; none if there will be none.
type OnEnd = Box<dyn FnOnce(Option<&MadeReply>)>;

/// Hears how it goes on.
pub struct Follower {
    /// What is shown of it.
    pub on_shown: OnShown,
    /// How it ends.
    pub on_end: OnEnd,
}

impl Call {
    /// It is under way from now on; what is answered ends with it.
    pub fn begin(&self) -> oneshot::Receiver<()> {
        let (going_on, ends) = oneshot::channel();
        self.0.borrow_mut().going_on = Some(going_on);
        ends
    }

    /// More of what is shown has come; answers all of it.
    pub fn shown(&self, piece: &str) -> String {
        let mut state = self.0.borrow_mut();
        state.shown.push_str(piece);
        if let Some(follower) = &state.follower {
            (follower.on_shown)(piece);
        }
        state.shown.clone()
    }

    /// It has brought this reply, or has failed.
    pub fn ended(&self, reply: Option<MadeReply>) {
        let mut state = self.0.borrow_mut();
        if let Some(follower) = state.follower.take() {
            (follower.on_end)(reply.as_ref());
        }
        state.outcome = Some(reply);
    }

    /// Has `follower` hear what has come and what is still to come.
    pub fn follow(&self, follower: Follower) {
        let mut state = self.0.borrow_mut();
        if !state.shown.is_empty() {
            (follower.on_shown)(&state.shown);
        }
        match &state.outcome {
            Some(reply) => (follower.on_end)(reply.as_ref()),
            None => state.follower = Some(follower),
        }
    }

    /// Ends it.
    pub fn stop(&self) {
        let mut state = self.0.borrow_mut();
        state.follower = None;
        state.going_on = None;
    }
}

/// A call that was made before whoever waits for its reply was there.
pub trait Followable: 'static {
    /// What is kept as long as it is followed.
    type Following;

    /// Has `follower` hear what has come and what is still to come. `None` where that cannot be.
    fn follow(&self, follower: Follower) -> Option<Self::Following>;

    /// Ends it.
    fn stop(&self);
}

impl Followable for Rc<Call> {
    type Following = ();

    fn follow(&self, follower: Follower) -> Option<()> {
        Call::follow(self, follower);
        Some(())
    }

    fn stop(&self) {
        Call::stop(self);
    }
}

/// The call for who takes over.
pub struct Followed<C>(pub C);

/// What is heard of it.
enum Heard {
    Shown(String),
    Ended(Option<MadeReply>),
}

/// Ends the call when nobody waits for it any more.
struct StopOnDrop<'a, C: Followable>(&'a C);

impl<C: Followable> Drop for StopOnDrop<'_, C> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl<C: Followable> CallMadeElsewhere for Followed<C> {
    fn reply<'a>(
        &'a self,
        on_shown: &'a mut dyn FnMut(String),
    ) -> LocalBoxFuture<'a, Option<MadeReply>> {
        Box::pin(async move {
            let (sender, mut heard) = unbounded();
            let tell = sender.clone();
            // Whoever waits has gone where it is not taken.
            let follower = Follower {
                on_shown: Box::new(move |piece| {
                    let _ = tell.unbounded_send(Heard::Shown(piece.to_owned()));
                }),
                on_end: Box::new(move |reply| {
                    let _ = sender.unbounded_send(Heard::Ended(reply.cloned()));
                }),
            };
            let _stop = StopOnDrop(&self.0);
            let _following = self.0.follow(follower)?;
            while let Some(next) = heard.next().await {
                match next {
                    Heard::Shown(piece) => on_shown(piece),
                    Heard::Ended(reply) => return reply,
                }
            }
            None
        })
    }
}
