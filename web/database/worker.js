// Runs the database for a page: is sent what to open or a statement, one at a time, and answers
// each in JSON. The page ends it when an answer takes too long.

import init, { Service } from "./database.js";

const loaded = init().then(() => new Service());

self.onmessage = async ({ data }) => {
  let answer = "";
  try {
    const service = await loaded;
    answer =
      typeof data === "string" ? service.query(data) : service.open(data.names, data.contents);
  } catch (error) {
    // The page takes it for the end of this worker.
    console.error(error);
  }
  self.postMessage(answer);
};
