import { describe, expect, it, test } from "vitest";
import type { Return } from "../../../../shared/returns/schema.ts";
import {
  type EventChanges,
  makeRefund,
  makeSale,
  type SentEvent,
} from "../../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { auditOf } from "../../../stack/audit.ts";
import { workspaceOf } from "../../../stack/importer.ts";
import { committed, idsOf, listed, register, summaryOf } from "../../../stack/seller.ts";
import { settleRecount } from "../../../stack/settle.ts";
import { eachNth } from "../../../stack/soak.ts";
import { testsInTurn } from "../../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

/*
 * A registration binds by day (Art. 57d, 59 CIR 282/2011): what was supplied before it begins or after
 * it ends is in no return of the scheme, and neither is what corrects such a supply.
 */
const OUTSIDE = "outside_registration_window_excluded";
const MISSING = "correction_reference_missing_excluded";

/** EUR 100.00 to Germany at 19 %. */
const sale = (event_id: string, supply_date: string, changes: EventChanges = {}) =>
  makeSale({ event_id, ...changes, supply_date: supply_date as SentEvent["supply_date"] });

/** The whole of it, taken back. */
const refundOf = (original: SentEvent, supply_date: string) =>
  makeRefund({
    event_id: `refund-of-${original.event_id}`,
    original_event_id: original.event_id,
    supply_date: supply_date as SentEvent["supply_date"],
    vat_rate_bps: original.vat_rate_bps,
    taxable_amount_minor: original.taxable_amount_minor,
    vat_amount_minor: original.vat_amount_minor,
  });

/** Sold with the Swedish rate, below the threshold of Art. 59c. */
const SWEDISH = { vat_rate_bps: 2_500, vat_amount_minor: 2_500 };
const FRENCH = { consumption_country: "FR", vat_rate_bps: 2_000, vat_amount_minor: 2_000 };

async function sellerIn(
  ...rows: readonly [state: string, from: string, to?: string | undefined][]
) {
  const seller = await newAccount("days");
  for (const row of rows) await registerDays(seller, ...row);
  return seller;
}

async function registerDays(seller: Account, state: string, from: string, to?: string) {
  if (to === undefined) return register(seller, state, from);
  const { status } = await call(seller.full, "POST", "/v1/tax-registrations", {
    scheme_type: "union_oss",
    member_state_identification: state,
    effective_from: from,
    effective_to: to,
    status: "ended",
  });
  expect(status).toBe(201);
}

const expectAudited = async ({ account }: Account) =>
  expect(await auditOf(account)).toMatchObject({ differences: [], stale_links: [], faults: [] });

type Row = {
  readonly what: string;
  readonly from: string;
  readonly to?: string;
  readonly events: readonly SentEvent[];
  readonly payable: number;
  readonly outside: readonly string[];
  /** The refunds of sales outside the registration. */
  readonly missing?: readonly string[];
};

