// Shows home before its program is there: as the program has drawn it when the page was built (see
// web/ahead), in the language that was chosen on this device. Links work at once; what else is pressed is
// pressed again when the program is there. It runs before anything is painted.
{
  const root = document.documentElement;
  const CONTROLS = "a, button, input, label, summary";

  /** What was chosen, or noted, under this name: see `preference.rs` in crates/browser. */
  const kept = (name) => localStorage.getItem(`kikitori/${name}`);

  /** Whether the program begins with home as it was drawn: for who has nothing here to be shown first. */
  function isWanted() {
    const hasSessions = kept("sessions-in-indexed-db") !== null;
    const hasRecords = Object.keys(localStorage).some((key) => key.startsWith("kikitori/record/"));
    const isErasing = sessionStorage.getItem("kikitori/erase") !== null;
    return !location.hash.startsWith("#/session/") && !hasSessions && !hasRecords && !isErasing;
  }

  /** The same as `language.rs` in web/parts finds. */
  function language() {
    const tag = kept("language") ?? kept("desk-language") ?? navigator.languages[0] ?? "en";
    return tag.split("-")[0].toLowerCase() === "ja" ? "ja" : "en";
  }

  /** What a control is known by, there and in what the program draws. */
  const name = (it) => [it.localName, it.className, it.id, it.htmlFor, it.href, it.dataset.form].join(" ");

  function show() {
    const ahead = document.getElementById("ahead");
    root.lang = language();
    ahead.append(document.querySelector(`template[lang=${root.lang}]`).content);
    root.dataset.ahead = "shown";

    /** What was pressed, in turn. */
    ahead.pressed = [];
    ahead.addEventListener("click", (event) => {
      const control = event.target.closest(CONTROLS);
      const leadsAway = control?.href !== undefined && control.pathname !== location.pathname;
      if (control === null || leadsAway) return;
      event.preventDefault();
      ahead.pressed.push(control);
      root.dataset.ahead = "pressed";
    });

    /** The program has drawn home beside it. */
    ahead.giveWay = (program) => {
      const controls = [...program.querySelectorAll(CONTROLS)];
      const same = (control) => controls.find((it) => name(it) === name(control));
      const { activeElement } = document;
      const focused = ahead.contains(activeElement) ? same(activeElement) : undefined;
      const pressed = ahead.pressed.map(same);
      ahead.remove();
      delete root.dataset.ahead;
      focused?.focus({ preventScroll: true });
      for (const control of pressed) control?.click();
    };
  }

  try {
    if (isWanted()) show();
  } catch {
    // A browser that refuses its storage: the program says so.
  }
}
