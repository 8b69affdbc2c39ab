import { createApp, h, ref } from "vue";
import "kikitori";

const endpoint = new URLSearchParams(location.search).get("endpoint");
const said = ref("");
const isOpen = ref(false);
window.openSide = () => {
  isOpen.value = true;
};
const heard = ({ detail }) => {
  said.value = String(detail.value);
};
const Order = {
  render: () => [
    h("kikitori-form", { id: "talk", src: "/form.json", endpoint, lang: "en", "onKikitori-answer": heard }),
    h("output", said.value),
    h("kikitori-form", { id: "side", src: "/form.json", endpoint, mode: "bubble", open: isOpen.value }),
  ],
};
createApp(Order).mount("#place");
