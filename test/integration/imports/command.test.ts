import { fileURLToPath } from "node:url";
import { expect, inject, it } from "vitest";
import { runCommand } from "../../stack/run-stack.ts";
import { newSeller } from "../../stack/seller.ts";
import { eachNth } from "../../stack/soak.ts";

const run = (...flags: string[]) =>
  runCommand("scripts/operate/import.ts", flags, inject("stack").dataDir);

const sample = (name: string) =>
  fileURLToPath(new URL(`../../imports/samples/${name}`, import.meta.url));

it("prints the result as JSON", async () => {
  const seller = await newSeller("DE");
  const settings = JSON.stringify({ source_id: "woo-eu", dispatch_country: "DE" });
  const of = ["--account", seller.account, "--source", "woo-eu", "--format", "woocommerce_json"];
  const file = sample("woocommerce-orders.json");
  const { stdout, code } = await run(...of, "--settings", settings, "--json", file);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    status: "completed",
    counts: {
      rows: 10,
      committed: 5,
      duplicate: 0,
      conflict: 0,
      excluded: 5,
      unresolved: 0,
      rejected: 0,
    },
  });
});

it("prints a table for people", async () => {
  const seller = await newSeller("DE");
  const file = sample("amazon-avtr.tsv");
  const of = ["--account", seller.account, "--source", "amazon-eu", "--format", "amazon_avtr"];
  const { stdout, code } = await run(...of, file);
  expect(code).toBe(1);
  expect(stdout).toContain("       19  rows\n        7  committed\n");
  expect(stdout).toContain("        4  FR EUR net");
  expect(stdout).toContain("  13  rejected: The row has no VAT");
});

const WRONG: readonly [readonly string[], RegExp][] = [
  [[], /^usage: npm run --silent import/],
  [["--format", "excel", "--account", "a", "--source", "s", "f"], /^there is no format excel\n/],
  [
    ["--format", "shopify_csv", "--account", "a", "--source", "s", "f"],
    /^the settings of shopify_csv do not fit: dispatch_country: needed for goods\n$/,
  ],
  [["--format", "amazon_avtr", "--account", "a", "--source", "s", "no-file"], /^there is no file/],
  [
    ["--format", "amazon_avtr", "--account", "nobody", "--source", "s", "package.json"],
    /^there is no account nobody\n$/,
  ],
];

it.each(eachNth(4, WRONG))("npm run import %s: exit code 2", async (flags, said) => {
  expect(await run(...flags)).toMatchObject({ code: 2, stderr: expect.stringMatching(said) });
});
