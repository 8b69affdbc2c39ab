// Reads the text of a PDF: is sent the file's bytes, and answers in JSON with the pieces of text on
// each page or with the name of what went wrong. It runs in a worker, which the page ends when it
// has the answer or has waited long enough.

import { getDocument, PDFWorker, VerbosityLevel } from "./pdf.js";

const beside = (name) => new URL(name, import.meta.url).href;
const verbosity = VerbosityLevel.ERRORS;

/** Where a piece stands, along its line and from line to line. */
function piece({ str, transform, width, height, dir, hasEOL }) {
  const [, , , , x, y] = transform;
  // Lines from top to bottom follow each other towards the left, and grow downwards.
  const [line, end, size] = dir === "ttb" ? [x, height - y, width] : [y, x + width, height];
  return { text: str, line, end, size, endsLine: hasEOL };
}

async function pages(data) {
  const port = new Worker(beside("pdf.worker.js"), { type: "module" });
  const file = await getDocument({
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
  }).promise;
  const found = [];
  for (let number = 1; number <= file.numPages; number += 1) {
    const page = await file.getPage(number);
    const { items } = await page.getTextContent();
    found.push(items.map(piece));
    page.cleanup();
  }
  return found;
}

self.onmessage = async ({ data }) => {
  let answer;
  try {
    answer = { pages: await pages(data) };
  } catch (error) {
    answer = { problem: String(error?.name) };
  }
  self.postMessage(JSON.stringify(answer));
};
