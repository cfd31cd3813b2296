import { expect, it } from "vitest";
import { makeSale } from "../../../make/supply-event.ts";
import { auditOf } from "../../../stack/audit.ts";
import { ROUNDS } from "../../../stack/race-rounds.ts";
import { commit, newSeller, shown, summaryOf } from "../../../stack/seller.ts";
import { soaking } from "../../../stack/soak.ts";

const CLIENTS = Array.from({ length: soaking ? 16 : 5 }, (_, n) => n);

/** How often each thing was answered. */
const tallied = (answers: readonly string[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, (one) => one)].map(([one, all]) => [one, all.length]),
  );

it("the same event from many clients at once is committed once", async () => {
  const seller = await newSeller();
  for (let round = 0; round < ROUNDS; round += 1) {
    const sale = makeSale({ event_id: `e${round}` });
    const answers = await Promise.all(CLIENTS.map(() => commit(seller, sale)));
    expect(tallied(answers.map(({ body }) => body.items?.[0]?.status ?? "refused"))).toEqual({
      committed: 1,
      duplicate: CLIENTS.length - 1,
    });
  }
  expect(await auditOf(seller.account)).toMatchObject({ events: ROUNDS, differences: [] });
  expect((await summaryOf(seller, "2025-Q3")).totals.taxable_minor).toBe(ROUNDS * 10_000);
});

it("of many events of one id at once one is committed, and the others are conflicts", async () => {
  const seller = await newSeller();
  let taxable = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const event_id = `e${round}`;
    const answers = await Promise.all(
      CLIENTS.map((n) => commit(seller, makeSale({ event_id, taxable_amount_minor: 10_000 + n }))),
    );
    const results = answers.map(({ status, body }) =>
      status === 200
        ? (body.items[0]?.status as string)
        : (body as unknown as { error: string }).error,
    );
    expect(tallied(results)).toEqual({ committed: 1, event_conflict: CLIENTS.length - 1 });
    const winner = 10_000 + results.indexOf("committed");
    expect((await shown(seller, event_id)).body.taxable_amount_minor).toBe(winner);
    taxable += winner;
  }
  expect(await auditOf(seller.account)).toMatchObject({ events: ROUNDS, differences: [] });
  expect((await summaryOf(seller, "2025-Q3")).totals.taxable_minor).toBe(taxable);
});
