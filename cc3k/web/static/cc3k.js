// The page: loads Python and the game, hands keys and taps in, and shows the cells that come back.
// Whatever is shown is set as text, never as markup, and the browser has it to keep in the same moment.

import { openDialogs, save } from "./dialogs.js";
import { withIcons } from "./icons.js";
import { keyName } from "./keys.js";
import { Screen } from "./screen.js";
import { MixedVersions, startPython } from "./python.js";
import { Tiles } from "./tiles.js";
import { recall, remember } from "./recalled.js";
import {
  joinFiles, keepChanges, keepCompiled, loadCompiled, loadFiles, openStorage, rawPieces,
} from "./storage.js";

/** @type {(id: string) => any} */
const byId = (id) => document.getElementById(id);
const LONG_TAP_MS = 500, MOVED_PIXELS = 12, MAX_SAID = 40;
const PATIENCE_MS = 3_000; // what a browser has not done by then it may never do
const DEAF_MS = 400; // a second tap that was meant for what stood there before a question
const SLOW_MS = 10_000; // what is not kept by then is told of
const KEEPS_NOTHING = "This browser keeps nothing here: export the game before you close the page.";
const ARROWS = { nw: "↖", no: "↑", ne: "↗", we: "←", middle: "◎", ea: "→", sw: "↙", so: "↓", se: "↘" };
const WAYS = {
  nw: "Northwest", no: "North", ne: "Northeast", we: "West", middle: "look around, or choose", ea: "East",
  sw: "Southwest", so: "South", se: "Southeast",
};

const BOOKMARK = "page.json"; // what was open, as the game left it
const screen = new Screen(byId("screen")), tiles = new Tiles(screen);
/** @type {import("./python.js").Page} */
let page; // there is none before Python is
let database = null, timer = 0, bound = new Set(["f1"]);
let linkShown = null, isStopped = false, hasTold = false, unkept = 0;
let isSlow = false, isRefused = false, deafUntil = 0;
/** @type {boolean | null} */
let isWatching = null; // unknown at first

/** Return the game, unless another tab has it: then that is told, and nothing is played or kept. */
function playing() {
  if (isStopped) tellStopped();
  return isStopped ? null : page;
}

/**
 * Show an update at once; what has changed is handed to the browser's storage in the same moment,
 * before anything is drawn. The promise is fulfilled once that is kept, or cannot be.
 */
function show(text) {
  if (isStopped) return Promise.resolve(tellStopped());
  const update = JSON.parse(text);
  clearTimeout(timer);
  timer = update.tick === null ? 0 : setTimeout(() => show(page.tick()), update.tick * 1000);
  const kept = database && update.files.length ? keep(update.files) : Promise.resolve();
  paintUpdate(update);
  noteBusy();
  return kept;
}

/** Keep changes of files, and say so once if that takes long; the promise ends once they are kept, or cannot be. */
async function keep(changes) {
  const slow = setTimeout(tellSlow, SLOW_MS);
  unkept++;
  await keepChanges(database, changes).catch(stopKeeping);
  unkept--;
  clearTimeout(slow);
  noteBusy();
}

function tellSlow() {
  if (!isSlow) tell(["This browser is slow to keep the game: what you see may be ahead of what is kept."]);
  isSlow = true;
}

/** Keep nothing any more, so that what is kept stays whole, and say so once. */
function stopKeeping(error) {
  if (!database) return;
  database = null;
  isRefused = true;
  tell([`This browser keeps the game no longer: ${error?.message || error?.name || error}.`,
    "It goes on without that: export it under Games before you close the page."]);
}

/** Mark the screen while a game is being kept, or more will be painted without a key. */
function noteBusy() {
  const busy = unkept ? "keeping" : timer ? "moving" : "";
  if (busy) screen.element.dataset.busy = busy;
  else delete screen.element.dataset.busy;
}

function paintUpdate(update) {
  byId("status").hidden = true;
  const isOfAnotherSize = update.needs.join() !== screen.needs.join() && refit(update.needs);
  if (!isOfAnotherSize) screen.paint(update);
  tiles.paint(isOfAnotherSize ? null : update.board);
  if (document.title !== update.title) document.title = update.title;
  if (update.pad) showPad(update);
  noteReplay(update.is_replay);
  if (update.bound) bound = new Set(update.bound);
  if (!isOfAnotherSize) say(update.say);
  if (update.told.length) tell(update.told);
  if (update.bell) ring();
  if (update.link !== linkShown) {
    linkShown = update.link;
    if (location.hash.slice(1) !== linkShown) history.replaceState(null, "", `#${linkShown}`);
  }
  if (isOfAnotherSize) show(page.resize(screen.columns, screen.rows));
}

