import { ERROR_STATUS, type ErrorCode } from "../core/errors/errors.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Route } from "./route.ts";
import type * as routes from "./routes.ts";

type RouteName = keyof typeof routes;

const REGISTRATION: readonly ErrorCode[] = ["registration_required", "registration_conflict"];

const LOCK: readonly ErrorCode[] = [
  "period_already_locked",
  "period_not_ended",
  "period_filed_elsewhere",
  "recount_pending",
  "return_not_ready",
  ...REGISTRATION,
];

/**
 * The specific errors of routes; routes without specific errors are omitted. For the OpenAPI document and the tests,
 * which trigger each of these errors and accept no other; functions must not import this.
 */
const OWN_ERRORS: Readonly<Partial<Record<RouteName, readonly ErrorCode[]>>> = {
  getReadiness: ["not_ready"],
  getDocsMarkdown: ["not_found"],
  getDocsChapterMarkdown: ["not_found"],
  getConsoleFile: ["not_found"],
  getTaxClass: ["not_found"],
  checkSmeEligibility: ["no_sme_data", "currency_mismatch", "rate_limited"],
  createApiKey: ["key_limit_reached"],
  rotateApiKey: ["not_found", "key_ended"],
  revokeApiKey: ["not_found", "key_in_use"],
  emptySandbox: ["test_key_required"],
  moveSandboxClock: ["test_key_required", "clock_backwards"],
  createSession: ["sign_in_failed", "not_ready", "rate_limited"],
  getSignIn: ["not_ready"],
  refreshSession: ["invalid_session", "rate_limited", "not_ready"],
  createOrganisation: ["organisation_limit_reached"],
  createClientAccount: ["organisation_limit_reached"],
  updateClientAccount: ["not_found"],
  importClientAccounts: ["organisation_limit_reached"],
  inviteMember: ["organisation_limit_reached"],
  acceptInvitation: ["not_found", "organisation_limit_reached"],
  updateMember: ["last_owner", "organisation_limit_reached"],
  removeMember: ["last_owner"],
  endOneSession: ["not_found"],
  createRegistration: ["registration_overlap", "registration_limit_reached"],
  updateRegistration: ["not_found", "registration_overlap", "registration_locked"],
  replaceRegistration: [
    "not_found",
    "registration_overlap",
    "registration_limit_reached",
    "registration_locked",
  ],
  createSource: ["source_key_taken", "source_limit_reached"],
  updateSource: ["not_found"],
  decideRateProposal: ["not_found", "rate_proposal_decided"],
  recheckRate: ["not_found", "rate_recheck_conflict"],
  calculateVat: ["event_conflict", "original_rate_missing"],
  getRatesFile: ["relief_uncertain"],
  getTransaction: ["not_found"],
  commitTransaction: [
    "not_found",
    "event_conflict",
    "transaction_already_committed",
    "original_rate_missing",
  ],
  commitSupplyEvents: ["event_conflict"],
  getSupplyEvent: ["not_found"],
  explainSupplyEvent: ["not_found"],
  refundSupplyEvent: [
    "not_found",
    "not_a_sale",
    "nothing_to_refund",
    "refund_exceeds_sale",
    "event_conflict",
  ],
  classifySupplyEvent: ["not_found", "classification_limit_reached"],
  getQuarterlySummary: REGISTRATION,
  getCountryBreakdown: REGISTRATION,
  exportQuarterlySummary: REGISTRATION,
  exportQuarterlySummaryCsv: REGISTRATION,
  exportQuarterlySummaryJson: REGISTRATION,
  exportCountryBreakdown: REGISTRATION,
  exportCountryBreakdownCsv: REGISTRATION,
  exportCountryBreakdownJson: REGISTRATION,
  getAccountantReport: REGISTRATION,
  getReturn: REGISTRATION,
  getReturnByCountry: REGISTRATION,
  getReturnBridge: REGISTRATION,
  exportReturn: REGISTRATION,
  exportReturnCsv: REGISTRATION,
  exportReturnJson: REGISTRATION,
  getReturnForAccountant: REGISTRATION,
  getWorkingPaper: REGISTRATION,
  listReturnEvents: REGISTRATION,
  recordOpening: [
    "period_not_ended",
    "opening_conflict",
    "opening_closed",
    "currency_mismatch",
    ...REGISTRATION,
  ],
  getOpening: ["not_found", "registration_conflict"],
  withdrawOpening: ["not_found", "opening_closed", "registration_conflict"],
  getEntrySheet: REGISTRATION,
  tickEntrySheet: ["entry_sheet_changed", ...REGISTRATION],
  checkReturnFiles: REGISTRATION,
  makeReturnFile: [
    "period_not_locked",
    "period_already_locked",
    "return_not_exportable",
    ...REGISTRATION,
  ],
  getPreparation: REGISTRATION,
  prepareReturn: [
    "period_already_locked",
    "period_not_ended",
    "second_person_required",
    ...REGISTRATION,
  ],
  getPayment: ["period_not_locked", "registration_conflict"],
  recordPayment: ["period_not_locked", "registration_conflict"],
  makePaymentOrder: ["period_not_locked", "registration_conflict"],
  makeBookings: ["period_not_locked", "registration_conflict"],
  listLockedPeriods: ["registration_conflict"],
  lockPeriod: [...LOCK, "second_person_required"],
  markPeriodFiled: ["period_not_locked", "registration_conflict"],
  downloadExport: ["not_found"],
  listLockedReturns: ["registration_conflict"],
  lockReturn: [...LOCK, "second_person_required"],
  markReturnFiled: ["period_not_locked", "registration_conflict"],
  correctFiling: ["period_not_locked", "period_not_filed", "registration_conflict"],
  downloadReturnExport: ["not_found"],
  createRecords: ["records_limit_reached"],
  getRecords: ["not_found"],
  downloadRecords: ["not_found"],
  createImport: ["import_limit_reached"],
  getImport: ["not_found"],
  getImportBridge: ["not_found"],
  listImportRows: ["not_found"],
  createUploadLink: ["import_limit_reached"],
  revokeUploadLink: ["not_found"],
  openUploadLink: ["link_ended", "rate_limited"],
  announceUpload: ["link_ended", "rate_limited", "not_ready"],
  receiveUpload: ["link_ended", "not_found", "import_not_uploaded", "rate_limited", "not_ready"],
  startImport: ["not_found", "import_not_uploaded", "import_state_conflict"],
  cancelImport: ["not_found", "import_state_conflict"],
  retryImport: ["not_found", "import_state_conflict"],
  undoImport: ["not_found", "import_state_conflict"],
  settleImport: ["not_found", "import_state_conflict"],
  settleImportRow: ["not_found", "import_state_conflict"],
  downloadFindings: ["not_found"],
  createConnection: ["connection_limit_reached", "source_connected", "not_enabled"],
  getVatNumberCheck: ["not_found"],
  getConnection: ["not_found"],
  updateConnection: ["not_found"],
  deleteConnection: ["not_found"],
  setConnectionSecret: ["not_found"],
  setConnectionAccess: ["not_found"],
  startCatchUp: ["not_found", "connection_not_ready", "not_enabled"],
  listInboundDeliveries: ["not_found"],
  listOpenOrders: ["not_found"],
  bookOpenOrder: ["not_found", "message_expired", "not_enabled", "not_ready"],
  settleOpenOrder: ["not_found"],
  receiveMessage: ["not_found", "invalid_signature", "not_enabled", "not_ready"],
  readNotification: ["not_found"],
  readAccountNotification: ["not_found"],
  setMails: ["mail_not_offered", "address_suppressed"],
  setAccountMails: ["mail_not_offered", "address_suppressed"],
  confirmMails: ["not_found", "rate_limited", "not_ready"],
  unsubscribeMails: ["not_found", "rate_limited", "not_ready"],
  createWebhook: ["webhook_limit_reached"],
  getWebhook: ["not_found"],
  updateWebhook: ["not_found"],
  deleteWebhook: ["not_found"],
  rotateWebhookSecret: ["not_found"],
  testWebhook: ["not_found", "webhook_disabled"],
  listWebhookDeliveries: ["not_found"],
  replayWebhookDelivery: ["not_found", "webhook_disabled", "delivery_under_way"],
};

