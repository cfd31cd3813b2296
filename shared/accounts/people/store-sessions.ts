import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { AuthorId } from "../../core/ids.ts";
import { batchGet, dynamo, queryAll, tableName } from "../../platform/dynamodb/client.ts";
import { versionOf } from "../../platform/table/item.ts";
import type { Key } from "../../platform/table/keys.ts";
import {
  PERSON_ITEM,
  personKey,
  SESSION_ITEM,
  sessionKey,
  sessionListKey,
  sessionsOf,
} from "../../platform/table/people.ts";
import { type Identity, Person, personId } from "./person.ts";
import { isActive, StoredSession } from "./session.ts";

/** Reads a session, strongly consistent, so that an ended session opens nothing with the next call. */
export const loadSession = (id: string): Promise<StoredSession | undefined> =>
  loadSessionAt(sessionKey(id));

async function loadSessionAt({ pk, sk }: Key): Promise<StoredSession | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: { pk, sk }, ConsistentRead: true }),
  );
  return Item && StoredSession.parse(Item);
}

const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

const itemOf = (session: StoredSession) => ({
  ...sessionKey(session.session_id),
  ...sessionListKey(session),
  ...versionOf(SESSION_ITEM),
  ...session,
  expires_at: seconds(session.ends_at),
});

export async function insertSession(session: StoredSession): Promise<void> {
  await dynamo.send(
    new PutCommand({
      TableName: tableName(),
      Item: itemOf(session),
      ConditionExpression: "attribute_not_exists(pk)",
    }),
  );
}

/**
 * Replaces a session, on condition that its refresh token is still that of `seen` and it has not ended.
 * @returns false if another request has renewed or ended the session meanwhile
 */
export async function replaceSession(seen: StoredSession, next: StoredSession): Promise<boolean> {
  try {
    await dynamo.send(
      new PutCommand({
        TableName: tableName(),
        Item: itemOf(next),
        ConditionExpression: "refresh_sha256 = :seen AND attribute_not_exists(ended_at)",
        ExpressionAttributeValues: { ":seen": seen.refresh_sha256 },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** Ends a session. Whatever renews it meanwhile fails or is ended, because the write depends on nothing that was read. */
export async function endSession(id: string, now: Date): Promise<void> {
  try {
    await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: sessionKey(id),
        UpdateExpression: "SET ended_at = :now REMOVE gsi1pk, gsi1sk",
        ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(ended_at)",
        ExpressionAttributeValues: { ":now": now.toISOString() },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

/**
 * Reads the sessions of a person that have not ended, the newest first. The index only names them: each is read by its
 * key, strongly consistent, so that one that has just ended is not among them.
 */
export async function loadSessionsOf(person: string, now: Date): Promise<StoredSession[]> {
  const named = await queryAll(sessionsOf(person));
  const found = await Promise.all(named.map((item) => loadSessionAt(item as Key)));
  return found.flatMap((session) => (session && isActive(session, now) ? [session] : []));
}

/** Records a sign-in: the person, and the name and address that the issuer says today. */
export async function noteSignIn(identity: Identity, now: Date): Promise<AuthorId> {
  const person = personId(identity);
  const { issuer, subject, name, email, email_verified } = identity;
  const said = Object.entries({ name, email, email_verified });
  const set = said.filter(([, value]) => value !== undefined);
  const gone = said.filter(([, value]) => value === undefined).map(([field]) => `#${field}`);
  await dynamo.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: personKey(person),
      UpdateExpression: [
        "SET schema_version = :version, person = :person, issuer = :issuer, subject = :subject",
        ", created_at = if_not_exists(created_at, :now), signed_in_at = :now",
        ...set.map(([field]) => `, #${field} = :${field}`),
        ...(gone.length > 0 ? [` REMOVE ${gone.join(", ")}`] : []),
      ].join(""),
      ExpressionAttributeNames: Object.fromEntries(said.map(([field]) => [`#${field}`, field])),
      ExpressionAttributeValues: {
        ":version": PERSON_ITEM.version,
        ":person": person,
        ":issuer": issuer,
        ":subject": subject,
        ":now": now.toISOString(),
        ...Object.fromEntries(set.map(([field, value]) => [`:${field}`, value])),
      },
    }),
  );
  return person;
}

export async function loadPersons(ids: readonly string[]): Promise<ReadonlyMap<string, Person>> {
  const found = (await batchGet([...new Set(ids)].map(personKey))).map((item) =>
    Person.parse(item),
  );
  return new Map(found.map((person) => [person.person, person]));
}
