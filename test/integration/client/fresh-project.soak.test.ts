import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { newAccount } from "../../stack/api.ts";
import { soakLength } from "../../stack/soak.ts";
import { temporaryFolder } from "../../stack/temporary-folder.ts";
import { type FailingServer, failingServer } from "./failing-server.ts";

const EVENTS = soakLength("EVENTS", 10_000);

/*
 * What a user does: install the package into a new strict project, compile, run. No network is used.
 */
const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = temporaryFolder();
const run = (program: string, args: readonly string[], cwd = folder) =>
  promisify(execFile)(program, args, { cwd });
const tool = (name: string, ...args: string[]) => run(`${root}node_modules/.bin/${name}`, args);

const TSCONFIG = {
  compilerOptions: {
    target: "es2023",
    module: "nodenext",
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    skipLibCheck: false,
  },
  include: ["main.ts", "tour.ts"],
};

const MAIN = `
import { createClient, type SupplyEventRequest, type Return, type SummaryExport } from "eu-vat-client";
import { tour } from "./tour.js";

declare const process: { readonly argv: readonly string[] };
const [baseUrl = "", touring = "", importing = "", count = ""] = process.argv.slice(2);

function* sales(count: number): Generator<SupplyEventRequest> {
  for (let at = 0; at < count; at += 1) {
    yield {
      event_id: "sale-" + at, event_type: "sale", supply_date: "2026-05-01", supply_kind: "goods",
      dispatch_country: "SE", consumption_country: "DE", currency: "EUR", taxable_amount_minor: 100,
      vat_amount_minor: 19, vat_rate_bps: 1900, rate_category: "standard",
    };
  }
}

const toured = await tour(baseUrl, touring);
const client = createClient({ baseUrl, apiKey: importing, maxRetries: 6 });
await client.putAccount({ body: { establishment_country: "SE" } });
await client.createRegistration({ body: {
  scheme_type: "union_oss", member_state_identification: "SE", effective_from: "2025-01-01",
  status: "active", vat_registration_number: "SE556000123101",
} });
const became: Record<string, number> = {};
for await (const { status } of client.commitAll(sales(Number(count)))) {
  became[status] = (became[status] ?? 0) + 1;
}
const listed = new Set<string>();
let rows = 0;
for await (const { event_id } of client.listSupplyEvents({ query: { limit: 200 } })) {
  rows += 1;
  listed.add(event_id);
}
const period = "2026-Q2";
const summary: Return = await client.getQuarterlySummary({ query: { period } });
const csv: string = await client.exportQuarterlySummary({ query: { period, format: "csv" } });
const file: SummaryExport = await client.exportQuarterlySummary({ query: { period, format: "json" } });
console.log(JSON.stringify({
  toured, became, rows, listed: listed.size, totals: summary.totals,
  csv: csv.startsWith("export_kind"), period: file.manifest.period_key,
}));
`;

let server: FailingServer;
beforeAll(async () => {
  server = await failingServer(inject("stack").url);
  await run("npm", ["pack", "--pack-destination", folder, "--silent"], `${root}client`);
  const { version } = JSON.parse(await readFile(`${root}client/package.json`, "utf8"));
  const tarball = `./eu-vat-client-${version}.tgz`;
  const tour = await readFile(`${root}client/example/tour.ts`, "utf8");
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
  await writeFile(
    join(folder, "tour.ts"),
    tour.replace("../src/eu-vat-client.ts", "eu-vat-client"),
  );
  await writeFile(join(folder, "main.ts"), MAIN);
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball]);
});
afterAll(() => server.close());

it("the package runs the tour and commits every event once, while one call in five fails", async () => {
  const compiled = await tool("tsc", "-p", ".");
  expect(compiled.stdout).toBe("");
  const [touring, importing] = [await newAccount(), await newAccount()];
  const { stdout } = await tool(
    "node",
    "main.js",
    server.url,
    touring.full,
    importing.full,
    `${EVENTS}`,
  );
  expect(JSON.parse(stdout)).toMatchObject({
    toured: {
      summary: { period_key: "2026-Q2", totals: { payable_vat_minor: 3_097 } },
      left_out: ["order-1004"],
      refusal: expect.stringMatching(/^400 invalid_request: dispatch_country_missing/),
    },
    became: { committed: EVENTS },
    rows: EVENTS,
    listed: EVENTS,
    totals: { taxable_minor: EVENTS * 100, payable_vat_minor: EVENTS * 19 },
    csv: true,
    period: "2026-Q2",
  });
  expect(server.counts.failed).toBe(Math.floor(server.counts.asked / 5));
  expect(server.counts.failed).toBeGreaterThan(5);
});

it("the package has types, a readme, a licence, and depends on nothing", async () => {
  const installed = join(folder, "node_modules/eu-vat-client");
  const { dependencies, exports } = JSON.parse(
    await readFile(join(installed, "package.json"), "utf8"),
  );
  expect(dependencies).toBeUndefined();
  for (const file of [exports["."].types, exports["."].default, "README.md", "LICENSE"]) {
    expect((await readFile(join(installed, file), "utf8")).length).toBeGreaterThan(500);
  }
  const { stdout } = await run("npm", ["ls", "--all", "--json"]);
  expect(JSON.parse(stdout).dependencies).toEqual({
    "eu-vat-client": expect.not.objectContaining({ dependencies: expect.anything() }),
  });
});

it("what is misspelt, or taken for another format, does not compile", async () => {
  const wrong = `
    import { createClient } from "eu-vat-client";
    const client = createClient({ baseUrl: "http://127.0.0.1" });
    const period = "2026-Q2";
    export const one = client.getQuarterlySummary({ query: { periode: period } });
    export const two = client.getHealth().then((health) => health.statuz);
    export const csv = client.exportQuarterlySummary({ query: { period, format: "csv" } })
      .then((text) => text.manifest);
    export const three = client.getAccountantReport({ query: { period } })
      .then((report) => report.length);
    export const four: Promise<string> = client.getHealth({ body: {} });
  `;
  await writeFile(join(folder, "wrong.ts"), wrong);
  const options = { ...TSCONFIG, include: ["wrong.ts"] };
  await writeFile(join(folder, "tsconfig.wrong.json"), JSON.stringify(options));
  const failed = await tool("tsc", "-p", "tsconfig.wrong.json", "--noEmit").catch(
    (error: { stdout: string }) => error,
  );
  const lines = failed.stdout.match(/^wrong\.ts\(\d+/gm);
  expect(lines).toEqual([5, 6, 8, 10, 11, 11].map((line) => `wrong.ts(${line}`));
});
