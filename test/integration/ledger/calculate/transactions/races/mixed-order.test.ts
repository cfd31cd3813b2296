import { expect, it } from "vitest";
import type { Account } from "../../../../../stack/api.ts";
import { auditOf } from "../../../../../stack/audit.ts";
import { calculated, commitOf } from "../../../../../stack/calculations.ts";
import { ROUNDS } from "../../../../../stack/race-rounds.ts";
import { listed, newSeller, summaryOf } from "../../../../../stack/seller.ts";

/** Each has four requests. */
const PAIRS = ROUNDS / 2;

const basket = (seller: Account, books: number, lamp: number) =>
  calculated(seller, {
    tax_class_id: undefined,
    gross_amount_minor: undefined,
    price_includes_vat: false,
    lines: [
      { tax_class_id: "books", gross_amount_minor: books },
      { tax_class_id: "standard", gross_amount_minor: lamp },
    ],
  });

const GOODS = { supply_kind: "goods" };

it("a mixed-rate order and its refund at once: every part is linked in the end", async () => {
  const seller = await newSeller();
  for (let round = 0; round < PAIRS; round += 1) {
    const [sale, refund] = await Promise.all([
      basket(seller, 1_000, 2_000),
      basket(seller, -500, -1_000),
    ]);
    const sold = { ...GOODS, event_id: `s${round}`, event_type: "sale", dispatch_country: "SE" };
    const back = { ...GOODS, event_id: `r${round}`, event_type: "refund" };
    const pair = [
      () => commitOf(seller, sale.transaction_id, sold),
      () => commitOf(seller, refund.transaction_id, { ...back, original_event_id: `s${round}` }),
    ];
    const answers = await Promise.all((round % 2 ? pair : pair.toReversed()).map((one) => one()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  }
  const { items } = (await listed(seller, "?period=2025-Q3&limit=200")).body;
  const refunds = items.filter(({ event_type }) => event_type === "refund");
  expect(refunds).toHaveLength(2 * PAIRS);
  for (const { event_id, original_event_id, link_status } of refunds) {
    expect([event_id, link_status]).toEqual([original_event_id?.replace("s", "r"), "linked"]);
  }
  const { rows, warnings } = await summaryOf(seller, "2025-Q3");
  expect(rows.map((row) => [row.vat_amount_minor, row.event_count])).toEqual([
    [190 * PAIRS, 2 * PAIRS],
    [35 * PAIRS, 2 * PAIRS],
  ]);
  expect(warnings).toEqual([]);
  expect(await auditOf(seller.account)).toMatchObject({
    events: 4 * PAIRS,
    differences: [],
    stale_links: [],
  });
}, 600_000);
