// Service worker: keeps every file of this version, so that the page starts without a network.
// The files of a version are kept together or not at all; a new one is used once all pages of the
// old one are closed.

const VERSION = "@VERSION@";
const START = new URLSearchParams(location.search).get("start") ?? "plain"; // how the page starts: or "prepared"
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const PREFIX = `cc3k ${worker.registration.scope} `, CACHE = `${PREFIX}${VERSION} ${START}`;

async function install() {
  const list = await fetch("site.json", { cache: "no-cache" }), site = await list.clone().json();
  if (site.version !== VERSION) throw new Error("site.json is of another version");
  const unused = new Set(site.unused[START]);
  const cache = await caches.open(CACHE);
  const kept = site.files.filter(({ url }) => url !== "site.json" && !unused.has(url));
  await cache.put("site.json", list);
  await Promise.all(kept.map(async (file) => keep(cache, file.url, await loaded(file))));
}

/** Load a file: the page has just had it, so the browser still does, if it is of this version. */
async function loaded({ url, integrity }) {
  const load = async (cache) => {
    const answer = await fetch(url, { cache, integrity, credentials: "same-origin" });
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    return answer;
  };
  return integrity ? load("force-cache").catch(() => load("no-cache")) : load("no-cache");
}

/**
 * Keep a file. Python itself is kept unpacked, under the address that has its bytes: only then does
 * the browser keep what it has compiled of it beside it.
 */
async function keep(cache, url, answer) {
  // What a host has redirected answers no navigation, so it is kept as if it had not been.
  if (!url.endsWith(".wasm.gz")) return cache.put(url, answer.redirected ? new Response(answer.body, answer) : answer);
  const headers = { "Content-Type": "application/wasm" };
  const bytes = await answer.arrayBuffer(), [first, second] = new Uint8Array(bytes, 0, 2);
  const isPacked = first === 0x1f && second === 0x8b;
  const unpacked = isPacked ? new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")) : bytes;
  return cache.put(url.slice(0, -".gz".length), new Response(unpacked, { headers }));
}

async function activate() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Return a file as it was kept, or from the network where the browser's cache is gone or refused. */
async function answer(request) {
  try {
    const cache = await caches.open(CACHE);
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
  const isAnew = event.request.cache === "reload"; // what is kept may be why it does not start
  if (event.request.method === "GET" && !isAnew) event.respondWith(answer(event.request));
});
