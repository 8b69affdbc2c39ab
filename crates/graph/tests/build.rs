//! What a graph refuses to be built as, and how it is drawn.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support;

use kikitori_graph::*;
use support::*;

fn node(graph: Builder, key: &str) -> Builder {
    graph.node(key, async |_, _| Ok(Say::default()))
}

#[test]
fn a_name_that_does_not_fit_is_refused_and_named() {
    let refused = |graph: Builder| graph.build().err().unwrap().to_string();
    let one = || node(Builder::new(), "a").edge(START, "a");
    let cases = [
        (
            node(one(), "a"),
            "the name \"a\" is taken: give the node another",
        ),
        (
            node(one(), END),
            "the name \"END\" is taken: give the node another",
        ),
        (
            one().edge("a", "b"),
            "the edge from \"a\" to \"b\" names a node that the graph does not have",
        ),
        (
            one().edge("b", "a"),
            "the edge from \"b\" to \"a\" names a node that the graph does not have",
        ),
        (
            one().join(&["a", "b"], END),
            "the edge from \"b\" to \"END\" names a node that the graph does not have",
        ),
        (
            one().branch("a", &["b"], |_| vec![]),
            "the edge from \"a\" to \"b\" names a node that the graph does not have",
        ),
        (
            one().options("b", NodeOptions::default()),
            "the edge from \"options\" to \"b\" names a node that the graph does not have",
        ),
        (
            one()
                .send_node("s", async |_, _| Ok(Say::default()))
                .edge("a", "s"),
            "\"s\" works on what is sent to it: only a conditional edge from \"a\" can send something",
        ),
        (node(one(), "b"), "no edge leads to \"b\""),
        (node(Builder::new(), "a"), "no edge leads out of START"),
    ];
    for (graph, expected) in cases {
        assert_eq!(refused(graph), expected);
    }
}

#[test]
fn no_two_nodes_share_an_id_in_the_picture() {
    let inner = node(Builder::new(), "b c")
        .edge(START, "b c")
        .build()
        .unwrap();
    let keys = ["a b", "a_b", "a-b", "end", "s__b_c", "日", "本"];
    let graph = keys
        .into_iter()
        .fold(Builder::new(), |graph, key| {
            node(graph, key).edge(START, key)
        })
        .subgraph("s", inner, |_| Log::default(), |_| Say::default())
        .edge(START, "s")
        .build()
        .unwrap();
    let chart = graph.mermaid();
    let ids: Vec<_> = chart
        .lines()
        .filter(|line| line.contains("[\""))
        .filter_map(|line| {
            line.trim()
                .trim_start_matches("subgraph ")
                .split('[')
                .next()
        })
        .collect();
    let distinct: std::collections::BTreeSet<_> = ids.iter().collect();
    assert_eq!(ids.len(), keys.len() + 2);
    assert_eq!(distinct.len(), ids.len(), "{chart}");
    assert!(
        !ids.contains(&"end"),
        "Mermaid reads it as the end of a subgraph"
    );
    for id in ids.iter().filter(|id| **id != "s__b_c_2") {
        assert!(
            chart.contains(&format!("START --> {id}\n")),
            "{id}: {chart}"
        );
    }
}

#[test]
fn a_graph_is_drawn_with_its_subgraphs() {
    let inner = node(Builder::new(), "look")
        .edge(START, "look")
        .edge("look", END)
        .build()
        .unwrap();
    let graph = node(node(Builder::new(), "plan"), "tell")
        .send_subgraph("each one", inner, |_| Log::default(), |_| Say::default())
        .edge(START, "plan")
        .branch("plan", &["each one", END], |_| vec![])
        .edge("each one", "tell")
        .edge("tell", END)
        .build()
        .unwrap();
    let expected = "\
flowchart TD
  START([START])
  plan[\"plan\"]
  tell[\"tell\"]
  subgraph each_one[\"each one\"]
    each_one__START([START])
    each_one__look[\"look\"]
    each_one__END([END])
    each_one__START --> each_one__look
    each_one__look --> each_one__END
  end
  END([END])
  START --> plan
  plan -.-> each_one
  plan -.-> END
  tell --> END
  each_one --> tell
";
    assert_eq!(graph.mermaid(), expected);
}
