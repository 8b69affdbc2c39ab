// All that docs/widget.md says of both elements, in JSX.
import "kikitori";
import type { KikitoriForm } from "kikitori";
import type { KikitoriFrame } from "kikitori/frame";
import type {} from "kikitori/react";
import { useRef } from "react";

export function Order({ name }: { name?: string }) {
  const form = useRef<KikitoriForm>(null);
  const frame = useRef<KikitoriFrame>(null);
  return (
    <main>
      <kikitori-form
        ref={form}
        id="order"
        className="wide"
        style={{ "--kikitori-accent": "#900", "--kikitori-z-index": 7 }}
        src="/form.json"
        for="signup"
        endpoint="https://forms.example/"
        demo={false}
        mode="popup"
        open={true}
        open-on="exit"
        keep-session="off"
        autofocus={true}
        label="Order"
        lang="en"
        theme="light"
        placement="right"
        form={{ id: "order", title: "Order", fields: [] }}
        prefill-name={name}
        hidden-source="spring"
        onkikitori-ready={({ detail }) => detail.title.length}
        onkikitori-question={({ detail }) => detail.total - detail.done}
        onkikitori-started={({ detail }) => detail.session.length}
        onkikitori-answer={({ detail }) => [detail.field.length, detail.value]}
        onkikitori-submit={({ detail }) => detail.fields.map((it) => it.fieldId)}
        onkikitori-ending={({ detail }) => detail.session.length}
        onkikitori-close={() => form.current?.reset()}
        onkikitori-height={({ detail }) => detail.height.toFixed()}
        onkikitori-filled={({ detail }) => detail.problems.map((it) => it.message)}
        onkikitori-review={({ detail }) => detail.left.join()}
        onkikitori-error={({ detail }) => detail.message.length}
      />
      <kikitori-form src="/form.json" demo="" open="" form="{}" />
      <button data-kikitori-open="order">Order</button>
      <kikitori-frame
        ref={frame}
        src="/form.json"
        title="Order form"
        label="Order"
        lang="en"
        theme="dark"
        prefill-name="Ada"
        hidden-source="spring"
        onkikitori-answer={({ detail }) => detail.field.length}
      />
    </main>
  );
}
