const OF_PATHS = {
  organisation: "The `id` of an organisation that you are in",
  person: "The `id` of a person who is a member",
  account: "The `account` of a client, as the list of accounts has it",
  job: "The `id` of a job of the organisation",
  invitation: "The `id` of an open invitation",
  session: "The `id` of a session of the member",
};

const OPERATIONS = {
  getOrganisation: ["organisation"],
  listClientAccounts: ["organisation"],
  createClientAccount: ["organisation"],
  updateClientAccount: ["organisation", "account"],
  importClientAccounts: ["organisation"],
  getBoard: ["organisation"],
  createBulkJob: ["organisation"],
  getBulkJob: ["organisation", "job"],
  downloadBulkFiles: ["organisation", "job"],
  listMembers: ["organisation"],
  inviteMember: ["organisation"],
  updateMember: ["organisation", "person"],
  removeMember: ["organisation", "person"],
  listMemberSessions: ["organisation", "person"],
  endMemberSessions: ["organisation", "person"],
  endOneMemberSession: ["organisation", "person", "session"],
  withdrawInvitation: ["organisation", "invitation"],
} as const;

const INVITATION = {
  id: "The id of the invitation",
  role: "The role that the person gets, in the organisation or in `account`",
  account: "The only account that the role is for; null: all of the organisation",
  email: "Address that the link is mailed to; it opens nothing by itself",
  ends_at: "Time when the link expires, UTC",
};

const CLIENT = {
  name: "The name of the client",
  reference: "Your own number of the client; null: none was given",
};

const BOARD_ROW = {
  client_name: "The name of the client",
  client_reference: "Your own number of the client; null: none was given",
  registration_id: "The registration that the return is made under",
  period_key: "The quarter or month of the return",
  filing_due_date: "The last day for the return and its payment",
};

const BULK_RETURN = { account: "Id of a client's account" };

const of = (schema: string, words: object): Record<string, string> =>
  Object.fromEntries(Object.entries(words).map(([name, text]) => [`${schema}.${name}`, text]));

/** Descriptions of sessions, organisations and members. */
export const PEOPLE_WORDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(OPERATIONS).flatMap(([operation, names]) =>
      names.map((name) => [`${operation}.${name}`, OF_PATHS[name]]),
    ),
  ),
  "SessionTokens.person_id": "The id of the person who signed in",
  "SessionTokens.access_ends_at": "Time when the access token expires, UTC",
  "Member.person": "The person who is the member",
  "Member.account_roles": "Roles in single accounts, by the id of the account",
  "Member.since": "Time when the person joined, UTC",
  "MemberList.invitations": "All invitations that nobody has accepted, on every page",
  "ClientAccountRequest.name": "The name of the client, as people see it",
  "ClientAccountPatch.name": "The name of the client, as people see it",
  "InvitationRequest.role": "The role that the person gets by accepting",
  "OrganisationRequest.name": "The name of the practice or the group, as people see it",
  "Organisation.id": "The id of the organisation",
  "Organisation.name": "The name of the organisation",
  "Session.person": "The person who is signed in",
  "Session.organisations": "Organisations that the person is a member of",
  "SessionEnd.ended_at": "Time when the session ended, UTC",
  "SessionsEnd.ended_at": "Time when the sessions ended, UTC",
  "ListedSession.id": "The id of the session",
  "MemberSession.id": "The id of the session",
  "endOneSession.id": "The `id` of one of your sessions",
  "SignIn.provider.issuer": "Address of the issuer, as its ID tokens name it",
  "SignIn.provider.client_id": "Client id under which the issuer knows this service",
  "SignIn.provider.scope": "Scopes that the sign-in requests from the issuer",
  ...of("BoardRow", BOARD_ROW),
  ...of("BulkReturn", BULK_RETURN),
  ...of("BulkResult", {
    ...BULK_RETURN,
    registration_id: "Id of the registration, as requested; null if none was named",
  }),
  "BulkJob.id": "The id of the job",
  "BulkJob.action": "The action on each return",
  "BulkJob.state": "State of the job; `ended`: every return has a result",
  "BulkJob.ended_at": "Time when the last return had its result, UTC; null before",
  "BulkJob.requested_at": "Time when the job was requested, UTC",
  "BulkJob.results": "Result of each return, in the order of the request",
  ...of("Invitation", INVITATION),
  ...of("InvitationWithToken", INVITATION),
  ...of("ClientAccount", CLIENT),
  ...of("ClientAccountRow", CLIENT),
  ...of("ClientAccountFileResult.items", CLIENT),
};
