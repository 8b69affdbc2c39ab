import { createApp, h, ref } from "vue";
import "kikitori";

const endpoint = new URLSearchParams(location.search).get("endpoint");
const said = ref("");
const heard = ({ detail }) => {
  said.value = String(detail.value);
};
const Order = {
  render: () => [
    h("kikitori-form", { id: "talk", src: "/form.json", endpoint, lang: "en", "onKikitori-answer": heard }),
    h("output", said.value),
  ],
};
createApp(Order).mount("#place");
