import { type IsoDate, type Period, plusDays } from "../../shared/core/calendar/dates.ts";
import { Dice, type Weighted } from "./dice.ts";
import type { DemoEvent } from "./sales.ts";

const CORRECTED = 0.08;
/**
 * Maximum number of days to a correction; long enough that many corrections fall into a later quarter than their sale.
 */
const LATEST_DAYS = 75;

type Kind = "return" | "part" | "cancelled" | "rebate" | "vat_only";

const KINDS: Weighted<Kind> = [
  ["return", 10],
  ["part", 5],
  ["cancelled", 3],
  ["rebate", 3],
  ["vat_only", 2],
];

/** Returns the correction of a sale, if there is one; depends on the sale alone. */
export function correctionOf(sale: DemoEvent): DemoEvent[] {
  const dice = new Dice(`${sale.event_id} corrected`);
  if (!dice.chance(CORRECTED)) return [];
  const { consignment, location_evidence, classification_status, ...same } = sale;
  return [
    {
      ...same,
      event_id: `${sale.event_id}-corrected`,
      original_event_id: sale.event_id,
      supply_date: plusDays(sale.supply_date as IsoDate, dice.whole(1, LATEST_DAYS)),
      ...changeOf(sale, dice.pick(KINDS), dice),
    },
  ];
}

/** Returns the amounts of a correction. The event type gives the sign; an adjustment has its own. */
function changeOf(sale: DemoEvent, kind: Kind, dice: Dice): Partial<DemoEvent> {
  if (kind === "return") return { event_type: "refund" };
  if (kind === "cancelled") return { event_type: "cancellation" };
  if (kind === "part") return { event_type: "refund", ...partOf(sale, dice.whole(20, 80)) };
  if (kind === "rebate") return { event_type: "credit_note", ...partOf(sale, 10) };
  // Only VAT is refunded: the rate was one percentage point too high.
  const vat_amount_minor = -Math.round(sale.taxable_amount_minor / 100);
  return { event_type: "adjustment", taxable_amount_minor: 0, vat_amount_minor };
}

const partOf = (sale: DemoEvent, percent: number) => ({
  taxable_amount_minor: Math.round((sale.taxable_amount_minor * percent) / 100),
  vat_amount_minor: Math.round((sale.vat_amount_minor * percent) / 100),
});

/** Returns corrections without a valid original, and a supply without a place in the Union scheme. */
export function strayEventsOf({ key, lastDay }: Period): DemoEvent[] {
  const event = {
    source_id: "shop-se",
    supply_date: plusDays(lastDay, -80),
    supply_kind: "goods",
    consumption_country: "DE",
    dispatch_country: "SE",
    currency: "EUR",
    taxable_amount_minor: 5_000,
    vat_amount_minor: 950,
    vat_rate_bps: 1_900,
    rate_category: "standard",
  } as const;
  const lost = `${key}-sale-of-another-system`;
  const car = `${key}-car`;
  return [
    { ...event, event_id: `${key}-unlinked`, event_type: "refund" },
    { ...event, event_id: `${key}-lost`, event_type: "refund", original_event_id: lost },
    // A refund of goods cannot correct the sale of a car.
    { ...event, event_id: `${key}-mixed-up`, event_type: "refund", original_event_id: car },
    { ...event, event_id: `${key}-old-rate`, event_type: "sale", vat_rate_bps: 1_600 },
    {
      ...event,
      event_id: car,
      event_type: "sale",
      supply_kind: "new_means_of_transport",
      taxable_amount_minor: 2_500_000,
      vat_amount_minor: 475_000,
    },
  ];
}
