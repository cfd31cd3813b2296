import { CLIENT_USES, KEY_USES, MEMBER_USES } from "../accounts/table-uses.ts";
import { DECLARED_USES } from "../filing/table-uses.ts";
import { SENDER_USES } from "../imports/table-uses.ts";
import {
  CHANGE_USES,
  COMMIT_USES,
  EVENT_LIST_USES,
  REGISTRATION_USES,
  THRESHOLD_USES,
} from "../ledger/table-uses.ts";
import { MAIL_USES } from "../notifications/table-uses.ts";
import {
  DONE_USES,
  FINDINGS_USES,
  LOCK_USES,
  PAPER_USES,
  RETURN_USES,
  RETURN_VIEW_USES,
  SIGNER_USES,
} from "../returns/table-uses.ts";
import { CONNECTION_USES } from "../shops/table-uses.ts";
import type { Route } from "./route.ts";

/*
 * Every endpoint of the service, one exported row each. The CDK stack, the local server and the OpenAPI document are
 * loops over the rows of this module; a function imports its own row, and its bundle has no other. The file contains no
 * schemas, because every function imports it.
 */
export const getHealth = {
  method: "GET",
  path: "/health",
  scope: "public",
  table: [],
  handler: "health/get-health",
  summary: "The service is up",
} as const satisfies Route;

export const getReadiness = {
  method: "GET",
  path: "/ready",
  scope: "public",
  table: ["GetItem readiness"],
  handler: "health/get-readiness",
  summary: "The service can reach its database",
} as const satisfies Route;

export const getOpenApi = {
  method: "GET",
  path: "/openapi.json",
  scope: "public",
  table: [],
  files: ["docs/openapi.json"],
  handler: "docs/get-openapi",
  summary: "The OpenAPI 3.1 document of this API",
} as const satisfies Route;

export const getDocsPage = {
  method: "GET",
  path: "/docs",
  scope: "public",
  table: [],
  handler: "docs/get-docs-page",
  summary: "The API reference, for people",
} as const satisfies Route;

export const getDocsScript = {
  method: "GET",
  path: "/docs/redoc.standalone.js",
  scope: "public",
  table: [],
  files: ["docs/redoc/redoc.standalone.js"],
  handler: "docs/get-docs-script",
  summary: "The script of the API reference (Redoc)",
} as const satisfies Route;

export const getLlmsText = {
  method: "GET",
  path: "/llms.txt",
  scope: "public",
  table: [],
  files: ["docs/**/*.md"],
  handler: "docs/get-llms-text",
  summary: "The list of the documentation's pages, for agents",
} as const satisfies Route;

export const getDocsMarkdown = {
  method: "GET",
  path: "/docs/{page}",
  scope: "public",
  table: [],
  files: ["docs/**/*.md"],
  handler: "docs/get-docs-markdown",
  summary: "A page of the documentation as Markdown",
} as const satisfies Route;

export const getDocsChapterMarkdown = {
  method: "GET",
  path: "/docs/{chapter}/{page}",
  scope: "public",
  table: [],
  files: ["docs/**/*.md"],
  handler: "docs/get-docs-chapter-markdown",
  summary: "A page of a chapter of the documentation as Markdown",
} as const satisfies Route;

export const getRoot = {
  method: "GET",
  path: "/",
  scope: "public",
  table: [],
  handler: "docs/get-root",
  summary: "Redirect to the API reference",
} as const satisfies Route;

export const getConsolePage = {
  method: "GET",
  path: "/console",
  scope: "public",
  table: [],
  uploads: true,
  files: ["node_modules/.cache/console"],
  handler: "console/get-console-page",
  summary: "The console, for accountants and owners of shops",
} as const satisfies Route;

export const getConsoleFile = {
  method: "GET",
  path: "/console/{file}",
  scope: "public",
  table: [],
  files: ["node_modules/.cache/console"],
  handler: "console/get-console-file",
  summary: "A script or style sheet of the console",
} as const satisfies Route;

export const listTaxClasses = {
  method: "GET",
  path: "/v1/tax-classes",
  scope: "public",
  table: ["GetItem rate_overlay"],
  handler: "tax-classes/list-tax-classes",
  summary: "The tax classes, with their rate in a country",
} as const satisfies Route;

export const getTaxClass = {
  method: "GET",
  path: "/v1/tax-classes/{id}",
  scope: "public",
  table: ["GetItem rate_overlay"],
  handler: "tax-classes/get-tax-class",
  summary: "One tax class with its rates in force",
} as const satisfies Route;

export const listTaxRates = {
  part: "public",
  method: "GET",
  path: "/v1/tax-rates",
  scope: "public",
  table: ["GetItem rate_overlay"],
  handler: "tax-rates/list-tax-rates",
  summary: "VAT rates in a range of days, each with its source",
} as const satisfies Route;

export const checkSmeEligibility = {
  method: "POST",
  path: "/v1/vat/sme-eligibility",
  scope: "public",
  table: ["GetItem rate_overlay", "UpdateItem rate_limits"],
  handler: "sme/check-sme-eligibility",
  summary: "Check a turnover against the national SME exemption threshold",
} as const satisfies Route;

export const getSignIn = {
  method: "GET",
  path: "/v1/sign-in",
  scope: "public",
  table: [],
  signsIn: "names-issuer",
  handler: "people/get-sign-in",
  summary: "The issuer with which persons sign in",
} as const satisfies Route;

export const getSession = {
  method: "GET",
  path: "/v1/session",
  siblingMethods: ["POST", "DELETE"],
  scope: "person",
  table: ["GetItem members", "GetItem organisations", "BatchGetItem persons", "Query memberships"],
  operators: true,
  handler: "people/get-session",
  summary: "The person of the session, and the organisations they are in",
} as const satisfies Route;

export const createSession = {
  method: "POST",
  path: "/v1/session",
  scope: "public",
  table: [
    "GetItem persons",
    "PutItem rights",
    "PutItem sessions",
    "PutItem sessions_by_person",
    "UpdateItem persons",
    "UpdateItem rate_limits",
  ],
  signsIn: "exchanges-codes",
  handler: "people/create-session",
  summary: "Begin a session with the authorization code of the issuer",
} as const satisfies Route;

export const refreshSession = {
  method: "POST",
  path: "/v1/session/refresh",
  scope: "public",
  table: [
    "GetItem sessions",
    "PutItem sessions",
    "PutItem sessions_by_person",
    "UpdateItem rate_limits",
    "UpdateItem sessions",
  ],
  handler: "people/refresh-session",
  summary: "Replace both tokens of a session",
} as const satisfies Route;

export const endSession = {
  method: "DELETE",
  path: "/v1/session",
  scope: "person",
  table: ["UpdateItem sessions"],
  handler: "people/end-session",
  summary: "Sign out: both tokens of the session open nothing any more",
} as const satisfies Route;

export const listSessions = {
  method: "GET",
  path: "/v1/sessions",
  siblingMethods: ["DELETE"],
  scope: "person",
  table: ["Query sessions_by_person"],
  handler: "people/list-sessions",
  summary: "Your own sessions, newest first",
} as const satisfies Route;

export const endSessions = {
  method: "DELETE",
  path: "/v1/sessions",
  scope: "person",
  table: ["Query sessions_by_person", "UpdateItem sessions"],
  handler: "people/end-sessions",
  summary: "Sign out everywhere, or everywhere else",
} as const satisfies Route;

export const endOneSession = {
  method: "DELETE",
  path: "/v1/sessions/{id}",
  scope: "person",
  table: ["Query sessions_by_person", "UpdateItem sessions"],
  handler: "people/end-one-session",
  summary: "End one of your sessions",
} as const satisfies Route;

export const listRateProposals = {
  method: "GET",
  path: "/v1/operator/rate-proposals",
  siblingMethods: ["POST"],
  scope: "person",
  role: "operator",
  table: ["GetItem rate_proposals"],
  operators: true,
  handler: "tax-rates/list-rate-proposals",
  summary: "Proposed VAT rates, with what was decided",
} as const satisfies Route;

export const proposeRate = {
  method: "POST",
  path: "/v1/operator/rate-proposals",
  scope: "person",
  role: "operator",
  table: ["GetItem rate_overlay", "GetItem rate_proposals", "PutItem rate_proposals"],
  operators: true,
  handler: "tax-rates/propose-rate",
  summary: "Propose a VAT rate or an SME threshold by hand, with its source",
} as const satisfies Route;

