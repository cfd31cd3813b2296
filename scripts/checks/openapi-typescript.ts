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
    const { url, full } = await service();
    const env = { VAT_API_URL: url, VAT_API_KEY: full };
    const used = await ran("node", [join(place, "ten-calls.js")], { env });
    return used?.code === 0 ? [] : [finding("use", used?.stderr)];
  },
};

const finding = (rule: string, text = "not run"): Finding => ({
  rule,
  where: "docs/openapi.json",
  text,
});

/** No call names a field that has a default. The sale is in a quarter that no other tool reads. */
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

ok(await client.GET("/health"));
ok(await client.PUT("/v1/account", { body: { establishment_country: "SE" } }));
ok(await client.GET("/v1/account"));
const { id } = ok(await client.POST("/v1/sources", { body: { source_key: "ten-calls", display_name: "Ten calls", channel_type: "owned_store" } }));
ok(await client.PATCH("/v1/sources/{id}", { params: { path: { id } }, body: { active: false } }));
const sale = {
  event_id: "ten-calls-1", event_type: "sale", supply_date: "2026-02-11", supply_kind: "goods",
  dispatch_country: "SE", consumption_country: "PL", currency: "PLN", taxable_amount_minor: 50000,
  vat_amount_minor: 11500, vat_rate_bps: 2300, rate_category: "standard",
} as const;
ok(await client.POST("/v1/supply-events", { body: sale }));
ok(await client.GET("/v1/supply-events", { params: { query: { period: "2026-Q1", limit: 5 } } }));
ok(await client.POST("/v1/vat/calculate", { body: {
  currency: "EUR", gross_amount_minor: 1070, price_includes_vat: true, tax_class_id: "books",
  transaction_date: "2026-03-20", country: "DE",
} }));
ok(await client.POST("/v1/api-keys", { body: { name: "ten calls", scope: "read-only" } }));
ok(await client.GET("/v1/reports/oss-quarterly-summary", { params: { query: { period: "2026-Q1" } } }));
`;
