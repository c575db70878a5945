// The player's files in the browser's own database: pieces of bytes, each at an offset of a file.
// A journal that grows by a line costs one small piece. A transaction holds all that a key changed,
// and is committed at once: a page that is closed or killed right after it loses nothing.

const NAME = "cc3k", PIECES = "pieces", COMPILED = "compiled";

/** Open the database; null where the browser has none, as in some private windows. */
export function openStorage() {
  return new Promise((resolve) => {
    let opening;
    try {
      opening = indexedDB.open(NAME, 1);
    } catch {
      resolve(null);
      return;
    }
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(PIECES, { keyPath: ["path", "offset"] });
      opening.result.createObjectStore(COMPILED);
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = opening.onblocked = () => resolve(null);
  });
}

/** Return all files: path, bytes and the time of their last change. */
export function loadFiles(database) {
  return new Promise((resolve, reject) => {
    const asked = database.transaction(PIECES).objectStore(PIECES).getAll();
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => resolve(joinPieces(asked.result));
  });
}

function joinPieces(pieces) {
  const files = new Map();
  for (const piece of pieces) {
    const file = files.get(piece.path) ?? { path: piece.path, parts: [], size: 0, modified: 0 };
    if (piece.offset !== file.size) continue; // a piece of what was replaced since
    file.parts.push(piece.data);
    file.size += piece.data.length;
    file.modified = piece.modified;
    files.set(piece.path, file);
  }
  return [...files.values()].map(({ path, parts, size, modified }) => {
    const data = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
      data.set(part, at);
      at += part.length;
    }
    return { path, data, modified, pieces: parts.length };
  });
}

/** Keep changes of files in one transaction; the promise is fulfilled once they are kept. */
export function keepChanges(database, changes) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(PIECES, "readwrite", { durability: "relaxed" });
    const pieces = transaction.objectStore(PIECES);
    for (const { path, offset, data, modified } of changes) {
      if (offset === 0) pieces.delete(IDBKeyRange.bound([path, 0], [path, Infinity]));
      if (data !== null) pieces.put({ path, offset, data: bytesOf(data), modified });
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

/** Return what a version has compiled; nothing if it has not been kept. */
export function loadCompiled(database, version) {
  return new Promise((resolve) => {
    const asked = database.transaction(COMPILED).objectStore(COMPILED).get(version);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => resolve(undefined);
  });
}

/** Keep what a version has compiled, in place of what others had. */
export function keepCompiled(database, version, data) {
  const compiled = database.transaction(COMPILED, "readwrite").objectStore(COMPILED);
  compiled.clear();
  compiled.put(data, version);
}

function bytesOf(data) {
  return typeof data === "string" ? Uint8Array.from(data, (one) => one.charCodeAt(0)) : data;
}
