import type { LedgerId } from "../../../shared/core/ids.ts";
import { GOALS, type GoalName } from "../goals.ts";
import { type CountedCall, unitsOf } from "./call-counter.ts";

/** The stack that subjects measure, and the ways to call it. */
export type Bench = {
  readonly url: string;
  /** The process of the stack, whose child is the engine. */
  readonly pid: number;
  /** Numbers of events of the reports that are measured. */
  readonly sizes: readonly number[];
  /** Creates an account whose registration begins before all sales, or on `from`; returns its key. */
  readonly newAccount: (name: string, from?: string) => Promise<string>;
  /** Sends a POST with `body`, or a GET without one, for an account of `newAccount`. */
  readonly ask: (account: LedgerId, path: string, body?: unknown) => Promise<string>;
  /** Starts the API in this process, where calls of the table are counted; returns its address. */
  readonly startApiHere: () => Promise<string>;
  /** Returns the counted calls of this process since the last time, and holds each further one for `holdMs`. */
  readonly takeCalls: (holdMs?: number) => readonly CountedCall[];
  /** The endpoint of the database engine without the counter before it. */
  readonly engine: string;
};

export type Benchmark = {
  readonly name: string;
  readonly goals: readonly GoalName[];
  readonly run: (bench: Bench) => Promise<readonly Row[] | BenchmarkResult>;
};

/** A measured figure. A row without a goal is neither met nor missed. */
export type Row = {
  readonly what: string;
  readonly goal?: string;
  readonly measured: string;
  readonly met?: boolean;
};

type Table = {
  readonly title: string;
  readonly head: readonly string[];
  readonly lines: readonly (readonly string[])[];
};

export type BenchmarkResult = {
  readonly rows: readonly Row[];
  readonly tables?: readonly Table[];
};

export function goalRow(name: GoalName, what: string, figure: number, measured = `${figure}`): Row {
  const { text, allows } = GOALS[name];
  return { what, goal: text, measured, met: allows(figure) };
}

/** Makes a row with the units of the table that calls took, divided by `count`, and the files they stored. */
export function unitsRow(what: string, calls: readonly CountedCall[], count = 1): Row {
  const { read, write } = unitsOf(calls);
  const [written, had] = [write / count, read / count].map((mean) => Number(mean.toFixed(3)));
  const puts = calls.filter(({ name }) => name === "file PUT").length;
  return {
    what,
    measured: `${written} write, ${had} read${puts > 0 ? `, ${puts} files put` : ""}`,
  };
}

export const withCommas = (count: number): string => Math.round(count).toLocaleString("en");

export const resultTable = (rows: readonly Row[]): string =>
  markdown(
    ["", "Goal", "Measured", ""],
    rows.map(({ what, goal = "–", measured, met }) => [
      what,
      goal,
      measured,
      met === undefined ? "" : met ? "met" : "**not met**",
    ]),
  );

export const markdown = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
