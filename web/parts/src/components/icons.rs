//! The pages' own pictures: one set of line drawings in the text's colour, on a grid of 20 units.

use kikitori_first::drawings;
use leptos::prelude::*;

/// A drawing beside or instead of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Icon {
    /// What agents did.
    Activity,
    /// One more.
    Add,
    /// The agent with its tools.
    Agent,
    /// Somebody replies, or writes.
    Answer,
    /// Away.
    Close,
    /// Goes on.
    Continue,
    /// The dark appearance.
    Dark,
    /// Gone for good.
    Delete,
    /// A document.
    Document,
    /// To keep as a file.
    Download,
    /// The fields of a form.
    Fields,
    /// The agent who welcomes.
    Greeter,
    /// The help desk.
    HelpDesk,
    /// The interview.
    Interview,
    /// The pages' language.
    Language,
    /// The light appearance.
    Light,
    /// Waits until somebody goes on.
    Pause,
    /// What is to be done, and in which order.
    Plan,
    /// On paper.
    Print,
    /// What stays on this device.
    Private,
    /// Looks at something again.
    Reflect,
    /// Looks for something.
    Search,
    /// Sends.
    Send,
    /// The settings.
    Settings,
    /// Ends what is under way.
    Stop,
    /// The system's appearance.
    System,
    /// Back to how it was.
    Undo,
    /// Something is wrong.
    Warning,
    /// Words to search for.
    Words,
}

impl Icon {
    fn path(self) -> &'static str {
        match self {
            Self::Activity => "M2.5 10H6l2.5-5.5 3 11L14 10h3.5",
            Self::Add => "M10 4v12M4 10h12",
            Self::Agent => {
                "M13.5 3.2a4.2 4.2 0 0 0-5.2 5.4L3.2 13.7l3.1 3.1 5.1-5.1a4.2 4.2 0 0 0 5.4-5.2l-2.6 2.6-2.7-.6-.6-2.7z"
            }
            Self::Answer => "M4 16l.8-3.4L13.4 4 16 6.6l-8.6 8.6zM11.6 5.8l2.6 2.6",
            Self::Close => "M5 5l10 10M15 5L5 15",
            Self::Continue => "M7 4.5l7 5.5-7 5.5z",
            Self::Dark => "M16.5 11.8A6.8 6.8 0 1 1 8.2 3.5a5.4 5.4 0 0 0 8.3 8.3z",
            Self::Delete => "M4 6h12M8 6V3.8h4V6M5.5 6l.8 10.2h7.4L14.5 6M8.6 9v4.4M11.4 9v4.4",
            Self::Document => "M5.2 2.8h6.3L14.8 6v11.2H5.2zM11.5 2.8V6h3.3M8 10h4M8 13.2h4",
            Self::Download => "M10 3.5v9M6 8.8l4 4 4-4M4 16.5h12",
            Self::Fields => drawings::FIELDS,
            Self::Greeter => {
                "M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0M7 11.8c1.5 1.8 4.5 1.8 6 0M7.5 8h.01M12.5 8h.01"
            }
            Self::HelpDesk => {
                "M10 5.4C8 4 5.5 3.7 3 4.1v10.8c2.5-.4 5-.1 7 1.3 2-1.4 4.5-1.7 7-1.3V4.1c-2.5-.4-5-.1-7 1.3zM10 5.4v10.8"
            }
            Self::Interview => "M3 4.5h14v9H9.2L5.5 16.6v-3.1H3zM6.8 7.8h6.4M6.8 10.3h3.9",
            Self::Language => {
                "M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0M3 10h14M10 3c2 2 2.9 4.4 2.9 7s-.9 5-2.9 7c-2-2-2.9-4.4-2.9-7s.9-5 2.9-7z"
            }
            Self::Light => {
                "M6.8 10a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0M10 2.5v1.6M10 15.9v1.6M2.5 10h1.6M15.9 10h1.6M4.7 4.7l1.1 1.1M14.2 14.2l1.1 1.1M15.3 4.7l-1.1 1.1M5.8 14.2l-1.1 1.1"
            }
            Self::Pause => "M7 5v10M13 5v10",
            Self::Plan => {
                "M10 6.5v6.5M5 13v-3h10v3M8 3h4v3.5H8zM3.2 13h3.6v3.6H3.2zM8.2 13h3.6v3.6H8.2zM13.2 13h3.6v3.6h-3.6z"
            }
            Self::Print => "M6 7V3.5h8V7M6 14H3.5V7h13v7H14M6 11.2h8v5.3H6z",
            Self::Private => drawings::PRIVATE,
            Self::Reflect => {
                "M2.5 10C4.4 6.7 7 5 10 5s5.6 1.7 7.5 5c-1.9 3.3-4.5 5-7.5 5s-5.6-1.7-7.5-5zM7.9 10a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0-4.2 0"
            }
            Self::Search => "M3.5 8.5a5 5 0 1 0 10 0a5 5 0 1 0-10 0M12.2 12.2l4.3 4.3",
            Self::Send => drawings::SEND,
            Self::Settings => {
                "M3 6.2h7.6M15.4 6.2H17M3 13.8h1.6M9.4 13.8H17M10.6 6.2a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0M4.6 13.8a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0"
            }
            Self::Stop => drawings::STOP,
            Self::System => "M2.8 4.2h14.4v9.3H2.8zM10 13.5v3M6.8 16.5h6.4",
            Self::Undo => "M7.5 4L4 7.5 7.5 11M4 7.5h7.5a4.2 4.2 0 0 1 0 8.4H7",
            Self::Warning => "M10 3.4L17.6 16.4H2.4zM10 8.2v3.8M10 14.1v.1",
            Self::Words => "M4 5.2V4h12v1.2M10 4v12M7.4 16h5.2",
        }
    }
}

/// The drawing. Whatever says what it means stands beside it.
pub fn icon(icon: Icon) -> AnyView {
    drawing("icon", "", icon.path())
}

/// How far something has come, as a round mark that is told apart without colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Not begun.
    Waiting,
    /// Not begun, and nothing is known of it.
    Unknown,
    /// Waits for the person.
    Current,
    /// Under way.
    Working,
    /// Done.
    Done,
    /// Done without what was hoped for.
    Without,
    /// Failed.
    Failed,
}

impl Mark {
    fn name_and_path(self) -> (&'static str, &'static str) {
        match self {
            Self::Waiting => ("waiting", ""),
            Self::Unknown => ("unknown", ""),
            Self::Current => ("current", "M10 10v.01"),
            Self::Working => ("working", ""),
            Self::Done => ("done", "M6.2 10.3l2.7 2.7 5-5.6"),
            Self::Without => ("without", "M6.6 10h6.8"),
            Self::Failed => ("failed", "M7.2 7.2l5.6 5.6M12.8 7.2l-5.6 5.6"),
        }
    }
}

/// The mark.
pub fn mark(mark: Mark) -> AnyView {
    let (name, path) = mark.name_and_path();
    drawing("state-mark", name, path)
}

fn drawing(class: &'static str, name: &'static str, path: &'static str) -> AnyView {
    let ring = (class == "state-mark").then_some("M2.5 10a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0");
    view! {
        <svg class=class data-mark=name viewBox="0 0 20 20" aria-hidden="true">
            {ring.map(|ring| view! { <path class="ring" d=ring></path> })}
            <path d=path></path>
        </svg>
    }
    .into_any()
}
