// What the types must not let pass in JSX. A name with a hyphen that is not named one by one, as
// `prefill-name`, TypeScript itself lets pass there with any value.
import "kikitori";
import type { KikitoriFrame } from "kikitori/frame";
import type {} from "kikitori/react";
import { useRef } from "react";

export function Order() {
  const frame = useRef<KikitoriFrame>(null);
  return [
    // @ts-expect-error
    <kikitori-form ref={frame} />,
    // @ts-expect-error
    <kikitori-form src={1} />,
    // @ts-expect-error
    <kikitori-form for={["signup"]} />,
    // @ts-expect-error
    <kikitori-form endpoint={true} />,
    // @ts-expect-error
    <kikitori-form demo="no" />,
    // @ts-expect-error
    <kikitori-form mode="modal" />,
    // @ts-expect-error
    <kikitori-form open="yes" />,
    // @ts-expect-error
    <kikitori-form open-on="later" />,
    // @ts-expect-error
    <kikitori-form keep-session={true} />,
    // @ts-expect-error
    <kikitori-form autofocus="name" />,
    // @ts-expect-error
    <kikitori-form label={1} />,
    // @ts-expect-error
    <kikitori-form lang={1} />,
    // @ts-expect-error
    <kikitori-form theme="blue" />,
    // @ts-expect-error
    <kikitori-form placement="top" />,
    // @ts-expect-error
    <kikitori-form form={5} />,
    // @ts-expect-error
    <kikitori-form modus="popup" />,
    // @ts-expect-error
    <kikitori-form style={{ "--kikitori-accent": true }} />,
    // @ts-expect-error
    <kikitori-form onkikitori-ready={({ detail }) => detail.form} />,
    // @ts-expect-error
    <kikitori-form onkikitori-question={({ detail }) => detail.field.length} />,
    // @ts-expect-error
    <kikitori-form onkikitori-started={({ detail }) => detail.title} />,
    // @ts-expect-error
    <kikitori-form onkikitori-answer={({ value }) => value} />,
    // @ts-expect-error
    <kikitori-form onkikitori-submit={({ detail }) => detail.data.name.length} />,
    // @ts-expect-error
    <kikitori-form onkikitori-ending={({ detail }) => detail.title} />,
    // @ts-expect-error
    <kikitori-form onkikitori-close="reset()" />,
    // @ts-expect-error
    <kikitori-form onkikitori-height={({ detail }) => detail.height.length} />,
    // @ts-expect-error
    <kikitori-form onkikitori-filled={({ detail }) => detail.left} />,
    // @ts-expect-error
    <kikitori-form onkikitori-review={({ detail }) => detail.fields} />,
    // @ts-expect-error
    <kikitori-form onkikitori-error={({ detail }) => detail.stack} />,
    // @ts-expect-error
    <kikitori-form onKikitoriAnswer={() => {}} />,
    // @ts-expect-error
    <kikitori-frame for="signup" />,
    // @ts-expect-error
    <kikitori-frame form={{}} />,
  ];
}
