import type { IsoDate } from "../../core/calendar/dates.ts";
import { notFound } from "../../core/errors/errors.ts";
import type { AccountId } from "../../core/ids.ts";
import { withRetries } from "../../platform/calls.ts";
import { type BoardQuery, boardPage, namedOnBoard, withNames } from "./board.ts";
import {
  type ClientPatch,
  changedClient,
  clientPage,
  type NewClient,
  newClient,
} from "./clients.ts";
import { endSessionsOf } from "./manage-sessions.ts";
import {
  type By,
  type Changed,
  type Client,
  type Invitation,
  type InvitationRequest,
  isMember,
  isOpen,
  joined,
  type Member,
  type MemberPatch,
  MOST_ACCOUNTS,
  MOST_INVITATIONS,
  MOST_ORGANISATIONS,
  memberRole,
  newInvitation,
  newOrganisation,
  type Organisation,
  opens,
  organisationView,
  parseInvitation,
  patched,
  rejectNoOwner,
  rejectTooManyMembers,
  removedMember,
  tooMany,
  withMemberOf,
} from "./organisation.ts";
import { isOperator, personView } from "./person.ts";
import { loadBoardRows } from "./store-board.ts";
import {
  insertClients,
  loadClients,
  loadClientsAfter,
  loadInvitation,
  loadInvitations,
  loadMember,
  loadMembers,
  loadMemberships,
  loadOrganisation,
  putInvitation,
  saveClient,
  saveInvitation,
  saveMember,
} from "./store-organisations.ts";
import { loadPersons } from "./store-sessions.ts";

export async function describePerson(person: string) {
  const [persons, memberships] = await Promise.all([
    loadPersons([person]),
    loadMemberships(person),
  ]);
  return {
    person: personView(person, persons.get(person)),
    organisations: memberships.map(({ organisation, member }) =>
      organisationView(organisation, member),
    ),
    is_operator: isOperator(person),
  };
}

/**
 * Begins an organisation; the person is its first owner.
 * @throws DomainError `organisation_limit_reached`
 */
export async function createOrganisation(name: string, { person, now }: By) {
  await rejectTooManyOrganisations(person);
  const made = newOrganisation(name, person, now);
  await saveMember(made, { person, now });
  return organisationView(made.organisation, made.member);
}

async function rejectTooManyOrganisations(person: string): Promise<void> {
  const present = await loadMemberships(person);
  if (present.length >= MOST_ORGANISATIONS)
    throw tooMany("organisations of one person", MOST_ORGANISATIONS);
}

async function loadKnown(organisation: string): Promise<Organisation> {
  const found = await loadOrganisation(organisation);
  if (!found) throw notFound("organisation");
  return found;
}

export async function describeOrganisation(id: string, person: string) {
  const [organisation, member] = await Promise.all([loadKnown(id), loadMember(id, person)]);
  if (!member || !isMember(member)) throw notFound("organisation");
  return organisationView(organisation, member);
}

const memberView = (member: Member, person: ReturnType<typeof personView>) => ({
  person,
  role: member.role ?? null,
  account_roles: member.accounts,
  since: member.since,
  invited_by: member.invited_by ?? null,
});

const bySince = (membership: Member, other: Member): number =>
  membership.since < other.since ? -1 : 1;

/** Lists the members of an organisation, and its open invitations. Members are in the order in which they joined. */
export async function listMembers(organisation: string, now: Date) {
  const [members, invitations] = await Promise.all([
    loadMembers(organisation),
    loadInvitations(organisation),
  ]);
  const persons = await loadPersons(members.map(({ person }) => person));
  return {
    members: members
      .sort(bySince)
      .map((membership) =>
        memberView(membership, personView(membership.person, persons.get(membership.person))),
      ),
    invitations: invitations.filter((invitation) => isOpen(invitation, now)),
  };
}

type MemberChange = {
  readonly by: By;
  readonly decide: (member: Member | undefined) => Member;
  readonly reject: (changed: Changed) => void;
};

