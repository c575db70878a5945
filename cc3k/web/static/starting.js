// What stands in place of the game until it is there: how far the start is, or why it stops.
// A script of its own that needs nothing: it also runs where modules and storage are refused.

(() => {
  "use strict";
  const SILENCE_MS = 30_000, CHECK_MS = 1_000;
  /** @type {(id: string) => any} */
  const byId = (id) => document.getElementById(id);
  const isReady = () => document.documentElement.dataset.ready === "yes";
  let heard = Date.now(), hasFailed = false, tryAgain = () => location.reload();

  /**
   * Say how far the start is: a sentence, and the share of it that is done, from 0 to 1.
   * @param {any} event
   */
  function tell({ detail: { sentence, share } }) {
    heard = Date.now();
    if (hasFailed) return;
    byId("status-text").textContent = sentence;
    byId("progress").value = share;
  }

  /** Say why there is no game; `isFinal` if trying again cannot help. */
  function fail(sentence, isFinal = false) {
    if (hasFailed || isReady()) return;
    hasFailed = true;
    byId("status-text").textContent = sentence;
    byId("progress").hidden = true;
    byId("try-again").hidden = isFinal;
  }

  /** Load every file that the start needs anew, from its host: those of two versions were mixed. */
  async function loadAnew() {
    byId("status-text").textContent = "Loading the new version of the game…";
    byId("try-again").hidden = true;
    try {
      const load = (url) => fetch(url, { cache: "reload" }), site = await (await load("site.json")).json();
      const unused = site.unused[site.prepared.length ? "prepared" : "plain"];
      const used = site.files.filter(({ url }) => !unused.includes(url));
      await Promise.all(used.map(async ({ url }) => (await load(url)).arrayBuffer()));
      await (await navigator.serviceWorker?.getRegistration())?.unregister();
    } catch {
      // No network, or no worker: the next start tells.
    }
    location.reload();
  }

  /** Load all anew where files of two versions were found; if that was just done, say so instead. */
  function mend() {
    tryAgain = loadAnew;
    const [opened] = performance.getEntriesByType("navigation");
    if (/** @type {any} */ (opened)?.type !== "reload") loadAnew();
    else fail("The game cannot be started: some of its files are of another version. Its host may still be changing them.");
  }

  /** Offer to wait or to try again once nothing has been heard for long. */
  function checkSilence() {
    if (hasFailed || isReady()) return;
    if (Date.now() - heard > SILENCE_MS) byId("try-again").hidden = false;
    setTimeout(checkSilence, CHECK_MS);
  }

  addEventListener("cc3k-progress", tell);
  addEventListener("cc3k-failed", (/** @type {any} */ event) => fail(event.detail));
  addEventListener("cc3k-mixed", mend);
  addEventListener("error", (/** @type {any} */ event) => {
    tryAgain = loadAnew;
    const address = event.target?.src ?? event.target?.href;
    fail(`The game cannot be started: ${address ? `${address} could not be loaded` : event.message}.`);
  }, true);
  addEventListener("unhandledrejection", (event) => {
    fail(`The game cannot be started: ${event.reason?.message ?? event.reason}.`);
  });
  byId("try-again").addEventListener("click", () => tryAgain());
  if (location.protocol === "file:") {
    fail("A browser opens this page from a web server alone. In a terminal, in this folder: "
      + "python3 -m http.server 8000; then open http://localhost:8000/ here.", true);
  }
  setTimeout(checkSilence, CHECK_MS);
})();
