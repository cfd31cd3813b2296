import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { BridgeLine } from "../../../../shared/imports/bridge/bridge-line.ts";
import { linesOfLeftOut } from "../../../../shared/imports/bridge/file-lines.ts";
import { linkOf, signedAmounts } from "../../../../shared/ledger/events/links.ts";
import {
  accumulate,
  type Delta,
  exclusionIn,
  leftOutKey,
  type RunningSum,
} from "../../../../shared/ledger/sums/sum.ts";
import { countedAs, sumsOfEvent } from "../../../../shared/ledger/sums/sums-of-event.ts";
import { returnBridge } from "../../../../shared/returns/bridge/return-bridge.ts";
import {
  figureOf,
  isSourceEvent,
  SourceEventsQuery,
} from "../../../../shared/returns/drill-down/drill-down.ts";
import { figureFromSums } from "../../../../shared/returns/drill-down/figure.ts";
import { type LedgerEvent, withLink } from "../../../../shared/vat/schemes/supply-event.ts";
import { UNION_OSS } from "../../../../shared/vat/schemes/union-oss.ts";
import { exclusion } from "../../../../shared/vat/schemes/warnings.ts";
import {
  computedReturn,
  correctionTally,
  excludedTally,
  lineTally,
  ratesOf,
} from "../../../make/return-input.ts";
import { makeRefund, makeSale } from "../../../make/supply-event.ts";
import { recordOf } from "../../ledger/memory-ledger.ts";

const RATES = [ratesOf("2025-Q3", { SEK: "10" }), ratesOf("2025-Q2", { SEK: "12.5" })];
const NO_IMPORTS = { jobs: [], hasMore: false };
const TODAY = "2025-10-20" as IsoDate;

const bridgeOf = (sums: readonly RunningSum[], leftOut: readonly RunningSum[]) => {
  const computed = computedReturn(sums, { rates: RATES });
  const bridge = returnBridge(computed, { leftOut, imports: NO_IMPORTS, today: TODAY });
  return { computed, ...bridge };
};

const SIGNS = { plus: "+", minus: "-", equals: "=" };

const written = (lines: readonly BridgeLine[]) =>
  lines.map(({ sign, code, count, amounts }) => [
    `${SIGNS[sign]} ${code}`,
    count,
    ...amounts.map(
      ({ currency, taxable_amount_minor: taxable, vat_amount_minor: vat }) =>
        `${currency} ${taxable ?? ""} ${vat ?? ""}`,
    ),
  ]);

const amountsOf = ({ amounts }: BridgeLine) =>
  amounts.flatMap(({ currency, ...money }) =>
    Object.entries(money).map(([name, amount]) => ({ name: `${currency} ${name}`, amount })),
  );

/** Adds up all lines but those that are sums themselves. */
function addedUp(lines: readonly BridgeLine[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const line of lines.filter(({ sign }) => sign !== "equals")) {
    const sign = line.sign === "minus" ? -1 : 1;
    for (const { name, amount } of amountsOf(line)) {
      sums.set(name, (sums.get(name) ?? 0) + sign * (amount ?? 0));
    }
  }
  return sums;
}

/** Expects each `equals` to be the sum of the lines before it. Of what is payable only VAT is known. */
function expectTies(lines: readonly BridgeLine[]): void {
  for (const [n, line] of lines.entries()) {
    if (line.sign !== "equals") continue;
    const own = new Map(amountsOf(line).map(({ name, amount }) => [name, amount]));
    const isKnown = (name: string) => line.code !== "payable" || name.endsWith(" vat_amount_minor");
    for (const [name, sum] of [...addedUp(lines.slice(0, n))].filter(([name]) => isKnown(name))) {
      expect([line.code, name, own.get(name) ?? 0]).toEqual([line.code, name, sum]);
    }
  }
}

