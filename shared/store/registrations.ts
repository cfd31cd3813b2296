import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { DomainError } from "../api/errors.ts";
import {
  NO_REGISTRATIONS,
  Registration,
  type Registrations,
} from "../registrations/registration.ts";
import { dynamo, tableName } from "./dynamo.ts";
import { registrationsKey } from "./keys.ts";

const RegistrationsItem = z.object({
  version: z.int(),
  last_id: z.int(),
  items: z.array(Registration),
});

/** All registrations of the account, from one strong read: never half of a change. */
export async function loadRegistrations(account: string): Promise<Registrations> {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: registrationsKey(account),
      ConsistentRead: true,
    }),
  );
  return Item ? RegistrationsItem.parse(Item) : NO_REGISTRATIONS;
}

const MOST_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1000;

/**
 * Replaces the account's registrations by what `decide` makes of them, and returns that. Whoever
 * loses a race decides again on what the winner wrote. `decide` must be pure; its refusals pass
 * through, and returning its argument writes nothing.
 * @throws DomainError `not_ready` when others kept winning; nothing is written then.
 */
export async function updateRegistrations(
  account: string,
  decide: (all: Registrations) => Registrations,
): Promise<Registrations> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const seen = await loadRegistrations(account);
    const decided = decide(seen);
    if (decided === seen) return seen;
    const next = { ...decided, version: seen.version + 1 };
    if (await written(account, next)) return next;
    await pause(Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt));
  }
  throw new DomainError("not_ready", "the registrations are being changed by others, try again");
}

/** Whether `next` took the place of the version before it. */
async function written(account: string, next: Registrations): Promise<boolean> {
  const write_id = randomUUID();
  try {
    await dynamo.send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...registrationsKey(account), ...next, write_id },
        ...onTopOf(next.version - 1),
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // The SDK sends again when an answer is lost: what is in the way may be this very write.
    return error.Item?.["write_id"]?.S === write_id;
  }
}

const onTopOf = (version: number) =>
  version === 0
    ? { ConditionExpression: "attribute_not_exists(pk)" }
    : {
        ConditionExpression: "version = :seen",
        ExpressionAttributeValues: { ":seen": version },
      };
