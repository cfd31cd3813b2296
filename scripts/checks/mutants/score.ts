import { readFileSync } from "node:fs";
import { join } from "node:path";

type Place = { readonly line: number; readonly column: number };

/** A change of one token, by the report of the run. Lines and columns begin at 1. */
export type Change = {
  readonly file: string;
  readonly source: string;
  readonly start: Place;
  readonly end: Place;
  readonly replacement: string;
  readonly status: string;
};

type Report = {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: string;
        readonly mutants: readonly {
          readonly location: { readonly start: Place; readonly end: Place };
          readonly replacement?: string;
          readonly status: string;
        }[];
      }
    >
  >;
};

/** Returns the changes of the last run. Those of another kind of mutator are not among them. */
export function changesIn(root: string): Change[] {
  const path = join(root, "node_modules/.cache/mutants/report.json");
  const { files } = JSON.parse(readFileSync(path, "utf8")) as Report;
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => status !== "Ignored")
      .map(({ location, replacement = "", status }) => ({
        file,
        source,
        ...location,
        replacement,
        status,
      })),
  );
}

const offsetOf = (source: string, { line, column }: Place): number =>
  source
    .split("\n")
    .slice(0, line - 1)
    .reduce((sum, { length }) => sum + length + 1, column - 1);

export function changedSource({ source, start, end, replacement }: Change): string {
  const [from, to] = [offsetOf(source, start), offsetOf(source, end)];
  return `${source.slice(0, from)}${replacement}${source.slice(to)}`;
}

const BY_TESTS = new Set(["Killed", "Timeout", "RuntimeError"]);

/** Lists surviving mutants and the mutation score. */
export function scoreLines(
  part: string,
  changes: readonly Change[],
  isTypeError: (change: Change) => boolean,
): string[] {
  const unseen = changes.filter(({ status }) => !BY_TESTS.has(status));
  const left = unseen.filter((change) => !isTypeError(change));
  const noticed = changes.length - left.length;
  const percent = ((100 * noticed) / changes.length).toFixed(1);
  const byTypes = unseen.length - left.length;
  return [
    ...left.map(
      ({ file, start, replacement, status }) =>
        `${status} ${file}:${start.line}:${start.column} ${replacement.split("\n", 1)}`,
    ),
    `${part}: ${changes.length} changes, ${noticed} noticed (${percent} %), ${byTypes} of them by types alone`,
  ];
}