describe("the bridge of a return", () => {
  // In euro: 1,000.00 + 50.05 (500.50 SEK at 10) in one row; the correction of 2025-Q2 at 12.5 is -8.00.
  const sums = [
    lineTally({}, 100_000, 19_000, 3),
    lineTally({ currency: "SEK" }, 50_050, 9_510, 2),
    correctionTally({ currency: "SEK" }, -10_000, -1_900),
    excludedTally("classification_excluded", 2),
    excludedTally("needs_review_excluded", 1),
  ];
  const left = (code: "classification_excluded" | "needs_review_excluded", of: object) => {
    const common = { treatment: "domestic", kind: "sale", currency: "EUR", segment: "" } as const;
    return leftOutKey({ ...exclusion(code), ...common, ...of });
  };
  const amounts = (count: bigint, taxable: bigint, vat: bigint) => ({
    event_count: count,
    taxable_amount_minor: taxable,
    vat_amount_minor: vat,
  });
  const leftOut = [
    { key: left("classification_excluded", {}), amounts: amounts(1n, 5_000n, 1_250n) },
    {
      key: left("classification_excluded", { treatment: "export", currency: "SEK" }),
      amounts: amounts(1n, 7_000n, 0n),
    },
    {
      key: left("needs_review_excluded", { treatment: "union_oss" }),
      amounts: amounts(1n, 300n, 57n),
    },
  ];

  it("leads line by line to its figures, and converts in a line of its own", () => {
    const { lines, unknown } = bridgeOf(sums, leftOut);
    expect(written(lines)).toEqual([
      ["+ recorded", 9, "EUR 105300 20307", "SEK 47050 7610"],
      ["- domestic", 1, "EUR 5000 1250"],
      ["- outside_union", 1, "SEK 7000 0"],
      ["- in_review", 1, "EUR 300 57"],
      // 500.50 SEK at 10 are 50.05, 95.10 are 9.51; -100.00 at 12.5 are -8.00, -19.00 are -1.52.
      ["+ conversion", 0, "EUR 4205 799", "SEK -40050 -7610"],
      ["= in_return", 6, "EUR 104205 19799"],
      ["= payable", 6, "EUR  19799"],
    ]);
    expect(unknown).toEqual([]);
  });

  it("says how many excluded events no recount has given an amount yet", () => {
    const { unknown } = bridgeOf(sums, leftOut.slice(1));
    expect(unknown).toEqual([{ code: "amounts_not_recounted", count: 1, before: null }]);
  });

  it("says from which day on imports are known", () => {
    const computed = computedReturn(sums, { rates: RATES });
    const today = "2026-11-29" as IsoDate;
    const { unknown } = returnBridge(computed, { leftOut, imports: NO_IMPORTS, today });
    expect(unknown).toEqual([{ code: "imports_expired", count: null, before: "2025-10-25" }]);
  });

  it("links to ten imports with rows of a line, and says how many more there are", () => {
    const left_out = [
      {
        month: "2025-08",
        reason: "b2b_customer",
        currency: "EUR",
        rows: 1,
        gross_amount_minor: 100,
        unread: 0,
      },
      {
        month: "2025-08",
        reason: "already_recorded",
        currency: "EUR",
        rows: 1,
        gross_amount_minor: 9,
        unread: 0,
      },
    ];
    const imports = Array.from({ length: 12 }, (_, n) => ({ import_id: `import-${n}`, left_out }));
    const lines = linesOfLeftOut(imports, new Set(["2025-07", "2025-08"]));
    expect(
      lines.map(({ code, count, links, more_links }) => [code, count, links.length, more_links]),
    ).toEqual([
      ["repeated", 12, 0, 0],
      ["business", 12, 10, 2],
    ]);
    expect(lines[1]?.links[0]).toBe(
      "/v1/imports/import-0/rows?reason=b2b_customer&month=2025-07,2025-08",
    );
  });

  it("does not set off a balance below zero", () => {
    const { lines } = bridgeOf([correctionTally({}, -1_000, -190)], []);
    expect(written(lines).slice(-3)).toEqual([
      ["= in_return", 1, "EUR -1000 -190"],
      ["+ negative_balances", 0, "EUR  190"],
      ["= payable", 1],
    ]);
  });
});

const event = fc
  .record({
    customer_type: fc.constantFrom("b2c" as const, "b2c" as const, "b2b" as const),
    rate_category: fc.constantFrom("standard" as const, "standard" as const, "zero" as const),
    classification_status: fc.constantFrom("classified" as const, "needs_review" as const),
    consumption_country: fc.constantFrom("DE", "FR", "SE", "US"),
    currency: fc.constantFrom("EUR" as const, "SEK" as const),
    taxable_amount_minor: fc.integer({ min: 1, max: 1_000_000 }),
    vat_amount_minor: fc.integer({ min: 0, max: 250_000 }),
    refunded: fc.boolean(),
  })
  .chain(({ refunded, ...changes }) => {
    const sale = makeSale(changes);
    const { currency } = sale;
    const refund = recordOf(makeRefund({ currency }));
    const linked = withLink(refund, linkOf(refund, recordOf(sale)));
    return fc.constant<LedgerEvent[]>([recordOf(sale), ...(refunded ? [linked] : [])]);
  });

