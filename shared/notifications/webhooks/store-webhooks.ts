import {
  type Appended,
  loadVersioned,
  updateVersioned,
  type VersionedItem,
} from "../../platform/dynamodb/versioned-item.ts";
import { noticeKey } from "../../platform/table/keys.ts";
import { webhooksKey } from "../../platform/table/webhook-keys.ts";
import type { NoticeOf } from "../notification.ts";
import { NO_WEBHOOKS, newlyDisabled, Webhooks } from "./webhook.ts";

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
): Promise<Webhooks> => updateVersioned(ITEM, account, decide, told);

/** People are told of a webhook that the service itself has disabled, in the same transaction. */
const told: Appended<Webhooks> = (account, before, after) => {
  const webhook = newlyDisabled(before, after);
  if (!webhook?.disabled_at || webhook.disabled_reason === "asked") return undefined;
  const notice: NoticeOf<"webhook.disabled"> = {
    id: `${webhook.id}-${webhook.disabled_at.replaceAll(/[-:.]/g, "")}`,
    kind: "webhook.disabled",
    created_at: webhook.disabled_at,
    webhook_id: webhook.id,
    url: webhook.url,
    reason: webhook.disabled_reason ?? "failing",
  };
  return { key: noticeKey(account, notice.id), kind: "notice", item: notice };
};