export const decideRateProposal = {
  method: "POST",
  path: "/v1/operator/rate-proposals/{id}/decisions",
  scope: "person",
  role: "operator",
  table: [
    "GetItem rate_overlay",
    "GetItem rate_proposals",
    "PutItem rate_overlay",
    "PutItem rate_proposals",
  ],
  operators: true,
  handler: "tax-rates/decide-rate-proposal",
  summary: "Accept, refuse, withdraw or reopen a proposed VAT rate",
} as const satisfies Route;

export const recheckRate = {
  method: "POST",
  path: "/v1/operator/rate-proposals/{id}/recheck",
  scope: "person",
  role: "operator",
  table: ["GetItem rate_proposals", "PutItem rate_proposals"],
  sends: "recounts",
  operators: true,
  handler: "tax-rates/recheck-rate",
  summary: "Count the events with checks of a former rate, or check them anew",
} as const satisfies Route;

export const loadEcbRates = {
  method: "POST",
  path: "/v1/operator/ecb-rates",
  scope: "person",
  role: "operator",
  table: ["GetItem rates", "Query rates", "PutItem rates"],
  operators: true,
  handler: "exchange-rates/load-ecb-rates",
  summary: "Load exchange rates from the ECB, or from a file of the ECB",
} as const satisfies Route;

export const getMails = {
  method: "GET",
  path: "/v1/mail",
  siblingMethods: ["PUT"],
  scope: "person",
  table: ["GetItem mail_settings", "GetItem mail_suppressions"],
  mails: "offer",
  handler: "mails/get-mails",
  summary: "Your address for mails, and the mails that you get",
} as const satisfies Route;

export const setMails = {
  method: "PUT",
  path: "/v1/mail",
  scope: "person",
  table: [MAIL_USES],
  sends: "mails",
  seals: "seal",
  mails: "offer",
  handler: "mails/set-mails",
  summary: "Choose your mails; a new address is confirmed by the link of a mail",
} as const satisfies Route;

export const confirmMails = {
  method: "POST",
  path: "/v1/mail/confirm",
  scope: "public",
  table: ["GetItem mail_settings", "PutItem mail_settings", "UpdateItem rate_limits"],
  handler: "mails/confirm-mails",
  summary: "Confirm an address for mails by the link that it was sent",
} as const satisfies Route;

export const unsubscribeMails = {
  method: "POST",
  path: "/v1/mail/unsubscribe",
  scope: "public",
  table: ["GetItem mail_settings", "PutItem mail_settings", "UpdateItem rate_limits"],
  handler: "mails/unsubscribe-mails",
  summary: "End all mails by the link of one, without signing in (RFC 8058)",
} as const satisfies Route;

export const createOrganisation = {
  method: "POST",
  path: "/v1/organisations",
  scope: "person",
  table: [MEMBER_USES, "GetItem members", "GetItem organisations", "Query memberships"],
  handler: "people/create-organisation",
  summary: "Begin an organisation; you are its first owner",
} as const satisfies Route;

export const getOrganisation = {
  method: "GET",
  path: "/v1/organisations/{organisation}",
  scope: "person",
  role: "viewer",
  table: ["GetItem organisations"],
  handler: "people/get-organisation",
  summary: "An organisation, with your roles in it",
} as const satisfies Route;

export const listClientAccounts = {
  method: "GET",
  path: "/v1/organisations/{organisation}/accounts",
  siblingMethods: ["POST"],
  scope: "person",
  role: "viewer",
  table: ["BatchGetItem organisation_accounts", "Query organisation_accounts"],
  handler: "people/list-client-accounts",
  summary: "The accounts in which you have a role",
} as const satisfies Route;

export const createClientAccount = {
  method: "POST",
  path: "/v1/organisations/{organisation}/accounts",
  scope: "person",
  role: "owner",
  table: [CLIENT_USES],
  handler: "people/create-client-account",
  summary: "Make the account of a client",
} as const satisfies Route;

export const updateClientAccount = {
  method: "PATCH",
  path: "/v1/organisations/{organisation}/accounts/{account}",
  scope: "person",
  role: "preparer",
  table: [
    "BatchGetItem organisation_accounts",
    "GetItem accounts",
    "GetItem profile",
    "PutItem changes",
    "PutItem organisation_accounts",
    "PutItem profile",
  ],
  handler: "people/update-client-account",
  summary:
    "Change the name of a client's account, also in a profile that still has its former name, or record that the client has left",
} as const satisfies Route;

export const importClientAccounts = {
  method: "POST",
  path: "/v1/organisations/{organisation}/accounts/import",
  scope: "person",
  role: "owner",
  table: [
    CLIENT_USES,
    REGISTRATION_USES,
    "GetItem accounts",
    "GetItem full_identifiers",
    "GetItem profile",
    "PutItem full_identifiers",
    "PutItem profile",
    "UpdateItem board_checks",
  ],
  seals: "seal",
  sends: ["accounts", "recounts"],
  handler: "people/import-client-accounts",
  summary:
    "Make the accounts of many clients from the lines of a spreadsheet, with seat, registration and number",
} as const satisfies Route;

export const getBoard = {
  method: "GET",
  path: "/v1/organisations/{organisation}/board",
  scope: "person",
  role: "viewer",
  table: ["BatchGetItem persons", "Query board", "Query organisation_accounts"],
  handler: "people/get-board",
  summary: "The returns of all clients with their state",
} as const satisfies Route;

export const createBulkJob = {
  method: "POST",
  path: "/v1/organisations/{organisation}/bulk-jobs",
  scope: "person",
  role: "viewer",
  table: ["PutItem bulk_jobs"],
  sends: "bulk",
  handler: "people/create-bulk-job",
  summary:
    "Check, prepare, lock, file or pay the returns of many clients, commit the files they sent, or put their files into a ZIP, each under your role there",
} as const satisfies Route;

export const getBulkJob = {
  method: "GET",
  path: "/v1/organisations/{organisation}/bulk-jobs/{job}",
  scope: "person",
  role: "viewer",
  table: ["GetItem bulk_jobs"],
  handler: "people/get-bulk-job",
  summary: "Progress of a job over many returns, with the result of each",
} as const satisfies Route;

export const downloadBulkFiles = {
  method: "GET",
  path: "/v1/organisations/{organisation}/bulk-jobs/{job}/file",
  scope: "person",
  role: "viewer",
  table: ["GetItem bulk_jobs"],
  imports: { reads: ["uploads"] },
  handler: "people/download-bulk-files",
  summary: "A link to the ZIP of a job, good for five minutes",
} as const satisfies Route;

export const listMembers = {
  method: "GET",
  path: "/v1/organisations/{organisation}/members",
  siblingMethods: ["POST"],
  scope: "person",
  role: "owner",
  table: ["BatchGetItem persons", "Query invitations", "Query members"],
  handler: "people/list-members",
  summary: "The members of an organisation, and its open invitations",
} as const satisfies Route;

export const inviteMember = {
  method: "POST",
  path: "/v1/organisations/{organisation}/members",
  scope: "person",
  role: "owner",
  table: [
    "GetItem organisations",
    "BatchGetItem organisation_accounts",
    "Query invitations",
    "PutItem invitations",
    "PutItem mails",
    "PutItem rights",
  ],
  sends: "mails",
  seals: "seal",
  mails: "offer",
  repeats: "sealed",
  handler: "people/invite-member",
  summary: "Invite a person: returns a link that works once, for seven days, and sends it by mail",
} as const satisfies Route;

export const updateMember = {
  method: "PATCH",
  path: "/v1/organisations/{organisation}/members/{person}",
  scope: "person",
  role: "owner",
  table: [
    MEMBER_USES,
    "GetItem organisations",
    "BatchGetItem organisation_accounts",
    "BatchGetItem persons",
  ],
  handler: "people/update-member",
  summary: "Change the roles of a member, with effect from the next call",
} as const satisfies Route;

export const removeMember = {
  method: "DELETE",
  path: "/v1/organisations/{organisation}/members/{person}",
  scope: "person",
  role: "owner",
  table: [
    MEMBER_USES,
    "GetItem organisations",
    "BatchGetItem persons",
    "Query sessions_by_person",
    "UpdateItem sessions",
  ],
  handler: "people/remove-member",
  summary: "Remove a member, with effect from the next call, and end all their sessions",
} as const satisfies Route;

export const listMemberSessions = {
  method: "GET",
  path: "/v1/organisations/{organisation}/members/{person}/sessions",
  siblingMethods: ["DELETE"],
  scope: "person",
  role: "owner",
  table: ["Query sessions_by_person"],
  handler: "people/list-member-sessions",
  summary: "Sessions of a member, newest first",
} as const satisfies Route;

export const endMemberSessions = {
  method: "DELETE",
  path: "/v1/organisations/{organisation}/members/{person}/sessions",
  scope: "person",
  role: "owner",
  table: ["Query sessions_by_person", "UpdateItem sessions"],
  handler: "people/end-member-sessions",
  summary: "End all sessions of a member, who can sign in again",
} as const satisfies Route;

