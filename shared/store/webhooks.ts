import { webhooksKey } from "../table/webhook-keys.ts";
import { NO_WEBHOOKS, Webhooks } from "../webhooks/webhook.ts";
import { loadVersioned, updateVersioned, type VersionedItem } from "./versioned-item.ts";

const ITEM: VersionedItem<Webhooks> = {
  key: webhooksKey,
  schema: Webhooks,
  empty: NO_WEBHOOKS,
  kind: "webhooks",
  name: "webhooks",
};

/** All webhooks of the account, as of this moment. */
export const loadWebhooks = (account: string): Promise<Webhooks> => loadVersioned(ITEM, account);

/** Replaces them by what `decide` makes of them; see updateVersioned. */
export const updateWebhooks = (
  account: string,
  decide: (seen: Webhooks) => Webhooks,
): Promise<Webhooks> => updateVersioned(ITEM, account, decide);
