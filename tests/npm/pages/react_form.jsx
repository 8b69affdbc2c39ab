// A form of React's own, each of whose inputs it controls, and the interview beside it.
import "./page_listeners.js";
import "kikitori";
import { StrictMode, useCallback, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";

const endpoint = new URLSearchParams(location.search).get("endpoint");
const NOTHING = { name: "", mail: "", team: "", news: false, size: "", about: "", count: "", day: "" };

/** Where React tries what it draws twice, its effect listens, leaves off and listens again. */
function Interview({ hear, listen }) {
  const talk = useRef(null);
  useEffect(() => {
    const element = talk.current;
    const listener = ({ field }) => listen(field);
    element.on("answer", listener);
    return () => element.off("answer", listener);
  }, [listen]);
  const tea = { id: "tea", label: "Tea", required: true, answer: { type: "shortText" } };
  return (
    <>
      <kikitori-form ref={talk} id="talk" for="order" lang="en" endpoint={endpoint} onkikitori-answer={hear} />
      <kikitori-form
        id="own"
        mode="popup"
        lang="en"
        endpoint={endpoint}
        form={{ id: "tea", title: "Tea", fields: [tea] }}
        onkikitori-answer={hear}
      />
    </>
  );
}

function Page() {
  const [held, setHeld] = useState(NOTHING);
  const [sent, setSent] = useState(null);
  const [heard, setHeard] = useState([]);
  const [listened, setListened] = useState([]);
  const [isTalking, setTalking] = useState(false);
  const hear = ({ detail }) => setHeard((it) => [...it, detail.field]);
  const listen = useCallback((field) => setListened((it) => [...it, field]), []);
  const take = ({ target }) => {
    const value = target.type === "checkbox" ? target.checked : target.value;
    setHeld((it) => ({ ...it, [target.name]: value }));
  };
  const send = (event) => {
    event.preventDefault();
    setSent(held);
  };
  const problem = held.mail && !held.mail.endsWith("@example.org") ? "Only addresses of example.org." : "";
  return (
    <>
      <form id="order" onSubmit={send}>
        <p><label>Full name <input name="name" value={held.name} onChange={take} required /></label></p>
        <p>
          <label>Email <input name="mail" type="email" value={held.mail} onChange={take} required aria-invalid={!!problem} aria-errormessage={problem ? "problem" : undefined} /></label>
          {problem && <span id="problem" role="alert">{problem}</span>}
        </p>
        <p>
          <label>Team <select name="team" value={held.team} onChange={take} required>
            <option value="">Choose a team</option><option value="red">Red</option><option value="blue">Blue</option>
          </select></label>
        </p>
        <p><label><input name="news" type="checkbox" checked={held.news} onChange={take} /> Send me news</label></p>
        <fieldset>
          <legend>Size</legend>
          <label><input name="size" type="radio" value="s" checked={held.size === "s"} onChange={take} required /> Small</label>
          <label><input name="size" type="radio" value="l" checked={held.size === "l"} onChange={take} required /> Large</label>
        </fieldset>
        <p><label>About you <textarea name="about" value={held.about} onChange={take} /></label></p>
        <p><label>How many <input name="count" type="number" min="1" value={held.count} onChange={take} required /></label></p>
        <p><label>Day <input name="day" type="date" value={held.day} onChange={take} required /></label></p>
        <button>Order</button>
      </form>
      <button id="toggle" onClick={() => setTalking(!isTalking)}>Talk</button>
      <button data-kikitori-open="own">Tea</button>
      {isTalking && <Interview hear={hear} listen={listen} />}
      <output id="held">{JSON.stringify(held)}</output>
      <output id="sent">{JSON.stringify(sent)}</output>
      <output id="heard">{JSON.stringify(heard)}</output>
      <output id="listened">{JSON.stringify(listened)}</output>
    </>
  );
}

createRoot(document.getElementById("place")).render(<StrictMode><Page /></StrictMode>);
