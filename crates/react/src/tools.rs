//! The tools that an agent is given.

use std::rc::Rc;
use std::time::Duration;

use futures::future::{Either, LocalBoxFuture, select};
use kikitori_agent::{AsyncToolRegistry, FunctionCallResult, ToolOutput};
use kikitori_engine::{ToolRequest, ToolRunner};
use kikitori_llm::Tools;
use kikitori_ports::Timer;

use crate::consent::{ToolPermission, ToolPermissions};

/// How long a tool may take unless told otherwise.
pub const TOOL_TIME_LIMIT: Duration = Duration::from_secs(30);

/// The tools that an agent is given: it can call these and nothing else. One that is allowed only
/// looks things up or reckons, so that it is run again when its outcome was lost; about one that
/// changes something the person is asked ([`ToolPermission::Ask`]).
#[derive(Clone)]
pub struct AgentTools {
    definitions: Tools,
    runner: Rc<dyn ToolRunner>,
    permissions: ToolPermissions,
    switched_off: Vec<String>,
}

impl AgentTools {
    /// The tools in `registry`, which share `context`. One that takes longer than
    /// [`TOOL_TIME_LIMIT`], as `timer` measures it, has failed.
    pub fn new<C: 'static>(
        registry: AsyncToolRegistry<C>,
        context: C,
        timer: Rc<dyn Timer>,
    ) -> Self {
        Self {
            definitions: registry.definitions(),
            runner: Rc::new(Runner {
                tools: Rc::new((registry, context)),
                timer,
                limit: TOOL_TIME_LIMIT,
            }),
            permissions: ToolPermissions::default(),
            switched_off: Vec::new(),
        }
    }

    /// The same, where the person has switched off the tools of these names. The model is told so:
    /// otherwise it can only say that it lacks them.
    pub fn with_switched_off(mut self, names: Vec<String>) -> Self {
        self.switched_off = names;
        self
    }

    /// The tools that the person has switched off, by name.
    pub fn switched_off(&self) -> &[String] {
        &self.switched_off
    }

    /// The same under these permissions. What is refused is not offered to the model.
    pub fn with_permissions(mut self, permissions: ToolPermissions) -> Self {
        let offered = self.definitions.iter();
        let offered =
            offered.filter(|it| permissions.of(&it.function.name) != ToolPermission::Refuse);
        self.definitions = offered.cloned().collect::<Vec<_>>().into();
        self.permissions = permissions;
        self
    }

    /// Which may be used.
    pub fn permissions(&self) -> &ToolPermissions {
        &self.permissions
    }

    /// The tools as the model is offered them.
    pub fn definitions(&self) -> &Tools {
        &self.definitions
    }

    /// What runs them.
    pub fn runner(&self) -> Rc<dyn ToolRunner> {
        self.runner.clone()
    }
}

struct Runner<C> {
    tools: Rc<(AsyncToolRegistry<C>, C)>,
    timer: Rc<dyn Timer>,
    limit: Duration,
}

impl<C: 'static> ToolRunner for Runner<C> {
    fn run(&self, request: ToolRequest) -> LocalBoxFuture<'static, ToolOutput> {
        let (tools, limit) = (self.tools.clone(), self.limit);
        let time_is_up = self.timer.sleep(limit);
        Box::pin(async move {
            let (registry, context) = &*tools;
            let output = registry.call(&request.tool, &request.arguments, context);
            match select(output, time_is_up).await {
                Either::Left((output, _)) => output,
                Either::Right(_) => FunctionCallResult::failure(format!(
                    "The tool {} did not end within {} seconds.",
                    request.tool,
                    limit.as_secs()
                ))
                .into(),
            }
        })
    }
}
