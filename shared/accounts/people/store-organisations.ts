import { GetCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { type AccountId, accountOf, type LedgerId } from "../../core/ids.ts";
import {
  ACCOUNT_RIGHT,
  INVITATION_RIGHT,
  MEMBER_RIGHT,
  ORGANISATION_RIGHT,
  type Right,
  type RightAuthor,
  rightPuts,
} from "../../platform/credentials/rights.ts";
import { batchGet, dynamo, pages, queryAll, tableName } from "../../platform/dynamodb/client.ts";
import { type ItemDefinition, versionOf } from "../../platform/table/item.ts";
import { accountIndexKey, accountRecordKey, type Key } from "../../platform/table/keys.ts";
import {
  invitationKey,
  invitationsOf,
  MEMBERSHIP_ITEM,
  memberKey,
  membershipKey,
  membershipsOf,
  membersOf,
  ORGANISATION_ACCOUNT_ITEM,
  organisationAccountKey,
  organisationAccountsAfter,
  organisationKey,
} from "../../platform/table/people.ts";
import { loadAccount } from "../store-accounts.ts";
import { type By, type Changed, Client, Invitation, Member, Organisation } from "./organisation.ts";

type Writes = NonNullable<ConstructorParameters<typeof TransactWriteCommand>[0]["TransactItems"]>;

const transact = (TransactItems: Writes) =>
  dynamo.send(new TransactWriteCommand({ TransactItems }));

async function read(Key: Key): Promise<Record<string, unknown> | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }),
  );
  return Item;
}

/** Reads the roles of a person in an organisation, strongly consistent, so that a removed one opens nothing. */
export async function loadMember(
  organisation: string,
  person: string,
): Promise<Member | undefined> {
  const found = await read(memberKey(organisation, person));
  return found && Member.parse(found);
}

export async function loadOrganisation(id: string): Promise<Organisation | undefined> {
  const found = await read(organisationKey(id));
  return found && Organisation.parse(found);
}

/** Reads the organisations that the person is or was in, and the roles there. */
export async function loadMemberships(person: string) {
  const found = await queryAll({ ...membershipsOf(person), ConsistentRead: true });
  const ids = found.map(({ sk }) => String(sk));
  const loaded = await Promise.all(
    ids.map(async (id) => ({
      organisation: await loadOrganisation(id),
      member: await loadMember(id, person),
    })),
  );
  return loaded.flatMap(({ organisation, member }) =>
    organisation && member && member.removed_at === undefined ? [{ organisation, member }] : [],
  );
}

/** Reads the present members of an organisation. */
export async function loadMembers(organisation: string): Promise<Member[]> {
  const found = await queryAll({ ...membersOf(organisation), ConsistentRead: true });
  return found
    .map((item) => Member.parse(item))
    .filter(({ removed_at }) => removed_at === undefined);
}

const put = (key: Key, definition: ItemDefinition, item: object, condition: object) => ({
  Put: {
    TableName: tableName(),
    Item: { ...key, ...versionOf(definition), ...item },
    ...condition,
  },
});

const NEW = { ConditionExpression: "attribute_not_exists(pk)" };

/** The condition that an item is of the version before. */
const after = (version: number) =>
  version === 1
    ? NEW
    : {
        ConditionExpression: "version = :before",
        ExpressionAttributeValues: { ":before": version - 1 },
      };

/** Returns the write of a right, with its row of the change history. */
const putRight = (
  right: Right,
  key: Key,
  item: object,
  condition: object,
  by: RightAuthor,
): Writes => [
  put(key, right.item, item, condition),
  ...rightPuts(tableName(), right, key, item, by),
];

const putOrganisation = (organisation: Organisation, by: RightAuthor): Writes =>
  putRight(
    ORGANISATION_RIGHT,
    organisationKey(organisation.organisation),
    organisation,
    after(organisation.version),
    by,
  );

const authorOf = ({ person, now }: By): RightAuthor => ({
  author: person,
  at: now.toISOString(),
});

/**
 * Stores a new version of an organisation and of one of its members, in one transaction with `more`, such as the
 * invitation that was accepted.
 * @throws TransactionCanceledException if one of them was changed meanwhile
 */
