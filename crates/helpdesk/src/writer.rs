//! Writes the answer to the question from what the subtasks found.

use std::collections::BTreeSet;

use kikitori_llm::Message;

use crate::agent::AgentState;
use crate::answer::{Answer, AnswerArgs, Gap, Statement};
use crate::cite::cited;
use crate::data::{GapReason, Subtask};
use crate::error::HelpDeskError;
use crate::fit::passages_within;
use crate::found::{as_found, passages_of};
use crate::model_calls::Wanted;
use crate::node::Node;
use crate::prompts::AnsweredPart;
use crate::resources::HelpDeskResources;

/// The answer to the question of `state`, whose subtasks are done.
pub(crate) async fn create_answer(
    state: &AgentState,
    resources: &HelpDeskResources,
) -> Result<Answer, HelpDeskError> {
    let subtasks = &state.subtask_results;
    let answered = subtasks.iter().filter(|it| it.has_answer());
    let answered: Vec<&Subtask> = answered.collect();
    let found = passages_of(&answered);
    let is_in_documents = |it: &&Subtask| it.ended_early != Some(GapReason::NotInDocuments);
    if found.is_empty() || !answered.iter().any(is_in_documents) {
        return Ok(Answer {
            gaps: subtasks.iter().filter_map(Subtask::gap).collect(),
            ..Answer::default()
        });
    }
    let parts: Vec<AnsweredPart<'_>> = (1..)
        .zip(subtasks)
        .map(|(number, subtask)| AnsweredPart {
            number,
            subtask: &subtask.task_name,
            answer: match subtask.has_answer() {
                true => &subtask.subtask_answer,
                false => "",
            },
        })
        .collect();
    // The other half is for the subtasks' answers, the rules and the reply.
    let room = resources.caller().window().tokens() / 2;
    let passages = passages_within(found, room);
    let prompts = &resources.prompts;
    let messages = vec![
        Message::system(prompts.final_system()),
        resources.user_at_local_time(prompts.final_user(&state.question, &parts, &passages)),
    ];
    let wanted = Wanted {
        name: "answer",
        description: "Answer the visitor's question.",
        show: Some("statements[].text"),
    };
    let written = resources.value(Node::Answer, messages, wanted).await;
    let ended_early = match &written {
        Ok(_) => None,
        Err(error) => error.gap_reason(resources.caps()),
    };
    let mut known = vec![state.question.as_str()];
    known.extend(resources.local_time());
    // What the planner made of "next Tuesday".
    known.extend(state.plan.iter().map(String::as_str));
    let rarity = |token: &_| resources.rarity(token);
    let (mut statements, served) = match written {
        Ok(answer) => {
            let served = numbers(&answer);
            (cited(answer, &passages, &known, &rarity), served)
        }
        Err(error) if ended_early.is_none() => return Err(error),
        // It would happen again, and what was found is there.
        Err(_) => {
            let answered = answered.into_iter().filter(is_in_documents);
            let found = as_found(&answered.collect::<Vec<_>>(), &known, &rarity);
            (found, Vec::new())
        }
    };
    let gaps = gaps(subtasks, &statements, &served);
    let mut served = served.into_iter();
    statements.retain(|statement| {
        let served = served.next().unwrap_or_default();
        !(statement.says_only_what_is_missing && is_told(&served, subtasks, &gaps))
    });
    Ok(Answer {
        statements,
        gaps,
        ended_early,
    })
}

/// Of each statement, the numbers of the subtasks that it serves.
fn numbers(answer: &AnswerArgs) -> Vec<Vec<u32>> {
    let statements = answer.statements.iter();
    statements.map(|it| it.subtasks.clone()).collect()
}

/// What the visitor has to be told as missing: what came of the subtasks, but where a statement with
/// a source answers one; and all of them where nothing is stated.
fn gaps(subtasks: &[Subtask], statements: &[Statement], served: &[Vec<u32>]) -> Vec<Gap> {
    let is_nothing_stated = statements.iter().all(|it| it.says_only_what_is_missing);
    let cited = statements.iter().zip(served);
    let cited = cited.filter(|(statement, _)| !statement.citations.is_empty());
    let cited: BTreeSet<u32> = cited.flat_map(|(_, numbers)| numbers).copied().collect();
    let told = (1..).zip(subtasks).filter_map(|(number, subtask)| {
        let not_found = || is_nothing_stated.then_some(GapReason::NotInDocuments);
        let gap = subtask.gap();
        let gap = gap.or_else(|| Some(subtask.gap_of(not_found()?)))?;
        // Of what is known in part, the rest is still missing.
        let is_mended = cited.contains(&number) && gap.reason != GapReason::PartlyAnswered;
        (!is_mended).then_some(gap)
    });
    told.collect()
}

/// Whether gaps say what a statement says that serves these subtasks and only names what is missing.
fn is_told(served: &[u32], subtasks: &[Subtask], gaps: &[Gap]) -> bool {
    let is_gap = |number: u32| {
        let place = usize::try_from(number)
            .ok()
            .and_then(|it| it.checked_sub(1));
        let subtask = place.and_then(|place| subtasks.get(place));
        subtask.is_some_and(|it| gaps.iter().any(|gap| gap.task_name == it.task_name))
    };
    match served {
        [] => !gaps.is_empty(),
        served => served.iter().any(|number| is_gap(*number)),
    }
}
