// How the scripts of the page are linted: what ESLint recommends, and some rules of style.

import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: { globals: globals.browser },
    rules: { eqeqeq: "error", "no-var": "error", "prefer-const": "error" },
  },
  { files: ["**/sw.js"], languageOptions: { globals: globals.serviceworker } },
  { files: ["**/*.mjs"], languageOptions: { globals: globals.nodeBuiltin } },
];
