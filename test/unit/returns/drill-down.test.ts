import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { EventId, PeriodKey } from "../../../shared/core/ids.ts";
import { eventListStart } from "../../../shared/ledger/events/listing.ts";
import { checkKey, type RunningSum } from "../../../shared/ledger/sums/sum.ts";
import {
  cursorAfterSourceEvent,
  figureOf,
  isSourceEvent,
  SourceEventsQuery,
} from "../../../shared/returns/drill-down/drill-down.ts";
import type { ReturnRow } from "../../../shared/returns/schema.ts";
import { UNION_OSS } from "../../../shared/vat/schemes/union-oss.ts";
import { errorOf, misreadFields } from "../../make/refusal.ts";
import { makeRegistration } from "../../make/registration.ts";
import {
  computedReturn,
  correctionTally,
  excludedTally,
  lineTally,
  makeReturn,
  periodAt,
  ratesOf,
} from "../../make/return-input.ts";

const rates = [ratesOf("2025-Q1"), ratesOf("2025-Q2")];
const counted = ({ key }: RunningSum, counted_in = "u2025-Q3") => ({ counted_in, counted_as: key });

/** The query of a row, by all its fields. */
const figureOfRow = (row: ReturnRow) => ({
  section: row.section ?? undefined,
  member_state_of_consumption: row.member_state_of_consumption,
  vat_rate_bps: row.vat_rate_bps,
  supply_kind: row.supply_kind,
  from_member_state: row.from_member_state ?? undefined,
  rate_category: row.rate_category,
});

const countIn = (rows: readonly { readonly event_count: number }[]): number =>
  rows.reduce((sum, row) => sum + row.event_count, 0);

describe("the source events of a figure", () => {
  it("are those that it counts", () => {
    const country = fc.constantFrom("DE", "FR");
    const line = fc
      .record({
        consumption_country: country,
        supply_kind: fc.constantFrom("goods" as const, "services" as const),
        from_country: fc.constantFrom("SE", "PL"),
        vat_rate_bps: fc.constantFrom(1_900, 700),
        currency: fc.constantFrom("EUR", "USD"),
      })
      .map((one) =>
        lineTally(
          { ...one, rate_category: one.vat_rate_bps === 700 ? "reduced" : "standard" },
          100,
          19,
        ),
      );
    const correction = fc
      .record({
        consumption_country: country,
        original_period: fc.constantFrom("2025-Q1" as PeriodKey, "2025-Q2" as PeriodKey),
      })
      .map((one) => correctionTally(one, -10, -2));
    const excluded = fc
      .constantFrom("needs_review_excluded" as const, "classification_excluded" as const)
      .map((code) => excludedTally(code, 1));
    const sums = fc.uniqueArray(fc.oneof(line, correction, excluded), {
      selector: ({ key }) => key,
      maxLength: 12,
    });
    fc.assert(
      fc.property(sums, (all) => {
        const rules = makeReturn(all, { rates });
        const made = computedReturn(all, { rates });
        const countOf = (figure: Parameters<typeof isSourceEvent>[1]) =>
          all.filter((sum) => isSourceEvent(counted(sum), figure, rules)).length;
        for (const row of made.report.rows) expect(countOf(figureOfRow(row))).toBe(row.event_count);
        for (const { original_period, member_state_of_consumption, event_count } of made.report
          .corrections) {
          expect(countOf({ original_period, member_state_of_consumption })).toBe(event_count);
        }
        for (const { member_state_of_consumption } of made.report.balances) {
          const ofCountry = <Row extends { member_state_of_consumption: string }>(rows: Row[]) =>
            rows.filter((row) => row.member_state_of_consumption === member_state_of_consumption);
          const { rows, corrections } = made.report;
          expect(countOf({ member_state_of_consumption, part: "rows" })).toBe(
            countIn(ofCountry(rows)),
          );
          expect(countOf({ member_state_of_consumption, part: "corrections" })).toBe(
            countIn(ofCountry(corrections)),
          );
        }
        for (const { code, count } of made.warnings) expect(countOf({ warning: code })).toBe(count);
        expect(countOf({})).toBe(made.total_source_event_count);
      }),
      { numRuns: 50 },
    );
  });

  it("of a treatment are those whose amounts were kept; of before a recount the code alone is known", () => {
    const [sum, rules] = [excludedTally("classification_excluded", 1), makeReturn([])];
    const left_out_as = "left|classification_excluded|rightful|export|sale|EUR";
    const warning = "classification_excluded";
    const isFound = (event: Parameters<typeof isSourceEvent>[0], treatment?: string[]) =>
      isSourceEvent(event, { warning, treatment }, rules);
    const [older, event] = [counted(sum), { ...counted(sum), left_out_as }];
    expect([isFound(older), isFound(older, ["export"])]).toEqual([true, false]);
    expect([isFound(event), isFound(event, ["export"])]).toEqual([true, true]);
    expect(isFound(event, ["domestic", "reverse_charge"])).toBe(false);
  });

  test.for<[what: string, event: ReturnType<typeof counted>, rules: ReturnType<typeof makeReturn>]>(
    [
      ["of another period", counted(lineTally({}, 1, 1), "u2025-Q2"), makeReturn([])],
      [
        "of a period without a registration",
        counted(lineTally({}, 1, 1)),
        makeReturn([], { registrations: [] }),
      ],
      [
        "of a check",
        { counted_in: "u2025-Q3", counted_as: checkKey("vat_on_b2b_sale") },
        makeReturn([]),
      ],
      [
        "of the return of another registration",
        counted(lineTally({ segment: "0815" }, 1, 1)),
        {
          ...makeReturn([], {
            registrations: [
              makeRegistration({ status: "ended", effective_to: "2025-08-14" }),
              makeRegistration({ id: 2, effective_from: "2025-08-15" }),
            ],
          }),
          coverage: {
            status: "covered",
            registration: makeRegistration({ status: "ended", effective_to: "2025-08-14" }),
          },
        },
      ],
    ],
  )("are none %s", ([, event, rules]) => {
    expect(isSourceEvent(event, {}, rules)).toBe(false);
  });
});

