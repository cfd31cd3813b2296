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

type Results = Readonly<Record<string, PartResult>>;

/** The results that are kept: what each part found when it was measured last. */
const keptResults = (): Results =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as Results) : {};

/** Keeps what was found; other parts stay as they were. */
export function keepResults(found: Results): void {
  const merged = Object.entries({ ...keptResults(), ...found }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(merged), undefined, 2)}\n`);
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
