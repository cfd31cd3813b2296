import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { routes } from "../../shared/api/routes.ts";
import { PERIOD } from "./reports.ts";
import { median, type Row, times } from "./timing.ts";

const STARTS = 25;

/** A process that imports a bundle and calls its handler once: what the first caller waits for. */
const CALL = `
const { performance } = globalThis;
const before = process.cpuUsage();
const start = performance.now();
const { handler } = await import(process.argv[1]);
const imported = performance.now();
const { statusCode, body } = await handler(JSON.parse(process.argv[2]), {});
const answered = performance.now();
const { user, system } = process.cpuUsage(before);
if (statusCode !== 200) throw new Error(body);
console.log(JSON.stringify([imported - start, answered - imported, (user + system) / 1000]));
process.exit(0);
`;

type Request = {
  readonly name: "getQuarterlySummary" | "commitSupplyEvents";
  readonly call: object;
};

const callsWith = (key: string, sale: () => object): Request[] => [
  {
    name: "getQuarterlySummary",
    call: { headers: { "x-api-key": key }, queryStringParameters: { period: PERIOD } },
  },
  {
    name: "commitSupplyEvents",
    call: {
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify(sale()),
    },
  },
];

/**
 * Cold requests: import of a bundle and its first call in one figure, each in a process of its own. With
 * `BENCH_AGAINST=<folder of another checkout>` in turn with that one's bundles.
 */
export async function measureCold(key: string, sale: () => object): Promise<Row[]> {
  const against = process.env["BENCH_AGAINST"];
  const folder = await mkdtemp(join(process.cwd(), ".local-bench-"));
  try {
    const checkouts = [process.cwd(), ...(against ? [resolve(against)] : [])];
    for (const [n, root] of checkouts.entries()) await bundle(root, join(folder, `${n}`));
    const rows: Row[] = [];
    for (const { name } of callsWith(key, sale)) {
      const figures: number[][][] = checkouts.map(() => []);
      for (let round = 0; round < STARTS; round += 1) {
        for (const n of checkouts.keys()) {
          const request = callsWith(key, sale).find((one) => one.name === name) as Request;
          figures[n]?.push(coldRequest(join(folder, `${n}`, `${name}.mjs`), request.call));
        }
      }
      rows.push(rowOf(name, figures));
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The bundles of a checkout, made with its own settings. */
async function bundle(root: string, outdir: string): Promise<void> {
  const { esbuildBundling } = await import(pathToFileURL(join(root, "infra/bundling.ts")).href);
  await build({
    ...esbuildBundling,
    absWorkingDir: root,
    entryPoints: Object.fromEntries(
      (["getQuarterlySummary", "commitSupplyEvents"] as const).map((name) => [
        name,
        `functions/${routes[name].handler}.ts`,
      ]),
    ),
    outdir,
    outExtension: { ".js": ".mjs" },
    logLevel: "silent",
  });
}

/** Milliseconds of the import and of the first call, and of the processor in both. */
function coldRequest(file: string, call: object): number[] {
  const event = JSON.stringify({ requestContext: { requestId: "cold" }, ...call });
  const args = ["--input-type=module", "-e", CALL, pathToFileURL(file).href, event];
  const said = execFileSync(process.execPath, args, { encoding: "utf8" });
  return JSON.parse(said.trim().split("\n").at(-1) as string);
}

function rowOf(name: string, figures: readonly (readonly number[][])[]): Row {
  const of = (n: number, part: number) => median((figures[n] ?? []).map((one) => one[part] ?? 0));
  const together = (n: number) =>
    median((figures[n] ?? []).map(([imported = 0, called = 0]) => imported + called));
  const ms = (figure: number) => `${figure.toFixed(0)} ms`;
  const own = `${ms(of(0, 0))} + ${ms(of(0, 1))}, processor ${ms(of(0, 2))}`;
  const what = `cold request of ${name}: import and first call`;
  if (figures.length === 1) return { what, goal: "–", measured: own, met: true };
  const ratio = together(0) / together(1);
  const measured = `${times(ratio)}, processor ${times(of(0, 2) / of(1, 2))} (${own})`;
  return { what, goal: "≤ 0.75 ×", measured, met: ratio <= 0.75 };
}
