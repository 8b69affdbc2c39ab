// Answers model calls within the page: an event of the document has a request and what to tell the
// reply. The program is loaded with this script and begun with the first call.

import init, { answer } from "./demo_model.js";

let loaded;

document.addEventListener("kikitori-demo-call", (event) => {
  // Another site's script may listen for the same.
  event.stopImmediatePropagation();
  event.preventDefault();
  const { body, tell } = event.detail;
  loaded ??= init();
  loaded
    .then(() => tell(answer(body)))
    .catch((error) => {
      console.error("kikitori:", error);
      loaded = undefined;
      tell(undefined);
    });
});
