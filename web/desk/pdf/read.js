// Reads the text of a PDF: is sent the file's bytes, and answers in JSON with the pieces of text on
// each page or with the name of what went wrong. It runs in a worker, which the page ends when it
// has the answer or has waited long enough.

import { getDocument, PDFWorker, VerbosityLevel } from "./pdf.js";

const beside = (name) => new URL(name, import.meta.url).href;
const verbosity = VerbosityLevel.ERRORS;

/** The most text, in UTF-16 units, which are never more than the bytes that the page takes. */
const MOST_TEXT = 4 * 1024 * 1024;
const MOST_PIECES = 1_000_000;

/** JSON has no other numbers, and the page reads them as 32-bit ones. */
const number = (value) => (Number.isFinite(Math.fround(value)) ? value : 0);

class NotLoaded extends Error {
  name = "NotLoaded";
}

class TooMuchText extends Error {
  name = "TooMuchText";
}

/** Where a piece stands, along its line and from line to line. */
function piece({ str, transform, width, height, dir, hasEOL }) {
  const [, , , , x, y] = transform;
  // Lines from top to bottom follow each other towards the left, and grow downwards.
  const [line, end, size] = dir === "ttb" ? [x, height - y, width] : [y, x + width, height];
  return {
    text: str,
    line: number(line),
    end: number(end),
    size: number(size),
    endsLine: hasEOL,
  };
}

/** Waits for the first word of a worker: all of its script is there then. */
const started = (port) =>
  new Promise((resolve, reject) => {
    port.addEventListener("message", resolve, { once: true });
    port.addEventListener("error", () => reject(new NotLoaded()), { once: true });
  });

async function pages(data) {
  const port = new Worker(beside("pdf.worker.js"), { type: "module" });
  const reading = getDocument({
    data,
    worker: new PDFWorker({ port, verbosity }),
    cMapUrl: beside("cmaps/"),
    useWorkerFetch: true,
    // Only text is wanted: no code out of the file, no fonts and no pictures.
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    enableXfa: false,
    verbosity,
  });
  await started(port);
  // The time that the PDF itself takes begins here.
  self.postMessage("started");
  const file = await reading.promise;
  const found = [];
  let text = 0;
  let pieces = 0;
  for (let at = 1; at <= file.numPages; at += 1) {
    const page = await file.getPage(at);
    const { items } = await page.getTextContent();
    pieces += items.length;
    for (const { str } of items) text += str.length;
    if (text > MOST_TEXT || pieces > MOST_PIECES) throw new TooMuchText();
    found.push(items.map(piece));
    page.cleanup();
  }
  return found;
}

self.onmessage = async ({ data }) => {
  let answer;
  try {
    answer = JSON.stringify({ pages: await pages(data) });
  } catch (error) {
    answer = JSON.stringify({ problem: String(error?.name) });
  }
  self.postMessage(answer);
};