describe("the query of source events", () => {
  test.for<[query: Record<string, string>, fields: string[]]>([
    [
      {
        section: "2a",
        member_state_of_consumption: "DE",
        vat_rate_bps: "1900",
        supply_kind: "goods",
      },
      [],
    ],
    [{ original_period: "2025-Q2" as PeriodKey, member_state_of_consumption: "DE" }, []],
    [
      { late: "true", original_period: "2025-Q2" as PeriodKey, member_state_of_consumption: "DE" },
      [],
    ],
    [{ warning: "needs_review_excluded" }, []],
    [
      { warning: "needs_review_excluded", member_state_of_consumption: "DE", vat_rate_bps: "1900" },
      ["member_state_of_consumption", "vat_rate_bps"],
    ],
    [
      { warning: "needs_review_excluded", original_period: "2025-Q2" as PeriodKey },
      ["original_period"],
    ],
    [{ late: "true", warning: "needs_review_excluded" }, ["warning"]],
    [{ late: "true", section: "2a" }, ["section"]],
    [
      { original_period: "2025-Q2" as PeriodKey, supply_kind: "goods", rate_category: "standard" },
      ["rate_category", "supply_kind"],
    ],
    [{ part: "rows", member_state_of_consumption: "DE", vat_rate_bps: "1900" }, []],
    [
      {
        part: "corrections",
        member_state_of_consumption: "DE",
        original_period: "2025-Q2" as PeriodKey,
      },
      [],
    ],
    [
      { part: "corrections", member_state_of_consumption: "DE", vat_rate_bps: "1900" },
      ["vat_rate_bps"],
    ],
    [{ part: "rows", original_period: "2025-Q2" as PeriodKey }, ["original_period"]],
    [{ part: "rows", warning: "needs_review_excluded" }, ["part"]],
    [{ part: "corrections", late: "true" }, ["part"]],
    [{ part: "balances" }, ["part"]],
    [{ vat_rate_bps: "19.0" }, ["vat_rate_bps"]],
    [{ vat_rate_bps: "190000" }, ["vat_rate_bps"]],
    [{ vat_rate_bps: "x1900" }, ["vat_rate_bps"]],
  ])("%j has faults in %j", ([query, fields]) => {
    expect(misreadFields(SourceEventsQuery.safeParse(query).error)).toEqual(fields);
  });

  it("is of a figure of the scheme", () => {
    const read = (query: object) => figureOf(SourceEventsQuery.parse(query), UNION_OSS);
    expect(read({ vat_rate_bps: "1900", limit: "5", registration_id: "2" })).toEqual({
      vat_rate_bps: 1_900,
    });
    expect(read({ warning: "needs_review_excluded", late: undefined })).toEqual({
      warning: "needs_review_excluded",
    });
    expect(errorOf(() => read({ warning: "missing_origin_excluded" }))).toMatchObject({
      code: "invalid_request",
      message: "warning: must be a warning code of this scheme",
      details: [{ field: "warning" }],
    });
  });

  it("goes on where its page ended, on the days of its return alone", () => {
    const start = (day: string) => {
      const place = { supply_date: day as IsoDate, event_id: "e1" as EventId };
      const cursor = cursorAfterSourceEvent(place);
      const { firstDay, lastDay } = periodAt("2025-Q3");
      return eventListStart(SourceEventsQuery.parse({ cursor }), { from: firstDay, to: lastDay });
    };
    for (const day of ["2025-07-01", "2025-09-30"]) {
      expect(start(day)).toEqual({ supply_date: day, event_id: "e1" });
    }
    for (const day of ["2025-06-30", "2025-10-01"]) {
      expect(errorOf(() => start(day)).message).toBe("cursor: is not a cursor of this list");
    }
  });
});
