// Says so where the form's own script does not come: its name is another one with each deployment, and a page that
// a browser has kept may ask for one that is gone. This one keeps its name.

const PATIENCE_MS = 20_000;

/** What stands in the page until that script runs. */
const untouched = () => document.querySelector("main > noscript");

function say() {
  const main = document.querySelector("main");
  if (!untouched() || main.querySelector("[role=alert]")) return;
  const isJapanese = /^ja\b/i.test(navigator.language);
  const sheet = document.createElement("link");
  Object.assign(sheet, { rel: "stylesheet", href: new URL("form_page.css", document.baseURI).href });
  document.head.append(sheet);
  const pick = (english, japanese) => (isJapanese ? japanese : english);
  const put = (name, text) => {
    const element = document.createElement(name);
    element.lang = pick("en", "ja");
    element.textContent = text;
    return element;
  };
  const told = document.createElement("div");
  told.setAttribute("role", "alert");
  told.append(
    put("h1", pick("This form could not be loaded.", "このフォームを読み込めませんでした。")),
    put(
      "p",
      pick(
        "Check the connection and load the page again. Answers already saved on this device stay saved.",
        "接続を確認して、ページを再読み込みしてください。この端末に保存済みの回答は残っています。",
      ),
    ),
  );
  const again = put("button", pick("Load the page again", "ページを再読み込みする"));
  again.type = "button";
  again.addEventListener("click", () => location.reload());
  const line = document.createElement("p");
  line.append(again);
  told.append(line);
  main.append(told);
}

// A script that is answered with an error keeps nothing from being complete, and one that never comes does.
if (document.readyState === "complete") say();
else addEventListener("load", say, { once: true });
setTimeout(say, PATIENCE_MS);