export const endOneMemberSession = {
  method: "DELETE",
  path: "/v1/organisations/{organisation}/members/{person}/sessions/{session}",
  scope: "person",
  role: "owner",
  table: ["Query sessions_by_person", "UpdateItem sessions"],
  handler: "people/end-one-member-session",
  summary: "End one session of a member",
} as const satisfies Route;

export const withdrawInvitation = {
  method: "DELETE",
  path: "/v1/organisations/{organisation}/invitations/{invitation}",
  scope: "person",
  role: "owner",
  table: ["GetItem invitations", "PutItem invitations", "PutItem rights"],
  handler: "people/withdraw-invitation",
  summary: "Withdraw an open invitation",
} as const satisfies Route;

export const acceptInvitation = {
  method: "POST",
  path: "/v1/invitations/accept",
  scope: "person",
  table: [
    MEMBER_USES,
    "GetItem invitations",
    "GetItem members",
    "GetItem organisations",
    "Query memberships",
    "PutItem invitations",
  ],
  handler: "people/accept-invitation",
  summary: "Join an organisation by the link of an invitation",
} as const satisfies Route;

export const getIdentifiers = {
  method: "GET",
  path: "/v1/account/identifiers",
  siblingMethods: ["PUT", "DELETE"],
  scope: "read",
  role: "owner",
  table: ["GetItem full_identifiers"],
  handler: "accounts/get-identifiers",
  summary: "The tax identifiers that are stored in full, masked",
} as const satisfies Route;

export const putIdentifiers = {
  method: "PUT",
  path: "/v1/account/identifiers",
  scope: "write",
  role: "owner",
  table: ["GetItem full_identifiers", "GetItem registrations", "PutItem full_identifiers"],
  seals: "seal",
  handler: "accounts/put-identifiers",
  summary: "Store tax identifiers in full, encrypted, so that files can be made without them",
} as const satisfies Route;

export const eraseIdentifiers = {
  method: "DELETE",
  path: "/v1/account/identifiers",
  scope: "write",
  role: "owner",
  table: ["GetItem full_identifiers", "PutItem full_identifiers"],
  handler: "accounts/erase-identifiers",
  summary: "Erase the tax identifiers that are stored in full, and their key",
} as const satisfies Route;

export const getAccountMails = {
  part: "accounts",
  method: "GET",
  path: "/v1/account/mail",
  siblingMethods: ["PUT"],
  scope: "read",
  role: "owner",
  table: ["GetItem mail_settings", "GetItem mail_suppressions"],
  mails: "offer",
  handler: "mails/get-account-mails",
  summary: "The address of the account for mails, and the mails that it gets",
} as const satisfies Route;

export const setAccountMails = {
  part: "accounts",
  method: "PUT",
  path: "/v1/account/mail",
  scope: "write",
  role: "owner",
  table: [MAIL_USES],
  sends: "mails",
  seals: "seal",
  mails: "offer",
  handler: "mails/set-account-mails",
  summary: "Choose the mails of an account, also of one that is used by keys alone",
} as const satisfies Route;

export const getAccount = {
  method: "GET",
  path: "/v1/account",
  siblingMethods: ["PUT"],
  scope: "read",
  table: ["GetItem profile"],
  handler: "accounts/get-account",
  summary: "The account profile: where the business is established",
} as const satisfies Route;

export const putAccount = {
  method: "PUT",
  path: "/v1/account",
  scope: "write",
  role: "owner",
  table: [
    "GetItem profile",
    "GetItem recounts",
    "PutItem changes",
    "PutItem profile",
    "PutItem recounts",
  ],
  sends: "recounts",
  handler: "accounts/put-account",
  summary: "Set the account profile",
} as const satisfies Route;

export const listApiKeys = {
  method: "GET",
  path: "/v1/api-keys",
  siblingMethods: ["POST"],
  scope: "read",
  role: "owner",
  table: ["Query key_list"],
  handler: "accounts/list-keys",
  summary: "The account's API keys, the newest first; never their secrets",
} as const satisfies Route;

export const createApiKey = {
  method: "POST",
  path: "/v1/api-keys",
  scope: "write",
  role: "owner",
  table: [KEY_USES, "Query key_list"],
  sandboxes: { uses: ["PutItem accounts"] },
  repeats: "sealed",
  keyProofs: "make",
  handler: "accounts/create-key",
  summary: "Make a key of the account, no stronger than the one that asks",
} as const satisfies Route;

export const rotateApiKey = {
  method: "POST",
  path: "/v1/api-keys/{id}/rotate",
  scope: "write",
  role: "owner",
  table: [KEY_USES],
  sandboxes: { uses: ["PutItem accounts"] },
  repeats: "sealed",
  keyProofs: "make",
  handler: "accounts/rotate-key",
  summary: "Replace a key; the old one works 48 hours more, or less if asked",
} as const satisfies Route;

export const revokeApiKey = {
  method: "DELETE",
  path: "/v1/api-keys/{id}",
  scope: "write",
  role: "owner",
  table: ["PutItem rights", "UpdateItem keys", "ConditionCheckItem keys"],
  handler: "accounts/revoke-key",
  summary: "Stop a key at once",
} as const satisfies Route;

export const getSandbox = {
  method: "GET",
  path: "/v1/sandbox",
  siblingMethods: ["DELETE"],
  scope: "read",
  table: [],
  handler: "accounts/get-sandbox",
  summary: "The sandbox that test keys open, and the times it was emptied",
} as const satisfies Route;

export const emptySandbox = {
  method: "DELETE",
  path: "/v1/sandbox",
  scope: "write",
  role: "owner",
  table: ["PutItem sandboxes"],
  sandboxes: { uses: ["PutItem accounts", "UpdateItem accounts"] },
  sends: "removals",
  handler: "accounts/empty-sandbox",
  summary: "Empty the sandbox: with a test key, and never the live ledger",
} as const satisfies Route;

export const moveSandboxClock = {
  method: "PUT",
  path: "/v1/sandbox/clock",
  scope: "write",
  role: "owner",
  table: [
    THRESHOLD_USES,
    RETURN_USES,
    "GetItem recounts",
    "Query notifications",
    "Query payments",
    "PutItem sandboxes",
  ],
  sandboxes: { uses: ["PutItem notifications", "PutItem outbox"] },
  sends: "accounts",
  handler: "accounts/move-sandbox-clock",
  summary: "Move the clock of the sandbox to a later day, and make the notices up to it",
} as const satisfies Route;

export const listSettingChanges = {
  method: "GET",
  path: "/v1/account/changes",
  scope: "read",
  table: ["Query changes"],
  handler: "accounts/list-setting-changes",
  summary: "Changes of registrations, profile and sources, with author and time, newest first",
} as const satisfies Route;

export const listRegistrations = {
  method: "GET",
  path: "/v1/tax-registrations",
  siblingMethods: ["POST"],
  scope: "read",
  table: ["GetItem registrations"],
  handler: "accounts/list-registrations",
  summary: "The account's OSS and IOSS registrations, most recent window first",
} as const satisfies Route;

export const createRegistration = {
  method: "POST",
  path: "/v1/tax-registrations",
  scope: "write",
  role: "owner",
  table: [REGISTRATION_USES],
  sends: "recounts",
  handler: "accounts/create-registration",
  summary: "Add a scheme registration; only a masked form of its number is kept",
} as const satisfies Route;

export const updateRegistration = {
  method: "PATCH",
  path: "/v1/tax-registrations/{id}",
  scope: "write",
  role: "owner",
  table: [REGISTRATION_USES, "Query locks"],
  sends: "recounts",
  handler: "accounts/update-registration",
  summary: "Change a scheme registration",
} as const satisfies Route;

export const replaceRegistration = {
  method: "POST",
  path: "/v1/tax-registrations/{id}/replace",
  scope: "write",
  role: "owner",
  table: [REGISTRATION_USES, "Query locks"],
  sends: "recounts",
  handler: "accounts/replace-registration",
  summary: "Exclude a registration that was entered wrongly, and add another one in its place",
} as const satisfies Route;

export const listSources = {
  method: "GET",
  path: "/v1/sources",
  siblingMethods: ["POST"],
  scope: "read",
  table: ["GetItem sources"],
  handler: "accounts/list-sources",
  summary: "The account's source profiles",
} as const satisfies Route;

export const createSource = {
  method: "POST",
  path: "/v1/sources",
  scope: "write",
  role: "owner",
  table: ["GetItem sources", "PutItem changes", "PutItem sources"],
  handler: "accounts/create-source",
  summary: "Give a raw source tag a profile",
} as const satisfies Route;

