import { GetCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { AccountId } from "../../core/ids.ts";
import {
  batchGet,
  dynamo,
  queryAll,
  queryPage,
  tableName,
} from "../../platform/dynamodb/client.ts";
import { type ItemDefinition, versionOf } from "../../platform/table/item.ts";
import { ACCOUNT_ITEM } from "../../platform/table/items.ts";
import { accountIndexKey, accountRecordKey, type Key } from "../../platform/table/keys.ts";
import {
  INVITATION_ITEM,
  invitationKey,
  invitationsOf,
  MEMBER_ITEM,
  MEMBERSHIP_ITEM,
  memberKey,
  membershipKey,
  membershipsOf,
  membersOf,
  ORGANISATION_ACCOUNT_ITEM,
  ORGANISATION_ITEM,
  organisationAccountKey,
  organisationAccountsAfter,
  organisationKey,
} from "../../platform/table/people.ts";
import { Client, Invitation, Member, Organisation } from "./organisation.ts";

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

const putOrganisation = (organisation: Organisation) =>
  put(
    organisationKey(organisation.organisation),
    ORGANISATION_ITEM,
    organisation,
    after(organisation.version),
  );

/**
 * Stores a new version of an organisation and of one of its members, in one transaction, with the invitation that was
 * accepted, if any.
 * @throws TransactionCanceledException if one of them was changed meanwhile
 */
export async function saveMember(
  organisation: Organisation,
  member: Member,
  accepted?: Invitation,
): Promise<void> {
  const { organisation: id, person } = member;
  await transact([
    putOrganisation(organisation),
    put(memberKey(id, person), MEMBER_ITEM, member, after(member.version)),
    put(membershipKey(person, id), MEMBERSHIP_ITEM, { organisation: id, person }, {}),
    ...(accepted ? [putInvitation(accepted)] : []),
  ]);
}

/** The condition that nobody has used or withdrawn the invitation. */
const UNUSED = {
  ConditionExpression: "attribute_not_exists(used_at) AND attribute_not_exists(withdrawn_at)",
};

const putInvitation = (invitation: Invitation) =>
  put(
    invitationKey(invitation.organisation, invitation.invitation),
    INVITATION_ITEM,
    { ...invitation, expires_at: Math.floor(Date.parse(invitation.ends_at) / 1000) },
    UNUSED,
  );

export async function saveInvitation(invitation: Invitation): Promise<void> {
  await transact([putInvitation(invitation)]);
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
 * Stores new accounts and their names with the next version of the organisation, in one transaction. Takes at most 45
 * accounts: a transaction has at most a hundred items.
 * @throws TransactionCanceledException if the organisation was changed meanwhile, or an account exists
 */
export async function insertClients(
  organisation: Organisation,
  clients: readonly Client[],
): Promise<void> {
  const { organisation: id } = organisation;
  const records = clients.flatMap((client) => [
    put(
      accountRecordKey(client.account),
      ACCOUNT_ITEM,
      {
        ...accountIndexKey(client.account),
        account: client.account,
        created_at: client.created_at,
        organisation: id,
      },
      NEW,
    ),
    put(organisationAccountKey(id, client.account), ORGANISATION_ACCOUNT_ITEM, client, NEW),
  ]);
  await transact([putOrganisation(organisation), ...records]);
}

/** Stores an account of the organisation under another name. */
export async function saveClient(organisation: string, client: Client): Promise<void> {
  const key = organisationAccountKey(organisation, client.account);
  const isThere = { ConditionExpression: "attribute_exists(pk)" };
  await transact([put(key, ORGANISATION_ACCOUNT_ITEM, client, isThere)]);
}

/** Reads those of the accounts that the organisation has. */
export async function loadClients(
  organisation: string,
  accounts: readonly AccountId[],
): Promise<Client[]> {
  const keys = accounts.map((account) => organisationAccountKey(organisation, account));
  return (await batchGet(keys)).map((item) => Client.parse(item));
}

/** Reads the next accounts of an organisation after an account, in the order of their ids. */
export async function loadClientsAfter(
  organisation: string,
  limit: number,
  account?: AccountId,
): Promise<Client[]> {
  const query = { ...organisationAccountsAfter(organisation, account), ConsistentRead: true };
  const { items } = await queryPage({ ...query, Limit: limit });
  return items.map((item) => Client.parse(item));
}
