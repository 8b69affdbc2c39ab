import "./page_listeners.js";
import "kikitori";
import { createApp } from "vue";
import Page from "./VueForm.vue";

createApp(Page).mount("#place");