export const updateSource = {
  method: "PATCH",
  path: "/v1/sources/{id}",
  scope: "write",
  role: "owner",
  table: ["GetItem sources", "PutItem changes", "PutItem sources"],
  handler: "accounts/update-source",
  summary: "Change or archive a source profile",
} as const satisfies Route;

export const listUnknownSources = {
  method: "GET",
  path: "/v1/sources/unknown",
  scope: "read",
  table: ["GetItem sources", "Query source_tags"],
  handler: "accounts/list-unknown-sources",
  summary: "Source tags that have no profile yet, most recently seen first",
} as const satisfies Route;

export const commitTransaction = {
  method: "POST",
  path: "/v1/transactions/{id}/commit",
  scope: "write",
  role: "preparer",
  table: [COMMIT_USES, "GetItem registrations", "Query marks", "UpdateItem transactions"],
  keyProofs: "check",
  handler: "calculations/commit-transaction",
  summary: "Commit a calculation to the ledger as supply events",
} as const satisfies Route;

export const calculateVat = {
  method: "POST",
  path: "/v1/vat/calculate",
  scope: "write",
  role: "preparer",
  table: [
    THRESHOLD_USES,
    COMMIT_USES,
    "GetItem registrations",
    "PutItem transactions",
    "Query marks",
    "UpdateItem transactions",
  ],
  mayStoreNothing: true,
  handler: "calculations/calculate-vat",
  summary:
    "Calculate the VAT of a price, or of up to 200, at the rate of its place; stored as transactions",
} as const satisfies Route;

export const getRatesFile = {
  method: "GET",
  path: "/v1/rates-files/{shop}",
  scope: "read",
  table: [THRESHOLD_USES, "GetItem rate_overlay"],
  handler: "calculations/get-rates-file",
  summary: "VAT rates of a day as a file for the importer of WooCommerce, Magento or PrestaShop",
} as const satisfies Route;

export const listTransactions = {
  method: "GET",
  path: "/v1/transactions",
  scope: "read",
  table: ["BatchGetItem transactions", "Query transactions_by_day"],
  handler: "calculations/list-transactions",
  summary: "Logged calculations, by day",
} as const satisfies Route;

export const getTransaction = {
  method: "GET",
  path: "/v1/transactions/{id}",
  scope: "read",
  table: ["GetItem transactions"],
  handler: "calculations/get-transaction",
  summary: "One logged calculation by id",
} as const satisfies Route;

export const commitSupplyEvents = {
  method: "POST",
  path: "/v1/supply-events",
  scope: "write",
  role: "preparer",
  table: [COMMIT_USES, "BatchGetItem order_names", "BatchWriteItem order_names", "Query marks"],
  keyProofs: "check",
  handler: "ledger/commit-supply-events",
  summary: "Commit one supply event, or up to 500",
} as const satisfies Route;

export const listSupplyEvents = {
  method: "GET",
  path: "/v1/supply-events",
  siblingMethods: ["POST"],
  scope: "read",
  table: [
    EVENT_LIST_USES,
    "GetItem rates",
    "GetItem registrations",
    "BatchGetItem openings",
    "BatchGetItem order_names",
    "BatchGetItem registrations",
    "Query locks",
    "Query marks",
    "Query orders_by_name",
    "Query sums",
  ],
  keyProofs: "check",
  handler: "ledger/list-supply-events",
  summary: "Committed supply events, by day",
} as const satisfies Route;

export const getSupplyEvent = {
  method: "GET",
  path: "/v1/supply-events/{event_id}",
  scope: "read",
  // An id without an event may be that of an order that was split, which a calculation tells.
  table: [
    "BatchGetItem events",
    "BatchGetItem openings",
    "BatchGetItem order_names",
    "BatchGetItem registrations",
    "BatchGetItem transactions",
    "GetItem registrations",
    "GetItem transactions",
    "Query marks",
  ],
  handler: "ledger/get-supply-event",
  summary: "One committed supply event",
} as const satisfies Route;

export const explainSupplyEvent = {
  method: "GET",
  path: "/v1/supply-events/{event_id}/explanation",
  scope: "read",
  table: [
    RETURN_USES,
    "GetItem rate_overlay",
    "GetItem recounts",
    "GetItem registrations",
    "BatchGetItem events",
    "BatchGetItem openings",
    "BatchGetItem order_names",
    "Query events",
  ],
  handler: "returns/explain-event",
  summary: "One event with its place, its rate, its return and lock, its sale and corrections",
} as const satisfies Route;

export const classifySupplyEvent = {
  method: "POST",
  path: "/v1/supply-events/{event_id}/classification",
  scope: "write",
  role: "preparer",
  table: [
    CHANGE_USES,
    "BatchGetItem order_names",
    "BatchGetItem profile",
    "BatchGetItem registrations",
    "GetItem rate_overlay",
    "GetItem registrations",
    "Query marks",
    "UpdateItem board_checks",
  ],
  sends: "accounts",
  handler: "ledger/classify-supply-event",
  summary: "Change the classification of a supply event, with a note for the audit trail",
} as const satisfies Route;

export const refundSupplyEvent = {
  method: "POST",
  path: "/v1/supply-events/{event_id}/refunds",
  scope: "write",
  role: "preparer",
  table: [COMMIT_USES, "GetItem registrations", "Query marks"],
  handler: "ledger/refund-supply-event",
  summary: "Refund a sale or an order, in full or by an amount with VAT",
} as const satisfies Route;

export const getQuarterlySummary = {
  method: "GET",
  path: "/v1/reports/oss-quarterly-summary",
  scope: "read",
  table: [RETURN_VIEW_USES],
  keyProofs: "check",
  handler: "returns/get-quarterly-summary",
  summary: "The Union OSS return of a quarter, as it stands now",
} as const satisfies Route;

export const getCountryBreakdown = {
  method: "GET",
  path: "/v1/reports/country-vat-breakdown",
  scope: "read",
  table: [RETURN_VIEW_USES],
  keyProofs: "check",
  handler: "returns/get-country-breakdown",
  summary: "The Union OSS return of a quarter by Member State of consumption",
} as const satisfies Route;

export const exportQuarterlySummary = {
  method: "GET",
  path: "/v1/reports/oss-quarterly-summary/export",
  scope: "read",
  table: [RETURN_VIEW_USES],
  handler: "returns/export-quarterly-summary",
  summary: "The Union OSS return of a quarter as a CSV or JSON file",
} as const satisfies Route;

export const exportQuarterlySummaryCsv = {
  method: "GET",
  path: "/v1/reports/oss-quarterly-summary/export.csv",
  scope: "read",
  table: [RETURN_VIEW_USES],
  handler: "returns/export-quarterly-summary-csv",
  summary: "The Union OSS return of a quarter as a CSV file",
} as const satisfies Route;

export const exportQuarterlySummaryJson = {
  method: "GET",
  path: "/v1/reports/oss-quarterly-summary/export.json",
  scope: "read",
  table: [RETURN_VIEW_USES],
  handler: "returns/export-quarterly-summary-json",
  summary: "The Union OSS return of a quarter as a JSON file",
} as const satisfies Route;

export const exportCountryBreakdown = {
  method: "GET",
  path: "/v1/reports/country-vat-breakdown/export",
  scope: "read",
  table: [RETURN_VIEW_USES],
  handler: "returns/export-country-breakdown",
  summary: "The Union OSS return by Member State of consumption, as a CSV or JSON file",
} as const satisfies Route;

export const exportCountryBreakdownCsv = {
  method: "GET",
  path: "/v1/reports/country-vat-breakdown/export.csv",
  scope: "read",
  table: [RETURN_VIEW_USES],
  handler: "returns/export-country-breakdown-csv",
  summary: "The Union OSS return by Member State of consumption, as a CSV file",
} as const satisfies Route;

export const exportCountryBreakdownJson = {
  method: "GET",
  path: "/v1/reports/country-vat-breakdown/export.json",
  scope: "read",
  table: [RETURN_VIEW_USES],
  handler: "returns/export-country-breakdown-json",
  summary: "The Union OSS return by Member State of consumption, as a JSON file",
} as const satisfies Route;

export const getAccountantReport = {
  method: "GET",
  path: "/v1/reports/oss-accountant-report",
  scope: "read",
  table: [PAPER_USES, "Query imports"],
  handler: "returns/get-accountant-report",
  summary: "Both views of a quarter in major units, with what to know before filing",
} as const satisfies Route;

