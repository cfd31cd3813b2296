import type { NewEvent } from "../../shared/ledger/events/schema.ts";
import { type EventChanges, makeImport, makeRefund } from "./supply-event.ts";

/** A sale of goods worth so many euro cents in a consignment, at that price. */
export const inParcel = (
  event_id: string,
  value: number,
  changes: EventChanges = {},
  id = "parcel-1",
): NewEvent =>
  makeImport({
    event_id,
    taxable_amount_minor: value,
    vat_amount_minor: Math.round(value * 0.19),
    consignment: { id, intrinsic_value_minor: value, currency: "EUR", excise_goods: false },
    ...changes,
  });

/** A refund of a tenth of a sale of EUR 100.00 in a consignment. */
export const parcelRefund = (event_id: string, original_event_id: string, changes = {}): NewEvent =>
  makeRefund({ event_id, original_event_id, supply_kind: "imported_goods", ...changes });

/** In dollars, with or without the value in euro cents that the caller has verified. */
export const inDollars = (event_id: string, eur: number | undefined, id = "parcel-1"): NewEvent => {
  const consignment = {
    id,
    intrinsic_value_minor: 9_000,
    currency: "USD" as const,
    excise_goods: false,
  };
  const verified = eur === undefined ? {} : { intrinsic_value_eur_minor: eur };
  return inParcel(event_id, 9_000, { consignment: { ...consignment, ...verified } });
};

type Case = readonly [
  what: string,
  events: readonly NewEvent[],
  /** Who is left out because the consignment is worth too much. */
  exceeded: readonly string[],
];

/** Consignments, and which of their sales and refunds are left out; the order does not matter. */
export const CONSIGNMENT_CASES: readonly Case[] = [
  ["debatable 9: two of 100", [inParcel("a", 10_000), inParcel("b", 10_000)], ["a", "b"]],
  ["75 and 75", [inParcel("a", 7_500), inParcel("b", 7_500)], []],
  ["75 and 75.01", [inParcel("a", 7_500), inParcel("b", 7_501)], ["a", "b"]],
  [
    "three of 60",
    [inParcel("a", 6_000), inParcel("b", 6_000), inParcel("c", 6_000)],
    ["a", "b", "c"],
  ],
  ["150 and goods that are worth nothing", [inParcel("a", 15_000), inParcel("gift", 0)], []],
  [
    "151 and goods that are worth nothing",
    [inParcel("a", 15_100), inParcel("gift", 0)],
    ["a", "gift"],
  ],
  [
    "two of 100 in two consignments",
    [inParcel("a", 10_000), inParcel("b", 10_000, {}, "parcel-2")],
    [],
  ],
  [
    "two of 100 without an id",
    [inParcel("a", 10_000, {}, undefined as never), inParcel("b", 10_000)].map((event, n) =>
      n === 0 && event.consignment
        ? { ...event, consignment: { ...event.consignment, id: undefined } }
        : event,
    ),
    [],
  ],
  [
    "100, and dollars of a verified 60",
    [inParcel("a", 10_000), inDollars("usd", 6_000)],
    ["a", "usd"],
  ],
  ["100, and dollars of a verified 50", [inParcel("a", 10_000), inDollars("usd", 5_000)], []],
  [
    "100, and dollars that are not verified",
    [inParcel("a", 10_000), inDollars("usd", undefined)],
    [],
  ],
  [
    "two of 100 in two months, to two Member States at two rates",
    [
      inParcel("a", 10_000),
      inParcel("b", 10_000, {
        supply_date: "2025-09-02" as NewEvent["supply_date"],
        consumption_country: "FR",
        vat_rate_bps: 2_000,
      }),
    ],
    ["a", "b"],
  ],
  [
    "two of 100, of which one is set aside",
    [inParcel("a", 10_000), inParcel("b", 10_000, { classification_status: "excluded" })],
    [],
  ],
  [
    "two of 100, of which one is under review",
    [inParcel("a", 10_000), inParcel("b", 10_000, { classification_status: "needs_review" })],
    ["a"],
  ],
  [
    "two of 100 and refunds of them",
    [
      inParcel("a", 10_000),
      inParcel("b", 10_000),
      parcelRefund("ra", "a"),
      parcelRefund("rb", "b", { supply_date: "2025-09-02" }),
    ],
    ["a", "b", "ra", "rb"],
  ],
  [
    "a refund takes no goods out of a consignment",
    [
      inParcel("a", 10_000),
      inParcel("b", 10_000),
      parcelRefund("ra", "a", { taxable_amount_minor: 10_000, vat_amount_minor: 1_900 }),
    ],
    ["a", "b", "ra"],
  ],
  [
    "excise goods count with the others, and are left out for themselves",
    [
      inParcel("a", 10_000),
      inParcel("wine", 10_000, {
        consignment: {
          id: "parcel-1",
          intrinsic_value_minor: 10_000,
          currency: "EUR",
          excise_goods: true,
        },
      }),
    ],
    ["a"],
  ],
  [
    "an id that is the name of something",
    [
      inParcel("__proto__", 10_000, {}, "__proto__"),
      inParcel("constructor", 10_000, {}, "__proto__"),
    ],
    ["__proto__", "constructor"],
  ],
  [
    "40 sales of 5",
    Array.from({ length: 40 }, (_, n) => inParcel(`s${n}`, 500)),
    Array.from({ length: 40 }, (_, n) => `s${n}`),
  ],
];
