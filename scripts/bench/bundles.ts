import { execFileSync } from "node:child_process";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { esbuildBundling } from "../../infra/bundling.ts";
import type { Route } from "../../shared/api/route.ts";
import { routes } from "../../shared/api/routes.ts";
import { median, type Row, times } from "./timing.ts";

const STARTS = 15;
const BARE = `import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
export const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "eu-central-1" }));
export { GetCommand };`;

/** Cold imports of every function's bundle, each in a process of its own. */
export async function measureBundles(): Promise<Row[]> {
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
    const rows: Row[] = [];
    for (const [name, route] of Object.entries<Route>(routes)) {
      const file = join(folder, `${name}.mjs`);
      const kb = (await stat(file)).size / 1000;
      rows.push(rowOf(name, route, kb, coldImport(file), bare));
    }
    return rows;
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

/** Budgets of KB and ms by what a function needs; account functions also as a ratio to a bare client. */
function rowOf(name: string, route: Route, kb: number, ms: number, bare: number): Row {
  const isPublic = route.scope === "public" && route.table === "none";
  const [mostKb, mostMs] = route.artifacts ? [640, 130] : isPublic ? [120, 20] : [480, 100];
  const ratio = ms / bare;
  const goal = isPublic
    ? `≤ ${mostKb} KB without data, ≤ ${mostMs} ms`
    : `≤ ${mostKb} KB, ≤ ${mostMs} ms or ≤ 1.15 × a bare client`;
  const met = isPublic ? ms <= mostMs : kb <= mostKb && (ms <= mostMs || ratio <= 1.15);
  const measured = `${kb.toFixed(0)} KB, ${ms.toFixed(0)} ms, ${times(ratio)}`;
  return { what: `bundle and cold import of ${name}`, goal, measured, met };
}
