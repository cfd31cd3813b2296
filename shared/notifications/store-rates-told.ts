import { updateVersioned, type VersionedItem } from "../platform/dynamodb/versioned-item.ts";
import { RATES_TOLD_ITEM, ratesToldKey } from "../platform/table/rate-items.ts";
import { NOTHING_TOLD, RatesTold } from "./rate-changes.ts";

const ITEM: VersionedItem<RatesTold, undefined> = {
  key: () => ratesToldKey,
  schema: RatesTold,
  empty: NOTHING_TOLD,
  definition: RATES_TOLD_ITEM,
  name: "rates that webhooks were told of",
};

export const updateRatesTold = (decide: (seen: RatesTold) => RatesTold): Promise<RatesTold> =>
  updateVersioned(ITEM, undefined, decide);
