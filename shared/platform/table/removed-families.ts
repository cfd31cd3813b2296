import type { ItemFamily } from "./access.ts";
import { ITEM_FAMILIES } from "./item-families.ts";

/**
 * What a sandbox has items of, and what is therefore removed when it is emptied. Not among them is what belongs to
 * its account or to nobody; and what nothing leads to and therefore expires: answers to repeated requests within a day,
 * and what imports of a sandbox note of a shop's sales.
 */
export const REMOVED_FAMILIES = [
  "accounts",
  "profile",
  "registrations",
  "recounts",
  "sources",
  "changes",
  "source_tags",
  "events",
  "events_by_day",
  "consignments",
  "tallies",
  "audits",
  "transactions",
  "transactions_by_day",
  "locks",
  "marks",
  "openings",
  "notifications",
  "records",
  "imports",
  "import_undos",
  "webhooks",
  "webhook_secrets",
  "outbox",
  "deliveries",
] as const satisfies readonly ItemFamily[];

/** One partition of the whole ledger, not one an item. */
const OF_THE_LEDGER = /^\w+#\*$/;

/** The partitions that hold nothing but what a sandbox has of some families, and all of it. */
export const partitionsOfSandbox = (ledger: string): string[] => {
  const patterns = REMOVED_FAMILIES.flatMap((family) =>
    ITEM_FAMILIES[family].index ? [] : ITEM_FAMILIES[family].items.map(({ pk }) => pk),
  );
  return [...new Set(patterns)]
    .filter((pk) => OF_THE_LEDGER.test(pk))
    .map((pk) => pk.replace("*", ledger));
};
