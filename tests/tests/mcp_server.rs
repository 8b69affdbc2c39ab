//! The MCP client against a server that nobody here wrote: directly, through the proxy, and as a
//! service of task chains.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use futures::FutureExt;
use futures::future::LocalBoxFuture;
use kikitori_e2e::{McpServer, http};
use kikitori_mcp::{
    CallHost, ElicitationAnswer, ElicitationRequest, FieldKind, McpClient, McpEndpoint, McpLimits,
    NoHost, Progress,
};
use kikitori_native::{Http, TokioTimer};
use kikitori_ports::{HttpRequest, Method, Transport};
use kikitori_proxy::{ProxyConfig, Upstream, app, serve};
use kikitori_tasks::{
    ANSWERS, Effect, McpService, QuestionTexts, Service, ServiceCall, ServiceErrorKind, TaskOutcome,
};
use serde_json::{Map, Value, json};
use tokio::net::TcpListener;

/// A client, and a task that sends what it sends in the background.
fn client(url: String) -> McpClient {
    let (client, background) = McpClient::new(
        McpEndpoint::new(url),
        Rc::new(http()),
        Rc::new(TokioTimer),
        McpLimits::default(),
    );
    tokio::task::spawn_local(background);
    client
}

/// Runs `test` where tasks of one thread can be spawned.
fn alone<F: Future<Output = ()>>(test: impl FnOnce() -> F) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    tokio::task::LocalSet::new().block_on(&runtime, test());
}

fn arguments(value: Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap()
}

/// Hears progress, and gives its answer to what is asked.
struct Host {
    progress: RefCell<Vec<Progress>>,
    asked: RefCell<Option<ElicitationRequest>>,
    answer: ElicitationAnswer,
}

impl Host {
    fn answering(answer: ElicitationAnswer) -> Self {
        Self {
            progress: RefCell::default(),
            asked: RefCell::default(),
            answer,
        }
    }
}

impl CallHost for Host {
    fn on_progress(&self, progress: Progress) {
        self.progress.borrow_mut().push(progress);
    }

    fn elicit(&self, request: ElicitationRequest) -> LocalBoxFuture<'_, ElicitationAnswer> {
        self.asked.replace(Some(request));
        let answer = self.answer.clone();
        // As a person does, it takes a moment.
        let thinking = tokio::time::sleep(Duration::from_millis(300));
        thinking.map(|()| answer).boxed_local()
    }
}

#[test]
fn tools_are_listed_and_called() {
    alone(async || {
        let server = McpServer::start().await;
        let client = client(server.url());
        let about = client.server().await.unwrap();
        assert_eq!(about.name, "mcp-servers/everything");
        let list = client.list_tools().await.unwrap();
        assert_eq!(list.refused, []);
        let tool = |name: &str| {
            let found = list.tools.iter().find(|it| it.name == name);
            found
                .cloned()
                .unwrap_or_else(|| panic!("{name} is not listed"))
        };
        assert!(tool("echo").annotations.is_read_only());
        assert!(
            !tool("trigger-elicitation-request")
                .annotations
                .is_read_only()
        );
        assert!(tool("get-structured-content").output_schema.is_some());

        let call = async |name: &str, given: Value| {
            let called = client.call_tool(name, arguments(given), &NoHost).await;
            called.unwrap()
        };
        let echoed = call("echo", json!({"message": "聞き取り"})).await;
        assert_eq!(echoed.text(), "Echo: 聞き取り");
        let sum = call("get-sum", json!({"a": 2, "b": 40})).await;
        assert!(sum.text().contains("42"), "{}", sum.text());
        let weather = call("get-structured-content", json!({"location": "New York"})).await;
        assert!(weather.structured.unwrap().get("temperature").is_some());
        let picture = call("get-tiny-image", json!({})).await;
        assert!(picture.text().contains("[image/png, not shown]"));
        // A call that is wrong is an error of the tool, which a model can read.
        let wrong = call("get-sum", json!({"a": "two"})).await;
        assert!(
            wrong.is_error && wrong.text().contains("number"),
            "{}",
            wrong.text()
        );
        let missing = call("no-such-tool", json!({})).await;
        assert!(missing.is_error && missing.text().contains("no-such-tool"));
    });
}

