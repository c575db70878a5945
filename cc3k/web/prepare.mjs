// Prepares the start of the page, in Node: what every browser would do the same way is done once.
//   node prepare.mjs FOLDER
// The folder has Pyodide's files and the game, packed. Two files are written there: `memory`, what the
// memory of Python is once the game is imported, and `modules`, what is not imported by then:
// compiled modules and other files, after a table of their names and sizes.

import crypto from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
process.argv[1] = "cc3k"; // Python's environment has it: no page tells whose folder this was
// The same files make the same memory: there is neither time nor chance in it.
Date.now = () => Date.UTC(2000, 0);
performance.now = () => 0;
crypto.randomFillSync = (/** @type {any} */ bytes) => bytes.fill(0);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const options = { indexURL: `${folder}/`, stdout: () => {} };

const COMPILE = `
import importlib.util, json, marshal, sys, zipfile

LIBRARY = "/lib/python{}.{}/".format(*sys.version_info)
ZIPPED = LIBRARY.replace(".", "").removesuffix("/") + ".zip"
UNCHECKED = (1).to_bytes(4, "little")  # PEP 552: there is no source to check it by

def compiled(path, source):
    code = compile(source, path, "exec", dont_inherit=True, optimize=2)  # without docstrings
    header = importlib.util.MAGIC_NUMBER + UNCHECKED + importlib.util.source_hash(source)
    return header + marshal.dumps(code)

files = {}
for place, archive in [(LIBRARY, ZIPPED), (LIBRARY + "site-packages/", "/tmp/game.zip")]:
    with zipfile.ZipFile(archive) as zipped:
        for name in zipped.namelist():
            path = place + name
            if name.endswith(".py"):
                files[path + "c"] = compiled(path, zipped.read(name))
            elif not name.endswith(("/", ".pyi", ".typed")):
                files[path] = zipped.read(name)

def pack(left_out):
    wanted = {path: files[path] for path in sorted(files) if path not in left_out}
    table = json.dumps({path: len(data) for path, data in wanted.items()}).encode("ascii")
    return len(table).to_bytes(4, "little") + table + b"".join(wanted.values())
`;
const IMPORT = `
import gc, importlib, os, random, shutil, sys, zipimport

environment = dict(os.environ)
from cc3k.web.page import Page
for link in ("seed=1&race=troll", ""):  # what a first frame needs is imported by the way
    page = Page("/player")
    page.begin(link, 80, 24)
    page.press(["left"])
    page.close()
os.chdir("/")
os.environ.clear()
os.environ.update(environment)
shutil.rmtree("/player")
del page, Page, link, environment
sys.path_importer_cache.clear()
zipimport._zip_directory_cache.clear()
importlib.invalidate_caches()
gc.collect()
gc.freeze()  # what is imported stays, so that no collection goes through it
"\\n".join(getattr(each, "__file__", None) or "" for each in sys.modules.values())
`;

const compiler = await loadPyodide(options);
compiler.FS.writeFile("/tmp/game.zip", new Uint8Array(readFileSync(join(folder, "game.zip"))));
compiler.runPython(COMPILE);
const pack = (leftOut) => compiler.globals.get("pack")(compiler.toPy(leftOut)).toJs();

const nothing = join(folder, "nothing");
writeFileSync(nothing, "");
const python = await loadPyodide({
  ...options,
  stdLibURL: nothing, // it is compiled, among the modules
  env: { PYTHONPATH: compiler.globals.get("LIBRARY"), PYTHONHASHSEED: "0" },
  _makeSnapshot: true,
  fsInit: async (files) => unpack(files, pack([])),
});
const imported = python.runPython(IMPORT).split("\n");
writeFileSync(join(folder, "modules"), pack(imported));
clearFree(python._module);
writeFileSync(join(folder, "memory"), withoutZeros(python.makeMemorySnapshot()));

function unpack(files, packed) {
  const size = new DataView(packed.buffer, packed.byteOffset).getUint32(0, true);
  const table = JSON.parse(new TextDecoder().decode(packed.subarray(4, 4 + size)));
  let at = 4 + size;
  for (const [path, length] of Object.entries(table)) {
    files.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    files.writeFile(path, packed.subarray(at, at + length));
    at += length;
  }
}

/** Fill the free blocks of the memory with zeros, which pack well, as far as it does not grow. */
function clearFree(module) {
  const blocks = [];
  for (let size = 1 << 18; size >= 64; size >>= 1) {
    for (let end = module._sbrk(0); module._sbrk(0) === end;) {
      const block = module._malloc(size);
      module.HEAPU8.fill(0, block, block + size);
      blocks.push(block);
    }
  }
  blocks.forEach((block) => module._free(block));
}

/** Leave out the zeros at the end, as new memory is zero anyway; keep whole words. */
function withoutZeros(bytes) {
  let end = bytes.length;
  while (bytes[end - 1] === 0) end--;
  return bytes.subarray(0, Math.ceil(end / 16) * 16);
}
