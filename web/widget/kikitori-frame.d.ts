// `<kikitori-frame>`, which `widget/kikitori-frame.js` of Kikitori's server defines.
import type { KikitoriEvents, Value } from "./kikitori.js";

/** What a form in a frame tells, by its name without `kikitori-`. */
export type KikitoriFrameEvents = Omit<KikitoriEvents, "close" | "filled" | "review">;

/** What the element is told by attributes. */
export interface KikitoriFrameAttributes {
  src?: string;
  /** What the frame is called; the form's title unless it is said, or `label` is. */
  title?: string;
  label?: string;
  lang?: string;
  theme?: "light" | "dark";
  [prefill: `prefill-${string}`]: string | undefined;
  [hidden: `hidden-${string}`]: string | undefined;
}

type Name = keyof KikitoriFrameEvents;
type Listener<N extends Name> = (
  this: KikitoriFrame,
  detail: KikitoriFrameEvents[N],
  event: CustomEvent<KikitoriFrameEvents[N]>,
) => void;

/** `<kikitori-frame>` */
export class KikitoriFrame extends HTMLElement {
  reset(): void;
  reload(): void;
  focus(): void;
  setField(name: string, value: Value): void;
  setFields(values: Record<string, Value>): void;
  /** Whether it could be sent is not known here. */
  submit(): void;
  on<N extends Name>(name: N, listener: Listener<N>): this;
  once<N extends Name>(name: N, listener: Listener<N>): this;
  off<N extends Name>(name: N, listener: Listener<N>): this;
}

declare global {
  interface HTMLElementTagNameMap {
    "kikitori-frame": KikitoriFrame;
  }
}