#[test]
fn progress_is_heard_while_other_calls_go_on_and_a_call_can_be_given_up() {
    alone(async || {
        let server = McpServer::start().await;
        let client = client(server.url());
        let host = Host::answering(ElicitationAnswer::Cancel);
        let long = json!({"duration": 1, "steps": 4});
        let long = client.call_tool("trigger-long-running-operation", arguments(long), &host);
        let short = client.call_tool("echo", arguments(json!({"message": "x"})), &NoHost);
        let (long, short) = futures::future::join(long, short).await;
        assert!(short.unwrap().text().contains('x'));
        assert!(long.unwrap().text().contains("completed"));
        let heard = host.progress.take();
        let steps: Vec<_> = heard.iter().map(|it| (it.progress, it.total)).collect();
        assert_eq!(steps, [1.0, 2.0, 3.0, 4.0].map(|step| (step, Some(4.0))));

        let endless = json!({"duration": 600, "steps": 2});
        let endless = client.call_tool(
            "trigger-long-running-operation",
            arguments(endless),
            &NoHost,
        );
        let given_up = tokio::time::timeout(Duration::from_millis(500), endless).await;
        assert!(given_up.is_err());
        let after = client.call_tool("echo", arguments(json!({"message": "y"})), &NoHost);
        assert!(after.await.unwrap().text().contains('y'));
    });
}

#[test]
fn what_the_server_asks_the_person_is_answered() {
    alone(async || {
        let server = McpServer::start().await;
        let client = client(server.url());
        let content = arguments(json!({"name": "Ada", "integer": 7}));
        for (answer, said) in [
            (ElicitationAnswer::Accept(content), "Name: Ada"),
            (ElicitationAnswer::Decline, "declined"),
            (ElicitationAnswer::Cancel, "cancelled"),
        ] {
            let host = Host::answering(answer);
            let called = client.call_tool("trigger-elicitation-request", Map::new(), &host);
            let called = called.await.unwrap();
            assert!(called.text().contains(said), "{}", called.text());
            let asked = host.asked.take().unwrap();
            let name = asked.fields.iter().find(|it| it.name == "name").unwrap();
            assert!(name.is_required && name.kind == FieldKind::Text);
            let chosen = asked
                .fields
                .iter()
                .any(|it| matches!(it.kind, FieldKind::Choices(_)));
            assert!(chosen && asked.fields.len() > 5);
        }
    });
}

/// Notes which session the client has.
struct Overheard {
    http: Http,
    session: Rc<RefCell<Option<String>>>,
    begun: Rc<Cell<u32>>,
}

impl Transport for Overheard {
    fn send(
        &self,
        request: HttpRequest,
    ) -> LocalBoxFuture<'_, Result<kikitori_ports::HttpResponse, kikitori_ports::TransportError>>
    {
        let named = request
            .headers
            .iter()
            .find(|(name, _)| name == "mcp-session-id");
        if let Some((_, session)) = named {
            self.session.replace(Some(session.clone()));
        }
        let body = request.body.as_deref().unwrap_or_default();
        self.begun
            .set(self.begun.get() + u32::from(body.contains("\"initialize\"")));
        self.http.send(request)
    }
}

#[test]
fn a_session_that_the_server_has_forgotten_is_begun_anew() {
    alone(async || {
        let server = McpServer::start().await;
        let (session, begun) = (Rc::new(RefCell::default()), Rc::new(Cell::new(0)));
        let transport = Overheard {
            http: http(),
            session: session.clone(),
            begun: begun.clone(),
        };
        let endpoint = McpEndpoint::new(server.url());
        let limits = McpLimits::default();
        let (client, background) =
            McpClient::new(endpoint, Rc::new(transport), Rc::new(TokioTimer), limits);
        tokio::task::spawn_local(background);
        client.list_tools().await.unwrap();
        let ended = session.borrow().clone().unwrap();
        let request = HttpRequest {
            method: Method::Delete,
            url: server.url(),
            headers: vec![("mcp-session-id".to_owned(), ended.clone())],
            body: None,
        };
        assert_eq!(http().send(request).await.unwrap().status, 200);
        let called = client.call_tool("echo", arguments(json!({"message": "again"})), &NoHost);
        assert_eq!(called.await.unwrap().text(), "Echo: again");
        assert_eq!(begun.get(), 2);
        assert_ne!(session.borrow().as_ref(), Some(&ended));
    });
}

