import { execFile } from "node:child_process";
import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, inject, it } from "vitest";
import { newAccount } from "../../stack/api.ts";
import { temporaryFolder } from "../../stack/temporary-folder.ts";

/*
 * What a user does: copy the client into an empty folder without any package, compile, run.
 */
const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = temporaryFolder();
const run = (program: string, args: readonly string[]) =>
  promisify(execFile)(`${root}node_modules/.bin/${program}`, args, { cwd: folder });

const MAIN = `
import { tour } from "./tour.js";
const [url, key] = process.argv.slice(2);
console.log(JSON.stringify(await tour(url, key)));
`;

const STRICT = "--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess".split(" ");
const MODULES = "--module nodenext --rewriteRelativeImportExtensions --types".split(" ");

beforeAll(async () => {
  await copyFile(`${root}docs/client/eu-vat-client.ts`, join(folder, "eu-vat-client.ts"));
  await copyFile(`${root}docs/client/tour.ts`, join(folder, "tour.ts"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await writeFile(join(folder, "main.js"), MAIN);
});

it("the client compiles under strict and runs the tour", async () => {
  const compiled = await run("tsc", [...STRICT, ...MODULES, "", "tour.ts"]);
  expect(compiled.stdout).toBe("");
  const { full } = await newAccount();
  const { stdout } = await run("node", ["main.js", inject("stack").url, full]);
  expect(JSON.parse(stdout)).toMatchObject({
    summary: { period_key: "2026-Q2", totals: { payable_vat_minor: 3_097 } },
    left_out: ["order-1004"],
    refusal: expect.stringMatching(/^400 invalid_request: dispatch_country_missing/),
  });
});

it("a misspelt field does not compile", async () => {
  const wrong = `
    import { createClient } from "./eu-vat-client.ts";
    const client = createClient({ baseUrl: "http://127.0.0.1" });
    export const one = client.getQuarterlySummary({ query: { periode: "2026-Q2" } });
    export const two = client.getHealth().then((health) => health.statuz);
  `;
  await writeFile(join(folder, "wrong.ts"), wrong);
  const failed = await run("tsc", [...STRICT, ...MODULES, "", "--noEmit", "wrong.ts"]).catch(
    (error: { stdout: string }) => error,
  );
  expect(failed.stdout.match(/error TS\d+/g)).toHaveLength(2);
});
