// A document for a program that runs without a browser: as much of one as home needs to be drawn, and
// to be written down as HTML. What is not here fails, so that nothing is drawn that a browser would
// draw in another way.

/** Elements that have no end tag. */
const EMPTY = new Set(["br", "hr", "img", "input", "link", "meta"]);
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

class Node extends EventTarget {
  childNodes = [];
  parentNode = null;

  get parentElement() {
    return this.parentNode;
  }

  get nextSibling() {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  appendChild(node) {
    return this.insertBefore(node, null);
  }

  insertBefore(node, next) {
    node.remove();
    const at = next ? this.childNodes.indexOf(next) : this.childNodes.length;
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
    return node;
  }

  removeChild(node) {
    node.remove();
    return node;
  }

  remove() {
    const siblings = this.parentNode?.childNodes;
    siblings?.splice(siblings.indexOf(this), 1);
    this.parentNode = null;
  }

  before(...nodes) {
    for (const node of nodes) this.parentNode.insertBefore(node, this);
  }
}

class Text extends Node {
  constructor(data) {
    super();
    this.data = data;
  }

  set nodeValue(data) {
    this.data = data;
  }

  cloneNode() {
    return new Text(this.data);
  }

  get html() {
    return escaped(this.data);
  }
}

/** Marks a place, and is not written down. */
class Comment extends Node {
  html = "";

  cloneNode() {
    return new Comment();
  }
}

/** An element that is given as HTML, with all that is in it. */
class Markup extends Node {
  constructor(html) {
    super();
    this.html = html;
  }

  cloneNode() {
    return new Markup(this.html);
  }
}

/** What a template has. */
class Fragment extends Node {
  get firstElementChild() {
    return this.firstChild;
  }

  cloneNode() {
    const clone = new Fragment();
    for (const child of this.childNodes) clone.appendChild(child.cloneNode(true));
    return clone;
  }
}

class Element extends Node {
  attributes = new Map();

  constructor(name) {
    super();
    this.localName = name;
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }

  removeAttribute(name) {
    this.attributes.delete(name);
  }

  set textContent(text) {
    this.childNodes = [];
    if (text !== "") this.appendChild(new Text(text));
  }

  get classList() {
    const names = () => (this.getAttribute("class") ?? "").split(" ").filter((it) => it !== "");
    const write = (list) => this.setAttribute("class", list.join(" "));
    return {
      add: (name) => write([...new Set([...names(), name])]),
      remove: (name) => write(names().filter((it) => it !== name)),
    };
  }

  cloneNode(whole) {
    const clone = new this.constructor(this.localName);
    for (const [name, value] of this.attributes) clone.setAttribute(name, value);
    if (whole) for (const child of this.childNodes) clone.appendChild(child.cloneNode(true));
    return clone;
  }

  get inner() {
    return this.childNodes.map((it) => it.html).join("");
  }

  get html() {
    const attributes = [...this.attributes].map(([name, value]) => ` ${name}="${escaped(value)}"`);
    const start = `<${this.localName}${attributes.join("")}>`;
    return EMPTY.has(this.localName) ? start : `${start}${this.inner}</${this.localName}>`;
  }
}

class HTMLElement extends Element {
  content = new Fragment();

  /** It is set of templates alone. */
  set innerHTML(html) {
    this.content.childNodes = [];
    this.content.appendChild(new Markup(html));
  }
}

class Document extends Node {
  documentElement = new HTMLElement("html");
  body = new HTMLElement("body");
  activeElement = null;

  createElement(name) {
    return new HTMLElement(name);
  }

  createElementNS(_, name) {
    return new Element(name);
  }

  createTextNode(data) {
    return new Text(data);
  }

  createComment() {
    return new Comment();
  }
}

export { Document, Element, HTMLElement, Node };
