import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import type { Currency } from "../../shared/core/money/money.ts";
import type { NewEvent } from "../../shared/ledger/events/schema.ts";
import {
  type EventChanges,
  makeImport,
  makeRefund,
  makeSale,
  makeService,
} from "./supply-event.ts";

export type CheckCase = readonly [what: string, event: NewEvent, codes: readonly string[]];

const rated = (
  consumption_country: "DE" | "EE" | "EL" | "FR" | "PT" | "XI",
  vat_rate_bps: number,
  supply_date: string,
  changes: EventChanges = {},
) =>
  makeSale({
    consumption_country,
    vat_rate_bps,
    vat_amount_minor: vat_rate_bps,
    supply_date: supply_date as IsoDate,
    ...changes,
  });

const inHungary = (supply_kind: "goods" | "tbe_services", vat_rate_bps: number) =>
  (supply_kind === "goods" ? makeSale : makeService)({
    consumption_country: "HU",
    tax_class_id: "books",
    vat_rate_bps,
    vat_amount_minor: vat_rate_bps,
    rate_category: vat_rate_bps === 2700 ? "standard" : "reduced",
    location_evidence: [{ kind: "billing_address", country: "HU" }],
  });

const RATES: readonly CheckCase[] = [
  ["the standard rate", rated("DE", 1900, "2025-08-01"), []],
  ["a reduced rate", rated("DE", 700, "2025-08-01", { rate_category: "reduced" }), []],
  ["no rate of the Member State", rated("DE", 2000, "2025-08-01"), ["rate_not_in_force"]],
  ["a rate on its last day", rated("EE", 2200, "2025-06-30"), []],
  ["a rate the day after", rated("EE", 2200, "2025-07-01"), ["rate_not_in_force"]],
  ["a rate on its first day", rated("EE", 2400, "2025-07-01"), []],
  ["a rate the day before", rated("EE", 2400, "2025-06-30"), ["rate_not_in_force"]],
  ["Greece", rated("EL", 2400, "2025-08-01"), []],
  ["Northern Ireland", rated("XI", 2000, "2025-08-01"), []],
  ["a day before the rates begin", rated("DE", 1234, "2021-06-30"), ["before_scheme"]],
  ["printed books in Hungary", inHungary("goods", 500), []],
  ["e-books in Hungary", inHungary("tbe_services", 2700), []],
  ["e-books at the rate of print", inHungary("tbe_services", 500), ["rate_of_other_form"]],
  ["printed books at the rate of e-books", inHungary("goods", 2700), ["rate_of_other_form"]],
  ["e-books at a rate of no form", inHungary("tbe_services", 1800), []],
  ["no rate at all", rated("DE", 0, "2025-08-01", { rate_category: "zero" }), []],
  [
    "a refund at a rate that has ended",
    makeRefund({ vat_rate_bps: 1600, vat_amount_minor: 160 }),
    [],
  ],
];

const booked = (taxable_amount_minor: number, vat_amount_minor: number) =>
  makeSale({ taxable_amount_minor, vat_amount_minor });

const DIFFERS = ["vat_differs_from_rate"];

/** 19 % of 10,000 is 1,900; of 10,001 it is 1,900.19. Two minor units either way are tolerated. */
const AMOUNTS: readonly CheckCase[] = [
  ["VAT to the cent", booked(10_000, 1_900), []],
  ["VAT 2 above", booked(10_000, 1_902), []],
  ["VAT 3 above", booked(10_000, 1_903), DIFFERS],
  ["VAT 2 below", booked(10_000, 1_898), []],
  ["VAT 3 below", booked(10_000, 1_897), DIFFERS],
  ["VAT 1.81 above", booked(10_001, 1_902), []],
  ["VAT 2.81 above", booked(10_001, 1_903), DIFFERS],
  ["VAT 1.19 below", booked(10_001, 1_899), []],
  ["VAT 2.19 below", booked(10_001, 1_898), DIFFERS],
  ["VAT without an amount", booked(0, 40), DIFFERS],
  ["no amounts", booked(0, 0), []],
  ["the largest amounts", booked(1_000_000_000_000, 190_000_000_000), []],
  ["the largest amounts, 3 off", booked(1_000_000_000_000, 190_000_000_003), DIFFERS],
  ["a refund, 3 above", makeRefund({ vat_amount_minor: 193 }), DIFFERS],
  [
    "an adjustment of VAT alone",
    makeRefund({ event_type: "adjustment", taxable_amount_minor: 0, vat_amount_minor: -40 }),
    [],
  ],
];

