// What a site's page and the page in its frame say to each other: plain objects whose `kikitori` says
// what they are. Each side knows the other's window and very origin, and hears nobody else.

/** What the site's page may ask of the form. */
export const CALLS = ["focus", "reload", "reset", "setFields", "submit"];

/** What the form tells. */
export const EVENTS = ["answer", "ending", "error", "height", "question", "ready", "started", "submit"];

/** No form is higher than this, in CSS pixels. */
export const MAX_HEIGHT = 20_000;

/** Calls `hear` with what the window `from` of `origin` says; what is no such object is dropped. */
export function listen(from, origin, hear) {
  const heard = (event) => {
    const said = event.data;
    const isOurs = event.source !== null && event.source === from() && event.origin === origin;
    if (isOurs && said !== null && typeof said === "object" && typeof said.kikitori === "string") hear(said);
  };
  addEventListener("message", heard);
  return () => removeEventListener("message", heard);
}

/** The members that are text, of what should be an object of texts. */
export function texts(members) {
  if (members === null || typeof members !== "object") return [];
  return Object.entries(members).filter(([, value]) => typeof value === "string");
}