export const getReturn = {
  method: "GET",
  path: "/v1/returns/{scheme}/{period}",
  scope: "read",
  table: [RETURN_VIEW_USES],
  keyProofs: "check",
  handler: "returns/get-return",
  summary: "The return of a period in any scheme: as it was locked, or as it stands now",
} as const satisfies Route;

export const getReturnByCountry = {
  method: "GET",
  path: "/v1/returns/{scheme}/{period}/country-breakdown",
  scope: "read",
  table: [RETURN_VIEW_USES],
  keyProofs: "check",
  handler: "returns/get-return-by-country",
  summary: "The return of a period by Member State of consumption",
} as const satisfies Route;

export const exportReturn = {
  method: "GET",
  path: "/v1/returns/{scheme}/{period}/export",
  scope: "read",
  table: [RETURN_VIEW_USES],
  handler: "returns/export-return",
  summary: "Either view of a return as a CSV or JSON file",
} as const satisfies Route;

export const exportReturnCsv = {
  method: "GET",
  path: "/v1/returns/{scheme}/{period}/export.csv",
  scope: "read",
  table: [RETURN_VIEW_USES],
  handler: "returns/export-return-csv",
  summary: "Either view of a return as a CSV file",
} as const satisfies Route;

export const exportReturnJson = {
  method: "GET",
  path: "/v1/returns/{scheme}/{period}/export.json",
  scope: "read",
  table: [RETURN_VIEW_USES],
  handler: "returns/export-return-json",
  summary: "Either view of a return as a JSON file",
} as const satisfies Route;

export const getReturnForAccountant = {
  method: "GET",
  path: "/v1/returns/{scheme}/{period}/accountant-report",
  scope: "read",
  table: [PAPER_USES, "Query imports"],
  handler: "returns/get-return-for-accountant",
  summary: "Both views of a return in major units, with what to know before filing",
} as const satisfies Route;

export const getWorkingPaper = {
  method: "GET",
  path: "/v1/returns/{scheme}/{period}/working-paper",
  scope: "read",
  table: [PAPER_USES, "Query imports"],
  handler: "returns/get-working-paper",
  summary: "The working paper of a return: an XLSX workbook with a sheet for each subject",
} as const satisfies Route;

export const getReturnBridge = {
  method: "GET",
  path: "/v1/returns/{scheme}/{period}/bridge",
  scope: "read",
  table: [RETURN_VIEW_USES, "Query imports"],
  handler: "returns/get-return-bridge",
  summary: "Bridge from shop files and recorded events to the figures of a return",
} as const satisfies Route;

export const listReturnEvents = {
  method: "GET",
  path: "/v1/returns/{scheme}/{period}/events",
  scope: "read",
  table: [RETURN_USES, EVENT_LIST_USES, "GetItem registrations", "BatchGetItem order_names"],
  handler: "returns/list-return-events",
  summary:
    "The events behind a figure of a return or a line of its bridge, with their count and sum",
} as const satisfies Route;

export const getReconciliation = {
  method: "GET",
  path: "/v1/reports/reconciliation/{scheme}",
  scope: "read",
  table: [RETURN_USES, "GetItem recounts", "GetItem registrations"],
  handler: "returns/get-reconciliation",
  summary:
    "Reconciliation of the ledger with declared and open returns, by period and Member State",
} as const satisfies Route;

export const recordOpening = {
  method: "POST",
  path: "/v1/returns/{scheme}/{period}/opening",
  scope: "write",
  role: "approver",
  table: [
    "GetItem openings",
    "GetItem recounts",
    "GetItem registrations",
    "Query events_by_day",
    "Query marks",
    "Query openings",
    "Query sums",
    "PutItem marks",
    "PutItem openings",
    "UpdateItem marks",
    "UpdateItem openings",
  ],
  handler: "returns/record-opening",
  summary: "Record a return that was filed elsewhere, before the ledger began",
} as const satisfies Route;

export const getOpening = {
  method: "GET",
  path: "/v1/returns/{scheme}/{period}/opening",
  siblingMethods: ["POST"],
  scope: "read",
  table: ["Query openings"],
  handler: "returns/get-opening",
  summary: "A return that was filed elsewhere, as it was recorded",
} as const satisfies Route;

export const withdrawOpening = {
  method: "POST",
  path: "/v1/returns/{scheme}/{period}/opening/withdrawal",
  scope: "write",
  role: "approver",
  table: [
    "GetItem openings",
    "Query marks",
    "Query openings",
    "PutItem marks",
    "PutItem openings",
    "UpdateItem marks",
    "UpdateItem openings",
  ],
  handler: "returns/withdraw-opening",
  summary: "Take back an opening that was recorded by mistake, before anything is locked",
} as const satisfies Route;

export const getEntrySheet = {
  method: "GET",
  path: "/v1/returns/{scheme}/{period}/entry-sheet",
  scope: "read",
  table: [SIGNER_USES, DECLARED_USES, "GetItem sheet_ticks"],
  handler: "returns/get-entry-sheet",
  summary: "The return as lines to type into a portal, with control totals",
} as const satisfies Route;

export const tickEntrySheet = {
  method: "POST",
  path: "/v1/returns/{scheme}/{period}/entry-sheet/ticks",
  scope: "write",
  role: "preparer",
  table: [SIGNER_USES, DECLARED_USES, "GetItem sheet_ticks", "UpdateItem sheet_ticks"],
  handler: "returns/tick-entry-sheet",
  summary: "Tick lines of the entry sheet that are typed in, or take ticks away",
} as const satisfies Route;

export const listReturnFormats = {
  part: "public",
  method: "GET",
  path: "/v1/return-formats",
  scope: "public",
  table: [],
  handler: "returns/list-return-formats",
  describes: true,
  summary: "The portals' file formats that returns can be made in, and what each asks for",
} as const satisfies Route;

export const checkReturnFiles = {
  method: "GET",
  path: "/v1/returns/{scheme}/{period}/files",
  siblingMethods: ["POST"],
  scope: "read",
  table: [DECLARED_USES, "GetItem rate_overlay"],
  handler: "returns/check-return-files",
  summary: "Errors and warnings of a return's portal files, and the VAT numbers they need",
} as const satisfies Route;

export const makeReturnFile = {
  method: "POST",
  path: "/v1/returns/{scheme}/{period}/files",
  scope: "read",
  role: "approver",
  table: [
    DECLARED_USES,
    "GetItem full_identifiers",
    "GetItem profile",
    "GetItem rate_overlay",
    "UpdateItem board",
  ],
  repeats: "harmless",
  seals: "unseal",
  handler: "returns/make-return-file",
  summary: "The return as a file for the portal of its Member State",
} as const satisfies Route;

export const getPayment = {
  method: "GET",
  path: "/v1/returns/{scheme}/{period}/payment",
  scope: "read",
  table: ["GetItem registrations", "Query locks", "Query payments"],
  handler: "returns/get-payment",
  summary: "The amount to pay of a locked return, its reference, and the payments so far",
} as const satisfies Route;

export const recordPayment = {
  method: "POST",
  path: "/v1/returns/{scheme}/{period}/paid",
  scope: "write",
  role: "approver",
  table: [
    "GetItem registrations",
    "Query locks",
    "Query payments",
    "PutItem payments",
    "PutItem rights",
    "UpdateItem board",
  ],
  handler: "returns/record-payment",
  summary: "Record a payment of a locked return, in whole or in part",
} as const satisfies Route;

export const makePaymentOrder = {
  method: "POST",
  path: "/v1/returns/{scheme}/{period}/payment-order",
  scope: "read",
  role: "approver",
  table: ["GetItem full_identifiers", "GetItem registrations", "Query locks", "Query payments"],
  seals: "unseal",
  repeats: "harmless",
  handler: "returns/make-payment-order",
  summary: "A credit transfer that pays a locked return: pain.001 for a bank, or a QR code",
} as const satisfies Route;

export const makeBookings = {
  method: "POST",
  path: "/v1/returns/{scheme}/{period}/bookings",
  scope: "read",
  table: ["Query locks"],
  repeats: "harmless",
  handler: "returns/make-bookings",
  summary: "A locked return as bookings: for DATEV, as SIE 4, or as CSV",
} as const satisfies Route;

export const getPreparation = {
  method: "GET",
  path: "/v1/returns/{scheme}/{period}/prepared",
  siblingMethods: ["POST"],
  scope: "read",
  table: [RETURN_USES, "GetItem preparations"],
  handler: "returns/get-preparation",
  summary:
    "Persons who marked the figures of a return as prepared, and whether the figures are current",
} as const satisfies Route;

