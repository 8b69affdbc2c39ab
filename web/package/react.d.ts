// For TypeScript with React: `import type {} from "kikitori/react"` lets the elements stand in JSX.
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { KikitoriAttributes, KikitoriEvents, KikitoriForm } from "kikitori";
import type { KikitoriFrame, KikitoriFrameAttributes, KikitoriFrameEvents } from "kikitori/frame";

/** What has no attribute, and is set as it is. */
type Properties = { form?: string | object | null };
type Heard<Events> = { [N in keyof Events & string as `onkikitori-${N}`]?: (event: CustomEvent<Events[N]>) => void };
type Own<Element, Attributes> = Omit<DetailedHTMLProps<HTMLAttributes<Element>, Element>, keyof Attributes>;

declare module "react" {
  interface CSSProperties {
    [variable: `--kikitori-${string}`]: string | number | undefined;
  }
  namespace JSX {
    interface IntrinsicElements {
      "kikitori-form": Own<KikitoriForm, KikitoriAttributes> & KikitoriAttributes & Properties & Heard<KikitoriEvents>;
      "kikitori-frame": Own<KikitoriFrame, KikitoriFrameAttributes> & KikitoriFrameAttributes & Heard<KikitoriFrameEvents>;
    }
  }
}
