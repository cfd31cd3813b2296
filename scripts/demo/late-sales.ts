import { plusDays } from "../../shared/core/calendar/dates.ts";
import { amountsAt } from "./prices.ts";
import type { DemoEvent } from "./sales.ts";
import { quarterOfLateSales, type Story } from "./story.ts";

/** Returns sales that are found after the return of their quarter was filed: a box of receipts from a fair. */
export function lateSalesOf(story: Story): DemoEvent[] {
  const { key, lastDay } = quarterOfLateSales(story);
  return LATE.map(([consumption_country, price_minor], index) => {
    const supply_date = plusDays(lastDay, -20 - index);
    const tax_class_id = "standard";
    const sold = { tax_class_id, consumption_country, supply_date };
    return {
      event_id: `${key}-fair-${index + 1}`,
      event_type: "sale",
      source_id: "shop-se",
      supply_kind: "goods",
      dispatch_country: "SE",
      ...sold,
      ...amountsAt(price_minor, "EUR", sold),
    };
  });
}

/** Destination and price, in euro cents. */
const LATE = [
  ["DE", 11_900],
  ["DE", 23_800],
  ["FR", 18_000],
] as const;
