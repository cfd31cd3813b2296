import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { TESTED_GOALS } from "../goals.ts";
import { SUBJECTS } from "../subjects.ts";
import { type BenchmarkResult, markdown, resultTable } from "./subject.ts";

const FILE = "docs/quality/performance.json";
const PAGE = "docs/quality/performance.md";

/** The day, code and machine of a measurement. */
type Run = {
  readonly date: string;
  /** The measured commit; with a plus when files were changed since. */
  readonly commit: string;
  readonly machine: string;
  readonly node: string;
  /** Processes that ran or waited on the machine in the minute before. */
  readonly load: number;
};

/** The findings of a subject's last run, and how long it took. */
export type Result = Run & BenchmarkResult & { readonly seconds: number };

type Results = Readonly<Record<string, Result>>;

export const storedResults = (): Results =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as Results) : {};

/** Replaces the result of one subject. Results of subjects that no longer exist are left out. */
export const mergedResults = (before: Results, name: string, result: Result): Results => {
  const all: Results = { ...before, [name]: result };
  const known = SUBJECTS.map((subject) => subject.name).filter((name) => name in all);
  return Object.fromEntries(known.map((name) => [name, all[name] as Result]));
};

export function storeResult(name: string, result: Result): void {
  const merged = mergedResults(storedResults(), name, result);
  writeFileSync(FILE, `${JSON.stringify(merged, undefined, 2)}\n`);
}

const machineNow = () => ({
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`,
  node: process.version,
});

/** Describes a run as it begins. */
export const runNow = (): Run => ({
  ...machineNow(),
  commit: commitNow(),
  load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
});

function commitNow(): string {
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
  try {
    const changed = git("status", "--porcelain", "--", "functions", "shared", "scripts") !== "";
    return `${git("rev-parse", "--short=8", "HEAD")}${changed ? "+" : ""}`;
  } catch {
    return "unknown";
  }
}

/** Writes the page with its tables from the stored results. */
export function writePage(): void {
  writeFileSync(PAGE, filledPage(readFileSync(PAGE, "utf8"), storedResults()));
}

/** Replaces the tables of a page. Each is between `<!-- name -->` and `<!-- /name -->`. */
export const filledPage = (page: string, results: Results): string =>
  page.replaceAll(
    /<!-- (?<name>[a-z]+) -->[\s\S]*?<!-- \/\k<name> -->/g,
    (_table, name: string) => {
      const print = TABLES[name];
      if (!print) throw new RangeError(`no table ${name}`);
      return `<!-- ${name} -->\n${print(results)}\n<!-- /${name} -->`;
    },
  );

const TABLES: Readonly<Record<string, (results: Results) => string>> = {
  goals: (results) => {
    const tested = TESTED_GOALS.map(({ what, goal, tests }) => {
      return { what, goal, measured: tests.map((test) => `\`${test}\``).join(", "), met: true };
    });
    return resultTable([...rowsOf(results).filter(({ goal }) => goal), ...tested]);
  },
  others: (results) => resultTable(rowsOf(results).filter(({ goal }) => !goal)),
  warm: ({ warm }) => firstTable(warm),
  imports: ({ shares }) => firstTable(shares),
  growth: ({ reports }) => firstTable(reports),
  answers: ({ answers }) => firstTable(answers),
  runs: (results) => {
    const all = Object.entries(results);
    const machines = new Set(all.map(([, { machine, node }]) => `${machine}, Node ${node}`));
    const head = ["Subject", "Day", "Commit", "Load of the machine before", "Took"];
    const lines = all.map(([name, { date, commit, load, seconds }]) => {
      return [name, date, commit, `${load}`, `${seconds} s`];
    });
    return `${[...machines].join("; ")}.\n\n${markdown(head, lines)}`;
  },
};

function firstTable(result: Result | undefined): string {
  const [table] = result?.tables ?? [];
  return table ? markdown(table.head, table.lines) : "Not measured.";
}

const rowsOf = (results: Results) => Object.values(results).flatMap(({ rows }) => rows);
