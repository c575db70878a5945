// Service worker: keeps every file of this version, so that the page starts without a network.
// The files of a version are kept together or not at all; a new one is used once all pages of the
// old one are closed.

const VERSION = "@VERSION@";
const PREFIX = `cc3k ${self.registration.scope} `;

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
  await self.clients.claim();
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

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
