import { existsSync, globSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { basename, join } from "node:path";
import { App, Stack } from "aws-cdk-lib";
import { Runtime } from "aws-cdk-lib/aws-lambda";
import { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import { beforeAll, expect, it } from "vitest";
import { bundlingWith } from "../../infra/bundling.ts";
import { buildBundles } from "../../scripts/local/bundles.ts";
import type { Route } from "../../shared/api/route.ts";
import { routes } from "../../shared/api/routes.ts";
import { temporaryFolder } from "../stack/temporary-folder.ts";

/*
 * The stack bundles by way of the CDK, `npm start -- --bundled` with esbuild itself. What has been
 * run is what is deployed only if the bytes are the same.
 */
const ROWS: readonly Route[] = [
  routes.getOpenApi,
  routes.commitSupplyEvents,
  routes.downloadExport,
];
const cloud = temporaryFolder();
const local = temporaryFolder();

beforeAll(async () => {
  const app = new App({ outdir: cloud });
  const stack = new Stack(app, "Parity");
  for (const { handler, files } of ROWS) {
    new NodejsFunction(stack, handler, {
      entry: `functions/${handler}.ts`,
      runtime: Runtime.NODEJS_24_X,
      bundling: bundlingWith(files, handler),
    });
  }
  app.synth();
  await buildBundles(local, ROWS);
});

/** The files in a folder by name, as base64: a difference is to be told, not printed. */
const contentsOf = (folder: string) =>
  Object.fromEntries(
    globSync(join(folder, "*")).map((file) => [basename(file), readFileSync(file, "base64")]),
  );

it("the local bundles are those that are deployed, with the files beside them, byte by byte", () => {
  const assets = globSync(join(cloud, "asset.*")).map(contentsOf);
  expect(assets).toHaveLength(ROWS.length);
  for (const { handler, files = [] } of ROWS) {
    const built = contentsOf(join(local, handler));
    expect(Object.keys(built).sort()).toEqual(
      ["index.mjs", ...files.map((file) => basename(file))].sort(),
    );
    const same = assets.filter((asset) => JSON.stringify(asset) === JSON.stringify(built));
    expect(same.length, handler).toBe(1);
  }
});

it.for(ROWS)("$handler has its source map outside of what is deployed", ({ handler }) => {
  const bundle = readFileSync(join(local, handler, "index.mjs"), "utf8");
  expect(bundle).not.toContain("sourceMappingURL");
  const file = join(cloud, "source-maps", `${handler}.mjs.map`);
  expect(existsSync(file)).toBe(true);
  const map = JSON.parse(readFileSync(file, "utf8"));
  const own = map.sources.findIndex((source: string) => source.endsWith(`${handler}.ts`));
  expect(own).toBeGreaterThanOrEqual(0);
  // Where the handler is made: the last of the bundle's code.
  const lines = bundle.trimEnd().split("\n");
  const end = { line: lines.length - 1, column: (lines.at(-1) ?? "").lastIndexOf("export{") - 2 };
  const { originalSource } = new SourceMap(map).findEntry(end.line, end.column) as {
    originalSource: string;
  };
  expect(originalSource).toContain(`${handler}.ts`);
});