const PLACE = [{ kind: "billing_address", country: "DE" as const }];
const IP = { kind: "ip_address", country: "DE" } as const;
const MISSING = ["location_evidence_missing"];

const EVIDENCE: readonly CheckCase[] = [
  ["a TBE service with evidence", makeService({ location_evidence: PLACE }), []],
  [
    "two pieces that agree and a third that does not",
    makeService({ location_evidence: [...PLACE, IP, { kind: "card_country", country: "FR" }] }),
    ["location_evidence_differs"],
  ],
  ["a TBE service without", makeService(), MISSING],
  ["a TBE service with an empty list", makeService({ location_evidence: [] }), MISSING],
  ["another service without", makeService({ supply_kind: "other_services" }), []],
  ["a refund of a TBE service without", makeRefund({ supply_kind: "tbe_services" }), []],
  [
    "everything at once",
    makeService({ vat_rate_bps: 1_800, vat_amount_minor: 1_900 }),
    ["rate_not_in_force", "vat_differs_from_rate", "location_evidence_missing"],
  ],
];

const PERCENT = ["rate_given_in_percent"];
const reduced = { rate_category: "reduced" as const };

/** `vat_rate_bps: 19` and EUR 19.00 of VAT on EUR 100.00: the return would have a line "DE 0.19 %". */
const PERCENTS: readonly CheckCase[] = [
  ["19 for 1900", rated("DE", 19, "2025-08-01", { vat_amount_minor: 1_900 }), PERCENT],
  ["7 for 700", rated("DE", 7, "2025-08-01", { vat_amount_minor: 700, ...reduced }), PERCENT],
  [
    "7 for 700, called standard: one slip, one finding",
    rated("DE", 7, "2025-08-01", { vat_amount_minor: 700 }),
    PERCENT,
  ],
  [
    "19 with VAT of 0.19 %: no slip of the unit",
    rated("DE", 19, "2025-08-01"),
    ["rate_not_in_force"],
  ],
  [
    "20, which is no rate in per cent either",
    rated("DE", 20, "2025-08-01", { vat_amount_minor: 2_000 }),
    ["rate_not_in_force", "vat_differs_from_rate"],
  ],
  [
    "a rate in per cent that has ended",
    rated("EE", 22, "2025-07-01", { vat_amount_minor: 2_200 }),
    ["rate_not_in_force", "vat_differs_from_rate"],
  ],
  [
    "a rate in per cent on its last day",
    rated("EE", 22, "2025-06-30", { vat_amount_minor: 2_200 }),
    PERCENT,
  ],
  [
    "nothing charged at all",
    rated("DE", 19, "2025-08-01", { taxable_amount_minor: 0, vat_amount_minor: 0 }),
    PERCENT,
  ],
  ["0.9 %, a rate of Corsica", rated("FR", 90, "2025-08-01", reduced), []],
];

const MISMATCH = ["rate_category_mismatch"];

/** The return says "standard" or "reduced" beside each rate (Annex III of CIR 2020/194). */
const CATEGORIES: readonly CheckCase[] = [
  ["DE 7 % called standard", rated("DE", 700, "2025-08-01"), MISMATCH],
  ["DE 19 % called reduced", rated("DE", 1900, "2025-08-01", reduced), MISMATCH],
  ["EE 22 % called reduced on its last day", rated("EE", 2200, "2025-06-30", reduced), MISMATCH],
  ["EE 13 % called standard", rated("EE", 1300, "2025-08-01"), MISMATCH],
  ["XI 5 % called standard", rated("XI", 500, "2025-08-01"), MISMATCH],
  ["the standard rate of Greek islands", rated("EL", 1700, "2025-08-01"), []],
  ["the same called reduced", rated("EL", 1700, "2025-08-01", reduced), []],
  ["the standard rate of Madeira", rated("PT", 2200, "2025-08-01"), []],
  ["a reduced rate of the islands called standard", rated("EL", 900, "2025-08-01"), MISMATCH],
  [
    "no known rate, whatever it is called",
    rated("DE", 1800, "2025-08-01", reduced),
    ["rate_not_in_force"],
  ],
  [
    "a refund at another rate than its category says",
    makeRefund({ vat_rate_bps: 700, vat_amount_minor: 70 }),
    [],
  ],
];

