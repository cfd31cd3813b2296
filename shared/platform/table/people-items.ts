import { ANY, defineItem } from "./item.ts";
import {
  boardCheckKey,
  boardRowKey,
  bulkJobKey,
  invitationKey,
  memberKey,
  membershipKey,
  organisationAccountKey,
  organisationKey,
  personKey,
  sessionKey,
} from "./people-keys.ts";

/** A person who has signed in, with the name that the issuer says. */
export const PERSON_ITEM = defineItem({
  name: "person",
  key: personKey(ANY),
  version: 1,
  group: "persons",
  reads: ["GetItem", "BatchGetItem"],
  writes: ["UpdateItem"],
  journal: false,
  sandbox: "stays",
});

/** The session of a person, with hashes of its tokens. */
export const SESSION_ITEM = defineItem({
  name: "session",
  key: sessionKey(ANY),
  version: 1,
  group: "sessions",
  reads: ["GetItem"],
  writes: ["PutItem"],
  journal: false,
  expires: true,
  sandbox: "stays",
});

/** An organisation, with its owners and the number of its accounts. */
export const ORGANISATION_ITEM = defineItem({
  name: "organisation",
  key: organisationKey(ANY),
  version: 1,
  group: "organisations",
  reads: ["GetItem"],
  writes: ["PutItem"],
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
  version: 1,
  group: "members",
  reads: ["GetItem", "Query"],
  writes: ["PutItem", "ConditionCheckItem"],
  journal: { changes: { allBut: ["person", "organisation"] }, rises: ["version"] },
  sandbox: "stays",
});

/** The organisations of a person, derived from the members of organisations. */
export const MEMBERSHIP_ITEM = defineItem({
  name: "membership",
  key: membershipKey(ANY, ANY),
  version: 1,
  group: "memberships",
  reads: ["Query"],
  writes: ["PutItem"],
  journal: false,
  sandbox: "stays",
});

/** An account of an organisation, with the name of the client. */
export const ORGANISATION_ACCOUNT_ITEM = defineItem({
  name: "account of an organisation",
  key: organisationAccountKey(ANY, ANY),
  version: 1,
  group: "organisation_accounts",
  reads: ["BatchGetItem", "Query"],
  writes: ["PutItem"],
  journal: { changes: ["name"] },
  sandbox: "stays",
});

/** An invitation to an organisation, with the hash of its one-time link. */
export const INVITATION_ITEM = defineItem({
  name: "invitation",
  key: invitationKey(ANY, ANY),
  version: 1,
  group: "invitations",
  reads: ["GetItem", "Query"],
  writes: ["PutItem"],
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
  version: 1,
  group: "board",
  reads: ["Query"],
  writes: ["UpdateItem"],
  journal: false,
  expires: true,
  sandbox: "stays",
});

/** The last request to check an account for the board. */
export const BOARD_CHECK_ITEM = defineItem({
  name: "request of a check",
  key: boardCheckKey(ANY, ANY),
  version: 1,
  group: "board_checks",
  reads: [],
  writes: ["UpdateItem"],
  journal: false,
  expires: true,
  sandbox: "stays",
});

/** A job over many returns of an organisation, with the result of each. */
export const BULK_JOB_ITEM = defineItem({
  name: "bulk job",
  key: bulkJobKey(ANY, ANY),
  version: 1,
  group: "bulk_jobs",
  reads: ["GetItem"],
  writes: ["PutItem"],
  journal: false,
  expires: true,
  sandbox: "stays",
});
