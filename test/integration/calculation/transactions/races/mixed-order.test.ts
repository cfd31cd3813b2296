import { expect, it } from "vitest";
import { auditTallies } from "../../../../../shared/flows/audit-tallies.ts";
import type { Account } from "../../../../stack/api.ts";
import { calculated, commitOf } from "../../../../stack/calculations.ts";
import { ROUNDS } from "../../../../stack/race-rounds.ts";
import { newSeller, shown, summaryOf } from "../../../../stack/seller.ts";

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
  for (let round = 0; round < ROUNDS; round += 1) {
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
    for (const rate of [1_900, 700]) {
      expect((await shown(seller, `r${round}-${rate}`)).body).toMatchObject({
        link_status: "linked",
        original_event_id: `s${round}-${rate}`,
      });
    }
  }
  const { rows, warnings } = await summaryOf(seller, "2025-Q3");
  expect(rows.map((row) => [row.vat_amount_minor, row.event_count])).toEqual([
    [190 * ROUNDS, 2 * ROUNDS],
    [35 * ROUNDS, 2 * ROUNDS],
  ]);
  expect(warnings).toEqual([]);
  expect(await auditTallies(seller.account)).toMatchObject({
    events: 4 * ROUNDS,
    differences: [],
    stale_links: [],
  });
});
