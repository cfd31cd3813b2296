import { QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, expect, test } from "vitest";
import { type AccountId, type LedgerId, sandboxOf } from "../../../shared/core/ids.ts";
import { dispatchMails } from "../../../shared/notifications/mails/make-mails.ts";
import { dispatchWebhooks } from "../../../shared/notifications/webhooks/deliver.ts";
import { MOST_OF_AN_ACCOUNT } from "../../../shared/notifications/webhooks/delivery.ts";
import { dynamo } from "../../../shared/platform/dynamodb/client.ts";
import { mailKey } from "../../../shared/platform/table/mails.ts";
import { outboxKey } from "../../../shared/platform/table/webhooks.ts";
import { mockedClient } from "../../stack/mocked-client.ts";
import { sentTo } from "../../stack/sent-messages.ts";

const table = mockedClient(dynamo);
const now = new Date("2026-11-27T10:15:00.000Z");

/** The queues of this process have no worker: what is sent goes to nobody. */
beforeEach(() => {
  table.reset();
  table.on(UpdateCommand).callsFake(({ ExpressionAttributeValues: values }) => ({
    Attributes: { calls: values[":wanted"] },
  }));
});

/** Has the index of due items answer with pages of so many items; another page follows each. */
function due(sizes: readonly number[], key: (n: number) => object): void {
  const query = table.on(QueryCommand);
  let first = 0;
  for (const size of sizes) {
    const from = first;
    first += size;
    const Items = Array.from({ length: size }, (_, n) => key(from + n));
    query.resolvesOnce({ Items, LastEvaluatedKey: { pk: "further" } });
  }
  query.resolves({ Items: [] });
}

const pagesRead = () => table.commandCalls(QueryCommand).length;
/** Accounts with fewer messages than their share. */
const ofManyAccounts = (n: number) =>
  outboxKey(`account-${Math.floor(n / 25)}` as LedgerId, `message-${n}`);

test.for([
  // Reads on until 3,000 items are sent, and not beyond.
  { pages: [1_000, 1_000, 1_000, 1_000], read: 3, sent: 3_000 },
  { pages: [1_000, 1_999, 1_000, 1_000], read: 3, sent: 3_999 },
  { pages: [5, 0, 5], read: 4, sent: 10 },
])("webhooks: of due pages $pages, $read are read and $sent items sent", async (row) => {
  due(row.pages, ofManyAccounts);
  expect(await dispatchWebhooks(now)).toEqual({ sent: row.sent });
  expect(pagesRead()).toBe(row.read);
});

test.for([
  { pages: [600, 400, 600], read: 2, sent: 1_000 },
  { pages: [600, 399, 600, 1], read: 3, sent: 1_599 },
  { pages: [5, 0, 5], read: 4, sent: 10 },
])("mails: of due pages $pages, $read are read and $sent items sent", async (row) => {
  due(row.pages, (n) => mailKey({ cause: "account", id: `mail-${n}` }));
  expect(await dispatchMails(now)).toEqual({ sent: row.sent });
  expect(pagesRead()).toBe(row.read);
});

test("webhooks: an account with many due messages gets its share, over all pages and with its sandbox", async () => {
  const names = ["busy", sandboxOf("busy" as AccountId), "busy", "quiet"];
  due([60, 60], (n) => outboxKey(names[n % names.length] as LedgerId, `message-${n}`));
  using sent = sentTo("webhooks");
  const result = await dispatchWebhooks(now);
  const { messages } = sent;
  const ofQuiet = messages.filter(({ account }) => account === "quiet").length;
  expect({ ofQuiet, others: messages.length - ofQuiet }).toEqual({
    ofQuiet: 30,
    others: MOST_OF_AN_ACCOUNT,
  });
  expect(result).toEqual({ sent: messages.length });
});
