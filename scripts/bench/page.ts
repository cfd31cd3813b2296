import { readFileSync, writeFileSync } from "node:fs";
import { GOALS, type Goal } from "./goals.ts";
import { keptResults, type Results } from "./results.ts";
import type { Row } from "./timing.ts";

const PAGE = "docs/performance.md";

/** Writes the tables of the page as the kept results have them. */
export function writePage(): void {
  writeFileSync(PAGE, filledPage(readFileSync(PAGE, "utf8"), keptResults()));
}

/**
 * The page with its tables as the results have them: each stands between `<!-- name -->` and `<!-- /name -->`.
 * All other text stays.
 * @throws RangeError for a table that there is not
 */
export const filledPage = (page: string, results: Results): string =>
  page.replaceAll(
    /<!-- (?<name>[a-z]+) -->[\s\S]*?<!-- \/\k<name> -->/g,
    (_whole, name: string) => {
      const print = TABLES[name];
      if (!print) throw new RangeError(`no table ${name}`);
      return `<!-- ${name} -->\n${print(results)}\n<!-- /${name} -->`;
    },
  );

const TABLES: Readonly<Record<string, (results: Results) => string>> = {
  goals: (results) =>
    table(
      HEAD,
      GOALS.flatMap((goal) => linesOf(goal, results)),
    ),
  others: (results) =>
    table(
      HEAD,
      Object.entries(results).flatMap(([part, { rows }]) =>
        rows.filter((row) => !GOALS.some((goal) => isOf(goal, part, row))).map(line),
      ),
    ),
  growth: (results) => tableOf(results, "reports"),
  peers: (results) => tableOf(results, "peers"),
  runs,
};

const HEAD = ["", "Goal", "Measured", ""];

const line = ({ what, goal, measured, met }: Row): string[] => [
  what,
  goal,
  measured,
  goal === "–" ? "" : met ? "met" : "**not met**",
];

/** Whether a goal is about this row of a part. */
const isOf = (goal: Goal, part: string, { what }: Row): boolean =>
  "part" in goal && goal.part === part && goal.rows.test(what);

/** The rows that were measured for a goal. */
export const rowsFor = (goal: Goal, results: Results): Row[] =>
  "part" in goal
    ? (results[goal.part]?.rows ?? []).filter((row) => isOf(goal, goal.part, row))
    : [];

function linesOf(goal: Goal, results: Results): string[][] {
  if (!("part" in goal)) {
    return [
      [goal.what, goal.goal, goal.by.map((test) => `\`${test}\``).join(", "), "held by tests"],
    ];
  }
  const rows = rowsFor(goal, results);
  return rows.length > 0 ? rows.map(line) : [[goal.part, "", "not measured", ""]];
}

function tableOf(results: Results, part: string): string {
  const [found] = results[part]?.tables ?? [];
  return found ? table(found.head, found.lines) : "Not measured.";
}

/** Where and when each part was measured: one that was run again by itself may be from elsewhere. */
function runs(results: Results): string {
  const machines = new Set(
    Object.values(results).map(({ machine, node }) => `${machine}, Node ${node}`),
  );
  const head = ["Part", "Day", "Commit", "Load of the machine before", "Took", "Beside"];
  const lines = Object.entries(results).map(
    ([part, { date, commit, load, seconds, versions = [] }]) => [
      part,
      date,
      commit,
      `${load}`,
      `${seconds} s`,
      versions.join(", "),
    ],
  );
  return `${[...machines].join("; ")}.\n\n${table(head, lines)}`;
}

const table = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
