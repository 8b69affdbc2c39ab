// Search over many passages, beside MiniSearch: the same passages, the same questions.
import MiniSearch from "./minisearch.js";
import { module } from "./start.js";

const SIZES = [1_000, 10_000, 100_000];
// Milliseconds for which one question is asked again and again.
const ASKING = 10;

const questions = JSON.parse(module.questions());
const words = new Intl.Segmenter("ja", { granularity: "word" });
const inWords = (text) => {
  const found = [];
  for (const { segment, isWordLike } of words.segment(text)) if (isWordLike) found.push(segment);
  return found;
};

const pause = () => new Promise((resolve) => setTimeout(resolve));

const timed = async (work) => {
  await pause();
  const begin = performance.now();
  await work();
  return performance.now() - begin;
};

const part = (times, share) => times.sort((a, b) => a - b)[Math.floor(times.length * share)];
const median = (times) => part(times, 0.5);
const late = (times) => part(times, 0.95);

// A plain key-value store over IndexedDB.
const openDatabase = (name) =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.result.createObjectStore("index");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const transact = (database, mode, ask) =>
  new Promise((resolve, reject) => {
    const transaction = database.transaction("index", mode);
    const request = ask(transaction.objectStore("index"));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });

// Each engine: made of a corpus, indexes it, asks it, keeps it and loads it again.
const kikitori = (corpus) => ({
  index() {
    corpus.segment();
    if (corpus.index() === 0) throw new Error("nothing is in the index");
  },
  search: (query) => corpus.search(query),
  async keep(database) {
    corpus.segment();
    await corpus.keep(database);
  },
  load: (database) => module.load(database),
});

const minisearch = (passages, options) => {
  const all = {
    fields: ["headings", "text"],
    storeFields: ["headings", "text"],
    searchOptions: { boost: { headings: 2 } },
    ...options,
  };
  let index;
  return {
    index() {
      index = new MiniSearch(all);
      index.addAll(passages);
    },
    search: (query) => index.search(query).slice(0, 5).map((hit) => hit.id),
    async keep(name) {
      const database = await openDatabase(name);
      const text = JSON.stringify(index);
      await transact(database, "readwrite", (store) => store.put(text, "index"));
      database.close();
    },
    async load(name) {
      const database = await openDatabase(name);
      const text = await transact(database, "readonly", (store) => store.get("index"));
      database.close();
      return MiniSearch.loadJSON(text, all).documentCount;
    },
  };
};

const engines = (corpus) => {
  corpus.segment();
  const passages = JSON.parse(corpus.passages());
  return {
    passages,
    kikitori: kikitori(corpus),
    minisearch: minisearch(passages, {}),
    segmenter: minisearch(passages, { tokenize: inWords }),
  };
};

// The share of questions whose section is among the first five, of the sample manual alone.
const recall = (language) => {
  const { passages, ...all } = engines(module.Corpus.sample(language));
  const headings = new Map(passages.map(({ id, headings }) => [id, headings.split("\n").at(-1)]));
  const shares = {};
  for (const [name, engine] of Object.entries(all)) {
    engine.index();
    const found = questions[language].filter(([question, heading]) =>
      engine.search(question).some((id) => headings.get(id) === heading));
    shares[name] = found.length / questions[language].length;
  }
  return shares;
};

// Milliseconds to ask each question.
const asked = async (search, labelled) => {
  const costs = [];
  for (const [question] of labelled) {
    search(question);
    let times = 0;
    const begin = performance.now();
    do {
      search(question);
      times += 1;
    } while (performance.now() - begin < ASKING);
    costs.push((performance.now() - begin) / times);
    await pause();
  }
  return costs;
};

const figures = async (engine, size, name) => {
  const rounds = size > 10_000 ? 1 : 3;
  const database = `${name}-${size}`;
  const indexing = [];
  for (let round = 0; round < rounds; round += 1) indexing.push(await timed(() => engine.index()));
  const english = await asked(engine.search, questions.en);
  const japanese = await asked(engine.search, questions.ja);
  await engine.keep(database);
  const loading = [];
  for (let round = 0; round < rounds; round += 1) {
    loading.push(await timed(async () => {
      const found = await engine.load(database);
      if (found !== size) throw new Error(`${found} passages were loaded of ${size}`);
    }));
  }
  return {
    index: median(indexing),
    english_median: median(english),
    english_p95: late(english),
    japanese_median: median(japanese),
    japanese_p95: late(japanese),
    load: median(loading),
  };
};

const result = { sizes: SIZES, recall: { en: recall("en"), ja: recall("ja") } };
for (const size of SIZES) {
  const corpus = new module.Corpus(size);
  const { passages, ...all } = engines(corpus);
  if (passages.length !== size) throw new Error(`${passages.length} passages instead of ${size}`);
  for (const [name, engine] of Object.entries(all)) {
    result[name] ??= [];
    result[name].push(await figures(engine, size, name));
    document.body.textContent = JSON.stringify(result);
  }
  corpus.free();
}
window.result = result;
