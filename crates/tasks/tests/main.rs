//! Every test of task chains, in one program: what they share is compiled and linked once.

mod amounts;
mod any_graph;
mod chains;
mod controller;
mod dinners;
mod drawings;
mod follow_up;
mod graphs;
mod hostile_planner;
mod kitchen;
mod mcp;
mod menus;
mod partial_lists;
mod plans;
mod prefix;
mod previews;
mod schemas;
mod support;
