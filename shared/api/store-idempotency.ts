import { randomUUID } from "node:crypto";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { dynamo, tableName } from "../platform/dynamodb/client.ts";
import { versionOf } from "../platform/table/item.ts";
import { IDEMPOTENCY_ITEM } from "../platform/table/items.ts";
import { idempotencyKey, type Key as StoreKey } from "../platform/table/keys.ts";

/** An answer is kept for a day. */
const STORED_SECONDS = 24 * 60 * 60;

/** No request runs this long (the function's own limit is 29 s): whoever claimed has died. */
const ABANDONED_SECONDS = 60;

/** An item holds 400 KB; a longer answer is not kept, and the repeated request is carried out. */
const LONGEST_ANSWER = 300_000;

const Answer = z.object({
  statusCode: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
type Answer = z.output<typeof Answer>;

const StoredResponse = z.object({
  request_hash: z.string(),
  claimed_at: z.int(),
  expires_at: z.int(),
  answer: Answer.optional(),
});

/** What a request is remembered under, both hashes: where, and which request it was. */
export type RequestName = {
  readonly account: string;
  /** One per Idempotency-Key, route and scope. */
  readonly slot: string;
  readonly request: string;
};

export type Claim =
  /** The request is ours to carry out; `token` proves it. */
  | { readonly status: "claimed"; readonly token: string }
  | { readonly status: "answered"; readonly answer: Answer }
  | { readonly status: "in_progress" }
  | { readonly status: "other_request" };

/**
 * Claims a key for a request, in one conditional write. Expiry is judged here, since the table's own
 * expiry only tidies up, sometimes days later.
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
    return claimInTheWay(Key, request);
  }
}

/** How the request stands to the one that has claimed the key. */
async function claimInTheWay(Key: StoreKey, request: string): Promise<Claim> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }),
  );
  const kept = StoredResponse.parse(Item);
  if (kept.request_hash !== request) return { status: "other_request" };
  return kept.answer ? { status: "answered", answer: kept.answer } : { status: "in_progress" };
}

/** Keeps the answer to a claimed request. A claim that was taken over in the meantime is left alone. */
export async function keepAnswer(name: RequestName, token: string, answer: unknown): Promise<void> {
  const kept = Answer.safeParse(answer);
  if (!kept.success || kept.data.body.length > LONGEST_ANSWER) return release(name, token);
  await update(name, token, "SET answer = :answer", { ":answer": kept.data });
}

/** Gives a claim up, so that the same request can be sent again at once. */
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
