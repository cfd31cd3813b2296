import type { AccountId, PeriodKey } from "../../core/ids.ts";
import { ANY, defineItem } from "./item.ts";
import type { Key } from "./keys.ts";

/*
 * The keys of persons, their sessions, and organisations.
 *
 *   pk                                    sk               item                        read by
 *   PERSON#<person>                       PERSON           who signed in               lists of members
 *   SESSION#<session id>                  SESSION          hashes of its tokens        calls of persons
 *   SESSIONS#<person>                     <sign-in>#<id>   names a session             list of sessions
 *   ORGANISATION#<organisation>           ORGANISATION     its owners and counts       changes of members
 *   MEMBERS#<organisation>                <person>         roles of a person           calls of persons
 *   MEMBERSHIPS#<person>                  <organisation>   organisations of a person   sign-in
 *   ORGANISATION_ACCOUNTS#<organisation>  <account>        name of a client            list of accounts
 *   INVITATIONS#<organisation>            <invitation id>  hash of its link            invitations
 *   BOARD#<organisation>                  see below        progress of one return      the board
 *   BULK_JOBS#<organisation>              <job>            returns and their results   bulk jobs
 *   BOARD_CHECKS#<organisation>           <account>        last request of a check     requests of checks
 */
export const personKey = (person: string): Key => ({ pk: `PERSON#${person}`, sk: "PERSON" });

export const sessionKey = (id: string): Key => ({ pk: `SESSION#${id}`, sk: "SESSION" });

/** Returns the key of the item that names a session of a person; those of a person are in the order of their sign-in. */
export const sessionNameKey = ({
  session_id,
  person,
  created_at,
}: {
  readonly session_id: string;
  readonly person: string;
  readonly created_at: string;
}): Key => ({ pk: `SESSIONS#${person}`, sk: `${created_at}#${session_id}` });

/** Queries the names of a person's sessions, the newest first; the index might not have the newest yet. */
export const sessionsOf = (person: string) => ({
  ...wholePartition(sessionNameKey({ session_id: "", person, created_at: "" })),
  ScanIndexForward: false,
  ConsistentRead: true,
});

export const organisationKey = (organisation: string): Key => ({
  pk: `ORGANISATION#${organisation}`,
  sk: "ORGANISATION",
});

export const memberKey = (organisation: string, person: string): Key => ({
  pk: `MEMBERS#${organisation}`,
  sk: person,
});

export const membershipKey = (person: string, organisation: string): Key => ({
  pk: `MEMBERSHIPS#${person}`,
  sk: organisation,
});

const organisationAccountsPk = (organisation: string) => `ORGANISATION_ACCOUNTS#${organisation}`;

export const organisationAccountKey = (organisation: string, account: AccountId): Key => ({
  pk: organisationAccountsPk(organisation),
  sk: account,
});

export const invitationKey = (organisation: string, id: string): Key => ({
  pk: `INVITATIONS#${organisation}`,
  sk: id,
});

const wholePartition = ({ pk }: Key) => ({
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": pk },
});

/** Queries the members of an organisation, removed ones included. */
export const membersOf = (organisation: string) => wholePartition(memberKey(organisation, ""));

/** Queries the organisations of a person, former ones included. */
export const membershipsOf = (person: string) => wholePartition(membershipKey(person, ""));

export const invitationsOf = (organisation: string) =>
  wholePartition(invitationKey(organisation, ""));

/** Queries the accounts of an organisation after an account, in the order of their ids. */
export const organisationAccountsAfter = (organisation: string, account = " ") => ({
  KeyConditionExpression: "pk = :pk AND sk > :after",
  ExpressionAttributeValues: {
    ":pk": organisationAccountsPk(organisation),
    ":after": account,
  },
});

/** The identity of a row of the board: one return of an account. */
export type BoardRowName = {
  readonly account: AccountId;
  readonly filing_due_date: string;
  readonly scheme_type: string;
  readonly period_key: PeriodKey;
  readonly registration_id: number;
};

const boardPk = (organisation: string) => `BOARD#${organisation}`;

/** Returns the key of a row: the rows of an account follow each other by due day. */
export const boardRowKey = (organisation: string, name: BoardRowName): Key => ({
  pk: boardPk(organisation),
  sk: [
    name.account,
    name.filing_due_date,
    name.scheme_type,
    name.period_key,
    name.registration_id,
  ].join("#"),
});

