// Python: loads Pyodide and the game, and returns the game's page with its calls.

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
const RESUME = `
import importlib, random
importlib.invalidate_caches()
random.seed()
from cc3k.web.page import Page
page = Page(${JSON.stringify(ROOT)})
`;
const CODE = "pyodide.asm.wasm", LIBRARY = "python_stdlib.zip", PACKED = ".gz";
const WASM_PAGE = 65_536; // bytes
const OUTPUT = { stdout: () => {}, stderr: (text) => console.warn(text) };
let unpacks = "DecompressionStream" in globalThis; // until a packed file turns out to be of no use
const LOADED = 0.7, STARTED = 0.85; // of the whole start, for the bar

/** Files of two versions of the page, which never run together. */
export class MixedVersions extends Error {}

/**
 * Start Python and the game; `report` is told how far that is: a sentence, and a share up to 1.
 * `findCompiled` has what was compiled before; if that is damaged, it is compiled once more.
 */
export async function startPython(report, findCompiled) {
  const site = await (await loaded("site.json")).json();
  checkVersions(site);
  const started = { version: site.version, start: "prepared" };
  if (site.prepared.length) {
    try {
      return { ...started, ...await startPrepared(site, report) };
    } catch (error) {
      console.warn(`The prepared start is of no use: ${error}`);
    }
  }
  return { ...started, ...await startPlain(site, report, findCompiled), start: "plain" };
}

/** Break off unless the page and all of its scripts are of the version that is listed. */
function checkVersions({ version, scripts }) {
  const own = document.documentElement.dataset.version, versions = globalThis.cc3kVersions ?? {};
  if (own !== version || scripts.some((name) => versions[name] !== version)) throw new MixedVersions();
}

/** Start with the memory that Python had once it had imported the game. */
async function startPrepared(site, report) {
  const loading = new Loading(site, [...site.prepared, codeName(site)], report);
  const [memory, modules] = site.prepared.map((name) => loading.bytes(name)), code = loading.code(site);
  const isLacking = brokenBy(memory, modules, code), isRefused = refusedCode();
  const base = new URL(site.pyodide, location.href).href;
  const endAnswers = answerFetches(base, { [CODE]: code, [LIBRARY]: new Response("") }); // that is among the modules
  try {
    const scripts = Promise.all([import(`${base}pyodide.mjs`), import(`${base}pyodide.asm.mjs`), memory, modules]);
    const [{ loadPyodide }, factory, , packed] = await Promise.race([isLacking, scripts]);
    const python = await Promise.race([isLacking, isRefused, loadPyodide({
      ...OUTPUT,
      indexURL: base,
      lockFileContents: site.lock,
      _loadSnapshot: memory,
      createPyodideModule: async (settings) => factory.default(withRoomFor(await memory, settings)),
      fsInit: async (files) => unpack(files, packed),
    })]);
    performance.mark("python");
    report("Opening the game…", STARTED);
    python.runPython(RESUME);
    performance.mark("imported");
    return { page: new Page(python, python.globals.get("page")), isCompiled: true };
  } finally {
    endAnswers();
  }
}

/** Start Python from nothing, and import the game. */
async function startPlain(site, report, findCompiled) {
  const base = new URL(site.pyodide, location.href).href, library = site.pyodide + LIBRARY;
  const finding = findCompiled(site.version);
  const loading = new Loading(site, [site.game, library, codeName(site)], report);
  const game = loading.bytes(site.game, site.files.find(({ url }) => url === site.game)?.integrity);
  let refused;
  if (site.integrity) {
    refused = checkEveryFetch(base, site.integrity);
    await Promise.all(scripts(site).map((name) => preloadChecked(base + name, site.integrity[name])));
  } else {
    const files = { [CODE]: loading.code(site), [LIBRARY]: loading.stream(library).then((stream) => new Response(stream)) };
    refused = brokenBy(game, ...Object.values(files));
    answerFetches(base, files);
  }
  const { loadPyodide } = await import(`${base}pyodide.mjs`);
  const lock = site.lock ? { lockFileContents: site.lock } : {};
  const python = await Promise.race([loadPyodide({ ...OUTPUT, ...lock, indexURL: base }), refused, refusedCode()]);
  performance.mark("python");
  report("Opening the game…", STARTED);
  python.unpackArchive(await game, "wheel"); // unpacked where those would be
  const isCompiled = importGame(python, await finding);
  performance.mark("imported");
  return { page: new Page(python, python.globals.get("page")), isCompiled };
}

/** Files of a site that are loaded, and how many of their bytes have come. */
class Loading {
  constructor(site, names, report) {
    this.report = report;
    this.total = names.reduce((sum, name) => sum + (site.sizes[name] ?? 0), 0);
    this.loaded = 0;
  }

  /** Return the bytes of a file that may be packed. */
  async bytes(name, integrity) {
    return new Uint8Array(await new Response(await this.stream(name, integrity)).arrayBuffer());
  }