export const prepareReturn = {
  part: "locks",
  method: "POST",
  path: "/v1/returns/{scheme}/{period}/prepared",
  scope: "write",
  role: "preparer",
  table: [
    RETURN_USES,
    "GetItem preparations",
    "GetItem registrations",
    "PutItem preparations",
    "UpdateItem board",
  ],
  handler: "returns/prepare-return",
  summary:
    "Mark the figures of a return as prepared, for another person to lock, or take the mark back",
} as const satisfies Route;

export const getFilingPrep = {
  method: "GET",
  path: "/v1/reports/filing-prep",
  scope: "read",
  table: [
    FINDINGS_USES,
    "BatchGetItem profile",
    "BatchGetItem shop_orders",
    "GetItem recounts",
    "Query open_orders",
    "Query rates",
  ],
  handler: "returns/get-filing-prep",
  summary: "Checks before filing a quarter and its months, in the Union and the import scheme",
} as const satisfies Route;

export const getMultiJurisdiction = {
  method: "GET",
  path: "/v1/reports/multi-jurisdiction",
  scope: "read",
  table: [FINDINGS_USES, "GetItem recounts", "GetItem registrations"],
  handler: "returns/get-multi-jurisdiction",
  summary: "Amounts due by Member State of consumption, in the Union and the import scheme",
} as const satisfies Route;

export const listLockedPeriods = {
  method: "GET",
  path: "/v1/reports/locked-return-periods/union-oss",
  siblingMethods: ["POST"],
  scope: "read",
  table: [SIGNER_USES, RETURN_VIEW_USES, "GetItem registrations", "Query payments"],
  handler: "locks/list-locked-periods",
  summary: "Locked quarters, the most recent first; one of them in full",
} as const satisfies Route;

export const lockPeriod = {
  method: "POST",
  path: "/v1/reports/locked-return-periods/union-oss",
  scope: "write",
  role: "approver",
  table: [LOCK_USES],
  artifacts: "put",
  handler: "locks/lock-period",
  summary: "Freeze the return of a quarter that has ended, with its files",
} as const satisfies Route;

export const markPeriodFiled = {
  method: "POST",
  path: "/v1/reports/locked-return-periods/union-oss/filed",
  scope: "write",
  role: "approver",
  table: ["Query locks", "PutItem outbox", "UpdateItem board", "UpdateItem locks"],
  artifacts: "put",
  handler: "locks/mark-period-filed",
  summary: "Record that the return of a locked quarter was filed; the first record stays",
} as const satisfies Route;

export const downloadExport = {
  method: "GET",
  path: "/v1/reports/locked-return-periods/union-oss/exports/{export_id}",
  scope: "read",
  table: ["Query locks"],
  artifacts: "presign",
  handler: "locks/download-export",
  summary: "A link to one stored file of a locked quarter, good for five minutes",
} as const satisfies Route;

export const listLockedReturns = {
  method: "GET",
  path: "/v1/reports/locked-return-periods/{scheme}",
  siblingMethods: ["POST"],
  scope: "read",
  table: [SIGNER_USES, RETURN_VIEW_USES, "GetItem registrations", "Query payments"],
  handler: "locks/list-locked-returns",
  summary: "Locked periods of any scheme, the most recent first; one of them in full",
} as const satisfies Route;

export const lockReturn = {
  method: "POST",
  path: "/v1/reports/locked-return-periods/{scheme}",
  scope: "write",
  role: "approver",
  table: [LOCK_USES],
  artifacts: "put",
  handler: "locks/lock-return",
  summary: "Freeze the return of a period that has ended, in any scheme",
} as const satisfies Route;

export const lockNilReturns = {
  method: "POST",
  path: "/v1/returns/{scheme}/nil-returns",
  scope: "write",
  role: "approver",
  table: [LOCK_USES],
  artifacts: "put",
  handler: "locks/lock-nil-returns",
  summary: "Freeze the nil returns of one or several periods, each with an outcome of its own",
} as const satisfies Route;

export const markReturnFiled = {
  method: "POST",
  path: "/v1/reports/locked-return-periods/{scheme}/filed",
  scope: "write",
  role: "approver",
  table: ["Query locks", "PutItem outbox", "UpdateItem board", "UpdateItem locks"],
  artifacts: "put",
  handler: "locks/mark-return-filed",
  summary: "Record that the return of a locked period was filed; the first record stays",
} as const satisfies Route;

export const correctFiling = {
  method: "POST",
  path: "/v1/reports/locked-return-periods/{scheme}/filed/corrections",
  scope: "write",
  role: "approver",
  table: ["Query locks", "UpdateItem locks"],
  handler: "locks/correct-filing",
  summary: "Correct the day and the reference of a filing; earlier records stay",
} as const satisfies Route;

export const downloadReturnExport = {
  method: "GET",
  path: "/v1/reports/locked-return-periods/{scheme}/exports/{export_id}",
  scope: "read",
  table: ["Query locks"],
  artifacts: "presign",
  handler: "locks/download-return-export",
  summary: "A link to one stored file of a locked period, good for five minutes",
} as const satisfies Route;

export const createRecords = {
  method: "POST",
  path: "/v1/records",
  scope: "write",
  role: "approver",
  table: ["Query records", "PutItem records"],
  sends: "records",
  handler: "records/create-records",
  summary: "Request the records of all supplies of a range of days (Art. 63c CIR 282/2011)",
} as const satisfies Route;

export const listRecords = {
  method: "GET",
  path: "/v1/records",
  siblingMethods: ["POST"],
  scope: "read",
  table: ["Query records"],
  handler: "records/list-records",
  summary: "Records that were asked for, the newest first",
} as const satisfies Route;

export const getRecords = {
  method: "GET",
  path: "/v1/records/{id}",
  scope: "read",
  table: ["GetItem records"],
  handler: "records/get-records",
  summary: "Progress of a records job, its files, and points of Art. 63c that are not known",
} as const satisfies Route;

export const downloadRecords = {
  method: "GET",
  path: "/v1/records/{id}/files/{file}",
  scope: "read",
  table: ["GetItem records"],
  artifacts: "presign",
  handler: "records/download-records",
  summary: "A link to one file of records, good for five minutes",
} as const satisfies Route;

export const createImport = {
  method: "POST",
  path: "/v1/imports",
  scope: "write",
  role: "preparer",
  table: ["GetItem sources", "Query imports", "PutItem imports"],
  imports: { writes: ["uploads"] },
  handler: "imports/create-import",
  summary: "Request the import of a shop's export; returns its upload link",
} as const satisfies Route;

export const createUploadLink = {
  method: "POST",
  path: "/v1/upload-links",
  scope: "write",
  role: "preparer",
  table: [
    "BatchGetItem organisation_accounts",
    "GetItem organisations",
    "GetItem profile",
    "GetItem sources",
    "GetItem upload_links",
    "Query upload_links",
    "PutItem upload_links",
    "UpdateItem board_checks",
  ],
  sends: "accounts",
  repeats: "sealed",
  handler: "imports/create-upload-link",
  summary: "Make a link by which a client sends files of one source, without signing in",
} as const satisfies Route;

export const listUploadLinks = {
  method: "GET",
  path: "/v1/upload-links",
  siblingMethods: ["POST"],
  scope: "read",
  table: ["Query upload_links"],
  handler: "imports/list-upload-links",
  summary: "Upload links, the newest first, with the files that were asked for and received",
} as const satisfies Route;

export const revokeUploadLink = {
  method: "DELETE",
  path: "/v1/upload-links/{id}",
  scope: "write",
  role: "preparer",
  table: ["GetItem upload_links", "PutItem upload_links"],
  handler: "imports/revoke-upload-link",
  summary: "End an upload link at once; what it has received stays",
} as const satisfies Route;

export const openUploadLink = {
  method: "POST",
  path: "/v1/uploads/open",
  scope: "public",
  table: [SENDER_USES],
  handler: "imports/open-upload-link",
  summary: "Files that an upload link asks for, by its token",
} as const satisfies Route;

export const announceUpload = {
  method: "POST",
  path: "/v1/uploads",
  scope: "public",
  table: [SENDER_USES, "PutItem upload_links"],
  imports: { writes: ["uploads"] },
  handler: "imports/announce-upload",
  summary: "Announce a file of an upload link; returns the address that accepts this file",
} as const satisfies Route;

export const receiveUpload = {
  method: "POST",
  path: "/v1/uploads/{id}/done",
  scope: "public",
  table: [
    SENDER_USES,
    "GetItem imports",
    "GetItem profile",
    "GetItem sandboxes",
    "GetItem sources",
    "Query imports",
    "PutItem imports",
    "PutItem notifications",
    "PutItem outbox",
    "PutItem upload_links",
  ],
  imports: { reads: ["uploads"] },
  sends: ["imports", "largefiles"],
  handler: "imports/receive-upload",
  summary: "Have an uploaded file of an upload link looked through; it is not booked",
} as const satisfies Route;