export const boardRowsOf = (organisation: string, account: AccountId) => ({
  KeyConditionExpression: "pk = :pk AND begins_with(sk, :account)",
  ExpressionAttributeValues: { ":pk": boardPk(organisation), ":account": `${account}#` },
});

/** Queries the rows of an organisation that follow a sort key. */
export const boardRowsAfter = (organisation: string, after = " ") => ({
  KeyConditionExpression: "pk = :pk AND sk > :after",
  ExpressionAttributeValues: { ":pk": boardPk(organisation), ":after": after },
});

export const boardCheckKey = (organisation: string, account: AccountId): Key => ({
  pk: `BOARD_CHECKS#${organisation}`,
  sk: account,
});

export const bulkJobKey = (organisation: string, job: string): Key => ({
  pk: `BULK_JOBS#${organisation}`,
  sk: job,
});

/** Queries the bulk jobs of an organisation. */
export const bulkJobsOf = (organisation: string) => wholePartition(bulkJobKey(organisation, ""));

/** A person who has signed in, with the name that the issuer says. */
export const PERSON_ITEM = defineItem({
  name: "person",
  key: personKey(ANY),
  group: "persons",
  journal: false,
  sandbox: "stays",
});

/** The session of a person, with hashes of its tokens. */
export const SESSION_ITEM = defineItem({
  name: "session",
  key: sessionKey(ANY),
  version: 3,
  group: "sessions",
  journal: false,
  expires: true,
  sandbox: "stays",
});

/** The name of a session in the list of its person. */
export const SESSION_NAME_ITEM = defineItem({
  name: "name of a session",
  key: sessionNameKey({ session_id: ANY, person: ANY, created_at: ANY }),
  group: "sessions_by_person",
  journal: false,
  expires: true,
  sandbox: "stays",
});

/** An organisation, with its owners and the number of its accounts. */
export const ORGANISATION_ITEM = defineItem({
  name: "organisation",
  key: organisationKey(ANY),
  group: "organisations",
  journal: {
    changes: { allBut: ["organisation", "created_at", "created_by"] },
    rises: ["version", "accounts"],
  },
  sandbox: "stays",
});

/** The roles of a person in an organisation, and in single accounts of it. */
export const MEMBER_ITEM = defineItem({
  name: "member",
  key: memberKey(ANY, ANY),
  group: "members",
  journal: { changes: { allBut: ["person", "organisation"] }, rises: ["version"] },
  sandbox: "stays",
});

/** The organisations of a person, derived from the members of organisations. */
export const MEMBERSHIP_ITEM = defineItem({
  name: "membership",
  key: membershipKey(ANY, ANY),
  group: "memberships",
  journal: false,
  sandbox: "stays",
});

export const ORGANISATION_ACCOUNT_ITEM = defineItem({
  name: "account of an organisation",
  key: organisationAccountKey(ANY, ANY),
  group: "organisation_accounts",
  journal: { changes: ["name"] },
  sandbox: "stays",
});

/** An invitation to an organisation, with the hash of its one-time link. */
export const INVITATION_ITEM = defineItem({
  name: "invitation",
  key: invitationKey(ANY, ANY),
  group: "invitations",
  journal: false,
  expires: true,
  sandbox: "stays",
});

const ANY_RETURN = {
  account: ANY,
  filing_due_date: ANY,
  scheme_type: ANY,
  period_key: ANY,
  registration_id: 0,
};

/** The progress of one return of a client, derived from the ledger. Rows that are over expire. */
export const BOARD_ROW_ITEM = defineItem({
  name: "row of the board",
  key: boardRowKey(ANY, ANY_RETURN),
  version: 3,
  group: "board",
  journal: false,
  expires: true,
  sandbox: "stays",
});

/** The last request to check an account for the board. */
export const BOARD_CHECK_ITEM = defineItem({
  name: "request of a check",
  key: boardCheckKey(ANY, ANY),
  group: "board_checks",
  journal: false,
  expires: true,
  sandbox: "stays",
});

/** A job over many returns of an organisation, with the result of each. */
export const BULK_JOB_ITEM = defineItem({
  name: "bulk job",
  key: bulkJobKey(ANY, ANY),
  group: "bulk_jobs",
  journal: false,
  expires: true,
  sandbox: "stays",
});
