import { setTimeout as wait } from "node:timers/promises";
import { ran } from "../tool.ts";
import type { DeployedStage } from "./emulator.ts";

const POLL_MS = 500;
const LONGEST_MS = 120_000;

/** A step of the flow: what it does, and the figures that it must see. */
export type Step = readonly [what: string, figure: string, seen: () => Promise<unknown>];

/** Runs a command of this project on the stage, as docs/operations.md does, and returns its output. */
export async function command(
  { environment }: DeployedStage,
  [name, ...args]: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const done = await ran(process.execPath, [`scripts/operate/${name}.ts`, ...args], {
    env: { ...environment, ...more },
  });
  if (done?.code !== 0) throw new Error(`${name}: ${done?.stdout}${done?.stderr}`);
  return done.stdout.trim();
}

/** Asks again until there is an answer that counts. */
export async function awaited<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (const begun = Date.now(); Date.now() - begun < LONGEST_MS; await wait(POLL_MS)) {
    const found = await ask();
    if (found !== undefined) return found;
  }
  throw new Error(`nothing within ${LONGEST_MS / 1000} s`);
}