/** Changes the roles of a member by a pure decision. Two concurrent changes of one organisation follow each other. */
const changeMember = (id: string, person: string, { by, decide, reject }: MemberChange) =>
  withRetries(async () => {
    const [organisation, before] = await Promise.all([loadKnown(id), loadMember(id, person)]);
    const changed = withMemberOf(organisation, before, decide(before));
    reject(changed);
    await saveMember(changed, by);
    const persons = await loadPersons([person]);
    return memberView(changed.member, personView(person, persons.get(person)));
  });

/**
 * Changes the roles of a member; accounts must be of the organisation.
 * @throws DomainError `not_found`, `last_owner`, `organisation_limit_reached`, `not_ready`
 */
export async function updateMember(id: string, person: string, patch: MemberPatch, by: By) {
  const named = Object.keys(patch.accounts ?? {}) as AccountId[];
  await rejectForeignAccounts(id, named);
  const decide = (member: Member | undefined) => patched(member, patch);
  const reject = (changed: Changed): void => {
    rejectNoOwner(changed);
    rejectTooManyMembers(changed);
  };
  return changeMember(id, person, { by, decide, reject });
}

/**
 * Removes a member, with effect from the next call, and ends all their sessions. Who leaves of their own will stays
 * signed in.
 * @throws DomainError `not_found`, `last_owner`, `not_ready`
 */
export async function removeMember(id: string, person: string, by: By) {
  const decide = (member: Member | undefined): Member => {
    if (!member || !isMember(member)) throw notFound("member");
    return removedMember(member, by.person, by.now);
  };
  const removed = await changeMember(id, person, { by, decide, reject: rejectNoOwner });
  if (person !== by.person) await endSessionsOf(person, by.now);
  return removed;
}

async function rejectForeignAccounts(id: string, accounts: readonly AccountId[]): Promise<void> {
  const found = await loadClients(id, accounts);
  if (found.length < new Set(accounts).size) throw notFound("account of the organisation");
}

/**
 * Invites somebody. The link is returned once, and only its hash is stored.
 * @throws DomainError `not_found` for an account of others, `organisation_limit_reached`
 */
export async function invite(id: string, asked: InvitationRequest, { person, now }: By) {
  if (asked.account !== undefined) await rejectForeignAccounts(id, [asked.account]);
  const open = (await loadInvitations(id)).filter((invitation) => isOpen(invitation, now));
  if (open.length >= MOST_INVITATIONS) throw tooMany("open invitations", MOST_INVITATIONS);
  const made = newInvitation(id, person, asked, now);
  await saveInvitation(made.invitation, { person, now });
  return made;
}

/**
 * Withdraws an invitation.
 * @throws DomainError `not_found` for one that is used or over
 */
export const withdrawInvitation = (id: string, invitation: string, by: By): Promise<Invitation> =>
  withRetries(async () => {
    const found = await loadInvitation(id, invitation);
    if (!found || !isOpen(found, by.now)) throw notFound("open invitation");
    const withdrawn = { ...found, withdrawn_at: by.now.toISOString() };
    await saveInvitation(withdrawn, by);
    return withdrawn;
  });

/**
 * Accepts an invitation for a person, once. An owner who has lost the role meanwhile invites nobody any more.
 * @throws DomainError `not_found` for a link that is unknown, used, withdrawn or over; `organisation_limit_reached`
 */
export async function acceptInvitation(token: string, { person, now }: By) {
  const parts = parseInvitation(token);
  if (!parts) throw notFound("open invitation");
  await rejectTooManyOrganisations(person);
  return withRetries(async () => {
    const { organisation: id } = parts;
    const found = await loadInvitation(id, parts.id);
    if (!found || !opens(found, parts.secret, now)) throw notFound("open invitation");
    const [organisation, before, inviter] = await Promise.all([
      loadKnown(id),
      loadMember(id, person),
      loadMember(id, found.created_by),
    ]);
    if (memberRole(inviter) !== "owner") throw notFound("open invitation");
    const changed = withMemberOf(organisation, before, joined(before, found, person, now));
    rejectTooManyMembers(changed);
    const accepted = { ...found, used_at: now.toISOString() };
    const by = { person, now };
    await saveMember(changed, by, putInvitation(accepted, by));
    return organisationView(changed.organisation, changed.member);
  });
}

