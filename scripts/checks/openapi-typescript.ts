import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { installedIn } from "./client-package.ts";
import { type Finding, type OutsideTool, ran } from "./tool.ts";

const PACKAGES = ["openapi-typescript@7.13.0", "openapi-fetch@0.17.0", "typescript@5.9.3"];

/** Types of the document by a generator that many use, and a program of ten calls that compiles with them, and runs. */
export const OPENAPI_TYPESCRIPT: OutsideTool = {
  name: "openapi-typescript",
  source: "npm",
  version: async () => {
    const version = await ran("npm", ["--version"]);
    return version?.code === 0 ? PACKAGES.join(", ") : undefined;
  },
  run: async ({ folder, service }) => {
    const place = join(folder, "openapi-typescript");
    await mkdir(place);
    await installedIn(place, PACKAGES);
    const bin = (name: string) => join(place, "node_modules/.bin", name);
    const document = resolve("docs/openapi.json");
    const made = await ran(bin("openapi-typescript"), [document, "-o", join(place, "api.d.ts")]);
    if (made?.code !== 0) return [finding("generate", made?.stderr)];
    await writeFile(join(place, "ten-calls.ts"), TEN_CALLS);
    const options = ["--strict", "--module", "nodenext", "--target", "es2022", "--skipLibCheck"];
    const compiled = await ran(bin("tsc"), [...options, "ten-calls.ts"], { cwd: place });
    if (compiled?.code !== 0) return [finding("compile", compiled?.stdout)];
    const { url, keyOf } = await service();
    const env = { VAT_API_URL: url, VAT_API_KEY: await keyOf("openapi-typescript") };
    const used = await ran("node", [join(place, "ten-calls.js")], { env });
    return used?.code === 0 ? [] : [finding("use", used?.stderr)];
  },
};

const finding = (rule: string, text = "not run"): Finding => ({
  rule,
  where: "docs/openapi.json",
  text,
});

/** No call names a field that has a default. */
const TEN_CALLS = `
import createClient from "openapi-fetch";
import type { paths } from "./api.js";

declare const process: { env: Record<string, string | undefined> };
const client = createClient<paths>({
  baseUrl: process.env["VAT_API_URL"] ?? "",
  headers: { "X-API-Key": process.env["VAT_API_KEY"] ?? "" },
});

function ok<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (data === undefined) throw new Error(response.status + " " + JSON.stringify(error));
  return data;
}
function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

ok(await client.PUT("/v1/account", { body: { establishment_country: "SE" } }));
ok(await client.POST("/v1/tax-registrations", { body: {
  scheme_type: "union_oss", member_state_identification: "SE", effective_from: "2021-07-01", status: "active",
} }));
const sale = {
  event_id: "sale-1", event_type: "sale", supply_date: "2026-05-04", supply_kind: "goods",
  dispatch_country: "SE", consumption_country: "DE", currency: "EUR", taxable_amount_minor: 10000,
  vat_amount_minor: 1900, vat_rate_bps: 1900, rate_category: "standard",
} as const;
ok(await client.POST("/v1/supply-events", { body: sale }));
const price = ok(await client.POST("/v1/vat/calculate", { body: {
  country: "DE", currency: "EUR", price_includes_vat: true, gross_amount_minor: 11900,
  tax_class_id: "standard", transaction_date: "2026-05-05",
} }));
expect("transaction_id" in price && price.transaction_id !== null, "a stored calculation");
const transaction_id = "transaction_id" in price ? (price.transaction_id ?? "") : "";
ok(await client.POST("/v1/transactions/{id}/commit", {
  params: { path: { id: transaction_id } },
  body: { event_id: "sale-2", event_type: "sale", supply_kind: "goods", dispatch_country: "SE" },
}));
const refund = ok(await client.POST("/v1/supply-events/{event_id}/refunds", {
  params: { path: { event_id: "sale-1" } },
  body: { event_id: "refund-1", supply_date: "2026-05-20", in_full: true },
}));
expect(refund.gross_amount_minor === 11900, "all of the sale is refunded");
const period = "2026-Q2";
const summary = ok(await client.GET("/v1/reports/oss-quarterly-summary", { params: { query: { period } } }));
expect(summary.totals.payable_vat_minor === 1900, "one of two sales is refunded");
let seen = 0;
let cursor: string | undefined;
do {
  const query = { limit: 2, ...(cursor === undefined ? {} : { cursor }) };
  const page = ok(await client.GET("/v1/supply-events", { params: { query } }));
  seen += page.items.length;
  cursor = page.next_cursor ?? undefined;
} while (cursor !== undefined);
expect(seen === 3, "three events, not " + seen);
const csv = ok(await client.GET("/v1/reports/oss-quarterly-summary/export.csv", {
  params: { query: { period } }, parseAs: "text",
}));
expect(csv.includes("19.00"), "the figures of the summary");
const { error } = await client.POST("/v1/supply-events", { body: { ...sale, vat_amount_minor: 1 } });
expect(error?.error === "event_conflict", "another sale of the same id is refused");
const hook = ok(await client.POST("/v1/webhooks", { body: { url: "https://shop.example/vat", events: ["period.locked"] } }));
expect(hook.secret !== "", "a secret");
`;
