import kikitori from "kikitori/vite";

export default {
  plugins: [kikitori()],
  build: { rollupOptions: { input: ["plain.html", "react.html", "vue.html"] } },
};