/** The sums of a partition, as the ledger keeps them. */
function sumsIn(partition: string, events: readonly LedgerEvent[]): RunningSum[] {
  const deltas = new Map<string, Delta>();
  for (const one of events) accumulate(deltas, sumsOfEvent(one), 1);
  return [...deltas.values()]
    .filter((delta) => delta.partition === partition)
    .map(({ key, amounts }) => ({
      key,
      amounts: Object.fromEntries([...amounts].map(([name, amount]) => [name, BigInt(amount)])),
    }));
}

/** The places of an event, as its entry in the list has them. */
function placesOf(one: LedgerEvent) {
  const [place, ...others] = sumsOfEvent(one);
  const left_out_as = others.find(({ partition }) => partition === `x${place?.partition}`)?.key;
  return { counted_in: place?.partition ?? "", counted_as: place?.key ?? "", left_out_as };
}

/** The figure that a link of a line asks for. */
function figureIn(link: string) {
  const { registration_id, ...asked } = Object.fromEntries(new URLSearchParams(link.split("?")[1]));
  return figureOf(SourceEventsQuery.parse(asked), UNION_OSS);
}

it("opens each excluded event by one link, which is of its line", () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 20 }), (pairs) => {
      const events = pairs.flat();
      const sums = [sumsIn("u2025-Q3", events), sumsIn("xu2025-Q3", events)] as const;
      const { computed, lines } = bridgeOf(...sums);
      const excluded = events.filter((one) => exclusionIn(countedAs(one)) !== undefined);
      const minus = lines.filter(({ sign }) => sign === "minus");
      const opens = (link: string, one: LedgerEvent) =>
        isSourceEvent(placesOf(one), figureIn(link), computed.input);
      for (const one of excluded) {
        const links = minus.flatMap((line) => line.links).filter((link) => opens(link, one));
        expect(links).toHaveLength(1);
      }
      for (const { count, links, amounts, parts } of minus) {
        const own = excluded.filter((one) => links.some((link) => opens(link, one)));
        expect([own.length, parts.reduce((sum, part) => sum + part.count, 0)]).toEqual([
          count,
          count,
        ]);
        const figures = links.map((link) =>
          figureFromSums(computed.input, figureIn(link), undefined, sums[1]),
        );
        expect(figures.reduce((sum, figure) => sum + (figure.event_count ?? 0), 0)).toBe(count);
        const vat = (all: typeof amounts) =>
          all.reduce((sum, { vat_amount_minor }) => sum + (vat_amount_minor ?? 0), 0);
        expect(figures.reduce((sum, { left_out }) => sum + vat(left_out), 0)).toBe(vat(amounts));
      }
    }),
  );
});

it("ends at the return to the cent, and its excluded lines are the excluded events", () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 20 }), (pairs) => {
      const events = pairs.flat();
      const { computed, lines, unknown } = bridgeOf(
        sumsIn("u2025-Q3", events),
        sumsIn("xu2025-Q3", events),
      );
      expectTies(lines);
      expect(unknown).toEqual([]);
      const { totals } = computed.report;
      const end = lines.find(({ code }) => code === "in_return");
      expect(end?.amounts[0]?.taxable_amount_minor ?? 0).toBe(totals.taxable_minor);
      expect(end?.amounts[0]?.vat_amount_minor ?? 0).toBe(totals.current_vat_minor);
      const excluded = events.filter((one) => exclusionIn(countedAs(one)) !== undefined);
      const minus = lines.filter(({ sign }) => sign === "minus");
      expect(minus.reduce((sum, { count }) => sum + count, 0)).toBe(excluded.length);
      for (const currency of ["EUR", "SEK"]) {
        const listed = minus
          .flatMap((line) => line.amounts)
          .filter((one) => one.currency === currency);
        const expected = excluded.filter((one) => one.currency === currency).map(signedAmounts);
        expect(listed.reduce((sum, one) => sum + (one.vat_amount_minor ?? 0), 0)).toBe(
          expected.reduce((sum, { vat }) => sum + vat, 0),
        );
        expect(listed.reduce((sum, one) => sum + (one.taxable_amount_minor ?? 0), 0)).toBe(
          expected.reduce((sum, { taxable }) => sum + taxable, 0),
        );
      }
    }),
  );
});
