// Builds the pages with forms of their own as while one works on them: React checks itself twice then.
import vue from "@vitejs/plugin-vue";
import kikitori from "kikitori/vite";

const isCustomElement = (tag) => tag.startsWith("kikitori-");

export default {
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } }), kikitori()],
  build: {
    minify: false,
    rollupOptions: { input: ["react_form.html", "vue_form.html", "angular_form.html"] },
  },
};