describe("the quarter in which a registration begins or ends", () => {
  /** A day beside a boundary shows the same as one that is weeks away. */
  const ROWS: readonly Row[] = [
    {
      what: "R10: the days on both sides of its first day",
      from: "2026-05-10",
      events: [sale("before", "2026-05-09"), sale("first", "2026-05-10")],
      payable: 1_900,
      outside: ["before"],
    },
    {
      what: "R01: a sale of 20 April with Swedish VAT, the registration begins on 10 May",
      from: "2026-05-10",
      events: [sale("april", "2026-04-20", SWEDISH), sale("may", "2026-05-20")],
      payable: 1_900,
      outside: ["april"],
    },
    {
      what: "R10: the days on both sides of its last day",
      from: "2021-07-01",
      to: "2026-05-15",
      events: [sale("last", "2026-05-15"), sale("after", "2026-05-16")],
      payable: 1_900,
      outside: ["after"],
    },
    {
      what: "R03: a sale of June, the registration ended on 15 May",
      from: "2021-07-01",
      to: "2026-05-15",
      events: [sale("may", "2026-05-10"), sale("june", "2026-06-10", FRENCH)],
      payable: 1_900,
      outside: ["june"],
    },
    {
      what: "a refund goes with its sale",
      from: "2026-05-10",
      events: [
        sale("april", "2026-04-20", SWEDISH),
        sale("may", "2026-05-20"),
        refundOf(sale("april", "2026-04-20", SWEDISH), "2026-06-01"),
      ],
      payable: 1_900,
      outside: ["april"],
      missing: ["refund-of-april"],
    },
    {
      what: "one that begins with the quarter has all of it",
      from: "2026-04-01",
      events: [sale("first", "2026-04-01"), sale("last", "2026-06-30")],
      payable: 3_800,
      outside: [],
    },
  ];

  test.for(eachNth(3, ROWS))(
    "$what",
    async ({ from, to, events, payable, outside, missing = [] }) => {
      const seller = await sellerIn(["SE", from, to]);
      await committed(seller, events);
      const summary = await summaryOf(seller, "2026-Q2");
      expect(summary.totals.payable_vat_minor).toBe(payable);
      expect(summary.rows.every((row) => row.vat_rate_bps === 1_900)).toBe(true);
      expect(summary.warnings).toEqual(
        [
          { code: MISSING, count: missing.length },
          { code: OUTSIDE, count: outside.length },
        ].filter(({ count }) => count > 0),
      );
      expect(await idsOf(seller, `?period=2026-Q2&warning=${OUTSIDE}`)).toEqual(outside);
      expect(await idsOf(seller, `?period=2026-Q2&warning=${MISSING}`)).toEqual(missing);
      expect((await workspaceOf(seller, "2026-Q2")).union_oss.status).toBe("ready");
      await expectAudited(seller);
    },
  );

  itInTurn("sums of several segments make one row", async () => {
    const seller = await sellerIn(["SE", "2026-04-10", "2026-06-10"]);
    const days = ["2026-04-09", "2026-04-10", "2026-05-01", "2026-06-10", "2026-06-11"];
    await committed(
      seller,
      days.map((day) => sale(day, day)),
    );
    expect(await summaryOf(seller, "2026-Q2")).toMatchObject({
      rows: [{ taxable_amount_minor: 30_000, vat_amount_minor: 5_700, event_count: 3 }],
      warnings: [{ code: OUTSIDE, count: 2 }],
      total_source_event_count: 5,
    });
  });
});

describe("a refund of what no return has declared", () => {
  const early = sale("early", "2026-03-10", SWEDISH);
  const current = sale("current", "2026-05-20", {
    taxable_amount_minor: 50_000,
    vat_amount_minor: 9_500,
  });

  itInTurn("R04: of a sale from before the registration, repairs nothing", async () => {
    const seller = await sellerIn(["SE", "2026-04-01"]);
    await committed(seller, [early, current, refundOf(early, "2026-05-25")]);
    expect(await summaryOf(seller, "2026-Q2")).toMatchObject({
      totals: { payable_vat_minor: 9_500 },
      corrections: [],
      warnings: [{ code: MISSING, count: 1 }],
    });
    const { union_oss } = await workspaceOf(seller, "2026-Q2");
    expect(union_oss).toMatchObject({ status: "ready", corrections_below_zero: [] });
    expect(await idsOf(seller, `?period=2026-Q2&warning=${MISSING}`)).toEqual(["refund-of-early"]);
  });

  it("R04: the same within the quarter in which the registration began", async () => {
    const seller = await sellerIn(["SE", "2026-02-15"]);
    const before = sale("before", "2026-02-14", SWEDISH);
    const after = sale("after", "2026-02-15");
    await committed(seller, [before, after, current]);
    await committed(
      seller,
      [before, after].map((one) => refundOf(one, "2026-05-25")),
    );
    expect(await summaryOf(seller, "2026-Q2")).toMatchObject({
      totals: { current_vat_minor: 9_500, payable_vat_minor: 7_600 },
      corrections: [{ original_period: "2026-Q1", vat_amount_minor: -1_900, event_count: 1 }],
      warnings: [{ code: MISSING, count: 1 }],
    });
    expect(await idsOf(seller, `?period=2026-Q2&warning=${MISSING}`)).toEqual(["refund-of-before"]);
    await expectAudited(seller);
  });

  it("is listed as rightful, since the sale is in no return either", async () => {
    const seller = await sellerIn(["SE", "2026-04-01"]);
    await committed(seller, [early, refundOf(early, "2026-05-25")]);
    const { body } = await listed(seller, `?period=2026-Q2&warning=${MISSING}`);
    expect(body.items).toMatchObject([
      { event_id: "refund-of-early", exclusion_code: MISSING, exclusion_status: "rightful" },
    ]);
  });
});

