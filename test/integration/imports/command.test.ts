import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, it } from "vitest";
import { wooOrder } from "../../make/shop-order.ts";
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
  expect(stdout).toMatch(/\n {2}order [\d-]+ \(13\) {2}rejected: The row has no VAT/);
});

it("names an order that cannot be read as its shop does", async () => {
  const seller = await newSeller("DE");
  const folder = await mkdtemp(join(tmpdir(), "orders-"));
  const file = join(folder, "orders.json");
  const lines = [{ net: 1_000, rate: 2_000 }];
  const orders = [39, 40].map((id) => wooOrder({ id, country: "FR", lines }) as object);
  await writeFile(file, JSON.stringify([orders[0], { ...orders[1], currency: 978 }]));
  const settings = JSON.stringify({ source_id: "woo", dispatch_country: "DE" });
  const of = ["--account", seller.account, "--source", "woo", "--format", "woocommerce_json"];
  const { stdout, code } = await run(...of, "--settings", settings, file);
  await rm(folder, { recursive: true });
  expect(code).toBe(1);
  expect(stdout).toContain(
    '  order 40 (/1)  rejected: The field "currency" must be a text, in quotation marks; it is 978.',
  );
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
