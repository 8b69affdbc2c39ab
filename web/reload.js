// Loads the page anew when it has been built again. It is there only while somebody works on it.
const { built } = document.querySelector("script[data-built]").dataset;
const page = new URL("index.html", import.meta.url);

/** Whether there is another page than this one, with all the files that it names. */
async function isBuiltAgain() {
  const answer = await fetch(page, { cache: "no-store" });
  const html = await answer.text();
  const now = /data-built="([^"]*)"/.exec(html)?.[1];
  if (!answer.ok || now === undefined || now === built) return false;
  const files = [...html.matchAll(/(?:src|href|data-program)="(\.\/[^"]+)"/g)];
  const answers = files.map(([, file]) => fetch(new URL(file, page), { method: "HEAD" }));
  return (await Promise.all(answers)).every(({ ok }) => ok);
}

async function look() {
  // The server may be stopped, and come back.
  if (await isBuiltAgain().catch(() => false)) location.reload();
  else setTimeout(look, 500);
}

look();