describe("after a move from Sweden to Denmark (Art. 61a(1) CIR 282/2011)", () => {
  const sold = sale("sold", "2026-02-10");
  const events = [sold, sale("current", "2026-05-20"), refundOf(sold, "2026-05-25")];

  it("R05: a correction of what was declared in Sweden is in the final Swedish return, not in the Danish one", async () => {
    const seller = await sellerIn(["SE", "2021-07-01", "2026-03-31"], ["DK", "2026-04-01"]);
    await committed(seller, events);
    const summary = await summaryOf(seller, "2026-Q2");
    expect(summary).toMatchObject({
      member_state_identification: "DK",
      return_currency: "DKK",
      corrections: [],
      totals: { correction_vat_minor: 0 },
      warnings: [],
      total_source_event_count: 1,
    });
    expect((await workspaceOf(seller, "2026-Q2")).union_oss.status).toBe("ready");
    expect(await summaryOf(seller, "2026-Q1")).toMatchObject({
      member_state_identification: "SE",
      rows: [],
      included_source_event_count: 2,
    });
    await expectAudited(seller);
  });

  itInTurn("without the move it would be DKK -141.99", async () => {
    const seller = await sellerIn(["DK", "2021-07-01"]);
    await committed(seller, events);
    expect((await summaryOf(seller, "2026-Q2")).corrections).toMatchObject([
      { original_period: "2026-Q1", vat_amount_minor: -14_199 },
    ]);
  });

  it("a later registration in the former state does not declare it (Art. 61a(1)(a))", async () => {
    const seller = await sellerIn(["SE", "2021-07-01", "2026-03-31"], ["SE", "2026-04-10"]);
    await committed(seller, events);
    expect(await summaryOf(seller, "2026-Q2")).toMatchObject({
      corrections: [],
      totals: { payable_vat_minor: 1_900 },
      warnings: [],
    });
    expect(await summaryOf(seller, "2026-Q1")).toMatchObject({ included_source_event_count: 2 });
  });

  it("registrations without a day between them are one", async () => {
    const seller = await sellerIn(["SE", "2021-07-01", "2026-03-31"], ["SE", "2026-04-01"]);
    await committed(seller, events);
    expect((await summaryOf(seller, "2026-Q2")).corrections).toMatchObject([
      { original_period: "2026-Q1", vat_amount_minor: -1_900 },
    ]);
  });

  it("a move within a quarter leaves the sums of each state apart", async () => {
    const seller = await sellerIn(["SE", "2021-07-01", "2026-05-14"], ["DK", "2026-05-15"]);
    await committed(seller, [sale("swedish", "2026-05-14"), sale("danish", "2026-05-15")]);
    const path = "/v1/reports/oss-quarterly-summary?period=2026-Q2";
    const { status, body } = await call(seller.readOnly, "GET", path);
    expect([status, body["error"]]).toEqual([422, "registration_conflict"]);
    expect((await listed(seller, "?period=2026-Q2")).body.items).toHaveLength(2);
    await expectAudited(seller);
  });
});

