import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { fingerprintOf } from "../core/hash.ts";
import { countWithin, dynamo, tableName } from "../platform/dynamodb/client.ts";
import { ACCOUNT_QUOTA_ITEM } from "../platform/table/items.ts";
import { accountQuotaKey, rateLimitKey } from "../platform/table/keys.ts";
import type { CallNote, CallWindow, QuotaOwner, RateLimit } from "./rate-limits.ts";

/** Timeout of counting a call in milliseconds, so that a slow counter does not delay the protected function. */
const COUNTER_PATIENCE_MS = 1_000;

/** Timeout of recording an account's calls at the end of a call in milliseconds. */
const NOTE_PATIENCE_MS = 5_000;

/**
 * Counts a call of `client` in this window, see countWithin.
 * @returns false when the client has used up the window.
 */
export const countCall = (
  name: string,
  client: string,
  { calls }: RateLimit,
  window: CallWindow,
): Promise<boolean> =>
  countWithin(
    rateLimitKey(name, hashOf(client, window), window),
    { calls, ends_at: window.ends_at },
    AbortSignal.timeout(COUNTER_PATIENCE_MS),
  );

/**
 * Adds calls of an account to the calls recorded by all processes, which delays the instant at which the bucket is
 * full. If the recorded instant is before the first of these calls, or implausible, the delay starts at the first call.
 * @returns the instant at which the bucket is full, in milliseconds since 1970
 * @throws ConditionalCheckFailedException when other processes changed the item in between, three times
 */
export async function noteCalls(owner: QuotaOwner, note: CallNote): Promise<number> {
  const isGoingOn = note.full_at >= note.since;
  try {
    return await noteOnce(owner, note, isGoingOn);
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
  try {
    return await noteOnce(owner, note, !isGoingOn);
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return noteOnce(owner, note, isGoingOn);
  }
}

const IS_GOING_ON = "full_at BETWEEN :since AND :furthest";

async function noteOnce(
  owner: QuotaOwner,
  { adds_ms, since, furthest }: CallNote,
  isGoingOn: boolean,
): Promise<number> {
  const command = new UpdateCommand({
    TableName: tableName(),
    Key: accountQuotaKey(owner),
    UpdateExpression: `SET full_at = ${isGoingOn ? "full_at" : ":since"} + :adds, expires_at = :end, schema_version = :version`,
    ConditionExpression: isGoingOn
      ? IS_GOING_ON
      : `attribute_not_exists(full_at) OR NOT (${IS_GOING_ON})`,
    ExpressionAttributeValues: {
      ":adds": adds_ms,
      ":since": since,
      ":furthest": furthest,
      ":end": Math.ceil(furthest / 1000),
      ":version": ACCOUNT_QUOTA_ITEM.version,
    },
    ReturnValues: "UPDATED_NEW",
  });
  const abortSignal = AbortSignal.timeout(NOTE_PATIENCE_MS);
  const { Attributes } = await dynamo.send(command, { abortSignal });
  return Number(Attributes?.["full_at"]);
}

/** Hashes an address with its window. The address itself is not stored, and its hash differs in each window. */
const hashOf = (client: string, { start }: CallWindow): string => fingerprintOf([client, start]);
