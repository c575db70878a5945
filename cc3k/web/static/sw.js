// Service worker: keeps every file of this version, so that the page starts without a network.
// The files of a version are kept together or not at all; a new one is used once all pages of the
// old one are closed.

const VERSION = "@VERSION@";
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const PREFIX = `cc3k ${worker.registration.scope} `;

async function install() {
  const site = await (await fetch("site.json", { cache: "no-cache" })).json();
  const cache = await caches.open(PREFIX + VERSION);
  await Promise.all(site.files.map(async ({ url, integrity }) => {
    const answer = await fetch(url, { cache: "no-cache", integrity, credentials: "same-origin" });
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    await cache.put(url, answer);
  }));
}

async function activate() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(names.filter((name) => name !== PREFIX + VERSION).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Return a file as it was kept, or from the network where the browser's cache is gone or refused. */
async function answer(request) {
  try {
    const cache = await caches.open(PREFIX + VERSION);
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
  } catch {
    // As if nothing were kept.
  }
  return fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