/** Make room for what has to be shown; return true if there are other columns or rows now. */
function refit(needs) {
  screen.needs = needs;
  return screen.fit();
}

function press(keys) {
  if (playing()) show(page.press(keys));
}

function say(sentences) {
  const log = byId("say");
  for (const sentence of sentences) log.append(textElement("p", sentence));
  while (log.childElementCount > MAX_SAID) log.firstElementChild.remove();
}

/** Tell what has to be read: it stays until it is closed, or the game goes on. */
function tell(lines) {
  byId("told-text").textContent = lines.join("\n");
  byId("told").hidden = false;
  hasTold = true;
}

/** Tell that another tab has the game, and what to do: that stays. */
function tellStopped() {
  tell(["The game goes on in another tab, so keys and taps do nothing here.",
    "To go on with it in this tab, press Go on here, or load the page again."]);
  byId("told-close").textContent = "Go on here";
}

function closeTold() {
  if (isStopped) return;
  if (hasTold) byId("told").hidden = true;
  hasTold = false;
}

function textElement(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

function padButton({ label, meaning, keys, is_marked: isMarked = false }) {
  const button = document.createElement("button");
  button.append(...withIcons(label));
  button.type = "button";
  button.classList.toggle("marked", isMarked);
  button.setAttribute("aria-label", meaning);
  button.addEventListener("click", () => {
    if (isDeaf()) return;
    closeTold();
    press(keys);
    screen.element.focus({ preventScroll: true });
  });
  return button;
}

/** Return whether a question has just come up, which a tap now was not meant to answer. */
function isDeaf() {
  return performance.now() < deafUntil;
}

function showPad({ pad, ways, offers }) {
  const directions = Object.entries(WAYS).filter(([way]) => way in ways);
  fill(byId("ways"), directions.map(([way, meaning]) => ({ label: ARROWS[way], meaning, keys: [ways[way]] })));
  for (const group of ["verbs", "reach"]) byId(group).scrollTop = 0;
  const answers = pad.filter((one) => one.is_answer);
  if (answers.length && !byId("answers").childElementCount) deafUntil = performance.now() + DEAF_MS;
  fill(byId("answers"), answers);
  fill(byId("verbs"), pad.filter((one) => !one.is_in_reach && !one.is_answer));
  fill(byId("reach"), pad.filter((one) => one.is_in_reach));
  fill(byId("offers"), [...offers, ...(byId("pad").hidden ? pad.filter((one) => one.is_start) : [])]);
}

/** Show these buttons; those that are there already stay, so that no tap that has begun is lost. */
function fill(group, buttons) {
  const wanted = buttons.map((one) => JSON.stringify(one));
  let next = group.firstElementChild;
  const removeUnwanted = (isWanted) => {
    while (next && !isWanted(next.dataset.what)) {
      const gone = next;
      next = next.nextElementSibling;
      gone.remove();
    }
  };
  buttons.forEach((one, at) => {
    removeUnwanted((what) => wanted.includes(what));
    if (next?.dataset.what === wanted[at]) {
      next = next.nextElementSibling;
      return;
    }
    const button = padButton(one);
    button.dataset.what = wanted[at];
    group.insertBefore(button, next);
  });
  removeUnwanted(() => false);
}

function ring() {
  const context = new AudioContext(), tone = context.createOscillator();
  tone.connect(context.destination);
  tone.frequency.value = 440;
  tone.start();
  tone.stop(context.currentTime + 0.08);
  tone.onended = () => context.close();
}

function fit() {
  const changed = screen.fit();
  if (changed && page && !isStopped) show(page.resize(screen.columns, screen.rows));
  else tiles.paint(tiles.board);
}

function onKeyDown(event) {
  if (document.querySelector("dialog[open]")) return;
  const onButton = event.target instanceof Element && event.target.closest("button, a, input, select, textarea");
  if (onButton) {
    if (event.key === "Escape") screen.element.focus();
    if (["Enter", " ", "Tab", "Escape"].includes(event.key)) return;
  }
  if (event.key === "F2") {
    byId("play-button").focus();
    event.preventDefault();
    return;
  }
  const name = keyName(event, bound);
  if (name === null) return;
  event.preventDefault();
  closeTold();
  press([name]);
}

/** Tap travels, a long tap or the right button looks, a drag or the wheel scrolls. */
function watchPointer(element) {
  /** @type {{ x: number, y: number, scrolled: number, moved: boolean } | null} */
  let start = null;
  let holding = 0;
  const stop = () => {
    clearTimeout(holding);
    start = null;
  };
  const tap = (event, isLong) => {
    const cell = tiles.cellAt(event.clientX, event.clientY) ?? screen.cellAt(event.clientX, event.clientY);
    if (cell && !isDeaf() && playing()) show(page.tap(cell.column, cell.row, isLong));
  };
  element.addEventListener("pointerdown", (event) => {
    closeTold();
    element.focus({ preventScroll: true });
    if (event.button !== 0) return;
    start = { x: event.clientX, y: event.clientY, scrolled: 0, moved: false };
    holding = setTimeout(() => {
      start = null;
      tap(event, true);
    }, LONG_TAP_MS);
  });
  element.addEventListener("pointermove", (event) => {
    if (!start) return;
    const moved = event.clientY - start.y;
    if (Math.hypot(event.clientX - start.x, moved) > MOVED_PIXELS) {
      clearTimeout(holding);
      start.moved = true;
    }
    const steps = Math.trunc(moved / (3 * screen.cellHeight));
    if (start.moved && steps !== start.scrolled && !screen.isFolded) {
      press([steps > start.scrolled ? "scroll up" : "scroll down"]);
      start.scrolled = steps;
    }
  });
  element.addEventListener("pointerup", (event) => {
    if (start && !start.moved) tap(event, false);
    stop();
  });
  element.addEventListener("pointercancel", stop);
  element.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    if (event.pointerType !== "touch" && event.button === 2) tap(event, true);
  });
  element.addEventListener("wheel", (event) => {
    if (event.ctrlKey || screen.isFolded) return;
    event.preventDefault();
    press([event.deltaY < 0 ? "scroll up" : "scroll down"]);
  }, { passive: false });
}

