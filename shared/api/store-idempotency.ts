import { randomUUID } from "node:crypto";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { AuthorId, LedgerId } from "../core/ids.ts";
import { dynamo, tableName } from "../platform/dynamodb/client.ts";
import { Sealed } from "../platform/sealing.ts";
import { versionOf } from "../platform/table/item.ts";
import { IDEMPOTENCY_ITEM } from "../platform/table/items.ts";
import { idempotencyKey, type Key as StoreKey } from "../platform/table/keys.ts";

/** Seconds for which a response is stored: one day. */
const STORED_SECONDS = 24 * 60 * 60;

/** Seconds after which a claim is abandoned. No request runs this long, since the limit of a function is 29 s. */
const ABANDONED_SECONDS = 60;

/**
 * Longest stored response in bytes, because an item holds 400 KB. A longer response is not stored, and a repeated request is
 * carried out again.
 */
const LONGEST_ANSWER = 300_000;

const PlainAnswer = z.object({
  statusCode: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});

/** An answer with a secret: sealed until it was replayed, to the caller that it was given to. */
const SealedAnswer = PlainAnswer.omit({ body: true }).extend({
  author: z.string(),
  /** The id of what was made. */
  made: z.string(),
  sealed: Sealed.optional(),
});
type SealedAnswer = z.output<typeof SealedAnswer>;
export type StoredAnswer = z.output<typeof PlainAnswer> | SealedAnswer;

export const StoredResponse = z.object({
  request_hash: z.string(),
  claimed_at: z.int(),
  expires_at: z.int(),
  answer: z.union([PlainAnswer, SealedAnswer]).optional(),
});

/** The identity of a request: one hash for its Idempotency-Key and one for its content. */
export type RequestName = {
  readonly account: LedgerId | AuthorId;
  /** The hash of the Idempotency-Key, route and scope. */
  readonly slot: string;
  readonly request: string;
};

export type Claim =
  /** This call carries out the request; `token` proves the claim. */
  | { readonly status: "claimed"; readonly token: string }
  | { readonly status: "answered"; readonly answer: StoredAnswer }
  | { readonly status: "in_progress" }
  | { readonly status: "other_request" };

/**
 * Claims an Idempotency-Key for a request in one conditional write. Expiry is checked here, since the table deletes
 * expired items late, sometimes after days.
 */
export async function claim({ account, slot, request }: RequestName, now: Date): Promise<Claim> {
  const seconds = Math.floor(now.getTime() / 1000);
  const token = randomUUID();
  const item = {
    request_hash: request,
    token,
    claimed_at: seconds,
    expires_at: seconds + STORED_SECONDS,
  };
  const Key = idempotencyKey(account, slot);
  try {
    await dynamo.send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...Key, ...versionOf(IDEMPOTENCY_ITEM), ...item },
        ConditionExpression:
          "attribute_not_exists(pk) OR expires_at <= :now OR (attribute_not_exists(answer) AND claimed_at <= :abandoned AND request_hash = :request)",
        ExpressionAttributeValues: {
          ":now": seconds,
          ":abandoned": seconds - ABANDONED_SECONDS,
          ":request": request,
        },
      }),
    );
    return { status: "claimed", token };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return claimInTheWay(Key, request, token);
  }
}

async function claimInTheWay(Key: StoreKey, request: string, token: string): Promise<Claim> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }),
  );
  // The SDK sends a claim again whose response was lost.
  if (Item?.["token"] === token) return { status: "claimed", token };
  const stored = StoredResponse.parse(Item);
  if (stored.request_hash !== request) return { status: "other_request" };
  return stored.answer ? { status: "answered", answer: stored.answer } : { status: "in_progress" };
}

/** Stores the response to a claimed request. Leaves a claim alone that another request has taken over. */
export async function keepAnswer(name: RequestName, token: string, answer: unknown): Promise<void> {
  const parsed = PlainAnswer.safeParse(answer);
  if (!parsed.success || Buffer.byteLength(parsed.data.body) > LONGEST_ANSWER)
    return release(name, token);
  await update(name, token, "SET answer = :answer", { ":answer": parsed.data });
}

/** Stores the response with a secret to a claimed request. */
export const keepSealedAnswer = (
  name: RequestName,
  token: string,
  answer: SealedAnswer,
): Promise<void> => update(name, token, "SET answer = :answer", { ":answer": answer });

/** Takes a sealed response out of its slot, for the one replay; undefined if another call has taken it. */
export async function takeSealed({ account, slot }: RequestName): Promise<Sealed | undefined> {
  try {
    const { Attributes } = await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: idempotencyKey(account, slot),
        UpdateExpression: "REMOVE answer.sealed",
        ConditionExpression: "attribute_exists(answer.sealed)",
        ReturnValues: "ALL_OLD",
      }),
    );
    return SealedAnswer.parse(Attributes?.["answer"]).sealed;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return undefined;
  }
}

/** Releases a claim, so that the request can be repeated at once. */
export const release = (name: RequestName, token: string): Promise<void> =>
  update(name, token, "SET expires_at = :over", { ":over": 0 });

async function update(
  { account, slot }: RequestName,
  token: string,
  expression: string,
  values: object,
): Promise<void> {
  try {
    await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: idempotencyKey(account, slot),
        UpdateExpression: expression,
        ConditionExpression: "#token = :token",
        ExpressionAttributeNames: { "#token": "token" },
        ExpressionAttributeValues: { ...values, ":token": token },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