/** Maximum number of accounts in one transaction. */
const AT_ONCE = 32;

type MadeClient = { readonly client: Client; readonly status: "created" | "existing" };

/**
 * Makes accounts of clients. A reference that has an account keeps it, so that a file can be sent again.
 * @throws DomainError `organisation_limit_reached`, `not_ready`: what was made stays, and is `existing` next time
 */
export async function createClients(
  id: string,
  asked: readonly NewClient[],
  by: By,
): Promise<MadeClient[]> {
  const wanted = asked.map((client) => newClient(id, client, by));
  const made: MadeClient[] = [];
  for (let first = 0; first < wanted.length; first += AT_ONCE) {
    made.push(...(await createSome(id, wanted.slice(first, first + AT_ONCE), by)));
  }
  return made;
}

const createSome = (id: string, wanted: readonly Client[], by: By): Promise<MadeClient[]> =>
  withRetries(async () => {
    const [organisation, found] = await Promise.all([
      loadKnown(id),
      loadClients(
        id,
        wanted.map(({ account }) => account),
      ),
    ]);
    const existing = new Map(found.map((client) => [client.account, client]));
    const fresh = wanted.filter(({ account }) => !existing.has(account));
    const accounts = organisation.accounts + fresh.length;
    if (accounts > MOST_ACCOUNTS) throw tooMany("accounts", MOST_ACCOUNTS);
    const version = organisation.version + 1;
    if (fresh.length > 0) await insertClients({ ...organisation, version, accounts }, fresh, by);
    return wanted.map((client): MadeClient => {
      const present = existing.get(client.account);
      return present ? { client: present, status: "existing" } : { client, status: "created" };
    });
  });

/**
 * Loads an account of the organisation.
 * @throws DomainError `not_found` for an account of others
 */
export async function loadClient(id: string, account: AccountId): Promise<Client> {
  const [client] = await loadClients(id, [account]);
  if (!client) throw notFound("account");
  return client;
}

/** Changes the name of a client, or the day on which it left. The same ones again change nothing. */
export const changeClient = (id: string, account: AccountId, patch: ClientPatch) =>
  withRetries(async () => {
    const client = await loadClient(id, account);
    const changed = changedClient(client, patch);
    if (changed !== client) await saveClient(id, client, changed);
    return changed;
  });

/** Lists the accounts in which the member has a role, page by page. */
export async function listClients(
  id: string,
  person: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: AccountId | undefined },
) {
  const member = await loadMember(id, person);
  if (!member || !isMember(member)) throw notFound("organisation");
  if (member.role !== undefined)
    return clientPage(await loadClientsAfter(id, limit + 1, cursor), member, limit);
  const all = Object.keys(member.accounts) as AccountId[];
  const named = all.filter((account) => account > (cursor ?? ""));
  const some = named.sort().slice(0, limit + 1);
  const clients = await loadClients(id, some);
  return clientPage(
    clients.sort((a, b) => (a.account < b.account ? -1 : 1)),
    member,
    limit,
  );
}

/**
 * Lists the returns of all clients and their progress: a page of thousands of rows in a few reads, however many events
 * the ledgers have.
 */
export async function showBoard(
  id: string,
  person: string,
  { limit, cursor, ...filter }: BoardQuery,
  { today, isCompressed = false }: { readonly today: IsoDate; readonly isCompressed?: boolean },
) {
  const [member, rows, clients] = await Promise.all([
    loadMember(id, person),
    loadBoardRows(id, { limit: limit + 1, after: cursor, filter }),
    loadClientsAfter(id, MOST_ACCOUNTS),
  ]);
  if (!member || !isMember(member)) throw notFound("organisation");
  const named = new Map(clients.map((client) => [client.account, client]));
  const page = boardPage(rows, { limit, isCompressed }, { clients: named, member, today });
  return withNames(page, await loadPersons(namedOnBoard(page)));
}