function watchDrops() {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) openFile(file);
  });
}

async function openFile(file) {
  const data = new Uint8Array(await file.arrayBuffer());
  if (!playing()) return;
  closeTold();
  show(page.open_file(file.name, data));
}

/**
 * Keep the game to one page at a time, where the browser can; another one may take it over.
 * @returns {Promise<void>}
 */
function becomeOnlyPage() {
  return new Promise((resolve) => {
    let isHeld = false;
    const hold = () => {
      isHeld = true;
      resolve();
      return new Promise(() => {}); // held until the page is closed, or it is stolen
    };
    setTimeout(resolve, PATIENCE_MS);
    lock(hold).catch(() => {
      if (!isHeld) { // refused, as in a page of another site
        resolve();
        return;
      }
      isStopped = true;
      clearTimeout(timer);
      timer = 0;
      noteBusy();
      /** @type {NodeListOf<HTMLDialogElement>} */
      const dialogs = document.querySelectorAll("dialog[open]");
      for (const dialog of dialogs) dialog.close();
      tellStopped();
    });
  });
}

async function lock(hold) {
  return navigator.locks?.request("cc3k", { steal: true }, hold) ?? Promise.reject(new Error("no locks"));
}

/** Note in this tab alone that it watches a replay, so that a reload of it comes back there. */
function noteReplay(isReplay) {
  if (isReplay !== isWatching) remember("cc3k watches", isReplay ? "yes" : null, "sessionStorage");
  isWatching = isReplay;
}

function watchedBefore() {
  /** @type {PerformanceEntry & { type?: string } | undefined} */
  const opened = performance.getEntriesByType("navigation")[0];
  return opened?.type === "reload" && recall("cc3k watches", "sessionStorage") === "yes";
}

async function readKept(opening) {
  database = await opening;
  if (!database) return { files: [], lost: [] };
  try {
    const { files, lost } = await loadFiles(database);
    joinFiles(database, files.filter(({ path }) => !lost.includes(path))).catch(() => {});
    return { files, lost };
  } catch (error) {
    stopKeeping(error);
    return { files: [], lost: [] };
  }
}

/**
 * Begin with the files that are kept, and return the first update. If they cannot be opened, it is
 * without the bookmark, or without any file; what is left out is added to `lost`. Without any file
 * nothing is kept, so that what is there stays as it is.
 */
