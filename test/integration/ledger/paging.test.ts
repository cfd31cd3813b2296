import { beforeAll, describe, expect, it } from "vitest";
import { withMarkedCursor } from "../../../shared/api/middleware/filter-mark.ts";
import { cursorAt } from "../../../shared/core/input/pagination.ts";
import { makeSale, type SentEvent } from "../../make/supply-event.ts";
import type { Account } from "../../stack/api.ts";
import { committed, idsOf, listed, newSeller, pagedIds, type Refusal } from "../../stack/seller.ts";
import { eachNth } from "../../stack/soak.ts";

const on = (day: string) => ({ supply_date: day as SentEvent["supply_date"] });

describe("paging", () => {
  let seller: Account;
  const COUNT = 210;

  beforeAll(async () => {
    seller = await newSeller();
    const events = Array.from({ length: COUNT }, (_, n) =>
      makeSale({
        event_id: `n${(n * 11) % COUNT}`,
        ...on(`2025-08-${String((n % 28) + 1).padStart(2, "0")}`),
        source_id: n % 3 === 0 ? "shop" : "till",
      }),
    );
    await committed(seller, events);
  });

  it.for(eachNth(2, [200, 199, 77, 50]))("gives every event once, %i at a time", async (limit) => {
    const ids = await pagedIds(seller, `?limit=${limit}`);
    expect(ids).toHaveLength(COUNT);
    expect(new Set(ids).size).toBe(COUNT);
  });

  it("goes by day, then by id", async () => {
    const { items } = (await listed(seller, "?limit=200")).body;
    const places = items.map((one) => `${one.supply_date}#${one.event_id}`);
    expect(places).toEqual(places.toSorted());
  });

  it("has 50 rows a page unless asked otherwise", async () => {
    const { items, next_cursor } = (await listed(seller)).body;
    expect(items).toHaveLength(50);
    expect(next_cursor).not.toBeNull();
  });

  it("lets the size of a page change on the way", async () => {
    const first = (await listed(seller, "?limit=10")).body;
    const second = (await listed(seller, `?limit=20&cursor=${first.next_cursor}`)).body;
    const whole = (await listed(seller, "?limit=30")).body;
    expect([...first.items, ...second.items]).toEqual(whole.items);
  });

  it("ignores events committed before the cursor, and includes those after it", async () => {
    const other = await newSeller();
    await committed(
      other,
      [1, 2, 3, 4].map((n) => makeSale({ event_id: `e${n}` })),
    );
    const { next_cursor } = (await listed(other, "?limit=2")).body;
    await committed(
      other,
      ["e0", "e5"].map((event_id) => makeSale({ event_id })),
    );
    expect(await idsOf(other, `?limit=9&cursor=${next_cursor}`)).toEqual(["e3", "e4", "e5"]);
  });

  it("accepts a cursor after the longest possible id", async () => {
    const other = await newSeller();
    const source_id = "x".repeat(100);
    const ids = ["あ".repeat(100), "🧾".repeat(50), '"'.repeat(100)];
    await committed(
      other,
      ids.map((event_id) => makeSale({ event_id, source_id })),
    );
    const query = `?limit=1&period=2025-Q3&source_id=${source_id}&classification_status=classified`;
    expect((await pagedIds(other, query)).sort()).toEqual(ids.sort());
  });

  it.for<[string, (cursor: string) => string]>([
    ["of another source", (cursor) => `?source_id=till&cursor=${cursor}`],
    ["of no filter", (cursor) => `?cursor=${cursor}`],
    ["of another period", (cursor) => `?source_id=shop&period=2025-Q3&cursor=${cursor}`],
    [
      "of another status",
      (cursor) => `?source_id=shop&classification_status=excluded&cursor=${cursor}`,
    ],
    [
      "of another warning",
      (cursor) => `?source_id=shop&warning=vat_differs_from_rate&cursor=${cursor}`,
    ],
    ["cut short", (cursor) => `?source_id=shop&cursor=${cursor.slice(0, -4)}`],
    ["of another list", () => `?source_id=shop&cursor=${cursorAt("registrations", "1")}`],
    [
      "made up: a day outside the period",
      () => `?period=2025-Q3&cursor=${markedBy({ period: "2025-Q3" }, ["2025-12-01", "x"])}`,
    ],
    ["made up: no day", () => `?cursor=${markedBy({}, ["soon", "x"])}`],
    ["rubbish", () => "?cursor=%00%ff"],
    ["empty", () => "?cursor="],
    ["not base64", () => "?cursor=***"],
    ["much too long", () => `?cursor=${"a".repeat(5_000)}`],
  ])("refuses a cursor %s", async ([, query]) => {
    const { next_cursor } = (await listed(seller, "?source_id=shop&limit=5")).body;
    const refused = await listed(seller, query(next_cursor ?? ""));
    expect(refused).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    expect((refused.body as unknown as Refusal).message).toContain("cursor");
  });

  it.for([
    ["?limit=0", "limit"],
    ["?limit=201", "limit"],
    ["?limit=-1", "limit"],
    ["?limit=1.5", "limit"],
    ["?limit=", "limit"],
    ["?limit=5&limit=6", "limit"],
    ["?period=2025", "period"],
    ["?period=2025-Q5", "period"],
    ["?period=2025-13", "period"],
    ["?period=0999-Q1", "period"],
    ["?source_id=a%20b", "source_id"],
    ["?source_id=", "source_id"],
    ["?classification_status=Excluded", "classification_status"],
    ["?warning=%27OR", "warning"],
    ["?warning=", "warning"],
    ["?warning=no_such_code", "warning"],
    ["?warning=vat_difers_from_rate", "warning"],
    ["?warning=need_review_excluded", "warning"],
    ["?warning=correction_reference_missing_excludedwith", "warning"],
    ["?event_type=sale", "event_type"],
    ["?__proto__=x", "__proto__"],
  ] as const)("refuses %s", async ([query, field]) => {
    const refused = await listed(seller, query);
    expect(refused.status).toBe(400);
    const { details } = refused.body as unknown as Refusal;
    expect(details?.map((fault) => fault.field)).toEqual([field]);
  });
});

/** A made-up cursor with the mark of its filters. */
const markedBy = (queryStringParameters: Record<string, string>, place: unknown) =>
  withMarkedCursor({ queryStringParameters }, { next_cursor: cursorAt("supply-events", place) })
    .next_cursor;
