import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { accessOfRoute, type FunctionAccess, writtenBy } from "../../infra/function-access.ts";
import { removalsOf } from "../../infra/table-permissions.ts";
import type { Route } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
import { ITEM_GROUPS } from "../../shared/platform/table/registry.ts";
import { EXPIRES } from "./item-families.ts";
import { UNMET } from "./unmet-uses.ts";

const rows = Object.entries<Route>(routes);
/** The file of uses that no test has met and that have no reason. */
const UNUSED = fileURLToPath(
  new URL("../../node_modules/.cache/unused-table-uses.txt", import.meta.url),
);
const RECORDER = fileURLToPath(new URL("record-table-use.ts", import.meta.url));

/** The environment that makes a stack note its table use in `file`. */
export const recordingTableUse = (file: string) => ({
  NODE_OPTIONS: `--import=${RECORDER}`,
  RECORD_TABLE_USE: file,
});

/** What a function may ask of the table, `<operation> <family>`, and which items it may let expire. */
export const usesOf = ({ uses, sandboxes }: FunctionAccess): string[] => [
  ...uses,
  ...sandboxes.uses,
  ...sandboxes.removes.flatMap((family) => removalsOf(family).map((one) => `${one} ${family}`)),
  ...writtenBy({ uses: [...uses, ...sandboxes.uses] }).flatMap((family) =>
    ITEM_GROUPS[family].expires ? [`${EXPIRES} ${family}`] : [],
  ),
];

const hasReason = (line: string): boolean =>
  UNMET.some(([uses]) => uses.test(line.slice(line.indexOf(" ") + 1)));

const declaredUses = (): string[] =>
  rows.flatMap(([name, route]) => usesOf(accessOfRoute(route)).map((use) => `${name} ${use}`));

/**
 * Holds what was noted in `file` against the declarations.
 * @throws Error when a route touched what it does not declare: on AWS it would be refused.
 */
export function checkTableUse(file: string): void {
  const noted = readFileSync(file, "utf8").split("\n");
  const declared = new Set(declaredUses());
  const undeclared = noted.filter((line) => line.includes(" ") && !declared.has(line));
  if (undeclared.length > 0) {
    throw new Error(`not declared in the route table: ${undeclared.join("; ")}`);
  }
  // Only a run of all tests says something about what is never used.
  const wasComplete = rows.every(([name]) => noted.includes(name));
  const unused = [...declared].filter((line) => !noted.includes(line) && !hasReason(line));
  if (wasComplete && unused.length > 0) {
    mkdirSync(dirname(UNUSED), { recursive: true });
    writeFileSync(UNUSED, `${unused.join("\n")}\n`);
    const what =
      "uses of the table were met by no test of this run, and test/stack/unmet-uses.ts has no reason";
    process.stdout.write(`${unused.length} ${what}: ${relative(process.cwd(), UNUSED)}\n`);
  }
}