function begin(files, lost) {
  const attempts = [files, files.filter(({ path }) => path !== BOOKMARK), []];
  for (const [number, attempt] of attempts.entries()) {
    try {
      if (number) page.renew();
      for (const { path, data, modified } of attempt) restore(path, data, modified, lost);
      page.use_touch(wantsPad());
      page.use_tiles(tiles.isOn);
      if (attempts[1].length && !attempt.length) database = null;
      return page.begin(location.hash, screen.columns, screen.rows, watchedBefore());
    } catch (error) {
      if (!attempt.length) throw error;
      console.warn(error);
      lost.push(...attempt.filter((one) => !attempts[number + 1].includes(one)).map(({ path }) => path));
    }
  }
  return null;
}

function restore(path, data, modified, lost) {
  try {
    page.restore(path, data, modified);
  } catch (error) {
    console.warn(error);
    lost.push(path);
  }
}

/** Say what is not kept, or was lost; offer to save all that is kept, as it is, if something was. */
function tellOfKept(lost, kept, raw) {
  const lines = [];
  if (!kept && !isRefused) lines.push(KEEPS_NOTHING);
  if (lost.length) {
    lines.push(`Damaged in this browser's storage, and not whole: ${[...new Set(lost)].join(", ")}.`,
      `${database ? "All else is here" : "Nothing of it is changed, and this game is not kept"}. You can save everything `
      + "that is kept, as it is, before you go on.");
    byId("told-save").hidden = !raw;
    byId("told-save").onclick = () => save("cc3k-storage.json", raw);
  }
  if (lines.length) tell([...(hasTold ? [byId("told-text").textContent] : []), ...lines]);
}

async function start() {
  await becomeOnlyPage();
  const opening = openStorage();
  const findCompiled = async (version) => (await opening) && loadCompiled(await opening, version);
  const drawn = tiles.load().catch(console.warn); // text is shown without them
  const atMost = (promise) => Promise.race([promise, new Promise((resolve) => { setTimeout(resolve, PATIENCE_MS); })]);
  const [{ files, lost }, started] = await Promise.all([readKept(opening), startPython(report, findCompiled)]);
  await atMost(drawn);
  page = started.page;
  const kept = database;
  byId("pad").hidden = !wantsPad();
  screen.fit();
  const update = begin(files, lost);
  const raw = lost.length && kept ? await rawPieces(kept).catch(() => "") : ""; // before it is changed
  await atMost(show(update));
  tellOfKept(lost, kept, raw);
  screen.element.focus({ preventScroll: true });
  new ResizeObserver(fit).observe(screen.element.parentElement);
  performance.mark("ready");
  document.documentElement.dataset.ready = "yes";
  const keepBytecode = () => keepCompiled(database, started.version, page.bytecode());
  if (database && !started.isCompiled) (globalThis.requestIdleCallback ?? setTimeout)(keepBytecode);
  askToStay(started.start);
}

/** Ask the browser to keep the games for long, and the page for when there is no network. */
async function askToStay(start) {
  try {
    await navigator.serviceWorker?.register(`sw.js?start=${start}`);
    await navigator.storage?.persist?.();
  } catch {
    // It is played as well without.
  }
}

function report(sentence, share) {
  dispatchEvent(new CustomEvent("cc3k-progress", { detail: { sentence, share } }));
}

function wantsPad() {
  const chosen = recall("cc3k pad");
  return chosen ? chosen === "yes" : matchMedia("(pointer: coarse)").matches;
}

addEventListener("keydown", onKeyDown);
addEventListener("hashchange", () => {
  if (location.hash.slice(1) === linkShown || !playing()) return;
  closeTold();
  show(page.open_link(location.hash));
});
addEventListener("paste", (event) => {
  if (document.querySelector("dialog[open]") || !playing()) return;
  show(page.paste((event.clipboardData?.getData("text") ?? "").length));
});
byId("told-close").addEventListener("click", () => {
  if (isStopped) {
    location.reload();
    return;
  }
  closeTold();
  screen.element.focus({ preventScroll: true });
});
watchPointer(screen.element);
watchDrops();
openDialogs({ page: playing, show, openFile, screen, tiles, wantsPad, fit });
start().catch((error) => {
  if (error instanceof MixedVersions) {
    dispatchEvent(new Event("cc3k-mixed"));
    return;
  }
  dispatchEvent(new CustomEvent("cc3k-failed", { detail: `The game cannot be started: ${error?.message ?? error}` }));
});
