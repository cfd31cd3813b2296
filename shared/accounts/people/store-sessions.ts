import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import {
  GetCommand,
  PutCommand,
  type PutCommandInput,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import type { AuthorId } from "../../core/ids.ts";
import { withRetries } from "../../platform/calls.ts";
import { contentHash, PERSON_RIGHT, rightPuts } from "../../platform/credentials/rights.ts";
import { batchGet, dynamo, orOwn, queryAll, tableName } from "../../platform/dynamodb/client.ts";
import { versionOf } from "../../platform/table/item.ts";
import {
  PERSON_ITEM,
  personKey,
  SESSION_ITEM,
  SESSION_NAME_ITEM,
  sessionKey,
  sessionNameKey,
  sessionsOf,
} from "../../platform/table/people.ts";
import { type Identity, Person, personId } from "./person.ts";
import { isActive, StoredSession } from "./session.ts";

/** Reads a session, strongly consistent, so that an ended session opens nothing with the next call. */
export async function loadSession(id: string): Promise<StoredSession | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: sessionKey(id), ConsistentRead: true }),
  );
  return Item && StoredSession.parse(Item);
}

const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

const itemOf = (session: StoredSession) => ({
  ...sessionKey(session.session_id),
  ...versionOf(SESSION_ITEM),
  ...session,
  expires_at: seconds(session.ends_at),
});

/**
 * Names a session in the list of its person. The name is written before the session and stays after its end: whoever ends
 * all sessions finds each one that opens something.
 */
const nameSession = ({ session_id, person, created_at, ends_at }: StoredSession) =>
  dynamo.send(
    new PutCommand({
      TableName: tableName(),
      Item: {
        ...sessionNameKey({ session_id, person, created_at }),
        ...versionOf(SESSION_NAME_ITEM),
        ...{ session_id, expires_at: seconds(ends_at) },
      },
    }),
  );

/** Writes a session; false if the condition fails, unless on this very write: no other request knows its refresh token. */
async function isSaved(session: StoredSession, condition: Partial<PutCommandInput>) {
  await nameSession(session);
  const put = new PutCommand({
    TableName: tableName(),
    Item: itemOf(session),
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    ...condition,
  });
  const own = { name: "refresh_sha256", value: session.refresh_sha256 };
  return (await orOwn(dynamo.send(put), own)) !== undefined;
}

export async function insertSession(session: StoredSession): Promise<void> {
  const isNew = { ConditionExpression: "attribute_not_exists(pk)" };
  if (!(await isSaved(session, isNew))) throw new Error("there is a session of this id");
}

/**
 * Replaces a session, on condition that its refresh token is still that of `seen` and it has not ended.
 * @returns false if another request has renewed or ended the session meanwhile
 */
export const replaceSession = (seen: StoredSession, next: StoredSession): Promise<boolean> =>
  isSaved(next, {
    ConditionExpression: "refresh_sha256 = :seen AND attribute_not_exists(ended_at)",
    ExpressionAttributeValues: { ":seen": seen.refresh_sha256 },
  });

/** Ends a session. Whatever renews it meanwhile fails or is ended, because the write depends on nothing that was read. */
export async function endSession(id: string, now: Date): Promise<void> {
  try {
    await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: sessionKey(id),
        UpdateExpression: "SET ended_at = :now",
        ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(ended_at)",
        ExpressionAttributeValues: { ":now": now.toISOString() },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

/** Reads the sessions of a person that have not ended, the newest first, each as it is at this moment. */
export async function loadSessionsOf(person: string, now: Date): Promise<StoredSession[]> {
  const named = await queryAll(sessionsOf(person));
  const found = await Promise.all(named.map((name) => loadSession(String(name["session_id"]))));
  return found.flatMap((session) => (session && isActive(session, now) ? [session] : []));
}

/**
 * Records a sign-in: the person, and the name and address that the issuer says today.
 * @throws DomainError `not_ready`
 */
export const noteSignIn = (identity: Identity, now: Date): Promise<AuthorId> =>
  withRetries(async () => {
    const person = personId(identity);
    const Key = personKey(person);
    const { Item } = await dynamo.send(
      new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }),
    );
    const before = Item && Person.parse(Item);
    const isSame =
      before && contentHash(PERSON_RIGHT, before) === contentHash(PERSON_RIGHT, stored(identity));
    const version = before ? before.version + Number(!isSame) : 1;
    const Update = signInUpdate(identity, { seen: before?.version, version }, now);
    const by = { author: person, at: now.toISOString() };
    const row = rightPuts(tableName(), PERSON_RIGHT, Key, { ...stored(identity), version }, by);
    const TransactItems = [{ Update }, ...(isSame ? [] : row)];
    await dynamo.send(new TransactWriteCommand({ TransactItems }));
    return person;
  });

const stored = ({ issuer, subject, email, email_verified }: Identity) => ({
  person: personId({ issuer, subject }),
  ...{ issuer, subject, email, email_verified },
});

function signInUpdate(
  identity: Identity,
  { seen, version }: { readonly seen: number | undefined; readonly version: number },
  now: Date,
) {
  const { name, email, email_verified } = identity;
  const { person, issuer, subject } = stored(identity);
  const said = Object.entries({ name, email, email_verified });
  const set = said.filter(([, value]) => value !== undefined);
  const gone = said.filter(([, value]) => value === undefined).map(([field]) => `#${field}`);
  return {
    TableName: tableName(),
    Key: personKey(person),
    UpdateExpression: [
      "SET schema_version = :form, version = :version, person = :person, issuer = :issuer",
      ", subject = :subject, created_at = if_not_exists(created_at, :now), signed_in_at = :now",
      ...set.map(([field]) => `, #${field} = :${field}`),
      ...(gone.length > 0 ? [` REMOVE ${gone.join(", ")}`] : []),
    ].join(""),
    ConditionExpression:
      seen === undefined
        ? "attribute_not_exists(pk)"
        : `version = :seen${seen === 1 ? " OR attribute_not_exists(version)" : ""}`,
    ExpressionAttributeNames: Object.fromEntries(said.map(([field]) => [`#${field}`, field])),
    ExpressionAttributeValues: {
      ":form": PERSON_ITEM.version,
      ...(seen === undefined ? {} : { ":seen": seen }),
      ...{ ":version": version, ":person": person, ":issuer": issuer, ":subject": subject },
      ":now": now.toISOString(),
      ...Object.fromEntries(set.map(([field, value]) => [`:${field}`, value])),
    },
  };
}

export async function loadPersons(ids: readonly string[]): Promise<ReadonlyMap<string, Person>> {
  const found = (await batchGet([...new Set(ids)].map(personKey))).map((item) =>
    Person.parse(item),
  );
  return new Map(found.map((person) => [person.person, person]));
}
