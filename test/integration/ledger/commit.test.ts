import { beforeEach, describe, expect, it } from "vitest";
import { plusDays } from "../../../shared/core/calendar/dates.ts";
import { makeRefund, makeSale, makeService, type SentEvent } from "../../make/supply-event.ts";
import type { Account } from "../../stack/api.ts";
import { auditOf } from "../../stack/audit.ts";
import {
  commit,
  committed,
  listed,
  newSeller,
  type Refusal,
  shown,
  summaryOf,
} from "../../stack/seller.ts";
import { lengthOf } from "../../stack/soak.ts";
import { todayWithTimeLeft } from "../../stack/today.ts";

let seller: Account;
beforeEach(async () => {
  seller = await newSeller();
});

const sales = (count: number): SentEvent[] =>
  Array.from({ length: count }, (_, n) => makeSale({ event_id: `s${n}` }));

describe("committing", () => {
  it("one event answers what became of it", async () => {
    expect(await committed(seller, makeSale())).toEqual([
      {
        event_id: "sale-1",
        status: "committed",
        classification_status: "classified",
        classification_reasons: [],
        period: "2025-Q3",
        link_status: "not_applicable",
        link_reason: null,
        treatment: "union_oss",
        checks: [],
        exclusion_code: null,
        exclusion_status: null,
        declared_in: {
          scheme_type: "union_oss",
          period_key: "2025-Q3",
          registration_id: 1,
          part: "rows",
        },
        undeclared_reason: null,
      },
    ]);
    const { body } = await shown(seller, "sale-1");
    // The other fields, which the sale does not have, are null.
    expect(Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))).toEqual({
      ...makeSale(),
      supplier_role: "seller",
      treatment: "union_oss",
      classification_status: "classified",
      classification_reasons: [],
      classification_history: [],
      checks: [],
      committed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      period: "2025-Q3",
      link_status: "not_applicable",
      declared_in: {
        scheme_type: "union_oss",
        period_key: "2025-Q3",
        registration_id: 1,
        part: "rows",
      },
    });
    expect(body).toMatchObject({ exclusion_code: null, description: null, source_id: null });
  });

  it("many at once answers in their order", async () => {
    // 500 are the most, which a soak sends.
    const count = lengthOf("EVENTS", 150, 500);
    const batch = sales(count).map((sale, n) =>
      n % 7 === 3
        ? makeRefund({ event_id: `r${n}`, original_event_id: `s${(n * 13) % count}` })
        : sale,
    );
    const items = await committed(seller, batch);
    expect(items.map((item) => item.event_id)).toEqual(batch.map((event) => event.event_id));
    expect(new Set(items.map((item) => item.status))).toEqual(new Set(["committed"]));
    const audit = await auditOf(seller.account);
    expect(audit).toMatchObject({ events: count, differences: [], stale_links: [] });
    const again = await committed(seller, batch.toReversed());
    expect(again.map((item) => item.event_id)).toEqual(
      batch.toReversed().map((event) => event.event_id),
    );
    expect(new Set(again.map((item) => item.status))).toEqual(new Set(["duplicate"]));
    expect(await auditOf(seller.account)).toEqual(audit);
  });

  it("501 at once is refused as a whole", async () => {
    const refused = await commit(seller, sales(501));
    expect(refused).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    const { details } = refused.body as unknown as Refusal;
    expect(details?.map((fault) => fault.field)).toEqual(["events"]);
    expect((await listed(seller)).body.items).toEqual([]);
  });

  it("a batch of one is a batch", async () => {
    expect(await committed(seller, [makeSale()])).toMatchObject([{ status: "committed" }]);
  });

  it("tells old from new in a mixed batch", async () => {
    await committed(seller, sales(2));
    const items = await committed(seller, sales(4).toReversed());
    expect(items.map((item) => item.status)).toEqual([
      "committed",
      "committed",
      "duplicate",
      "duplicate",
    ]);
  });
});

describe("the source", () => {
  const sourceOf = async (id: string) => (await shown(seller, id)).body.source_id;

  it("is that of the header, unless the event names one", async () => {
    const named = makeSale({ event_id: "named", source_id: "shop/2" });
    await committed(seller, [makeSale(), named], { "X-Source-ID": "till-1" });
    expect(await sourceOf("sale-1")).toBe("till-1");
    expect(await sourceOf("named")).toBe("shop/2");
    await committed(seller, makeSale({ event_id: "none" }));
    expect(await sourceOf("none")).toBeNull();
  });

  it("is part of the event: another header is other content", async () => {
    await committed(seller, makeSale(), { "X-Source-ID": "till-1" });
    expect((await commit(seller, makeSale(), { "X-Source-ID": "till-2" })).status).toBe(409);
    expect((await commit(seller, makeSale({ source_id: "till-1" }))).status).toBe(200);
  });

  it.for(["a b", "", "ä", "x".repeat(101), "shop,till"])("is refused: %j", async (tag) => {
    const refused = await commit(
      seller,
      { ...makeSale({ source_id: "fine" }), currency: "xx" },
      { "X-Source-ID": encodeHeader(tag) },
    );
    expect(refused.status).toBe(400);
    const { details } = refused.body as unknown as Refusal;
    expect(details?.map((fault) => fault.field)).toEqual(["currency", "X-Source-ID"]);
  });
});

/** fetch sends a header byte by byte. */
const encodeHeader = (text: string) => Buffer.from(text, "utf8").toString("latin1");

describe("the establishment", () => {
  it("is that of the profile, unless the event names one", async () => {
    seller = await newSeller("SE", { establishment_country: "EL", fixed_establishments: [] });
    const { establishment_country, ...unplaced } = makeService();
    await committed(seller, [
      { ...unplaced, event_id: "default" },
      makeService({ event_id: "named" }),
      makeSale(),
    ]);
    const placeOf = async (id: string) => (await shown(seller, id)).body.establishment_country;
    expect(await placeOf("default")).toBe("EL");
    expect(await placeOf("named")).toBe("SE");
    expect(await placeOf("sale-1")).toBe("EL");
    const { rows } = await summaryOf(seller, "2025-Q3");
    expect(rows.map((row) => [row.section, row.from_member_state])).toEqual([
      ["2a", null],
      ["2b", null],
      ["2c", "EL"],
    ]);
  });
});

const today = await todayWithTimeLeft();

describe("the day", () => {
  it("may be tomorrow in UTC, and no later", async () => {
    const on = (days: number) =>
      makeSale({ event_id: `in-${days}`, supply_date: plusDays(today, days) });
    expect((await commit(seller, [on(0), on(1)])).status).toBe(200);
    const refused = await commit(seller, [on(-1), on(2), on(400)]);
    expect(refused.status).toBe(400);
    const { details } = refused.body as unknown as Refusal;
    expect(details?.map((fault) => fault.field)).toEqual([
      "events.1.supply_date",
      "events.2.supply_date",
    ]);
    expect((await listed(seller)).body.items).toHaveLength(2);
  });
});
