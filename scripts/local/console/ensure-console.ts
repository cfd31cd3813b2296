import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { codeOf } from "../failure.ts";
import { textOf } from "../text-file.ts";
import { CONSOLE_FOLDER, PROJECT } from "./places.ts";

/** The sources of the console's build. Its libraries are pinned in its own package.json, and Vite in that of the project. */
export const CONSOLE_SOURCES = [
  "{.,console}/{package,tsconfig}.json",
  "console/src/**/*.*",
  "client/src/*.ts",
  "shared/core/**/*.ts",
  "shared/accounts/**/*.ts",
  "shared/notifications/**/*.ts",
  "shared/imports/{bridge,files,formats}/**/*.ts",
  "shared/ledger/events/*.ts",
  "shared/shops/connections/*.ts",
  "shared/vat/{reference-data,schemes}/*.ts",
  "scripts/local/console/*.ts",
];

const BUILD = fileURLToPath(new URL("build-console.ts", import.meta.url));

/** The hash of the sources, inside the built folder: whoever deletes the folder deletes the hash with it. */
const stampIn = (folder: string): string => join(folder, ".stamp");

/**
 * Builds the console into `node_modules/.cache/console`, unless it was built from the same sources. Used by `npm
 * start`, the tests, `npm run synth`, and the container image. Needs no network.
 */
export async function ensureConsole(): Promise<void> {
  const stamp = await stampOfSources();
  if (stamp === (await textOf(stampIn(CONSOLE_FOLDER)))) return;
  const made = `${CONSOLE_FOLDER}-${process.pid}`;
  // Vite would build a console for developers, a third larger, wherever NODE_ENV says something else.
  const env = { ...process.env, NODE_ENV: "production" };
  await promisify(execFile)(process.execPath, [BUILD, made], { env });
  await writeFile(stampIn(made), stamp);
  await replace(CONSOLE_FOLDER, made);
}

async function stampOfSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of globSync(CONSOLE_SOURCES, { cwd: PROJECT }).sort()) {
    hash.update(`${file}\0`).update(await readFile(join(PROJECT, file)));
  }
  return hash.digest("hex");
}

/** Replaces a folder. A server that reads it meanwhile finds the old or the new one, except for an instant. */
async function replace(folder: string, made: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  try {
    await rename(made, folder);
  } catch (error) {
    // Another process has built the same sources at the same time.
    if (codeOf(error) !== "ENOTEMPTY" && codeOf(error) !== "EEXIST") throw error;
    await rm(made, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureConsole();
