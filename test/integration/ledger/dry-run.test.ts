import { beforeAll, describe, expect, it } from "vitest";
import { makeRefund, makeSale } from "../../make/supply-event.ts";
import { itemsOf } from "../../stack/account-items.ts";
import { type Account, call } from "../../stack/api.ts";
import { calculated, TRANSACTIONS } from "../../stack/calculations.ts";
import { committed, EVENTS, listed, newSeller, type Refusal } from "../../stack/seller.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

let seller: Account;
beforeAll(async () => {
  seller = await newSeller();
});

const isReplay = (headers: Headers) => headers.get("idempotency-replayed") === "true";

const dryRunOf = (path: string): string => `${path}${path.includes("?") ? "&" : "?"}dry_run=true`;

const foreseen = (path: string, body: unknown, headers = {}) =>
  call<Refusal>(seller.full, "POST", dryRunOf(path), body, headers);

const withoutId = ({ request_id, ...body }: Refusal) => body;

/** The same as a dry run and then for good. */
async function bothWays(path: string, body: unknown, headers = {}) {
  const dry = await foreseen(path, body, headers);
  const done = await call<Refusal>(seller.full, "POST", path, body, headers);
  expect([dry.status, withoutId(dry.body)]).toEqual([done.status, withoutId(done.body)]);
  return done;
}

const MIXED_RATES = {
  lines: [
    { tax_class_id: "standard", gross_amount_minor: 11_900 },
    { tax_class_id: "books", gross_amount_minor: 10_700 },
  ],
  tax_class_id: undefined,
  gross_amount_minor: undefined,
};
const SALE = { event_type: "sale", supply_kind: "goods", dispatch_country: "SE" };