describe("the final return of a registration (Art. 61a(1) CIR 282/2011)", () => {
  const sold = sale("sold", "2026-02-10");
  const ofSold = { original_period: "2026-Q1", vat_amount_minor: -1_900, event_count: 1 };
  const last = sale("last", "2026-04-20", {
    taxable_amount_minor: 30_000,
    vat_amount_minor: 5_700,
  });
  const afterIts = [refundOf(sold, "2026-07-05"), refundOf(last, "2026-08-20")];
  const withThem = {
    rows: [],
    corrections: [ofSold],
    warnings: [],
    total_source_event_count: 3,
    included_source_event_count: 3,
  };
  const idsIn = async (seller: Account, which: string) => {
    const path = `/v1/returns/union-oss/2026-Q2/events?${which}`;
    const { body } = await call<{ items: { event_id: string }[] }>(seller.readOnly, "GET", path);
    return body.items.map(({ event_id }) => event_id);
  };

  it("has the corrections of later periods until it is locked; those of its own sales net into their rows", async () => {
    const seller = await sellerIn(["SE", "2021-07-01", "2026-05-15"], ["DK", "2026-07-01"]);
    await committed(seller, [sold, last, ...afterIts]);
    expect(await summaryOf(seller, "2026-Q2")).toMatchObject(withThem);
    expect(await summaryOf(seller, "2026-Q3")).toMatchObject({ total_source_event_count: 0 });
    expect(await idsIn(seller, "original_period=2026-Q1")).toEqual(["refund-of-sold"]);
    expect(await idsIn(seller, "member_state_of_consumption=DE")).toEqual([
      "last",
      "refund-of-sold",
      "refund-of-last",
    ]);
    await expectAudited(seller);
  });

  it("has them too when the end is recorded after them, and no longer when it is taken back", async () => {
    const seller = await sellerIn(["SE", "2021-07-01"]);
    await committed(seller, [sold, last, ...afterIts]);
    expect(await summaryOf(seller, "2026-Q3")).toMatchObject({ total_source_event_count: 2 });
    const patch = (body: object) => call(seller.full, "PATCH", "/v1/tax-registrations/1", body);
    expect((await patch({ status: "ended", effective_to: "2026-05-15" })).status).toBe(200);
    expect(await workspaceOf(seller, "2026-Q2")).not.toHaveProperty("recount_pending", null);
    await settleRecount(seller.account);
    expect(await summaryOf(seller, "2026-Q2")).toMatchObject(withThem);
    await expectAudited(seller);
    expect((await patch({ status: "active", effective_to: "" })).status).toBe(200);
    await settleRecount(seller.account);
    expect(await summaryOf(seller, "2026-Q2")).toMatchObject({ total_source_event_count: 1 });
    expect(await summaryOf(seller, "2026-Q3")).toMatchObject({
      corrections: [ofSold, { original_period: "2026-Q2", vat_amount_minor: -5_700 }],
    });
    await expectAudited(seller);
  });

  it("is not corrected in both returns of a quarter in which a registration was entered anew", async () => {
    const seller = await sellerIn(["SE", "2021-07-01", "2026-05-14"], ["SE", "2026-05-15"]);
    await committed(seller, [sold, refundOf(sold, "2026-06-01")]);
    const returnUnder = async (id: number) => {
      const path = `/v1/returns/union-oss/2026-Q2?registration_id=${id}`;
      return (await call<Return>(seller.readOnly, "GET", path)).body;
    };
    expect(await returnUnder(1)).toMatchObject({ corrections: [], total_source_event_count: 0 });
    expect(await returnUnder(2)).toMatchObject({
      corrections: [ofSold],
      total_source_event_count: 1,
    });
  });

  itInTurn("lists what it leaves out of later days, and no other period does", async () => {
    const seller = await sellerIn(["SE", "2021-07-01", "2026-05-15"], ["DK", "2026-07-01"]);
    const business = sale("business", "2026-02-11", { customer_type: "b2b" });
    await committed(seller, [sold, business, refundOf(business, "2026-07-05")]);
    const INVALID = "correction_reference_invalid_excluded";
    const { warnings } = await summaryOf(seller, "2026-Q2");
    expect(warnings).toEqual([{ code: INVALID, count: 1 }]);
    const asked = (period: string) => idsOf(seller, `?period=${period}&warning=${INVALID}`);
    expect(await asked("2026-Q2")).toEqual(["refund-of-business"]);
    expect(await asked("2026-07")).toEqual([]);
    expect(await asked("2026-Q3")).toEqual([]);
    expect(await idsIn(seller, `warning=${INVALID}`)).toEqual(["refund-of-business"]);
  });

  it("is corrected directly once it is locked", async () => {
    const seller = await sellerIn(["SE", "2021-07-01", "2026-05-15"], ["DK", "2026-07-01"]);
    await committed(seller, [sold, last]);
    const path = "/v1/reports/locked-return-periods/union-oss?period=2026-Q2";
    expect((await call(seller.full, "POST", path)).status).toBe(201);
    await committed(seller, afterIts);
    type Overview = { readonly direct_declarations: readonly unknown[] };
    const overview = "/v1/compliance/overview?details=true";
    const { body } = await call<Overview>(seller.readOnly, "GET", overview);
    const direct = { member_state_identification: "SE", reason: "former_registration" };
    expect(body.direct_declarations).toMatchObject([
      { ...direct, original_period: "2026-Q1", vat_amount_minor: -1_900 },
      { ...direct, original_period: "2026-Q2", vat_amount_minor: -5_700 },
    ]);
    expect(await summaryOf(seller, "2026-Q3")).toMatchObject({
      corrections: [],
      late_changes: [],
      warnings: [],
    });
    await expectAudited(seller);
  });

  it("has a correction that arises after the registration, within its last quarter", async () => {
    const seller = await sellerIn(["SE", "2021-07-01", "2026-05-15"]);
    await committed(seller, [sold, refundOf(sold, "2026-06-01")]);
    const { corrections, warnings } = await summaryOf(seller, "2026-Q2");
    expect({ corrections, warnings }).toMatchObject({ corrections: [ofSold], warnings: [] });
    expect(await idsOf(seller, `?period=2026-Q2&warning=${OUTSIDE}`)).toEqual([]);
    await expectAudited(seller);
  });

  // Case M05 of a tax engineer: from 16 May on the seller is identified in Finland.
  it.for(eachNth(2, ["2026-05-10", "2026-05-25"]))(
    "has a correction of %s, and the return after the move has not",
    async (day) => {
      const seller = await sellerIn(["SE", "2021-07-01", "2026-05-15"], ["FI", "2026-05-16"]);
      await committed(seller, [sold, sale("finnish", "2026-05-20"), refundOf(sold, day)]);
      const returnUnder = async (id: number) =>
        (
          await call<Return>(
            seller.readOnly,
            "GET",
            `/v1/returns/union-oss/2026-Q2?registration_id=${id}`,
          )
        ).body;
      expect(await returnUnder(1)).toMatchObject({
        member_state_identification: "SE",
        corrections: [ofSold],
        warnings: [],
        total_source_event_count: 1,
      });
      expect(await returnUnder(2)).toMatchObject({
        member_state_identification: "FI",
        corrections: [],
        warnings: [],
        total_source_event_count: 1,
      });
      const events = await call<{ items: { event_id: string }[] }>(
        seller.readOnly,
        "GET",
        "/v1/returns/union-oss/2026-Q2/events?registration_id=1&original_period=2026-Q1",
      );
      expect(events.body.items.map(({ event_id }) => event_id)).toEqual(["refund-of-sold"]);
      await expectAudited(seller);
    },
  );
});
