import { beforeAll, describe, expect, it, test } from "vitest";
import { makeRefund, makeSale } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import {
  committed,
  eventPath,
  listed,
  newSeller,
  type Refusal,
  reclassify,
  shown,
  summaryOf,
} from "../../stack/seller.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

let owner: Account;
let stranger: Account;
beforeAll(async () => {
  [owner, stranger] = await Promise.all([newSeller(), newSeller()]);
  await committed(owner, [
    makeSale(),
    makeRefund(),
    makeSale({ event_id: "shop/7", source_id: "shop" }),
    makeRefund({ event_id: "waiting", original_event_id: "awaited" }),
  ]);
});

/** An answer as it went over the wire, but for the id of the request. */
const wire = ({ status, body, headers }: { status: number; body: unknown; headers: Headers }) => {
  const { request_id, ...error } = body as Refusal;
  const {
    date,
    ratelimit,
    "server-timing": took,
    "apigw-requestid": _,
    ...sent
  } = Object.fromEntries(headers);
  return JSON.stringify({ status, told: error, sent });
};

describe("another account's event", () => {
  const ids = ["sale-1", "refund-1", "shop/7", "waiting", "awaited"];
  const UNKNOWN = "nosuch";

  test.for(ids)("is answered like one that does not exist: %s", async (id) => {
    const body = { classification_status: "excluded", note: "x" };
    const post = (one: string) =>
      call(stranger.full, "POST", `${eventPath(one)}/classification`, body);
    expect(wire(await shown(stranger, id))).toBe(wire(await shown(stranger, UNKNOWN)));
    expect(wire(await post(id))).toBe(wire(await post(UNKNOWN)));
    expect((await post(id)).status).toBe(404);
  });

  it("is not in the list, and a filter does not find it", async () => {
    for (const query of ["", "?period=2025-Q3", "?source_id=shop"]) {
      expect((await listed(stranger, query)).body).toEqual({ items: [], next_cursor: null });
    }
  });

  it("cannot be reached by a cursor of its own list", async () => {
    const { next_cursor } = (await listed(owner, "?limit=1")).body;
    expect((await listed(stranger, `?limit=1&cursor=${next_cursor}`)).body).toEqual({
      items: [],
      next_cursor: null,
    });
  });
});

itInTurn("the same id in two accounts is two events", async () => {
  const [one, other] = await Promise.all([newSeller(), newSeller()]);
  const content = { taxable_amount_minor: 777, consumption_country: "FR" } as const;
  await committed(one, makeSale());
  expect(await committed(other, makeSale(content))).toMatchObject([{ status: "committed" }]);
  await committed(other, makeRefund(content));
  await reclassify(other, "sale-1", "excluded");

  expect((await shown(one, "sale-1")).body).toMatchObject(makeSale());
  expect((await shown(one, "refund-1")).status).toBe(404);
  expect((await summaryOf(one, "2025-Q3")).rows).toMatchObject([
    { member_state_of_consumption: "DE", taxable_amount_minor: 10_000 },
  ]);
  expect((await summaryOf(other, "2025-Q3")).rows).toEqual([]);
});

it("a refund does not find an original in another account", async () => {
  const other = await newSeller();
  const items = await committed(other, makeRefund({ original_event_id: "sale-1" }));
  expect(items).toMatchObject([{ link_status: "waiting" }]);
});