const ZERO = ["vat_on_zero_category"];
const zero = { rate_category: "zero" as const };

/** Excluded as zero-rated, and the VAT that was charged would be in no return. */
const UNTAXED: readonly CheckCase[] = [
  ["VAT on a sale called zero", makeSale(zero), ZERO],
  ["VAT on a sale called exempt", makeSale({ rate_category: "exempt" }), ZERO],
  ["VAT on a refund called zero", makeRefund(zero), ZERO],
  ["a rate of zero and VAT", makeSale({ vat_rate_bps: 0 }), ["vat_differs_from_rate", ...ZERO]],
  ["a rate of zero and none", makeSale({ vat_rate_bps: 0, vat_amount_minor: 0 }), []],
  [
    "an adjustment of VAT alone without a rate",
    makeRefund({
      event_type: "adjustment",
      taxable_amount_minor: 0,
      vat_amount_minor: -40,
      vat_rate_bps: 0,
    }),
    [],
  ],
];

const EURO = ["currency_replaced_by_euro"];

/** The euro replaced the kuna on 2023-01-01, and the lev on 2026-01-01. */
const CURRENCIES: readonly CheckCase[] = [
  ["a sale in lev on its last day", rated("DE", 1900, "2025-12-31", { currency: "BGN" }), []],
  ["a sale in lev the day after", rated("DE", 1900, "2026-01-01", { currency: "BGN" }), EURO],
  ["a sale in kuna in 2026", rated("DE", 1900, "2026-08-01", { currency: "HRK" }), EURO],
  ["a refund in kuna in 2026", makeRefund({ currency: "HRK" }), []],
  ["a sale in krona in 2026", rated("DE", 1900, "2026-08-01", { currency: "SEK" }), []],
];

const NOWHERE = ["vat_on_untaxed_sale"];
const toUs = { consumption_country: "US" };
const consulting = { supply_kind: "other_services" as const };
const below = { treatment: "origin_below_threshold" as const };

/** No Member State taxes the sale, and the VAT that was charged would be in no return (Art. 203). */
export const UNTAXED_SALE_CASES: readonly CheckCase[] = [
  ["VAT on goods to the United States", makeSale(toUs), NOWHERE],
  ["VAT on goods to the Canaries", makeSale({ consumption_country: "IC" }), NOWHERE],
  ["VAT on an import to Switzerland", makeImport({ consumption_country: "CH" }), NOWHERE],
  ["VAT on a service to the United States", makeService({ ...toUs, ...consulting }), NOWHERE],
  ["no VAT on an export", makeSale({ ...toUs, vat_amount_minor: 0, vat_rate_bps: 0 }), []],
  [
    "an export to a business: one slip, one finding",
    makeSale({ ...toUs, customer_type: "b2b" }),
    ["vat_on_b2b_sale"],
  ],
  ["a refund of an export", makeRefund(toUs), []],
  ["a stated export against the facts is in review", makeSale({ treatment: "export" }), []],
  [
    "VAT on a domestic sale said to be outside the scope",
    makeSale({ dispatch_country: "DE", treatment: "outside_scope" }),
    NOWHERE,
  ],
  [
    "VAT of the origin, in a Member State",
    makeSale({ ...below, vat_rate_bps: 2_500, vat_amount_minor: 2_500 }),
    [],
  ],
  ["VAT of the destination on what is taxed at origin", makeSale(below), ["rate_not_in_force"]],
  [
    "VAT of the origin, at 18 %: reduced in Hungary, and standard in Malta",
    makeSale({
      ...below,
      consumption_country: "MT",
      dispatch_country: "HU",
      vat_rate_bps: 1_800,
      vat_amount_minor: 1_800,
      rate_category: "reduced",
    }),
    [],
  ],
  [
    "a relief that is stated outside the Union is in review",
    makeService({ ...below, establishment_country: "US", location_evidence: PLACE }),
    [],
  ],
  [
    "a service taxed in Switzerland",
    makeService({ ...consulting, establishment_country: "CH", treatment: "domestic" }),
    NOWHERE,
  ],
  [
    "a service taxed in Sweden",
    makeService({
      ...{ ...consulting, treatment: "domestic", vat_rate_bps: 2_500 },
      vat_amount_minor: 2_500,
    }),
    [],
  ],
  [
    "a service taxed in Sweden at a German rate",
    makeService({ ...consulting, treatment: "domestic" }),
    ["rate_not_in_force"],
  ],
  ["a sale that a platform declares", makeSale({ supplier_role: "underlying_seller" }), []],
];

