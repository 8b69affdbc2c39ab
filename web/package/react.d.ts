// For TypeScript with React: `import type {} from "kikitori/react"` lets the element stand in JSX.
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { KikitoriAttributes, KikitoriEvents, KikitoriForm } from "kikitori";

type Heard = { [N in keyof KikitoriEvents as `onkikitori-${N}`]?: (event: CustomEvent<KikitoriEvents[N]>) => void };
type Own = Omit<DetailedHTMLProps<HTMLAttributes<KikitoriForm>, KikitoriForm>, keyof KikitoriAttributes>;

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "kikitori-form": Own & KikitoriAttributes & Heard;
    }
  }
}
