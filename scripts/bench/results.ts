import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import type { Findings } from "./timing.ts";

const FILE = "docs/performance.json";

/** Where and when something was measured. */
type Run = {
  readonly date: string;
  /** Of the code that was measured; with a plus when it was not committed yet. */
  readonly commit: string;
  readonly machine: string;
  readonly node: string;
  /** What else the machine did: processes that ran or waited in the minute before. */
  readonly load: number;
};

/** What the last run of a part found, and how long that took. */
export type PartResult = Run & Findings & { readonly seconds: number };

export type Results = Readonly<Record<string, PartResult>>;

/** The results that are kept: what each part found when it was measured last. */
export const keptResults = (): Results =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as Results) : {};

/** What was found takes the place of what its parts had; other parts stay as they were. */
export const mergedResults = (before: Results, found: Results): Results =>
  Object.fromEntries(Object.entries({ ...before, ...found }).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Keeps what was found, beside what is kept of other parts. */
export function keepResults(found: Results): void {
  const merged = mergedResults(keptResults(), found);
  writeFileSync(FILE, `${JSON.stringify(merged, undefined, 2)}\n`);
}

/** The run as it begins. */
export function runNow(): Run {
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: commitNow(),
    machine: `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`,
    node: process.version,
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  };
}

function commitNow(): string {
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
  try {
    const changed = git("status", "--porcelain", "--", "functions", "shared", "scripts") !== "";
    return `${git("rev-parse", "--short=8", "HEAD")}${changed ? "+" : ""}`;
  } catch {
    return "unknown";
  }
}
