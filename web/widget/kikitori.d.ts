/** A value of a field, as JSON: text, a number, a truth, a list of texts or of lines. */
export type Value = string | number | boolean | null | Value[] | { [name: string]: Value };

/** The finished form. */
export interface Submission {
  formId: string;
  formTitle: string;
  /** The respondent's language, as a BCP 47 tag. */
  language: string | null;
  /** An ISO 3166-1 code. */
  country: string | null;
  timezone: string | null;
  /** The local time at which it was confirmed. */
  submittedAt: string | null;
  /** The fields whose conditions hold, in the form's order. */
  fields: { fieldId: string; label: string; value: Value; [more: string]: unknown }[];
  /** The values alone, by field. */
  data: Record<string, Value>;
  /** What the `hidden-*` attributes say. */
  hidden: Record<string, Value>;
}

/** An answer that the page's form does not hold. */
export interface NotFilled {
  field: string;
  label: string;
  message: string;
  /** What the browser, or your page, says of it. */
  said?: string;
  /** What your page has made of it, in every way that it can be written. */
  reads?: string;
}

/** What each event tells, by its name without `kikitori-`. */
export interface KikitoriEvents {
  ready: { session: string; title: string };
  started: { session: string };
  question: { text: string; field: string | null; done: number; total: number };
  answer: { field: string; label: string | null; value: Value };
  submit: Submission;
  ending: { session: string };
  close: Record<string, never>;
  error: { message: string };
  height: { height: number };
  /** With `for`: answers were put into the page's form. */
  filled: { fields: string[]; problems: NotFilled[] };
  /** With `for`: the page's form holds all answers, and is the person's to look over and to send. */
  review: { left: string[]; problems: NotFilled[] };
}

/** What the element is told by attributes. */
export interface KikitoriAttributes {
  src?: string;
  for?: string;
  endpoint?: string;
  demo?: boolean | "";
  mode?: "inline" | "popup" | "bubble" | "slider";
  open?: boolean | "";
  /** What opens an overlay: `exit`, or so many seconds, or percent of the page. */
  "open-on"?: "exit" | `time ${number}` | `scroll ${number}`;
  "keep-session"?: "off";
  autofocus?: boolean | "";
  label?: string;
  lang?: string;
  theme?: "light" | "dark";
  placement?: "left" | "right";
  [prefill: `prefill-${string}`]: string | undefined;
  [hidden: `hidden-${string}`]: string | undefined;
}

type Name = keyof KikitoriEvents;
type Listener<N extends Name> = (
  this: KikitoriForm,
  detail: KikitoriEvents[N],
  event: CustomEvent<KikitoriEvents[N]>,
) => void;

/** `<kikitori-form>` */
export class KikitoriForm extends HTMLElement {
  /** Whether the form is shown. */
  readonly isOpen: boolean;
  mode: "inline" | "popup" | "bubble" | "slider";
  /** The form's JSON, in the place of what `src` would bring; null and undefined change nothing. */
  set form(form: string | object | null | undefined);
  /** A method; what is set says whether it is open. */
  get open(): () => void;
  set open(isOpen: boolean | "" | null | undefined);
  close(): void;
  toggle(): void;
  reset(): void;
  reload(): void;
  focus(): void;
  setField(name: string, value: Value): void;
  setFields(values: Record<string, Value>): void;
  getData(): Record<string, Value>;
  submit(): boolean;
  on<N extends Name>(name: N, listener: Listener<N>): this;
  once<N extends Name>(name: N, listener: Listener<N>): this;
  off<N extends Name>(name: N, listener: Listener<N>): this;
}

/** What the element tells, by the events' whole names. */
type Told = { [N in Name as `kikitori-${N}`]: CustomEvent<KikitoriEvents[N]> };

declare global {
  interface HTMLElementTagNameMap {
    "kikitori-form": KikitoriForm;
  }
  // They bubble: a document and a window hear them too.
  interface GlobalEventHandlersEventMap extends Told {}
}