export const listImports = {
  method: "GET",
  path: "/v1/imports",
  siblingMethods: ["POST"],
  scope: "read",
  table: ["Query imports"],
  handler: "imports/list-imports",
  summary: "Imports, the newest first",
} as const satisfies Route;

export const getImport = {
  method: "GET",
  path: "/v1/imports/{id}",
  scope: "read",
  table: ["GetItem imports", "GetItem registrations", "Query marks"],
  handler: "imports/get-import",
  summary: "Progress of an import, the outcome of its rows, and the returns that declare them",
} as const satisfies Route;

export const getImportBridge = {
  method: "GET",
  path: "/v1/imports/{id}/bridge",
  scope: "read",
  table: ["GetItem imports"],
  handler: "imports/get-import-bridge",
  summary: "Bridge from the amounts in a file to those that its import committed",
} as const satisfies Route;

export const getSourceBridge = {
  method: "GET",
  path: "/v1/imports/bridge",
  scope: "read",
  table: ["Query imports"],
  handler: "imports/get-source-bridge",
  summary: "Bridge from the amounts in a source's files to those that its imports committed",
} as const satisfies Route;

export const startImport = {
  method: "POST",
  path: "/v1/imports/{id}/start",
  scope: "write",
  role: "preparer",
  table: ["GetItem imports", "UpdateItem imports"],
  imports: { reads: ["uploads"] },
  sends: ["imports", "largefiles"],
  handler: "imports/start-import",
  summary: "Check the uploaded file, import it, or import a file that was checked",
} as const satisfies Route;

export const cancelImport = {
  method: "POST",
  path: "/v1/imports/{id}/cancel",
  scope: "write",
  role: "preparer",
  table: ["GetItem imports", "PutItem open_import_rows", "UpdateItem imports"],
  handler: "imports/cancel-import",
  summary: "End an import; what it has committed stays",
} as const satisfies Route;

export const retryImport = {
  method: "POST",
  path: "/v1/imports/{id}/retry",
  scope: "write",
  role: "preparer",
  table: ["GetItem imports", "UpdateItem imports"],
  sends: ["imports", "largefiles"],
  handler: "imports/retry-import",
  summary: "Let an import go on that was interrupted",
} as const satisfies Route;

export const undoImport = {
  method: "POST",
  path: "/v1/imports/{id}/undo",
  scope: "write",
  role: "preparer",
  table: ["GetItem imports", "PutItem import_undos", "UpdateItem imports"],
  sends: ["imports", "largefiles"],
  handler: "imports/undo-import",
  summary: "Take all that an import has committed out of the ledger again",
} as const satisfies Route;

export const settleImport = {
  method: "POST",
  path: "/v1/imports/{id}/settle",
  scope: "write",
  role: "preparer",
  table: [
    "GetItem imports",
    "PutItem open_import_rows",
    "UpdateItem board_checks",
    "UpdateItem imports",
  ],
  sends: "accounts",
  handler: "imports/settle-import",
  summary: "Settle the rows of an import that were not taken",
} as const satisfies Route;

export const settleImportRow = {
  method: "POST",
  path: "/v1/imports/{id}/settled-rows",
  scope: "write",
  role: "preparer",
  table: [
    "GetItem imports",
    "BatchGetItem events",
    "Query open_import_rows",
    "PutItem open_import_rows",
    "UpdateItem board_checks",
    "UpdateItem imports",
  ],
  imports: { reads: ["work"] },
  sends: "accounts",
  handler: "imports/settle-import-row",
  summary: "Record the event that was entered for one row of an import that was not taken",
} as const satisfies Route;

export const listImportRows = {
  method: "GET",
  path: "/v1/imports/{id}/rows",
  scope: "read",
  table: ["GetItem imports"],
  imports: { reads: ["work"] },
  handler: "imports/list-import-rows",
  summary: "The rows of a file that were not simply taken, and why",
} as const satisfies Route;

export const listImportFormats = {
  part: "public",
  method: "GET",
  path: "/v1/import-formats",
  scope: "public",
  table: [],
  handler: "imports/list-import-formats",
  describes: true,
  summary: "The kinds of files that can be imported, and the settings of each",
} as const satisfies Route;

export const downloadFindings = {
  method: "GET",
  path: "/v1/imports/{id}/findings",
  scope: "read",
  table: ["GetItem imports"],
  imports: { reads: ["work"] },
  handler: "imports/download-findings",
  summary: "A link to the rows of a file that were not simply taken, good for five minutes",
} as const satisfies Route;

export const checkVatNumber = {
  method: "POST",
  path: "/v1/vat-numbers/check",
  scope: "write",
  role: "preparer",
  table: ["PutItem vat_number_checks", "PutItem vat_number_retries"],
  seals: "seal",
  handler: "vat-numbers/check-vat-number",
  summary: "Check a customer's VAT number in VIES, and keep the answer as evidence",
} as const satisfies Route;

export const listVatNumberChecks = {
  method: "GET",
  path: "/v1/vat-numbers/checks",
  scope: "read",
  table: ["Query vat_number_checks"],
  handler: "vat-numbers/list-vat-number-checks",
  summary: "Checks of VAT numbers, the newest first",
} as const satisfies Route;

export const getVatNumberCheck = {
  method: "GET",
  path: "/v1/vat-numbers/checks/{id}",
  scope: "read",
  table: ["GetItem vat_number_checks"],
  handler: "vat-numbers/get-vat-number-check",
  summary: "One check of a VAT number: its answer, day and consultation number",
} as const satisfies Route;

export const listMovements = {
  method: "GET",
  path: "/v1/movements",
  scope: "read",
  table: ["Query movements"],
  handler: "movements/list-movements",
  summary: "Movements of own goods in a month, without a sale",
} as const satisfies Route;

export const exportMovements = {
  method: "GET",
  path: "/v1/movements/export",
  scope: "read",
  table: ["Query movements"],
  handler: "movements/export-movements",
  summary: "Movements of own goods in a month by pair of states, as CSV",
} as const satisfies Route;

export const getThresholdStatus = {
  part: "calculations",
  method: "GET",
  path: "/v1/compliance/threshold-status",
  scope: "read",
  table: [THRESHOLD_USES, "GetItem recounts"],
  handler: "threshold/get-threshold-status",
  summary: "The year's cross-border turnover against the EUR 10,000 threshold",
} as const satisfies Route;

export const checkThreshold = {
  part: "calculations",
  method: "POST",
  path: "/v1/vat/threshold-check",
  scope: "read",
  table: [THRESHOLD_USES, "GetItem recounts"],
  handler: "threshold/check-threshold",
  summary: "Check OSS turnover of any range, or one IOSS consignment, against its threshold",
} as const satisfies Route;

export const getOverview = {
  method: "GET",
  path: "/v1/compliance/overview",
  scope: "read",
  table: [THRESHOLD_USES, FINDINGS_USES, DONE_USES, "GetItem recounts", "Query notifications"],
  handler: "returns/get-overview",
  summary: "Union coverage, threshold and unread notifications at a glance",
} as const satisfies Route;

export const listNotifications = {
  method: "GET",
  path: "/v1/compliance/notifications",
  scope: "read",
  table: ["Query notifications"],
  handler: "threshold/list-notifications",
  summary: "Crossings of the annual threshold that were noticed, the newest first",
} as const satisfies Route;

export const readNotification = {
  method: "POST",
  path: "/v1/compliance/notifications/{id}/read",
  scope: "write",
  role: "preparer",
  table: ["UpdateItem notifications"],
  handler: "threshold/read-notification",
  summary: "Mark a notification as read",
} as const satisfies Route;

export const listAccountNotifications = {
  method: "GET",
  path: "/v1/notifications",
  scope: "read",
  table: ["Query notifications", DONE_USES],
  handler: "notifications/list-account-notifications",
  summary: "Notifications of the account with the text of a mail, newest first",
} as const satisfies Route;

export const readAccountNotification = {
  method: "POST",
  path: "/v1/notifications/{id}/read",
  scope: "write",
  role: "preparer",
  table: ["UpdateItem notifications", DONE_USES],
  handler: "notifications/read-account-notification",
  summary: "Mark any notification as read, or as unread again",
} as const satisfies Route;

export const answerAgent = {
  part: "public",
  method: "POST",
  path: "/v1/mcp",
  scope: "read",
  table: [],
  describes: true,
  repeats: "harmless",
  handler: "agents/answer-agent",
  summary: "The MCP endpoint for agents, which read what the caller may read",
} as const satisfies Route;