export async function saveMember(
  { organisation, member }: Changed,
  by: By,
  more: Writes = [],
): Promise<void> {
  const { organisation: id, person } = member;
  const author = authorOf(by);
  await transact([
    ...putOrganisation(organisation, author),
    ...putRight(MEMBER_RIGHT, memberKey(id, person), member, after(member.version), author),
    put(membershipKey(person, id), MEMBERSHIP_ITEM, { organisation: id, person }, {}),
    ...more,
  ]);
}

/** The condition that nobody has used or withdrawn the invitation. */
const UNUSED = {
  ConditionExpression: "attribute_not_exists(used_at) AND attribute_not_exists(withdrawn_at)",
};

export const putInvitation = (invitation: Invitation, by: By): Writes =>
  putRight(
    INVITATION_RIGHT,
    invitationKey(invitation.organisation, invitation.invitation),
    { ...invitation, expires_at: Math.floor(Date.parse(invitation.ends_at) / 1000) },
    UNUSED,
    authorOf(by),
  );

export async function saveInvitation(invitation: Invitation, by: By): Promise<void> {
  await transact(putInvitation(invitation, by));
}

export async function loadInvitation(
  organisation: string,
  id: string,
): Promise<Invitation | undefined> {
  const found = await read(invitationKey(organisation, id));
  return found && Invitation.parse(found);
}

export async function loadInvitations(organisation: string): Promise<Invitation[]> {
  const found = await queryAll({ ...invitationsOf(organisation), ConsistentRead: true });
  return found.map((item) => Invitation.parse(item));
}

/**
 * Stores new accounts and their names with the next version of the organisation, in one transaction. Takes at most 32
 * accounts: a transaction has at most a hundred items.
 * @throws TransactionCanceledException if the organisation was changed meanwhile, or an account exists
 */
export async function insertClients(
  organisation: Organisation,
  clients: readonly Client[],
  by: By,
): Promise<void> {
  const { organisation: id } = organisation;
  const author = authorOf(by);
  const records = clients.flatMap((client) => {
    const { account, created_at } = client;
    const record = {
      ...accountIndexKey(account),
      account,
      version: 1,
      created_at,
      organisation: id,
    };
    return [
      ...putRight(ACCOUNT_RIGHT, accountRecordKey(account), record, NEW, author),
      put(organisationAccountKey(id, account), ORGANISATION_ACCOUNT_ITEM, client, NEW),
    ];
  });
  await transact([...putOrganisation(organisation, author), ...records]);
}

/**
 * Replaces a client of the organisation.
 * @throws TransactionCanceledException if it was changed since it was read
 */
export async function saveClient(
  organisation: string,
  { name, left_on }: Client,
  changed: Client,
): Promise<void> {
  const key = organisationAccountKey(organisation, changed.account);
  const isUnchanged = {
    ConditionExpression: `#name = :name AND ${left_on ? "left_on = :left" : "attribute_not_exists(left_on)"}`,
    ExpressionAttributeNames: { "#name": "name" },
    ExpressionAttributeValues: { ":name": name, ...(left_on ? { ":left": left_on } : {}) },
  };
  await transact([put(key, ORGANISATION_ACCOUNT_ITEM, changed, isUnchanged)]);
}

/** Reads those of the accounts that the organisation has. */
export async function loadClients(
  organisation: string,
  accounts: readonly AccountId[],
): Promise<Client[]> {
  const keys = accounts.map((account) => organisationAccountKey(organisation, account));
  return (await batchGet(keys)).map((item) => Client.parse(item));
}

/** Returns the name that the organisation of an account gave it; undefined for an account that is in none. */
export async function loadClientName(ledger: LedgerId): Promise<string | undefined> {
  const account = accountOf(ledger);
  const organisation = (await loadAccount(account))?.organisation;
  const [client] = organisation === undefined ? [] : await loadClients(organisation, [account]);
  return client?.name;
}

/** Reads the next `limit` accounts of an organisation after an account, in the order of their ids. */
export async function loadClientsAfter(
  organisation: string,
  limit: number,
  account?: AccountId,
): Promise<Client[]> {
  const query = { ...organisationAccountsAfter(organisation, account), ConsistentRead: true };
  const clients: Client[] = [];
  for await (const items of pages({ ...query, Limit: limit })) {
    clients.push(...items.map((item) => Client.parse(item)));
    if (clients.length >= limit) break;
  }
  return clients.slice(0, limit);
}
