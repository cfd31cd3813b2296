import type { Key } from "./keys.ts";

/*
 * The keys of persons, their sessions, and organisations.
 *
 *   pk                                    sk               item                        read by
 *   PERSON#<person>                       PERSON           who signed in               lists of members
 *   SESSION#<session id>                  SESSION          hashes of its tokens        calls of persons
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

export const organisationAccountKey = (organisation: string, account: string): Key => ({
  pk: `ORGANISATION_ACCOUNTS#${organisation}`,
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

/** Queries the invitations of an organisation. */
export const invitationsOf = (organisation: string) =>
  wholePartition(invitationKey(organisation, ""));

/** Queries the accounts of an organisation after an account, in the order of their ids. */
export const organisationAccountsAfter = (organisation: string, account = " ") => ({
  KeyConditionExpression: "pk = :pk AND sk > :after",
  ExpressionAttributeValues: {
    ":pk": organisationAccountKey(organisation, "").pk,
    ":after": account,
  },
});

/** The identity of a row of the board: one return of an account. */
export type BoardRowName = {
  readonly account: string;
  readonly filing_due_date: string;
  readonly scheme_type: string;
  readonly period_key: string;
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

/** Queries the rows of one account. */
export const boardRowsOf = (organisation: string, account: string) => ({
  KeyConditionExpression: "pk = :pk AND begins_with(sk, :account)",
  ExpressionAttributeValues: { ":pk": boardPk(organisation), ":account": `${account}#` },
});

/** Queries the rows of an organisation that follow a sort key. */
export const boardRowsAfter = (organisation: string, after = " ") => ({
  KeyConditionExpression: "pk = :pk AND sk > :after",
  ExpressionAttributeValues: { ":pk": boardPk(organisation), ":after": after },
});

export const boardCheckKey = (organisation: string, account: string): Key => ({
  pk: `BOARD_CHECKS#${organisation}`,
  sk: account,
});

export const bulkJobKey = (organisation: string, job: string): Key => ({
  pk: `BULK_JOBS#${organisation}`,
  sk: job,
});
