import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { accessOfRoute } from "../../infra/function-access.ts";
import type { Route } from "../../shared/api/route.ts";
import { routes } from "../../shared/api/routes.ts";
import type { ItemFamily } from "../../shared/api/table-access.ts";
import { ITEM_FAMILIES } from "../../shared/store/item-families.ts";

const RECORDER = fileURLToPath(new URL("record-table-use.ts", import.meta.url));

/** The environment that makes a stack note its table use in `file`. */
export const recordingTableUse = (file: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=${RECORDER}`,
  RECORD_TABLE_USE: file,
});

/** What a route declares, and what its scope and method bring along: `<route> <operation> <family>`. */
export const declaredUses = (name: string, route: Route): string[] => {
  const { reads, writes } = accessOfRoute(route);
  return [
    ...reads.flatMap((family) => lines(name, family, ITEM_FAMILIES[family].reads)),
    ...writes.flatMap((family) => lines(name, family, ITEM_FAMILIES[family].writes)),
  ];
};

const lines = (name: string, family: ItemFamily, operations: readonly string[]) =>
  operations.map((operation) => `${name} ${operation} ${family}`);

/**
 * Holds what was noted in `file` against the declarations.
 * @throws Error when a route touched what it does not declare: on AWS it would be refused.
 */
export function checkTableUse(file: string): void {
  const noted = readFileSync(file, "utf8").split("\n");
  const rows = Object.entries<Route>(routes);
  const declared = new Set(rows.flatMap(([name, route]) => declaredUses(name, route)));
  const undeclared = noted.filter((line) => line.includes(" ") && !declared.has(line));
  if (undeclared.length > 0) {
    throw new Error(`not declared in the route table: ${undeclared.join("; ")}`);
  }
  // Only a run of all tests says something about what is never used.
  const wasComplete = rows.every(([name]) => noted.includes(name));
  const unused = [...declared].filter((line) => !noted.includes(line));
  if (wasComplete && unused.length > 0) {
    process.stdout.write(`declared, and not used by any test: ${unused.join("; ")}\n`);
  }
}
