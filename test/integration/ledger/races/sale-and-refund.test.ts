import { expect, it } from "vitest";
import { makeRefund, makeSale } from "../../../make/supply-event.ts";
import type { Account } from "../../../stack/api.ts";
import { auditOf } from "../../../stack/audit.ts";
import { ROUNDS } from "../../../stack/race-rounds.ts";
import {
  commit,
  committed,
  newSeller,
  reclassify,
  shown,
  summaryOf,
} from "../../../stack/seller.ts";

const INVALID = "correction_reference_invalid_excluded";
const rounds = Array.from({ length: ROUNDS }, (_, round) => round);

const saleOf = (round: number) => makeSale({ event_id: `s${round}` });
const refundOf = (round: number) =>
  makeRefund({ event_id: `r${round}`, original_event_id: `s${round}` });

const expectAudited = async (seller: Account) =>
  expect(await auditOf(seller.account)).toMatchObject({
    events: 2 * ROUNDS,
    differences: [],
    stale_links: [],
  });

it("a refund and its original at once are always linked in the end", async () => {
  const seller = await newSeller();
  for (const round of rounds) {
    const pair = [saleOf(round), refundOf(round)];
    const answers = await Promise.all(
      (round % 2 ? pair : pair.toReversed()).map((event) => commit(seller, event)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await shown(seller, `r${round}`)).body.link_status).toBe("linked");
  }
  await expectAudited(seller);
  expect(await summaryOf(seller, "2025-Q3")).toMatchObject({
    rows: [
      {
        taxable_amount_minor: 9_000 * ROUNDS,
        vat_amount_minor: 1_710 * ROUNDS,
        event_count: 2 * ROUNDS,
      },
    ],
    warnings: [],
  });
});

it("a refund that comes while its sale is reclassified follows what the sale becomes", async () => {
  const seller = await newSeller();
  const before = (round: number) => (round % 2 ? "excluded" : "classified");
  const after = (round: number) => (round % 2 ? "classified" : "excluded");
  await committed(
    seller,
    rounds.map((round) => ({ ...saleOf(round), classification_status: before(round) })),
  );
  for (const round of rounds) {
    const change = () => reclassify(seller, `s${round}`, after(round));
    const arrival = () => commit(seller, refundOf(round));
    const [first, second] = round % 4 < 2 ? [change, arrival] : [arrival, change];
    const answers = await Promise.all([first(), second()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await shown(seller, `r${round}`)).body).toMatchObject({
      link_status: "linked",
      exclusion_code: after(round) === "classified" ? null : INVALID,
    });
  }
  await expectAudited(seller);
  expect(await summaryOf(seller, "2025-Q3")).toMatchObject({
    rows: [{ taxable_amount_minor: 4_500 * ROUNDS, event_count: ROUNDS }],
    warnings: [
      { code: "classification_excluded", count: ROUNDS / 2 },
      { code: INVALID, count: ROUNDS / 2 },
    ],
  });
});
