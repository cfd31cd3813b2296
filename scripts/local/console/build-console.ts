import { join } from "node:path";
import { build } from "vite";
import { PROJECT } from "./places.ts";

/*
 * Builds the console into a folder: one script, one style sheet, and the texts of each language, each named with a hash of
 * its content. No page is a chunk of its own, so that one left open over a deployment never requests what was removed. A program of its own,
 * because Vite and the console's libraries are no packages of the service that `npm start` runs.
 */
const [, , outDir = ""] = process.argv;

await build({
  configFile: false,
  envDir: false,
  publicDir: false,
  root: join(PROJECT, "console/src"),
  base: "./",
  logLevel: "warn",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    reportCompressedSize: false,
    // The size has a budget of its own; a warning about it would be the first thing that npm start prints.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: join(PROJECT, "console/src/main.tsx"),
      // On a slow machine it tells of its own speed on stderr, where a command says what is wrong.
      checks: { bundlerTimings: false },
      output: {
        entryFileNames: "[name]-[hash].js",
        chunkFileNames: "[name]-[hash].js",
        assetFileNames: "[name]-[hash][extname]",
      },
    },
  },
});
