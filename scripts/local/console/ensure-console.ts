import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { codeOf } from "../failure.ts";
import { textOf } from "../text-of.ts";
import { CONSOLE_FOLDER, PROJECT } from "./places.ts";

/** All that the built console is made of. Its libraries are pinned in package.json. */
const SOURCES = [
  "package.json",
  "functions/console/web/**/*.*",
  "client/src/*.ts",
  "shared/core/{calendar,money}/*.ts",
  "shared/accounts/channel-types.ts",
  "shared/notifications/webhooks/event-types.ts",
  "scripts/local/console/*.ts",
];

const STAMP = `${CONSOLE_FOLDER}.stamp`;

/**
 * Builds the console into `node_modules/.cache/console`, unless what lies there was built from the same
 * sources. Every way of serving it begins here: `npm start`, the tests, `npm run synth`, and the image of
 * the container. It needs no network.
 */
export async function ensureConsole(): Promise<void> {
  const stamp = await stampOfSources();
  if (stamp === (await textOf(STAMP))) return;
  // Imported late: a start that builds nothing does without Vite.
  const { buildConsole } = await import("./build-console.ts");
  const made = `${CONSOLE_FOLDER}-${process.pid}`;
  await buildConsole(made);
  await replace(CONSOLE_FOLDER, made);
  await writeFile(STAMP, stamp);
}

async function stampOfSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of globSync(SOURCES, { cwd: PROJECT }).sort()) {
    hash.update(`${file}\0`).update(await readFile(join(PROJECT, file)));
  }
  return hash.digest("hex");
}

/** A server that reads the folder at this moment finds the old or the new one, but for an instant. */
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