  /** Return Python's own code: packed, or as the service worker keeps it, beside what the browser has compiled of it. */
  async code(site) {
    const name = codeName(site);
    if (name.endsWith(PACKED)) {
      try {
        return new Response(await this.stream(name), { headers: { "Content-Type": "application/wasm" } });
      } catch (error) {
        console.warn(`${name} is of no use: ${error}`);
      }
    }
    const answer = await loaded(site.pyodide + CODE);
    this.add(site.sizes[name]);
    return answer;
  }

  /** Return a file as a stream of its bytes, unpacked where it is packed: a host may have done so on the way. */
  async stream(name, integrity) {
    const { body } = await loaded(name, integrity);
    if (!body) throw new Error(`${name} is empty`);
    const counted = body.pipeThrough(new TransformStream({
      transform: (chunk, controller) => {
        this.add(chunk.length);
        controller.enqueue(chunk);
      },
    }));
    if (!name.endsWith(PACKED)) return counted;
    const [stream, copy] = counted.tee(), reader = copy.getReader(), { value } = await reader.read();
    reader.cancel();
    return value?.[0] === 0x1f && value[1] === 0x8b ? stream.pipeThrough(new DecompressionStream("gzip")) : stream;
  }

  add(bytes) {
    this.loaded += bytes;
    const [loaded, total] = [this.loaded, this.total].map((count) => (count / 1e6).toFixed(1));
    this.report(`Loading Python: ${loaded} of ${total} MB…`, LOADED * Math.min(1, this.loaded / this.total));
  }
}

/** Load a file; one whose bytes are not those that were listed is of another version. */
async function loaded(name, integrity = "") {
  const answer = await fetch(name, { integrity }).catch(async (error) => {
    const isThere = integrity && (await fetch(name).catch(() => null))?.ok;
    throw isThere ? new MixedVersions() : error;
  });
  if (!answer.ok) throw new Error(`${name} could not be loaded (${answer.status})`);
  return answer;
}

/** Return a promise that is broken as one of these is: Pyodide itself would wait for ever. */
function brokenBy(...promises) {
  const broken = Promise.all(promises).then(() => new Promise(() => {}));
  broken.catch(() => {}); // whoever waits for it is told
  return broken;
}

/**
 * Return a promise that is broken once the browser refuses Python's own code: Pyodide itself would
 * wait for ever. What comes next takes that code as it is, not packed.
 */
function refusedCode() {
  const { instantiateStreaming } = WebAssembly;
  return new Promise((_resolve, reject) => {
    WebAssembly.instantiateStreaming = (source, imports) => {
      WebAssembly.instantiateStreaming = instantiateStreaming;
      const made = instantiateStreaming.call(WebAssembly, source, imports);
      made.catch((error) => {
        unpacks = false;
        reject(error);
      });
      return made;
    };
  });
}

/** Return the name of Python's own code as it is loaded from here. */
function codeName(site) {
  return site.pyodide + (isServedByWorker() || !unpacks ? CODE : CODE + PACKED);
}

function isServedByWorker() {
  try {
    return Boolean(navigator.serviceWorker?.controller);
  } catch {
    return false; // refused, as in a page of another site
  }
}

/** Answer fetches of Pyodide's files, by their names; return what ends that. */
function answerFetches(base, answers) {
  const before = globalThis.fetch;
  globalThis.fetch = (source, options) => {
    const answer = String(source).startsWith(base) ? answers[String(source).slice(base.length)] : undefined;
    return answer ? Promise.resolve(answer) : before(source, options);
  };
  return () => {
    globalThis.fetch = before;
  };
}

/** Let the memory of Python grow, before it begins, to what the prepared one needs. */
function withRoomFor(prepared, settings) {
  const { instantiateWasm } = settings;
  settings.instantiateWasm = (imports, done) => instantiateWasm(imports, (instance, module) => {
    const { memory } = instance.exports, lacking = prepared.length - memory.buffer.byteLength;
    if (lacking > 0) memory.grow(Math.ceil(lacking / WASM_PAGE));
    done(instance, module);
  });
  return settings;
}

/** Write files after a table of their names and sizes, as cc3k/web/prepare.mjs has packed them. */
function unpack(files, packed) {
  const size = new DataView(packed.buffer).getUint32(0, true);
  const table = JSON.parse(new TextDecoder().decode(packed.subarray(4, 4 + size)));
  let at = 4 + size, last = "";
  for (const [path, length] of Object.entries(table)) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (folder !== last) files.mkdirTree(folder);
    files.writeFile(path, packed.subarray(at, at + length), { canOwn: true });
    at += length;
    last = folder;
  }
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
  share() { return JSON.parse(this.page.share()); }
  read_file(path) { return bytesOf(this.page.read_file(path)); }
  bytecode() { return bytesOf(this.python.runPython("from cc3k.web.bytecode import pack_bytecode; pack_bytecode()")); }
  archive() { return bytesOf(this.page.archive()); }
}

function bytesOf(proxy) {
  const data = proxy.toJs();
  proxy.destroy();
  return data;
}
