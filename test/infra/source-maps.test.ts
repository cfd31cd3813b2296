import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { buildBundles } from "../../infra/bundling.ts";
import type { Route } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
import { temporaryFolder } from "../stack/temporary-folder.ts";

const ROWS: readonly Route[] = [
  routes.getOpenApi,
  routes.commitSupplyEvents,
  routes.downloadExport,
];
const folder = temporaryFolder();
const bundles = join(folder, "bundles");
const maps = join(folder, "source-maps");

beforeAll(() => buildBundles(bundles, ROWS, maps));

it.for(ROWS)("$handler has its source map outside of what is deployed", ({ handler }) => {
  const bundle = readFileSync(join(bundles, handler, "index.mjs"), "utf8");
  expect(bundle).not.toContain("sourceMappingURL");
  expect(existsSync(join(bundles, handler, "index.mjs.map"))).toBe(false);
  const map = JSON.parse(readFileSync(join(maps, `${handler}.mjs.map`), "utf8"));
  const own = map.sources.findIndex((source: string) => source.endsWith(`${handler}.ts`));
  expect(own).toBeGreaterThanOrEqual(0);
  // The place where the handler is made: the last of the bundle's code.
  const lines = bundle.trimEnd().split("\n");
  const end = { line: lines.length - 1, column: (lines.at(-1) ?? "").lastIndexOf("export{") - 2 };
  const { originalSource } = new SourceMap(map).findEntry(end.line, end.column) as {
    originalSource: string;
  };
  expect(originalSource).toContain(`${handler}.ts`);
});