describe("a dry run", () => {
  it("writes nothing, whatever it is of, and whatever it answers", async () => {
    const { transaction_id } = await calculated(seller, MIXED_RATES);
    await committed(seller, makeSale({ event_id: "there" }));
    const commitPath = `${TRANSACTIONS}/${transaction_id}/commit`;
    const once = { "Idempotency-Key": "nothing", "X-Source-ID": "new-till" };
    // The use of a key on a day is noted at its first request.
    const before = await itemsOf(seller.account);
    expect(before.size).toBeGreaterThan(5);
    const answers = [
      await foreseen(EVENTS, { events: [makeSale(), makeRefund()] }, once),
      await foreseen(EVENTS, makeRefund({ original_event_id: "there" })),
      await foreseen(EVENTS, makeSale({ event_id: "there", currency: "SEK" as never }), once),
      await foreseen(`${EVENTS}?on_error=skip`, { events: [makeSale(), null] }),
      await foreseen(commitPath, { ...SALE, event_id: "mixed" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 409, 200, 200]);
    expect(await itemsOf(seller.account)).toEqual(before);
  });
});

describe("a dry run of supply events", () => {
  const source = { "X-Source-ID": "till-1" };
  const events = [
    makeSale(),
    makeRefund(),
    makeRefund({ event_id: "r2", original_event_id: "no" }),
  ];

  it("answers as the commit does, and writes nothing", async () => {
    const done = await bothWays(EVENTS, { events }, source);
    expect(done.body).toMatchObject({
      items: [
        { status: "committed" },
        { status: "committed", link_status: "linked" },
        { status: "committed", link_status: "waiting" },
      ],
    });
    const again = await bothWays(EVENTS, { events }, source);
    expect(again.body).toMatchObject({ items: events.map(() => ({ status: "duplicate" })) });
  });

  it("answers as the refusal does", async () => {
    const conflict = {
      events: [makeSale({ event_id: "new" }), makeSale({ currency: "SEK" as never })],
    };
    expect((await bothWays(EVENTS, conflict)).status).toBe(409);
    expect((await bothWays(EVENTS, { events: [{ event_id: "x" }] })).status).toBe(400);
    expect((await bothWays(EVENTS, "{")).status).toBe(400);
  });

  it("answers as the commit does that skips what is wrong", async () => {
    const mixed = [
      makeSale({ event_id: "s3" }),
      { event_id: "x" },
      makeSale({ currency: "SEK" as never }),
    ];
    const { status, body } = await bothWays(`${EVENTS}?on_error=skip`, { events: mixed }, source);
    expect([status, body]).toMatchObject([
      200,
      { counts: { committed: 1, duplicate: 0, conflict: 1, rejected: 1 } },
    ]);
  });

  it("uses no Idempotency-Key up, and is not answered from what it was used for", async () => {
    const once = { "Idempotency-Key": "k" };
    const body = makeSale({ event_id: "once" });
    expect((await foreseen(EVENTS, body, once)).body).toMatchObject({
      items: [{ status: "committed" }],
    });
    const done = await call(seller.full, "POST", EVENTS, body, once);
    expect([done.status, isReplay(done.headers)]).toEqual([200, false]);
    const after = await foreseen(EVENTS, body, once);
    expect(after.body).toMatchObject({ items: [{ status: "duplicate" }] });
    expect(isReplay(after.headers)).toBe(false);
    const replayed = await call(seller.full, "POST", EVENTS, body, once);
    expect(isReplay(replayed.headers)).toBe(true);
    expect((await foreseen(EVENTS, body, { "Idempotency-Key": "x".repeat(256) })).status).toBe(400);
  });

  itInTurn("needs a key that may write, as the commit does", async () => {
    const path = `${EVENTS}?dry_run=true`;
    const refused = await call(seller.readOnly, "POST", path, makeSale());
    expect([refused.status, refused.body["error"]]).toEqual([403, "insufficient_scope"]);
    expect((await call(undefined, "POST", path, makeSale())).status).toBe(401);
  });

  it("is one only when it says true", async () => {
    const real = await call(
      seller.full,
      "POST",
      `${EVENTS}?dry_run=false`,
      makeSale({ event_id: "real" }),
    );
    expect(real.status).toBe(200);
    expect(
      (await listed(seller, "?limit=200")).body.items.map(({ event_id }) => event_id),
    ).toContain("real");
    for (const given of ["1", "", "TRUE"]) {
      const { status } = await call(seller.full, "POST", `${EVENTS}?dry_run=${given}`, makeSale());
      expect(status).toBe(400);
    }
  });
});

describe("a dry run of a calculation's commit", () => {
  const commitPath = (id: string) => `${TRANSACTIONS}/${id}/commit`;

  it("answers as the commit does, and leaves the calculation as it was", async () => {
    const { transaction_id } = await calculated(seller);
    const path = commitPath(transaction_id);
    const done = await bothWays(path, { ...SALE, event_id: "order-1" });
    expect(done.body).toMatchObject({ items: [{ event_id: "order-1", status: "committed" }] });
    const other = await bothWays(path, { ...SALE, event_id: "order-2" });
    expect(other.body).toMatchObject({
      error: "transaction_already_committed",
      details: [{ field: "event_id", event_id: "order-2" }],
    });
    expect((await bothWays(path, { ...SALE, event_id: "order-1" })).status).toBe(200);
  });

  it("names the order when an id is taken, and refuses what contradicts the calculation", async () => {
    const { transaction_id } = await calculated(seller);
    const path = commitPath(transaction_id);
    const taken = await bothWays(path, { ...SALE, event_id: "order-1" });
    expect(taken.body).toMatchObject({
      error: "event_conflict",
      details: [{ field: "event_id", event_id: "order-1" }],
    });
    const wrong = await bothWays(path, { event_id: "order-3", event_type: "sale" });
    expect(wrong.body).toMatchObject({
      message: "supply_kind (order-3): required",
      details: [{ field: "supply_kind", event_id: "order-3", message: "required" }],
    });
    expect((await bothWays(commitPath("none"), { ...SALE, event_id: "order-4" })).status).toBe(404);
  });

  it("foresees what becomes of refunds that name an order of several rates", async () => {
    const { transaction_id } = await calculated(seller, MIXED_RATES);
    await bothWays(commitPath(transaction_id), { ...SALE, event_id: "mixed-1" });
    const refund = makeRefund({ event_id: "mixed-r", original_event_id: "mixed-1" });
    const { body } = await bothWays(EVENTS, refund);
    expect(body).toMatchObject({ items: [{ link_status: "linked" }] });
    const second = await calculated(seller, MIXED_RATES);
    const taken = await bothWays(commitPath(second.transaction_id), {
      ...SALE,
      event_id: "mixed-1",
    });
    expect(taken.body.error).toBe("event_conflict");
    await committed(seller, makeSale({ event_id: "mixed-2-700" }));
    const part = await bothWays(commitPath(second.transaction_id), {
      ...SALE,
      event_id: "mixed-2",
    });
    expect(part.body).toMatchObject({
      error: "event_conflict",
      details: [{ field: "event_id", event_id: "mixed-2" }],
    });
  });
});
