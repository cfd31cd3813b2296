import { beforeAll, expect, it, test } from "vitest";
import { makeRefund, makeSale } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import {
  commit,
  committed,
  EVENTS,
  listed,
  newSeller,
  type Refusal,
  reclassify,
  type ShownEvent,
  shown,
} from "../../stack/seller.ts";
import { eachNth } from "../../stack/soak.ts";

let seller: Account;
beforeAll(async () => {
  seller = await newSeller();
});

const IDS = [
  "plain",
  "with a blank",
  "a/b/c",
  "a%2Fb",
  "%",
  "100%25",
  "?limit=1",
  "#1",
  "a+b&c=d;e",
  "EVENT#x#y",
  "..a",
  "\\",
  '"quoted"',
  "été",
  "注文-1",
  "🧾",
  "constructor",
  "__proto__",
  "x".repeat(100),
  "あ".repeat(100),
  "🧾".repeat(50),
];
const SALES = IDS.map((event_id) => makeSale({ event_id }));
const REFUNDS = IDS.map((id) =>
  makeRefund({ event_id: `${id.slice(0, 98)} r`, original_event_id: id }),
);

it("events are committed under ids of every form", async () => {
  expect(await committed(seller, SALES)).toMatchObject(
    IDS.map((event_id) => ({ event_id, status: "committed" })),
  );
  expect(await committed(seller, REFUNDS)).toMatchObject(
    IDS.map(() => ({ link_status: "linked" })),
  );
});

test.for(IDS.map((id, n) => [id, n] as const))(
  "an event is found by its id: %j",
  async ([event_id, n]) => {
    const { status, body } = await shown(seller, event_id);
    expect(status).toBe(200);
    expect(body).toMatchObject(SALES[n] as object);
    expect((await reclassify(seller, event_id, "excluded")).body.event_id).toBe(event_id);
    expect((await shown(seller, REFUNDS[n]?.event_id ?? "")).body).toMatchObject({
      link_status: "linked",
      exclusion_code: "correction_reference_invalid_excluded",
    });
  },
);

it("lists all of them, each as it is shown alone", async () => {
  const { items } = (await listed(seller, "?limit=200")).body;
  for (const item of eachNth(4, items))
    expect((await shown(seller, item.event_id)).body).toEqual(item);
  expect(items.length).toBe(42);
});

/** Else two ids that look the same would be two sales, and both would be declared. */
it.for<[string, string]>([
  ["été".normalize("NFD"), "must be in Unicode normalization form C"],
  ["sale\u200b-1", "must hold no invisible characters"],
  ["sale-1\ufeff", "must hold no invisible characters"],
  ["sale\u00ad-1", "must hold no invisible characters"],
  ["sale\u3164", "must hold no invisible characters"],
  ["\u00a0", "must hold something that can be read"],
])("an id that looks like another is refused: %j", async ([event_id, message]) => {
  const refused = await commit(seller, makeSale({ event_id }));
  expect(refused).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  const { details } = refused.body as unknown as Refusal;
  expect(details).toContainEqual({ field: "event_id", message });
  expect((await shown(seller, event_id)).status).toBe(404);
});

it.for(["unknown", "PLAIN", "plain ", "SENTRY", "LINK#plain r"])(
  "404 for an unknown id: %j",
  async (id) => {
    expect(await shown(seller, id)).toMatchObject({ status: 404, body: { error: "not_found" } });
  },
);

it("404 for an event that is only referred to, until it comes", async () => {
  const sale = makeSale({ event_id: "awaited" });
  await committed(seller, makeRefund({ event_id: "early", original_event_id: "awaited" }));
  expect((await shown(seller, "early")).body.link_status).toBe("waiting");
  expect((await shown(seller, "awaited")).status).toBe(404);
  expect((await reclassify(seller, "awaited", "excluded")).status).toBe(404);
  const { items } = (await listed(seller, "?limit=200")).body;
  expect(items.map((one) => one.event_id)).not.toContain("awaited");
  await committed(seller, sale);
  expect((await shown(seller, "awaited")).status).toBe(200);
  expect((await shown(seller, "early")).body.link_status).toBe("linked");
});

it.for(["x".repeat(101), "a\u0000b", "a\nb"])("404 for what no id can be: %j", async (id) => {
  expect(await shown(seller, id)).toMatchObject({
    status: 404,
    body: { error: "not_found", message: "no such supply event" },
  });
});

it("takes a query for a fault", async () => {
  const answer = await call(seller.readOnly, "GET", `${EVENTS}/plain?verbose=1`);
  expect(answer).toMatchObject({ status: 400, body: { details: [{ field: "verbose" }] } });
});

it("shows every field as it was sent", async () => {
  const sale = makeSale({
    event_id: "full",
    consumption_country: "EL",
    establishment_country: "US",
    currency: "SEK",
    rate_category: "reduced",
    vat_rate_bps: 600,
    vat_amount_minor: 600,
    supplier_role: "deemed_supplier",
    location_evidence: [{ kind: "billing_address", country: "EL" }],
    source_id: "shop/1",
    tax_class_id: "books",
    transaction_id: "t-1",
    description: "A book, “bound”",
    metadata: { constructor: "c", toString: "t", "a.b": "line\nbreak", empty: "" },
  });
  await committed(seller, sale);
  const { body } = await shown(seller, "full");
  expect(body).toMatchObject(sale);
  expect(Object.entries(body.metadata ?? {})).toHaveLength(4);
});

it("a minus zero is a zero", async () => {
  const body = JSON.stringify(makeSale({ event_id: "zero" })).replace(":10000,", ":-0,");
  const { status } = await call(seller.full, "POST", EVENTS, body);
  expect(status).toBe(200);
  const { body: event } = await call<ShownEvent>(seller.full, "GET", `${EVENTS}/zero`);
  expect(Object.is(event.taxable_amount_minor, 0)).toBe(true);
});
