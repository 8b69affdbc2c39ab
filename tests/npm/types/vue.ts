// The element where Vue has types for it: in render functions. Its templates take any attribute of an
// element that is none of theirs.
import "kikitori";
import type { KikitoriForm } from "kikitori";
import { h, useTemplateRef } from "vue";

export function order() {
  const form = useTemplateRef<KikitoriForm>("form");
  return [
    h("kikitori-form", {
      ref: "form",
      src: "/form.json",
      "onKikitori-answer": ({ detail }) => [detail.field.length, detail.value],
      "onKikitori-submit": ({ detail }) => detail.fields.map((it) => it.fieldId),
      "onKikitori-close": () => form.value?.reset(),
    }),
    // @ts-expect-error
    h("kikitori-form", { "onKikitori-answer": ({ detail }) => detail.value.length }),
    // @ts-expect-error
    form.value?.load(),
  ];
}