export const listConnections = {
  method: "GET",
  path: "/v1/connections",
  siblingMethods: ["POST"],
  scope: "read",
  table: ["GetItem connections", "BatchGetItem catch_ups"],
  handler: "connections/list-connections",
  summary: "The connected shops of the account with their status",
} as const satisfies Route;

export const createConnection = {
  needs: "connections",
  method: "POST",
  path: "/v1/connections",
  scope: "write",
  role: "owner",
  table: [CONNECTION_USES, "GetItem catch_ups", "GetItem sources", "PutItem inbound_addresses"],
  handler: "connections/create-connection",
  summary: "Connect a shop: answers the address to which it sends its orders",
} as const satisfies Route;

export const getConnection = {
  method: "GET",
  path: "/v1/connections/{id}",
  siblingMethods: ["PATCH", "DELETE"],
  scope: "read",
  table: ["GetItem catch_ups", "GetItem connections"],
  handler: "connections/get-connection",
  summary: "One connected shop with its status",
} as const satisfies Route;

export const updateConnection = {
  method: "PATCH",
  path: "/v1/connections/{id}",
  scope: "write",
  role: "owner",
  table: [CONNECTION_USES, "GetItem catch_ups"],
  handler: "connections/update-connection",
  summary: "Change a connection, pause it, or let it go on",
} as const satisfies Route;

export const deleteConnection = {
  method: "DELETE",
  path: "/v1/connections/{id}",
  scope: "write",
  role: "owner",
  table: [CONNECTION_USES, "GetItem catch_ups", "UpdateItem connection_secrets"],
  handler: "connections/delete-connection",
  summary: "Remove a connection and its secrets; what it has booked stays",
} as const satisfies Route;

export const setConnectionSecret = {
  method: "POST",
  path: "/v1/connections/{id}/secret",
  scope: "write",
  role: "owner",
  table: [CONNECTION_USES, "GetItem catch_ups", "UpdateItem connection_secrets"],
  seals: "seal",
  repeats: "sealed",
  handler: "connections/set-connection-secret",
  summary:
    "Set the secret that signs the shop's messages, or make one; the previous secret stays valid for 24 hours",
} as const satisfies Route;

export const setConnectionAccess = {
  method: "POST",
  path: "/v1/connections/{id}/access",
  scope: "write",
  role: "owner",
  table: [CONNECTION_USES, "GetItem catch_ups", "UpdateItem connection_secrets"],
  seals: "seal",
  repeats: "harmless",
  handler: "connections/set-connection-access",
  summary: "Give the keys with which the shop is asked for its orders; nothing shows them again",
} as const satisfies Route;

export const startCatchUp = {
  needs: "connections",
  method: "POST",
  path: "/v1/connections/{id}/catch-up",
  scope: "write",
  role: "preparer",
  table: ["GetItem catch_ups", "GetItem connections", "PutItem catch_ups"],
  sends: "catchups",
  handler: "connections/start-catch-up",
  summary: "Ask the shop for what it has changed, and book what no message has brought",
} as const satisfies Route;

export const listInboundDeliveries = {
  method: "GET",
  path: "/v1/connections/{id}/deliveries",
  scope: "read",
  table: [
    "GetItem connections",
    "BatchGetItem inbound_deliveries",
    "Query inbound_deliveries_by_time",
  ],
  handler: "connections/list-inbound-deliveries",
  summary: "Messages of the shop in the last 30 days with their outcome, newest first",
} as const satisfies Route;

export const listOpenOrders = {
  method: "GET",
  path: "/v1/connections/{id}/open-orders",
  scope: "read",
  table: ["GetItem connections", "BatchGetItem shop_orders", "Query open_orders"],
  handler: "connections/list-open-orders",
  summary: "Orders that are not booked as the shop has them, and keep their return from `ready`",
} as const satisfies Route;

export const bookOpenOrder = {
  needs: "connections",
  method: "POST",
  path: "/v1/connections/{id}/open-orders/{order_id}/book",
  scope: "write",
  role: "preparer",
  table: ["GetItem connections", "GetItem shop_orders"],
  imports: { reads: ["work"] },
  sends: "inbound",
  handler: "connections/book-open-order",
  summary: "Book an open order as the shop has it, also an edit on which the connection asks",
} as const satisfies Route;

export const settleOpenOrder = {
  method: "POST",
  path: "/v1/connections/{id}/open-orders/{order_id}/settle",
  scope: "write",
  role: "preparer",
  table: [
    "GetItem connections",
    "GetItem shop_orders",
    "PutItem shop_orders",
    "UpdateItem open_import_rows",
  ],
  handler: "connections/settle-open-order",
  summary: "Leave an open order as it is booked, until the shop sends another edit of it",
} as const satisfies Route;

export const receiveMessage = {
  needs: "connections",
  method: "POST",
  path: "/v1/inbound/{id}",
  scope: "public",
  table: [
    "GetItem connection_secrets",
    "GetItem connections",
    "GetItem inbound_addresses",
    "PutItem connections",
    "PutItem notifications",
    "PutItem outbox",
    "UpdateItem inbound_deliveries",
  ],
  imports: { writes: ["work"] },
  seals: "unseal",
  sends: "inbound",
  isInbound: true,
  handler: "connections/receive-message",
  summary: "Receive a message of a connected shop, signed with the secret of the connection",
} as const satisfies Route;

export const listWebhooks = {
  method: "GET",
  path: "/v1/webhooks",
  siblingMethods: ["POST"],
  scope: "read",
  table: ["GetItem webhooks"],
  handler: "webhooks/list-webhooks",
  summary: "List webhooks, in the order in which they were added",
} as const satisfies Route;

export const createWebhook = {
  method: "POST",
  path: "/v1/webhooks",
  scope: "write",
  role: "owner",
  table: ["GetItem webhooks", "PutItem webhooks", "UpdateItem webhook_secrets"],
  seals: "seal",
  repeats: "sealed",
  handler: "webhooks/create-webhook",
  summary: "Add a webhook that receives events; returns its signing secret once",
} as const satisfies Route;

export const getWebhook = {
  method: "GET",
  path: "/v1/webhooks/{id}",
  siblingMethods: ["PATCH", "DELETE"],
  scope: "read",
  table: ["GetItem webhooks"],
  handler: "webhooks/get-webhook",
  summary: "One webhook with its status",
} as const satisfies Route;

export const updateWebhook = {
  method: "PATCH",
  path: "/v1/webhooks/{id}",
  scope: "write",
  role: "owner",
  table: ["GetItem webhooks", "PutItem webhooks", "UpdateItem webhook_turns"],
  handler: "webhooks/update-webhook",
  summary: "Change a webhook, disable it, or enable it again",
} as const satisfies Route;

export const deleteWebhook = {
  method: "DELETE",
  path: "/v1/webhooks/{id}",
  scope: "write",
  role: "owner",
  table: ["GetItem webhooks", "PutItem webhooks", "UpdateItem webhook_secrets"],
  handler: "webhooks/delete-webhook",
  summary: "Remove a webhook and its secrets; what is under way ends",
} as const satisfies Route;

export const rotateWebhookSecret = {
  method: "POST",
  path: "/v1/webhooks/{id}/rotate-secret",
  scope: "write",
  role: "owner",
  table: ["GetItem webhooks", "PutItem webhooks", "UpdateItem webhook_secrets"],
  seals: "seal",
  repeats: "sealed",
  handler: "webhooks/rotate-webhook-secret",
  summary: "Replace the secret of a webhook; the former one signs for 24 hours more",
} as const satisfies Route;

export const testWebhook = {
  method: "POST",
  path: "/v1/webhooks/{id}/test",
  scope: "write",
  role: "preparer",
  table: ["GetItem webhooks", "PutItem deliveries"],
  sends: "webhooks",
  handler: "webhooks/test-webhook",
  summary: "Send a test message to a webhook",
} as const satisfies Route;

export const listWebhookDeliveries = {
  method: "GET",
  path: "/v1/webhooks/{id}/deliveries",
  scope: "read",
  table: ["GetItem webhooks", "Query deliveries"],
  handler: "webhooks/list-webhook-deliveries",
  summary:
    "Messages to a webhook in the last 30 days with every attempt, newest first; or those after another one",
} as const satisfies Route;

export const replayWebhookDelivery = {
  method: "POST",
  path: "/v1/webhooks/{id}/deliveries/{delivery_id}/replay",
  scope: "write",
  role: "preparer",
  table: ["GetItem deliveries", "GetItem webhooks", "PutItem deliveries"],
  sends: "webhooks",
  handler: "webhooks/replay-webhook-delivery",
  summary: "Send a message again, with the same id",
} as const satisfies Route;