#[test]
fn the_proxy_leads_to_a_listed_server() {
    alone(async || {
        let server = McpServer::start().await;
        let config = ProxyConfig {
            mcp: vec![("everything".to_owned(), server.url())],
            ..ProxyConfig::new(Upstream::Scripted)
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(serve(
            listener,
            app(config).unwrap(),
            std::future::pending(),
        ));
        let through = client(format!("http://{address}/v1/mcp/everything"));
        let host = Host::answering(ElicitationAnswer::Decline);
        let long = json!({"duration": 0.4, "steps": 2});
        let long = through.call_tool("trigger-long-running-operation", arguments(long), &host);
        assert!(long.await.unwrap().text().contains("completed"));
        assert_eq!(host.progress.borrow().len(), 2);
        let asked = through.call_tool("trigger-elicitation-request", Map::new(), &host);
        assert!(asked.await.unwrap().text().contains("declined"));
        let other = client(format!("http://{address}/v1/mcp/elsewhere"));
        assert!(other.server().await.is_err());
    });
}

#[test]
fn its_tools_are_methods_of_a_service_and_what_it_asks_is_a_question_of_the_chain() {
    alone(async || {
        let server = McpServer::start().await;
        let client = client(server.url());
        let tools = client.list_tools().await.unwrap().tools;
        let heard = Rc::new(RefCell::new(Vec::new()));
        let hears = heard.clone();
        let service = McpService::new(
            "everything",
            "Tries everything out.",
            client,
            &tools,
            QuestionTexts::ENGLISH,
            Rc::new(move |key, progress| {
                let step = (key.to_owned(), progress.progress);
                hears.borrow_mut().push(step);
            }),
        );
        let info = service.info();
        let method = |name: &str| info.methods.iter().find(|it| it.name == name).unwrap();
        assert_eq!(method("echo").effect, Effect::Reading);
        assert!(!method("echo").asks_first);
        assert_eq!(
            method("trigger-elicitation-request").effect,
            Effect::Changing
        );
        assert!(method("trigger-elicitation-request").asks_first);

        let call = async |method: &str, parameters: Value| {
            let call = ServiceCall {
                method: method.to_owned(),
                parameters: arguments(parameters),
                is_preview: false,
                idempotency_key: "chain/a/0".to_owned(),
            };
            service.call(call).await
        };
        let done = call("echo", json!({"message": "hello"})).await;
        assert_eq!(done, TaskOutcome::Done(json!({"text": "Echo: hello"})));
        call(
            "trigger-long-running-operation",
            json!({"duration": 0.2, "steps": 2}),
        )
        .await;
        assert_eq!(heard.borrow().last(), Some(&("chain/a/0".to_owned(), 2.0)));
        let TaskOutcome::Failed(error) = call("get-sum", json!({"a": "two"})).await else {
            panic!("it takes numbers");
        };
        assert_eq!(error.kind, ServiceErrorKind::Refused);

        let asked = call("trigger-elicitation-request", json!({})).await;
        let TaskOutcome::Ambiguous(question) = asked else {
            panic!("it asks for a name: {asked:?}");
        };
        assert!(
            question.question.contains("Your full, legal name"),
            "{question:?}"
        );
        // Words cannot be chosen: the person declines, or writes them.
        let form = question.form.as_ref().unwrap();
        let written = form.answer(&arguments(json!({"name": "Ada"}))).unwrap();
        assert_eq!(written, json!([{"name": "Ada"}]));
        let declined = call(
            "trigger-elicitation-request",
            Value::Object(question.options[0].parameters.clone()),
        );
        assert!(format!("{:?}", declined.await).contains("declined"));
        let said = json!({ANSWERS: [{"name": "Ada"}]});
        let said = call("trigger-elicitation-request", said).await;
        assert!(format!("{said:?}").contains("Name: Ada"), "{said:?}");
    });
}
