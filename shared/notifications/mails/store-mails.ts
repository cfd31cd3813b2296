import { GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import {
  batchGet,
  countWithin,
  dynamo,
  ifConditionHolds,
  pages,
  tableName,
} from "../../platform/dynamodb/client.ts";
import {
  loadVersioned,
  updateVersioned,
  type VersionedItem,
} from "../../platform/dynamodb/versioned-item.ts";
import { versionOf } from "../../platform/table/item.ts";
import { type Key, rateLimitKey } from "../../platform/table/keys.ts";
import {
  dueMail,
  MAIL_ITEM,
  MAIL_SETTINGS_ITEM,
  type MailName,
  mailKey,
  mailSettingsKey,
  mailsDueKey,
  mailsDueUntil,
  SUPPRESSION_ITEM,
  suppressionKey,
} from "../../platform/table/mails.ts";
import { addressHash, Mail } from "./mail.ts";
import { MailSettings, NO_MAILS } from "./settings.ts";

/** Stores a new mail; an existing one stays unchanged. */
export async function insertMail(mail: Mail): Promise<void> {
  const Item = {
    ...mailKey(mail),
    ...versionOf(MAIL_ITEM),
    ...mail,
    ...(mail.next_attempt_at === undefined ? {} : mailsDueKey(mail.next_attempt_at)),
  };
  const ConditionExpression = "attribute_not_exists(pk)";
  await ifConditionHolds(
    dynamo.send(new PutCommand({ TableName: tableName(), Item, ConditionExpression })),
  );
}

/**
 * Claims a due mail until `until`, and counts the attempt. No other worker can claim it before; afterwards it is due
 * again unless its result was saved. Returns undefined when the mail is not due, or another worker was faster.
 */
export async function claimMail(
  name: MailName,
  now: Date,
  until: string,
): Promise<Mail | undefined> {
  const claimed = await ifConditionHolds(
    dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: mailKey(name),
        UpdateExpression: "SET next_attempt_at = :until, gsi1sk = :until ADD tries :one",
        ConditionExpression: "#state = :pending AND next_attempt_at <= :now",
        ExpressionAttributeNames: { "#state": "state" },
        ExpressionAttributeValues: {
          ":pending": "pending",
          ":now": now.toISOString(),
          ":until": until,
          ":one": 1,
        },
        ReturnValues: "ALL_NEW",
      }),
    ),
  );
  return claimed && Mail.parse(claimed.Attributes);
}

/**
 * Saves the result of an attempt on condition that the claim is still this worker's. A mail that is over has no address
 * and no secret any more.
 */
export async function saveAttempt(
  mail: Mail,
  after: Pick<Mail, "state" | "next_attempt_at" | "sent_at" | "error">,
): Promise<void> {
  const set = {
    ...after,
    ...(after.next_attempt_at === undefined ? {} : mailsDueKey(after.next_attempt_at)),
  };
  const names = Object.keys(set);
  const isOver = after.next_attempt_at === undefined;
  const gone = isOver ? ["next_attempt_at", "gsi1pk", "gsi1sk", "address", "link"] : [];
  await ifConditionHolds(
    dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: mailKey(mail),
        UpdateExpression: [
          `SET ${names.map((name) => `#${name} = :${name}`).join(", ")}`,
          ...(isOver ? [`REMOVE ${gone.map((name) => `#${name}`).join(", ")}`] : []),
        ].join(" "),
        ConditionExpression: "#next_attempt_at = :claimed",
        ExpressionAttributeNames: Object.fromEntries(
          [...new Set([...names, ...gone, "next_attempt_at"])].map((name) => [`#${name}`, name]),
        ),
        ExpressionAttributeValues: {
          ...Object.fromEntries(Object.entries(set).map(([name, value]) => [`:${name}`, value])),
          ":claimed": mail.next_attempt_at,
        },
      }),
    ),
  );
}

/** Reads the mails and digests that are due by `now`, the longest overdue first, page by page. */
export async function* dueMails(now: Date): AsyncGenerator<ReturnType<typeof dueMail>[]> {
  for await (const items of pages(mailsDueUntil(now.toISOString()))) {
    if (items.length > 0) yield items.map((item) => dueMail(item as Key));
  }
}

const SUPPRESSED_DAYS = 180;
const DAY_SECONDS = 86_400;

const seconds = (now: Date): number => Math.floor(now.getTime() / 1000);

/** Suppresses an address: nothing is sent to it any more. */
export async function suppress(
  address: string,
  reason: "bounce" | "complaint",
  now: Date,
): Promise<void> {
  await dynamo.send(
    new PutCommand({
      TableName: tableName(),
      Item: {
        ...suppressionKey(addressHash(address)),
        ...versionOf(SUPPRESSION_ITEM),
        reason,
        suppressed_at: now.toISOString(),
        expires_at: seconds(now) + SUPPRESSED_DAYS * DAY_SECONDS,
      },
    }),
  );
}

/** True if an address is suppressed. DynamoDB deletes expired items late, so their end is compared. */
export async function isSuppressed(address: string, now: Date): Promise<boolean> {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: suppressionKey(addressHash(address)),
      ConsistentRead: true,
    }),
  );
  return Item !== undefined && Number(Item["expires_at"]) > seconds(now);
}

/**
 * Counts a mail that a caller has requested to an address of their choice.
 * @returns false if `most` of this subject were requested on this day
 */
export async function countRequestedMail(
  subject: string,
  most: number,
  now: Date,
): Promise<boolean> {
  const start = Math.floor(seconds(now) / DAY_SECONDS) * DAY_SECONDS;
  const window = { start: new Date(start * 1000).toISOString(), seconds: DAY_SECONDS };
  const limit = { calls: most, ends_at: start + DAY_SECONDS };
  return countWithin(rateLimitKey("MAILS", subject, window), limit);
}

const ITEM: VersionedItem<MailSettings, string> = {
  key: mailSettingsKey,
  schema: MailSettings,
  empty: NO_MAILS,
  definition: MAIL_SETTINGS_ITEM,
  name: "mail settings",
};

/** Reads the settings of a recipient, strongly consistent, so that nothing is sent after an unsubscription. */
export const loadMailSettings = (recipient: string): Promise<MailSettings> =>
  loadVersioned(ITEM, recipient);

/** Replaces the settings of a recipient by the result of `decide`; see updateVersioned. */
export const updateMailSettings = (
  recipient: string,
  decide: (seen: MailSettings) => MailSettings,
): Promise<MailSettings> => updateVersioned(ITEM, recipient, decide);

/** Reads the settings of those recipients that have any. */
export const loadSettingsOf = async (recipients: readonly string[]): Promise<MailSettings[]> =>
  (await batchGet(recipients.map(mailSettingsKey))).map((item) => MailSettings.parse(item));
