// The dialogs of the page: what to play, links to share, games that are kept, settings.

import { remember } from "./recalled.js";

/** @type {(id: string) => any} */
const byId = (id) => document.getElementById(id);
const MAX_CHAT_LINK = 8_000; // characters of a link that chats and mail take whole

/** Let the buttons of the header open the dialogs; `page()` is the game once it is there. */
export function openDialogs({ page, show, openFile, screen, tiles, wantsPad, fit }) {
  const opens = (name, prepare = () => {}) => {
    byId(`${name}-button`).addEventListener("click", () => {
      if (!page()) return;
      prepare();
      byId(`${name}-dialog`).showModal();
    });
    byId(`${name}-dialog`).addEventListener("close", () => screen.element.focus({ preventScroll: true }));
  };
  const close = (name) => byId(`${name}-dialog`).close();

  let sharedFile = "";
  const saveFile = (path) => save(path.split("/").at(-1), page().read_file(path));

  opens("play");
  for (const link of byId("play-dialog").querySelectorAll("a")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      close("play");
      show(page().open_link(link.hash));
    });
  }

  opens("share", () => {
    const here = location.href.split("#")[0], links = page().share();
    byId("play-link").value = links.play ? `${here}#${links.play}` : "";
    byId("watch-link").value = links.watch ? `${here}#${links.watch}` : "";
    byId("story-link").value = links.story ? `${links.story}\n${byId("play-link").value}` : "";
    byId("watch-note").textContent = noteOf(links, byId("watch-link").value.length);
    byId("copied").textContent = "";
    sharedFile = links.file;
    byId("save-shared").disabled = !sharedFile;
  });
  byId("save-shared").addEventListener("click", () => saveFile(sharedFile));
  for (const name of ["play", "watch", "story"]) {
    byId(`copy-${name}`).addEventListener("click", async () => {
      const field = byId(`${name}-link`);
      field.select();
      try {
        await navigator.clipboard.writeText(field.value);
        byId("copied").textContent = field.value ? "Copied." : "There is nothing to copy yet.";
      } catch {
        byId("copied").textContent = "Copy what is marked.";
      }
    });
  }

  opens("games", () => listGames([]));
  function listGames(told) {
    const files = page().kept_files(), isGame = (file) => file.kind !== "file";
    const isEmpty = !files.some(isGame) && !told.length;
    byId("games-told").textContent = isEmpty ? "No game is kept yet." : told.join("\n");
    byId("games-list").replaceChildren(...files.filter(isGame).map(gameItem));
    const others = files.filter((file) => !isGame(file));
    byId("files-list").replaceChildren(...others.map(gameItem));
    byId("other-files").hidden = !others.length;
  }
  function gameItem(file) {
    const item = document.createElement("li"), name = document.createElement("span");
    const state = { kept: file.open ? "open" : "unfinished", over: "", file: "" }[file.kind];
    name.textContent = `${file.label}${state ? ` (${state})` : ""}`;
    name.title = file.name;
    item.append(name);
    const add = (label, action) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = label;
      button.setAttribute("aria-label", `${label}: ${file.label}`);
      button.addEventListener("click", action);
      item.append(button);
    };
    const leave = (open) => () => {
      close("games");
      show(open(file.path));
    };
    if (file.kind === "kept" && !file.open) add("Go on", leave((path) => page().open_kept(path)));
    if (file.kind !== "file") add("Watch", leave((path) => page().watch_kept(path)));
    add("Save", () => saveFile(file.path));
    if (file.kind !== "file" && !file.open) {
      add("Delete", () => {
        if (!confirm(`Delete this game for good?\n${file.label}`)) return;
        const update = page().delete_file(file.path);
        show(update);
        listGames(JSON.parse(update).told);
      });
    }
    return item;
  }
  byId("export-button").addEventListener("click", () => save("cc3k-games.zip", page().archive()));
  byId("import-button").addEventListener("click", () => byId("import-input").click());
  byId("import-input").addEventListener("change", async ({ target }) => {
    const told = [];
    for (const file of target.files) {
      const update = page().import_file(file.name, new Uint8Array(await file.arrayBuffer()));
      told.push(...JSON.parse(update).told);
      show(update);
    }
    target.value = "";
    listGames(told);
  });
  byId("open-button").addEventListener("click", () => byId("open-input").click());
  byId("open-input").addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    close("games");
    if (file) await openFile(file);
    target.value = "";
  });

  opens("settings", () => {
    byId("config").value = page().config();
    byId("settings-error").textContent = "";
    byId("text-size").value = String(screen.textSize);
    byId("show-pad").checked = wantsPad();
    byId("board-tiles").value = tiles.zoom;
    for (const chooser of choosers()) chooser.value = settingIn(byId("config").value, chooser.dataset.setting) ?? chooser.options[0].value;
  });
  /** Keep the configuration, and show the game with it at once; return what is wrong with it. */
  function keepConfig() {
    const update = page().set_config(byId("config").value), { told } = JSON.parse(update);
    show(update);
    byId("settings-error").textContent = told.join("\n");
    return told;
  }
  for (const chooser of choosers()) {
    chooser.addEventListener("change", () => {
      byId("config").value = withSetting(byId("config").value, chooser.dataset.setting, chooser.value);
      keepConfig();
    });
  }
  byId("config").addEventListener("change", keepConfig);
  byId("settings-dialog").addEventListener("close", () => {
    if (page() && byId("config").value !== page().config()) keepConfig(); // Escape leaves no field
  });
  byId("text-size").addEventListener("change", ({ target }) => {
    screen.textSize = Number(target.value);
    remember("cc3k text", target.value);
    fit();
  });
  byId("board-tiles").addEventListener("change", async ({ target }) => {
    tiles.zoom = target.value;
    remember("cc3k tiles", target.value);
    await tiles.load().catch((error) => {
      byId("settings-error").textContent = `The tiles cannot be loaded: ${error.message}.`;
    });
    page().use_tiles(tiles.isOn);
    show(page().resize(screen.columns, screen.rows));
  });
  byId("show-pad").addEventListener("change", ({ target }) => {
    remember("cc3k pad", target.checked ? "yes" : "no");
    byId("pad").hidden = !target.checked;
    page().use_touch(target.checked);
    show(page().resize(screen.columns, screen.rows));
  });
  byId("settings-save").addEventListener("click", () => {
    const told = keepConfig();
    if (!told.length) close("settings");
  });
}

function choosers() {
  /** @type {NodeListOf<HTMLSelectElement>} */
  const found = document.querySelectorAll("[data-setting]");
  return [...found];
}

function settingIn(text, name) {
  return text.match(new RegExp(`^${name} *= *"(\\w+)"`, "m"))?.[1];
}

/** Return the text of a configuration file with a setting changed, or added before all tables. */
function withSetting(text, name, value) {
  const line = `${name} = "${value}"`, written = new RegExp(`^${name} *=.*$`, "m");
  return written.test(text) ? text.replace(written, line) : `${line}\n${text}`;
}

/** Return what is to be told of the link to watch a game: when a file is better. */
function noteOf({ watch, file }, length) {
  if (file && !watch) return "This game is too long for a link: save it as a file, and send that.";
  if (length <= MAX_CHAT_LINK) return "";
  return `This link has ${length.toLocaleString("en")} characters: a chat or a mail may cut it. `
    + "Save the game as a file, and send that.";
}

export function save(name, data) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