/** Errors of every route that may receive a body, even one without a body schema. */
const BODY: readonly ErrorCode[] = ["invalid_json", "payload_too_large", "unsupported_media_type"];

/** Errors of every route: the gateway's limit on headers, and internal errors. */
const ANY: readonly ErrorCode[] = ["headers_too_large", "internal_error"];

/** Returns every error code of a route, general and specific, ordered by status. */
export function errorsOf(name: string, definition: Endpoint): ErrorCode[] {
  const { route, faultCodes = {} } = definition;
  const codes = new Set<ErrorCode>([
    ...keyErrors(route),
    ...bodyErrors(definition),
    "invalid_request",
    ...Object.values(faultCodes),
    ...(OWN_ERRORS[name as RouteName] ?? []),
    ...ANY,
  ]);
  return [...codes].sort((one, other) => ERROR_STATUS[one] - ERROR_STATUS[other]);
}

/** A raw body has any type and form; only its size is limited. */
function bodyErrors({ route, body, isRaw }: Endpoint): readonly ErrorCode[] {
  if (isRaw) return ["payload_too_large"];
  return body || route.method !== "GET" ? BODY : [];
}

function keyErrors(route: Route): ErrorCode[] {
  if (route.scope === "public") return [];
  if (route.scope === "person") return personErrors(route);
  return [
    "missing_api_key",
    "invalid_api_key",
    "invalid_session",
    "insufficient_role",
    "account_suspended",
    "rate_limited",
    ...(route.scope === "write" ? (["insufficient_scope", "account_closed"] as const) : []),
    // Every key needs the table, which may be throttled, out of order, or contended for one item.
    "not_ready",
    ...(replaysAnswers(route) ? (["idempotency_conflict"] as const) : []),
  ];
}

/** The errors of a route of persons. A role is required where the path names an organisation. */
const personErrors = (route: Route): ErrorCode[] => [
  "invalid_session",
  "rate_limited",
  "not_ready",
  ...(route.role === undefined || route.role === "operator" ? [] : (["not_found"] as const)),
  ...(route.role === undefined || route.role === "viewer" ? [] : (["insufficient_role"] as const)),
  ...(replaysAnswers(route) ? (["idempotency_conflict"] as const) : []),
];

/** True if the route accepts an Idempotency-Key: every POST with credentials. */
export const takesIdempotencyKey = ({ scope, method }: Route): boolean =>
  scope !== "public" && method === "POST";

/** True if the route stores the response to a call with an Idempotency-Key. */
export const replaysAnswers = (route: Route): boolean =>
  takesIdempotencyKey(route) && route.repeats !== "harmless";
