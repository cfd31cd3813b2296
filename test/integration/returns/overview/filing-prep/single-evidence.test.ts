import { expect, it, test } from "vitest";
import { makeService, type SentEvent } from "../../../../make/supply-event.ts";
import type { Account } from "../../../../stack/api.ts";
import { workspaceOf } from "../../../../stack/importer.ts";
import { committed, idsOf, newSeller, reclassify } from "../../../../stack/seller.ts";

/*
 * Art. 24b(d), second subparagraph, CIR 282/2011: one item of evidence is enough while electronic services do not exceed
 * EUR 100,000 in this calendar year and the one before.
 */
const CODE = "location_evidence_single";
const LIMIT = 10_000_000;
const pieces = (...kinds: string[]) => ({
  location_evidence: kinds.map((kind) => ({ kind, country: "DE" })) as never,
});
const TWO = pieces("billing_address", "ip_address");

const sold = (event_id: string, supply_date: string, net: number, more: object = {}): SentEvent =>
  makeService({
    event_id,
    supply_date: supply_date as never,
    taxable_amount_minor: net,
    vat_amount_minor: Math.round(net * 0.19),
    establishment_country: undefined,
    ...TWO,
    ...more,
  });

const SINGLE = sold("single", "2026-02-10", 1_000, pieces("billing_address"));

async function found(seller: Account, period = "2026-Q1") {
  const { union_oss } = await workspaceOf(seller, period);
  return union_oss.checks.filter(({ code }) => code === CODE);
}

const HOME = { consumption_country: "SE", vat_rate_bps: 2_500, ...pieces() };

test.for<[what: string, others: SentEvent[], severity: "info" | "warning"]>([
  ["nothing else was sold", [], "info"],
  ["exactly the limit was sold the year before", [sold("a", "2025-06-01", LIMIT)], "info"],
  ["a cent more was sold the year before (X27)", [sold("a", "2025-06-01", LIMIT + 1)], "warning"],
  ["this year exceeds it with the sale", [sold("a", "2026-01-05", LIMIT - 999)], "warning"],
  ["this year reaches it with the sale", [sold("a", "2026-01-05", LIMIT - 1_000)], "info"],
  ["it was exceeded after the quarter", [sold("a", "2026-04-01", LIMIT)], "info"],
  ["it was exceeded two years before", [sold("a", "2024-06-01", 2 * LIMIT)], "info"],
  ["services at home exceed it", [sold("a", "2025-06-01", LIMIT + 1, HOME)], "warning"],
  [
    "other services exceed it, which Art. 58 does not cover",
    [sold("a", "2025-06-01", LIMIT + 1, { supply_kind: "other_services" })],
    "info",
  ],
  [
    "services to businesses exceed it",
    [sold("a", "2025-06-01", LIMIT + 1, { customer_type: "b2b", vat_amount_minor: 0 })],
    "info",
  ],
  [
    "services to the United States exceed it",
    [sold("a", "2025-06-01", LIMIT + 1, { consumption_country: "US", vat_amount_minor: 0 })],
    "info",
  ],
  [
    "services in krona exceed it at the rates of their days",
    [sold("a", "2025-06-02", 12 * LIMIT, { currency: "SEK" })],
    "warning",
  ],
])("one item of evidence when %s", async ([, others, severity]) => {
  const seller = await newSeller("SE", { establishment_country: "SE", fixed_establishments: [] });
  await committed(seller, [SINGLE, ...others]);
  expect(await found(seller)).toEqual([{ code: CODE, severity, count: 1 }]);
  expect(await idsOf(seller, `?period=2026-Q1&warning=${CODE}`)).toEqual(["single"]);
});

it("does not keep the return from being ready, and ends where the sale is excluded", async () => {
  const seller = await newSeller("SE", { establishment_country: "SE", fixed_establishments: [] });
  await committed(seller, [SINGLE, sold("a", "2025-06-01", LIMIT + 1), sold("b", "2026-02-11", 5)]);
  expect((await workspaceOf(seller, "2026-Q1")).union_oss.status).toBe("ready");
  await reclassify(seller, "single", "excluded");
  expect(await found(seller)).toEqual([]);
});

it("two kinds are two items, and two pieces of one kind are one", async () => {
  const seller = await newSeller("SE", { establishment_country: "SE", fixed_establishments: [] });
  const again = pieces("billing_address", "billing_address");
  await committed(seller, [
    sold("two", "2026-02-10", 1_000),
    sold("one", "2026-02-11", 1_000, again),
  ]);
  expect(await idsOf(seller, `?period=2026-Q1&warning=${CODE}`)).toEqual(["one"]);
});