const BEGINNING: readonly CheckCase[] = [
  ["the first day", rated("DE", 1900, "2021-07-01"), []],
  ["the day before", rated("DE", 1900, "2021-06-30"), ["before_scheme"]],
  ["2006 for 2026", rated("DE", 1900, "2006-05-04"), ["before_scheme"]],
];

/** Priced at `price` in its currency, with goods worth `value` of theirs, `eur` cents if that is told. */
const priced = (
  price: number,
  value: number,
  currency: Currency = "EUR",
  of: Currency = "EUR",
  eur?: number,
) =>
  makeImport({
    currency,
    taxable_amount_minor: price,
    vat_amount_minor: Math.round(price * 0.19),
    consignment: {
      intrinsic_value_minor: value,
      currency: of,
      excise_goods: false,
      ...(eur === undefined ? {} : { intrinsic_value_eur_minor: eur }),
    },
  });

const FAR = ["price_far_above_intrinsic_value"];

/** Transport may be paid apart; a price of more than EUR 150 and twice the value tells something else. */
const VALUES: readonly CheckCase[] = [
  ["EUR 500 for goods of 10", priced(50_000, 1_000), FAR],
  ["EUR 160 with transport for goods of 140", priced(16_000, 14_000), []],
  ["EUR 150.01 for goods of 75", priced(15_001, 7_500), FAR],
  ["EUR 150.01 for goods of 75.01", priced(15_001, 7_501), []],
  ["EUR 150 for goods of 1", priced(15_000, 100), []],
  ["EUR 300 for goods of 150", priced(30_000, 15_000), []],
  ["EUR 300.01 for goods of 150", priced(30_001, 15_000), FAR],
  ["EUR 500 for goods above the limit", priced(50_000, 15_001), []],
  ["EUR 500 for goods worth nothing", priced(50_000, 0), FAR],
  ["EUR 500 for goods of a verified EUR 10", priced(50_000, 1_100, "EUR", "USD", 1_000), FAR],
  ["EUR 500 for dollars that are not verified", priced(50_000, 1_100, "EUR", "USD"), []],
  ["USD 550 for goods of USD 11, EUR 10", priced(55_000, 1_100, "USD", "USD", 1_000), FAR],
  ["USD 160 for goods of USD 11, EUR 10", priced(16_000, 1_100, "USD", "USD", 1_000), []],
  ["SEK 5,000 for goods of EUR 10: no ratio", priced(500_000, 1_000, "SEK"), []],
  ["yen for goods of no yen: no ratio", priced(50_000, 0, "JPY", "JPY", 0), []],
  [
    "a refund",
    makeRefund({ supply_kind: "imported_goods", taxable_amount_minor: 50_000 }),
    ["vat_differs_from_rate"],
  ],
];

/** What is found worth a look on an event's arrival. */
export const CHECK_CASES = [
  ...RATES,
  ...AMOUNTS,
  ...EVIDENCE,
  ...PERCENTS,
  ...CATEGORIES,
  ...UNTAXED,
  ...BEGINNING,
  ...CURRENCIES,
  ...VALUES,
];

const business = { customer_type: "b2b" as const };

/** Of events that are excluded: VAT that was charged and would be in no return. */
export const BUSINESS_CHECK_CASES: readonly CheckCase[] = [
  ["VAT on goods to a business abroad", makeSale(business), ["vat_on_b2b_sale"]],
  ["no VAT on them", makeSale({ ...business, ...zero, vat_rate_bps: 0, vat_amount_minor: 0 }), []],
  ["VAT on goods to a business at home", makeSale({ ...business, dispatch_country: "DE" }), []],
  [
    "VAT on a service to a business abroad",
    makeService({ ...business, supply_kind: "other_services" }),
    ["vat_on_b2b_sale"],
  ],
  [
    "VAT on goods to a business from nowhere",
    makeSale({ ...business, dispatch_country: undefined }),
    ["vat_on_b2b_sale"],
  ],
  ["a refund to a business", makeRefund(business), []],
];
