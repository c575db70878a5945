// Python: loads Pyodide and the wheels, and returns the game's page with its calls.

const ROOT = "/player";
const START = `
import sys
sys.dont_write_bytecode = False
from cc3k.web.page import Page
page = Page(${JSON.stringify(ROOT)})
`;
const RENEW = `
import shutil
shutil.rmtree(${JSON.stringify(ROOT)}, ignore_errors=True)
page = Page(${JSON.stringify(ROOT)})
`;
const FORGET_COMPILED = `
import importlib.util, pathlib, shutil, sys
for name in ("cc3k", "attr", "attrs"):
    for folder in pathlib.Path(importlib.util.find_spec(name).origin).parent.rglob("__pycache__"):
        shutil.rmtree(folder)
for name in [name for name in sys.modules if name.partition(".")[0] in ("cc3k", "attr", "attrs")]:
    del sys.modules[name]
`;
const LOADED = 0.7, STARTED = 0.85; // of the whole start, for the bar

/**
 * Start Python and the game; `report` is told how far that is: a sentence, and a share up to 1.
 * `findCompiled` has what was compiled before; if that is damaged, it is compiled once more.
 */
export async function startPython(report, findCompiled) {
  const answer = await fetch("site.json");
  if (!answer.ok) throw new Error(`site.json could not be loaded (${answer.status})`);
  const site = await answer.json();
  const loading = watchLoading(site.sizes, report);
  const finding = findCompiled(site.version);
  const base = new URL(site.pyodide, location.href).href;
  const refused = site.integrity ? checkEveryFetch(base, site.integrity) : new Promise(() => {});
  const wheels = site.wheels.map(loadWheel);
  await Promise.all(scripts(site).map((name) => preloadChecked(base + name, site.integrity[name])));
  const { loadPyodide } = await import(`${base}pyodide.mjs`);
  const options = { indexURL: base, stdout: () => {}, stderr: (text) => console.warn(text) };
  const python = await Promise.race([loadPyodide(options), refused]);
  performance.mark("python");
  loading.disconnect();
  report("Opening the game…", STARTED);
  for (const wheel of wheels) python.unpackArchive(await wheel, "wheel");
  const isCompiled = importGame(python, await finding);
  performance.mark("imported");
  return { page: new Page(python, python.globals.get("page")), version: site.version, isCompiled };
}

/** Return the modules of Pyodide, if they come from another host and have to be checked. */
function scripts(site) {
  return Object.keys(site.integrity ?? {}).filter((name) => name.endsWith(".mjs"));
}

/**
 * Load a module if its bytes are those that were listed: an import then takes what is loaded. One
 * that the browser refused before would be fetched anew by the import, and not be checked.
 */
function preloadChecked(url, integrity) {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "modulepreload", href: url, crossOrigin: "anonymous", integrity });
    link.onload = resolve;
    link.onerror = () => reject(new Error(`${url} is not there, or not what was listed`));
    document.head.append(link);
  });
}

async function loadWheel(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name} could not be loaded (${answer.status})`);
  return answer.arrayBuffer();
}

/** Import the game, with what was compiled of it before; return false if that is of no use. */
function importGame(python, compiled) {
  if (compiled) {
    try {
      python.unpackArchive(compiled, "zip");
      performance.mark("unpacked");
      python.runPython(START);
      return true;
    } catch (error) {
      console.warn(`What was compiled before is damaged: ${error}`);
      python.runPython(FORGET_COMPILED);
    }
  }
  performance.mark("unpacked");
  python.runPython(START);
  return false;
}

/** Report the bytes that have come, of the files whose sizes are known. */
function watchLoading(sizes, report) {
  const urls = new Map(Object.entries(sizes).map(([name, size]) => [new URL(name, location.href).href, size]));
  const total = [...urls.values()].reduce((sum, size) => sum + size, 0), megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  let loaded = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) {
      loaded += urls.get(name) ?? 0;
      urls.delete(name);
    }
    report(`Loading Python: ${megabytes(loaded)} of ${megabytes(total)} MB…`, LOADED * loaded / total);
  });
  if (total) observer.observe({ type: "resource", buffered: true });
  return observer;
}

/**
 * Let the browser refuse every file of Pyodide whose bytes are not those that were listed.
 * Return a promise that is broken once one is refused: Pyodide itself would wait for ever.
 */
function checkEveryFetch(base, integrity) {
  const unchecked = globalThis.fetch;
  return new Promise((_resolve, reject) => {
    globalThis.fetch = async (source, options = {}) => {
      const url = new URL(source instanceof Request ? source.url : source, location.href).href;
      const name = url.slice(base.length), hash = url.startsWith(base) ? integrity[name] : undefined;
      if (!hash) return unchecked(source, options);
      try {
        return await unchecked(url, { ...options, integrity: hash, credentials: "omit" });
      } catch (error) {
        reject(new Error(`${name} is not there, or not what was listed`));
        throw error;
      }
    };
  });
}

/** The calls of cc3k.web.page.Page; each returns what it returns there. */
export class Page {
  constructor(python, page) {
    this.python = python;
    this.page = page;
  }

  /** Begin anew, without any file. */
  renew() {
    this.python.runPython(RENEW);
    this.page = this.python.globals.get("page");
  }

  restore(path, data, modified) { this.page.restore_file(path, this.python.toPy(data), modified); }
  begin(link, columns, rows, watches) { return this.page.begin(link, columns, rows, watches); }
  use_touch(isByTouch) { this.page.use_touch(isByTouch); }
  use_tiles(hasTiles) { this.page.use_tiles(hasTiles); }
  open_link(link) { return this.page.open_link(link); }
  open_kept(path) { return this.page.open_kept(path); }
  watch_kept(path) { return this.page.watch_kept(path); }
  open_file(name, data) { return this.page.open_file(name, this.python.toPy(data)); }
  import_file(name, data) { return this.page.import_file(name, this.python.toPy(data)); }
  delete_file(path) { return this.page.delete_file(path); }
  press(keys) { return this.page.press(keys); }
  tap(column, row, isLong) { return this.page.tap(column, row, isLong); }
  tick() { return this.page.tick(); }
  paste(count) { return this.page.paste(count); }
  resize(columns, rows) { return this.page.resize(columns, rows); }
  config() { return this.page.config(); }
  set_config(text) { return this.page.set_config(text); }
  kept_files() { return JSON.parse(this.page.kept_files()); }
  share(addressLength) { return JSON.parse(this.page.share(addressLength)); }
  read_file(path) { return bytesOf(this.page.read_file(path)); }
  bytecode() { return bytesOf(this.python.runPython("from cc3k.web.bytecode import pack_bytecode; pack_bytecode()")); }
  archive() { return bytesOf(this.page.archive()); }
}

function bytesOf(proxy) {
  const data = proxy.toJs();
  proxy.destroy();
  return data;
}
