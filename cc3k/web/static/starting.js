// What stands in place of the game until it is there: how far the start is, or why it stops.
// A script of its own that needs nothing: it also runs where modules and storage are refused.

(() => {
  "use strict";
  const SILENCE_MS = 30_000, CHECK_MS = 1_000;
  /** @type {(id: string) => any} */
  const byId = (id) => document.getElementById(id);
  const isReady = () => document.documentElement.dataset.ready === "yes";
  let heard = Date.now(), hasFailed = false;

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

  /** Offer to wait or to try again once nothing has been heard for long. */
  function checkSilence() {
    if (hasFailed || isReady()) return;
    if (Date.now() - heard > SILENCE_MS) byId("try-again").hidden = false;
    setTimeout(checkSilence, CHECK_MS);
  }

  addEventListener("cc3k-progress", tell);
  addEventListener("cc3k-failed", (/** @type {any} */ event) => fail(event.detail));
  addEventListener("error", (/** @type {any} */ event) => {
    const address = event.target?.src ?? event.target?.href;
    fail(`The game cannot be started: ${address ? `${address} could not be loaded` : event.message}.`);
  }, true);
  addEventListener("unhandledrejection", (event) => {
    fail(`The game cannot be started: ${event.reason?.message ?? event.reason}.`);
  });
  byId("try-again").addEventListener("click", () => location.reload());
  if (location.protocol === "file:") {
    fail("A browser opens this page from a web server alone. In a terminal, in this folder: "
      + "python3 -m http.server 8000; then open http://localhost:8000/ here.", true);
  }
  setTimeout(checkSilence, CHECK_MS);
})();
