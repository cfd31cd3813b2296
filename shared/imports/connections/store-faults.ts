import type { NoticeOf } from "../../notifications/notification.ts";
import { failingEvent } from "../../notifications/webhooks/events.ts";
import { outboxItem } from "../../notifications/webhooks/store-deliveries.ts";
import { type Appended, updateVersioned } from "../../platform/dynamodb/versioned-item.ts";
import { NOTICE_ITEM } from "../../platform/table/items.ts";
import { noticeKey } from "../../platform/table/keys.ts";
import { type Connections, newlyFailing } from "./connection.ts";
import { CONNECTIONS_VALUE } from "./store-connections.ts";

/** Replaces the account's connections, and notifies the account of those that begin to fail, in one transaction. */
export const updateFaults = (
  account: string,
  decide: (seen: Connections) => Connections,
): Promise<Connections> => updateVersioned(CONNECTIONS_VALUE, account, decide, told);

/** Builds the notice and the webhook event of a connection that begins to fail, for the transaction of its fault. */
const told: Appended<Connections> = (account, before, after) =>
  newlyFailing(before, after).flatMap(({ connection, code, since }) => {
    const notice: NoticeOf<"connection.failing"> = {
      id: `${connection.id}-${code}-${since.replaceAll(/[-:.]/g, "")}`,
      kind: "connection.failing",
      created_at: since,
      connection_id: connection.id,
      source_id: connection.source_id,
      code,
    };
    const stored = {
      key: noticeKey(account, notice.id),
      definition: NOTICE_ITEM,
      item: notice,
    };
    return [stored, outboxItem(account, failingEvent(notice), new Date(since))];
  });
