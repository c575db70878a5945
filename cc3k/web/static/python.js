// Python: loads Pyodide and the wheels, and returns the game's page with its calls.

const ROOT = "/player";
const START = `
import sys
sys.dont_write_bytecode = False
from cc3k.web.page import Page
page = Page(${JSON.stringify(ROOT)})
`;

/** Start Python and the game; tell how far it is. `findCompiled` has what was compiled before. */
export async function startPython(report, findCompiled) {
  const site = await (await fetch("site.json")).json();
  const finding = findCompiled(site.version);
  const base = new URL(site.pyodide, location.href).href;
  const refused = site.integrity ? checkEveryFetch(base, site.integrity) : new Promise(() => {});
  const wheels = site.wheels.map(async (name) => (await fetch(name)).arrayBuffer());
  const { loadPyodide } = await import(`${base}pyodide.mjs`);
  const options = { indexURL: base, stdout: () => {}, stderr: (text) => console.warn(text) };
  const python = await Promise.race([loadPyodide(options), refused]);
  performance.mark("python");
  report("Opening the game…");
  for (const wheel of wheels) python.unpackArchive(await wheel, "wheel");
  const compiled = await finding;
  if (compiled) python.unpackArchive(compiled, "zip");
  performance.mark("unpacked");
  python.runPython(START);
  performance.mark("imported");
  return { page: new Page(python, python.globals.get("page")), version: site.version, isCompiled: Boolean(compiled) };
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
class Page {
  constructor(python, page) {
    this.python = python;
    this.page = page;
  }

  restore(path, data, modified) { this.page.restore_file(path, this.python.toPy(data), modified); }
  begin(link, columns, rows, watches) { return this.page.begin(link, columns, rows, watches); }
  use_touch(isByTouch) { this.page.use_touch(isByTouch); }
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
