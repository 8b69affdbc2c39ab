import { createElement, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import "kikitori";

const endpoint = new URLSearchParams(location.search).get("endpoint");

function Order() {
  const form = useRef(null);
  const [said, setSaid] = useState("");
  const [isOpen, setOpen] = useState(false);
  window.openSide = () => setOpen(true);
  useEffect(() => {
    const heard = ({ value }) => setSaid(String(value));
    const element = form.current;
    element.on("answer", heard);
    return () => element.off("answer", heard);
  }, []);
  return createElement(
    "section",
    null,
    createElement("kikitori-form", { ref: form, id: "talk", src: "/form.json", endpoint, lang: "en" }),
    createElement("output", null, said),
    createElement("kikitori-form", { id: "side", src: "/form.json", endpoint, mode: "bubble", open: isOpen }),
  );
}

createRoot(document.getElementById("place")).render(createElement(Order));
