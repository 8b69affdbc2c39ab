//! English.

use super::texts::Messages;

pub(super) const MESSAGES: Messages = Messages {
    lead: "Other programs can lend their tools to this page, by the Model Context Protocol. A server gets what its tools are called with, and what they answer goes to the model. What a tool does is the server’s word.",
    use_server: "Use",
    address: "Address of a server",
    address_hint: "For example http://localhost:3001/mcp. It has to let this page in.",
    add: "Add",
    asked: "Asking for its tools …",
    no_tools: "It has no tools.",
    remove: "Remove",
    try_again: "Try again",
    reads: "Only reads, the server says.",
    changes: "May change something: you are asked first.",
    destroys: "May delete or overwrite something: you are asked first.",
    by_this_site: "through this site’s server",
    key: "Key of this server",
    key_hint: "It stays in this tab, and is sent to this address alone.",
    use_key: "Use this key",
    has_key: "It gets the key that you gave it in this tab.",
    forget_key: "Forget the key",
};
