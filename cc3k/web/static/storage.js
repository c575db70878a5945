// The player's files in the browser's own database: pieces of bytes, each at an offset of a file.
// A journal that grows by a line costs one small piece. A transaction holds all that a key changed,
// and is committed at once: a page that is closed or killed right after it loses nothing.
//
// A browser may refuse the database, never answer, or hold damaged pieces: whoever opens it gets
// null then, and whoever reads it is told which files are not whole.

const NAME = "cc3k", PIECES = "pieces", COMPILED = "compiled";
// A database that has not answered after so many ticks will not. They are counted one by one, as no
// answer is heard while Python starts: that must not look like silence.
const TICK_MS = 500, ANSWER_TICKS = 10;
const whole = new Set(); // paths of files that were kept in one piece: the next one takes its place

/** Open the database; null where the browser has none that works, as in some private windows. */
export async function openStorage() {
  try {
    const database = await opened();
    if (hasStores(database)) return database;
    const next = database.version + 1;
    database.close();
    const mended = await opened(next);
    return hasStores(mended) ? mended : null;
  } catch {
    return null;
  }
}

/** Open a version of the database, or the one that is there; make the stores that it lacks. */
function opened(version) {
  return answered((resolve, reject) => {
    const opening = indexedDB.open(NAME, version);
    opening.onupgradeneeded = () => {
      const database = opening.result, names = database.objectStoreNames;
      if (!names.contains(PIECES)) database.createObjectStore(PIECES, { keyPath: ["path", "offset"] });
      if (!names.contains(COMPILED)) database.createObjectStore(COMPILED);
    };
    opening.onsuccess = () => {
      opening.result.onversionchange = () => opening.result.close(); // another tab mends it
      resolve(opening.result);
    };
    opening.onerror = () => reject(opening.error);
  });
}

function hasStores(database) {
  return database.objectStoreNames.contains(PIECES) && database.objectStoreNames.contains(COMPILED);
}

/** Promise what a request brings; it is broken once the browser has not answered for long. */
function answered(ask) {
  let left = ANSWER_TICKS, timer = 0;
  const silence = new Promise((_resolve, reject) => {
    timer = setInterval(() => {
      if (--left === 0) reject(new Error("the browser does not answer"));
    }, TICK_MS);
  });
  return Promise.race([new Promise(ask), silence]).finally(() => clearInterval(timer));
}

function allPieces(database) {
  return answered((resolve, reject) => {
    const asked = database.transaction(PIECES).objectStore(PIECES).getAll();
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => resolve(asked.result);
  });
}

/** Return all files, with path, bytes and the time of their last change, and the names of those that are not whole. */
export async function loadFiles(database) {
  const files = new Map(), lost = new Set();
  for (const piece of await allPieces(database)) {
    const { path, offset, data, modified } = piece ?? {};
    if (typeof path !== "string" || !(data instanceof Uint8Array) || !Number.isFinite(modified)) {
      lost.add(String(path));
      continue;
    }
    const file = files.get(path) ?? { path, parts: [], size: 0, modified: 0 };
    if (offset !== file.size) continue; // a piece of what was replaced since
    file.parts.push(data);
    file.size += data.length;
    file.modified = modified;
    files.set(path, file);
  }
  return { files: [...files.values()].map(joined), lost: [...lost] };
}

function joined({ path, parts, size, modified }) {
  const data = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    data.set(part, at);
    at += part.length;
  }
  return { path, data, modified, pieces: parts.length };
}

/**
 * Keep changes of files in one transaction; the promise is fulfilled once they are kept.
 * @returns {Promise<void>}
 */
export function keepChanges(database, changes) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(PIECES, "readwrite", { durability: "relaxed" });
    const pieces = transaction.objectStore(PIECES);
    for (const { path, offset, data, modified } of changes) {
      const isWhole = offset === 0 && data !== null;
      if (offset === 0 && !(isWhole && whole.has(path))) pieces.delete(IDBKeyRange.bound([path, 0], [path, Infinity]));
      if (data !== null) pieces.put({ path, offset, data: bytesOf(data), modified });
      whole[isWhole ? "add" : "delete"](path);
    }
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
    transaction.commit();
  });
}

/** Join the pieces of files that have many into one each, so that the next start reads fewer. */
export function joinFiles(database, files) {
  const many = files.filter((file) => file.pieces > 1);
  if (!many.length) return Promise.resolve();
  return keepChanges(database, many.map(({ path, data, modified }) => ({ path, offset: 0, data, modified })));
}

/** Return everything that is kept, as it is, as the text of a JSON list: bytes are in base64. */
export async function rawPieces(database) {
  const plain = (_name, value) => (value instanceof Uint8Array ? { base64: base64Of(value) } : value);
  return JSON.stringify(await allPieces(database), plain);
}

function base64Of(bytes) {
  return btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(""));
}

/** Return what a version has compiled; nothing if it has not been kept. */
export async function loadCompiled(database, version) {
  try {
    return await answered((resolve, reject) => {
      const asked = database.transaction(COMPILED).objectStore(COMPILED).get(version);
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  } catch {
    return undefined;
  }
}

/** Keep what a version has compiled, in place of what others had; null drops all of it. */
export function keepCompiled(database, version, data) {
  try {
    const compiled = database.transaction(COMPILED, "readwrite").objectStore(COMPILED);
    compiled.clear();
    if (data) compiled.put(data, version);
  } catch {
    // The next start compiles it once more.
  }
}

function bytesOf(data) {
  if (typeof data !== "string") return data;
  const bytes = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at++) bytes[at] = data.charCodeAt(at);
  return bytes;
}
