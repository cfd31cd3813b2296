import { beforeAll, describe, expect, it, test } from "vitest";
import { itemsOf } from "../../../stack/account-items.ts";
import { type Account, call } from "../../../stack/api.ts";
import { orderOf } from "../../../stack/calculation-batches.ts";
import { CALCULATE, calculated, makeCalculation } from "../../../stack/calculations.ts";
import { newSeller, type Refusal } from "../../../stack/seller.ts";

let seller: Account;
beforeAll(async () => {
  seller = await newSeller();
});

const quoted = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  call<Refusal>(seller.readOnly, "POST", CALCULATE, body, headers);

const quote = (changes: object = {}) => makeCalculation({ store: false, ...changes });

const PLACED = { country: "FI", supply: { supply_kind: "goods", dispatch_country: "SE" } };
const LINES = {
  tax_class_id: undefined,
  gross_amount_minor: undefined,
  lines: [
    { line_id: "book", tax_class_id: "books", gross_amount_minor: 1_070 },
    { line_id: "lamp", tax_class_id: "standard", gross_amount_minor: 2_380 },
  ],
};

describe("store: false", () => {
  it.for<[what: string, changes: Readonly<Record<string, unknown>>]>([
    ["a price", {}],
    ["lines", LINES],
    ["a supply that is placed", PLACED],
  ])("answers %s as it would be kept, without an id", async ([, changes]) => {
    const { status, body } = await quoted(quote(changes));
    const { transaction_id, created_at, ...kept } = await calculated(seller, changes);
    expect([status, body]).toMatchObject([200, { ...kept, transaction_id: null }]);
  });

  it("stores nothing, whatever is sent beside it", async () => {
    const headers = { "Idempotency-Key": "quote-1", "X-Source-ID": "new-till" };
    await quoted(quote());
    const before = await itemsOf(seller.account);
    const items = [makeCalculation(), makeCalculation(PLACED)];
    const answers = [
      await quoted(quote(LINES), headers),
      await quoted({ store: false, items }, headers),
      await quoted(quote({ country: "xx" }), headers),
      await quoted(makeCalculation(), headers),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 403]);
    expect(answers[1]?.body).toMatchObject({
      items: items.map(() => ({ transaction: { transaction_id: null } })),
    });
    expect(await itemsOf(seller.account)).toEqual(before);
  });

  it("leaves the Idempotency-Key to the request that is kept", async () => {
    const once = { "Idempotency-Key": "order-8" };
    await call(seller.full, "POST", CALCULATE, quote(), once);
    const first = await call(seller.full, "POST", CALCULATE, makeCalculation(), once);
    expect(first.body).toMatchObject({ transaction_id: expect.stringMatching(/^txn_/) });
    const second = await call(seller.full, "POST", CALCULATE, makeCalculation(), once);
    expect(second.body).toEqual(first.body);
  });
});

test.for<[what: string, body: unknown, status: number, error: string]>([
  ["a calculation that is kept", makeCalculation(), 403, "insufficient_scope"],
  ["store: true", makeCalculation({ store: true }), 403, "insufficient_scope"],
  ["store: null", makeCalculation({ store: null }), 403, "insufficient_scope"],
  ["faults that are kept", { country: "xx" }, 403, "insufficient_scope"],
  ["store: false within an item", { items: [quote()] }, 403, "insufficient_scope"],
  ["a list", [quote()], 403, "insufficient_scope"],
  ["what is not JSON", "{", 400, "invalid_json"],
  ["faults", quote({ country: "xx" }), 400, "invalid_request"],
])("a read-only key is refused %s", async ([, body, status, error]) => {
  expect(await quoted(body)).toMatchObject({ status, body: { error } });
});

test.for<[what: string, body: unknown, field: string, message: RegExp]>([
  [
    "of a batch",
    { store: false, items: [makeCalculation(), orderOf("order-9")] },
    "items.1.commit",
    /store: false stores nothing: leave one of them out/,
  ],
  ["alone", { ...orderOf("order-9"), store: false }, "commit", /items: \[\{ …, commit \}\]/],
  ["alone, by its id", quote({ event_id: "order-9" }), "event_id", /commit/],
])("a commit %s is refused with what to do", async ([, body, field, message]) => {
  const { status, body: refusal } = await call<Refusal>(seller.full, "POST", CALCULATE, body);
  expect([status, refusal.details?.map((fault) => fault.field)]).toEqual([400, [field]]);
  expect(refusal.details?.[0]?.message).toMatch(message);
});
