import { mkdir, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";
import { codeOf } from "../../scripts/local/failure.ts";

/**
 * Arguments of the tests instead of those of the package: its list is for Lambda, in one process that ends with its first
 * page, and without the rules on other hosts that are tested here. The user of the tests may be root.
 */
const ARGS = ["--no-sandbox", "--disable-gpu", "--in-process-gpu", "--font-render-hinting=none"];

let started: Promise<Browser> | undefined;

/** Starts the Chromium of an npm package, which needs no installed browser. The files of a process share it. */
export function startBrowser(): Promise<Browser> {
  started ??= launched();
  return started;
}

const launched = async (): Promise<Browser> =>
  playwright.launch({ executablePath: await unpacked(), args: ARGS, headless: true });

/** Closes the pages of a file. Chromium itself ends with the process. */
export async function closePages(): Promise<void> {
  const browser = await started;
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}

/** Unpacks Chromium once for all files of a run. A second process waits, so that it does not start half a program. */
async function unpacked(): Promise<string> {
  const turn = join(tmpdir(), "chromium.turn");
  for (;;) {
    try {
      await mkdir(turn);
      break;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      await wait(50);
    }
  }
  try {
    return await chromium.executablePath();
  } finally {
    await rmdir(turn);
  }
}
