import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { LedgerId } from "../../../../../shared/core/ids.ts";
import { auditLocks } from "../../../../../shared/operations/audit/audit-locks.ts";
import { insertLock } from "../../../../../shared/returns/locks/store-locks.ts";
import {
  loadOpeningState,
  loadOpenings,
  saveOpening,
} from "../../../../../shared/returns/openings/store-openings.ts";
import { IOSS } from "../../../../../shared/vat/schemes/ioss.ts";
import { makeLock } from "../../../../make/locked-period.ts";
import { makeOpening } from "../../../../make/opening.ts";
import { retryOn503 } from "../../../../stack/retry-on-503.ts";
import { committed } from "../../../../stack/seller.ts";
import { lengthOf, soaking } from "../../../../stack/soak.ts";
import {
  lockReturn,
  openingPath,
  postOpening,
  refund,
  returnOf,
  sale,
  sellerIn,
  totals,
  UNION,
} from "../filed-elsewhere.ts";

const rounds = Array.from({ length: lengthOf("ROUNDS", 1, 100) }, (_, n) => n);
const clients = Array.from({ length: soaking ? 8 : 3 }, (_, n) => n);

it("the same opening many times at once is one; of many others one gets through", async () => {
  const same = await sellerIn(UNION);
  const answers = await Promise.all(
    clients.map(() => retryOn503(() => postOpening(same, openingPath(UNION)))),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(201);
  const other = await sellerIn(UNION);
  const tries = await Promise.all(
    clients.map((n) => {
      const body = totals({ filing_reference: `try ${n}` });
      return retryOn503(() => postOpening(other, openingPath(UNION), body));
    }),
  );
  expect(tries.map(({ status }) => status).sort()).toEqual([
    201,
    ...clients.slice(1).map(() => 409),
  ]);
});

/*
 * Either the lock was drawn with the opening, or the opening came after it: whichever it was, the refund is
 * declared once.
 */
it("a lock and an opening before it at once declare a refund once", async () => {
  for (const _ of rounds) {
    const seller = await sellerIn(UNION);
    await committed(seller, refund(UNION) as never);
    const [lock, opening] = await Promise.all([
      retryOn503(() => lockReturn(seller, UNION, "2025-Q2")),
      retryOn503(() => postOpening(seller, openingPath(UNION))),
    ]);
    expect([lock.status, opening.status], lock.text + opening.text).toEqual([201, 201]);
    const declared = await Promise.all(
      ["2025-Q2", "2025-Q3"].map((period) => returnOf(seller, UNION, period)),
    );
    // The locked return shows what it holds today; what it was locked with is in the next one, or not.
    const late = declared[1]?.late_changes ?? [];
    const locked = lock.body["totals"] as { correction_vat_minor: number };
    const total =
      locked.correction_vat_minor + late.reduce((sum, one) => sum + one.vat_amount_minor, 0);
    expect(total).toBe(-190);
    expect((await auditLocks(seller.account)).faults).toEqual([]);
  }
});

it("a lock and an opening of one quarter at once: one of them gets through", async () => {
  for (const _ of rounds) {
    const seller = await sellerIn(UNION);
    const answers = await Promise.all([
      retryOn503(() => lockReturn(seller, UNION, "2025-Q1")),
      retryOn503(() => postOpening(seller, openingPath(UNION))),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  }
});

it("an opening and the first sale of its quarter at once: the sale is declared once", async () => {
  for (const _ of rounds) {
    const seller = await sellerIn(UNION);
    const [opening] = await Promise.all([
      retryOn503(() => postOpening(seller, openingPath(UNION))),
      committed(seller, sale(UNION) as never),
    ]);
    expect([201, 409]).toContain(opening.status);
    const { rows } = await returnOf(seller, UNION, "2025-Q1");
    const { late_changes } = await returnOf(seller, UNION, "2025-Q2");
    expect(rows).toHaveLength(1);
    expect(late_changes).toHaveLength(opening.status === 201 ? 1 : 0);
  }
});

describe("each is held to what it has seen of the other", () => {
  const account = () => `openings-${randomUUID()}` as LedgerId;
  const refused = { name: "TransactionCanceledException" };
  const lock = makeLock();
  const opening = makeOpening({}, { period: "2025-Q1" });

  it("a lock whose return was computed before an opening", async () => {
    const name = account();
    const seen = await loadOpeningState(name, "union_oss");
    await saveOpening(name, opening, seen);
    await expect(insertLock(name, lock, undefined, seen)).rejects.toMatchObject(refused);
    await insertLock(name, lock, undefined, await loadOpeningState(name, "union_oss"));
  });

  it("an opening that was decided before a lock, and before another opening", async () => {
    const name = account();
    const seen = await loadOpeningState(name, "union_oss");
    await insertLock(name, lock, undefined, seen);
    await expect(saveOpening(name, opening, seen)).rejects.toMatchObject(refused);
    const since = await loadOpeningState(name, "union_oss");
    await saveOpening(name, opening, since);
    await expect(saveOpening(name, opening, since)).rejects.toMatchObject(refused);
    expect(await loadOpenings(name, "union_oss", "2025-Q1")).toEqual([opening]);
  });

  it("openings of another scheme are no concern of it", async () => {
    const name = account();
    const seen = await loadOpeningState(name, "union_oss");
    const month = makeOpening({ rows: [] }, { scheme: IOSS });
    await saveOpening(name, month, await loadOpeningState(name, "ioss"));
    await insertLock(name, lock, undefined, seen);
    expect(await loadOpenings(name, "ioss", "2025-01", "2025-12")).toEqual([month]);
    expect(await loadOpenings(name, "union_oss", "2021-Q3", "2025-Q4")).toEqual([]);
  });
});
