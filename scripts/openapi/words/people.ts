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
  email: "Where the link is mailed; it opens nothing by itself",
  ends_at: "From when the link opens nothing, UTC",
};

const CLIENT = {
  name: "The name of the client",
  reference: "Your own number of the client; null: none was given",
};

const BOARD_ROW = {
  client_name: "The name of the client",
  client_reference: "Your own number of the client; null: none was given",
  registration_id: "The registration that the return is made under",
  member_state_identification: "Where the return is filed",
  period_key: "The quarter or month of the return",
  filing_due_date: "The last day for the return and its payment",
};

const BULK_RETURN = { account: "The account of a client" };

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
  "SessionTokens.access_ends_at": "When the access token has to be renewed, UTC",
  "Member.person": "Who it is",
  "Member.account_roles": "Roles in single accounts, by the id of the account",
  "Member.since": "When the person joined, UTC",
  "MemberList.invitations": "All invitations that nobody has accepted, on every page",
  "ClientAccountRequest.name": "The name of the client, as people see it",
  "ClientAccountPatch.name": "The name of the client, as people see it",
  "InvitationRequest.role": "The role that the person gets by accepting",
  "OrganisationRequest.name": "The name of the practice or the group, as people see it",
  "Organisation.id": "The id of the organisation",
  "Organisation.name": "The name of the organisation",
  "Session.person": "Who is signed in",
  "Session.organisations": "Those that the person is in",
  "SessionEnd.ended_at": "When, UTC",
  "SessionsEnd.ended_at": "When, UTC",
  "ListedSession.id": "The id of the session",
  "MemberSession.id": "The id of the session",
  "endOneSession.id": "The `id` of one of your sessions",
  "SignIn.provider.issuer": "As its ID tokens name it",
  "SignIn.provider.client_id": "Under which the issuer knows this service",
  "SignIn.provider.scope": "What the sign-in asks the issuer for",
  ...of("BoardRow", BOARD_ROW),
  ...of("BulkReturn", BULK_RETURN),
  ...of("BulkResult", {
    ...BULK_RETURN,
    registration_id: "As it was requested; null: none was named",
    message: "The reason why the return was rejected; null otherwise",
  }),
  "BulkJob.id": "The id of the job",
  "BulkJob.action": "The action on each return",
  "BulkJob.state": "`ended`: every return has a result",
  "BulkJob.ended_at": "When the last return had its result, UTC; null before",
  "BulkJob.requested_at": "When the job was requested, UTC",
  "BulkJob.results": "In the order of the request",
  ...of("Invitation", INVITATION),
  ...of("InvitationWithToken", INVITATION),
  ...of("ClientAccount", CLIENT),
  ...of("ClientAccountRow", CLIENT),
  ...of("ClientAccountFileResult.items", CLIENT),
};
