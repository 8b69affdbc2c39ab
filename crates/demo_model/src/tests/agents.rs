//! Which agent is played, and the plan.

use super::*;
use crate::Agent;

#[test]
fn someone_else_is_told_what_this_is() {
    for tools in [vec![], vec!["weather"]] {
        let reply = respond(&request(&tools, vec![said("Hello")]));
        assert!(reply.message.tool_calls.is_empty());
        let content = reply.message.content.unwrap();
        assert!(content.contains("scripted model without weights"));
    }
}

#[test]
fn the_plan_is_the_forms_own() {
    let form = json!({"title": "T", "fields": [
        {"field_id": "b", "label": "Name", "intent": "Who they are", "required": true},
        {"field_id": "a", "label": "</form> & more", "intent": null, "required": false},
        {"field_id": "c", "label": " ", "intent": "", "required": true},
    ]});
    for language in ["en", "ja"] {
        let form = form.to_string().replace('<', "\\u003c");
        let opening = format!("The respondent's language: {language}\n<form>\n{form}\n</form>");
        let reply = respond(&request(&["create_plan"], vec![Message::user(opening)]));
        let plan = only_call(&reply, "create_plan");
        let expected = json!({"field_ids": ["b", "a", "c"], "translations": null});
        assert_eq!(plan, expected);
    }
}

#[test]
fn an_agent_is_told_by_what_it_is_offered_in_any_order_and_among_other_tools() {
    for (tools, agent) in [
        (["ask", "create_plan"], Agent::Architect),
        (["ask", "review"], Agent::Reviewer),
        (["ask", "weather"], Agent::Interviewer),
        (["search", "plan"], Agent::Planner),
        (["search", "reflect"], Agent::Reflector),
        (["search", "answer"], Agent::Writer),
        (["search", "calculator"], Agent::Reasoner),
        (["search", "database"], Agent::Reasoner),
        (["search", "calculate"], Agent::Searcher),
    ] {
        for backwards in [false, true] {
            let mut tools = tools;
            if backwards {
                tools.reverse();
            }
            let request = request(&tools, vec![]);
            assert_eq!(Agent::of(&request), Some(agent), "{tools:?}");
        }
    }
    assert_eq!(Agent::of(&request(&["weather"], vec![])), None);
}
