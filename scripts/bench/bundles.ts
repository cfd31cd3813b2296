import { execFileSync } from "node:child_process";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { esbuildBundling } from "../../infra/bundling.ts";
import type { Route } from "../../shared/api/route.ts";
import { routes } from "../../shared/api/routes.ts";
import { type Findings, median, type Row, times } from "./timing.ts";

const STARTS = 9;
const MOST_OF_BARE = 1.15;
const BARE = `import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
export const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "eu-central-1" }));
export { GetCommand };`;

/** Cold imports of every function's bundle, each in a process of its own. */
export async function measureBundles(): Promise<Findings> {
  const folder = await mkdtemp(join(process.cwd(), ".local-bench-"));
  try {
    await writeFile(join(folder, "bare.ts"), BARE);
    const entries = Object.fromEntries(
      Object.entries<Route>(routes).map(([name, { handler }]) => [name, `functions/${handler}.ts`]),
    );
    await build({
      ...esbuildBundling,
      entryPoints: { ...entries, bare: join(folder, "bare.ts") },
      outdir: folder,
      outExtension: { ".js": ".mjs" },
      logLevel: "silent",
    });
    const bare = coldImport(join(folder, "bare.mjs"));
    const imported: Imported[] = [];
    for (const [name, route] of Object.entries<Route>(routes)) {
      const file = join(folder, `${name}.mjs`);
      const kb = (await stat(file)).size / 1000;
      imported.push({ name, route, kb, ms: coldImport(file) });
    }
    return findingsOf(imported, bare);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function coldImport(file: string): number {
  const script = `const t=performance.now();await import(${JSON.stringify(file)});console.log(performance.now()-t)`;
  const env = {
    PATH: process.env["PATH"],
    TABLE_NAME: "t",
    BUCKET_NAME: "b",
    AWS_REGION: "eu-central-1",
  };
  const once = () =>
    Number(
      execFileSync(process.execPath, ["--input-type=module", "-e", script], {
        env: env as NodeJS.ProcessEnv,
      }),
    );
  return median(Array.from({ length: STARTS }, once));
}

/** A function's bundle: its size, and how long it takes to import. */
type Imported = { readonly name: string; readonly route: Route; kb: number; ms: number };

/** What a function needs decides what it has to load: no table, a table, or the store of files as well. */
const kindOf = ({ scope, table, artifacts }: Route): string =>
  scope === "public" && table === "none" ? "public" : artifacts ? "with files" : "with a table";

/**
 * A line a kind; every function is in the table. Sizes have a test of their own: how large a bundle may be depends on
 * what its function knows.
 */
function findingsOf(imported: readonly Imported[], bare: number): Findings {
  const kinds = Map.groupBy(imported, ({ route }) => kindOf(route));
  const rows = [...kinds].map<Row>(([kind, all]) => {
    const sorted = all.map(({ ms }) => ms / bare).sort((a, b) => a - b);
    const [least = 0, most = 0] = [sorted[0], sorted.at(-1)];
    const largest = Math.max(...all.map(({ kb }) => kb));
    return {
      what: `cold import of the ${all.length} functions ${kind}, against a bare client of DynamoDB`,
      goal: `≤ ${MOST_OF_BARE} ×`,
      measured: `${times(median(sorted))} (${least.toFixed(2)} to ${most.toFixed(2)}), the largest bundle ${largest.toFixed(0)} KB`,
      met: median(sorted) <= MOST_OF_BARE,
    };
  });
  const lines = imported.map(({ name, kb, ms }) => [
    name,
    `${kb.toFixed(0)} KB`,
    `${ms.toFixed(0)} ms`,
    times(ms / bare),
  ]);
  const head = ["Function", "Bundle", "Import", "Against the client"];
  return { rows, tables: [{ title: "Bundles and cold imports", head, lines }] };
}
