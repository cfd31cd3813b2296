import * as z from "zod";
import { ERROR_STATUS, type ErrorCode } from "../../core/errors/errors.ts";
import { XLSX_TYPE } from "../../core/files/xlsx.ts";
import { RETURN_FORMATS } from "../../filing/portal-files/formats.ts";
import type { Route } from "../route.ts";
import * as routes from "../routes.ts";

/** The form of every error response. For the OpenAPI document and the tests. */
export const ErrorBody = z
  .strictObject({
    error: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    message: z.string().min(1).describe("Explanation for people; its wording may change"),
    details: z
      .array(
        z.strictObject({
          field: z.string().describe("A path such as `events.3.currency`, or a header"),
          event_id: z.string().optional().describe("Id of the faulty supply event, if readable"),
          rule: z.string().optional().describe("Broken rule, of `return_not_exportable`"),
          message: z.string().min(1),
        }),
      )
      .min(1)
      .max(101)
      .optional()
      .describe(
        "Every fault of the request, not only the first; of more than a hundred the first hundred, and a last row without `field` that says how many more",
      ),
    doc_url: z
      .url()
      .describe(
        "Link to the section of the API reference about the code: its meaning and what to do",
      ),
    request_id: z.string().min(1).describe("Id of this call in the logs"),
  })
  .meta({ id: "Error" });

export const ERROR_MEANINGS: Readonly<Record<ErrorCode, string>> = {
  missing_api_key: "no API key: neither in `X-API-Key` nor in `Authorization`",
  invalid_api_key: "the key is unknown, expired or revoked",
  invalid_session: "the session is unknown, over or ended; or none was sent",
  sign_in_failed: "the issuer rejects the code, or its token is not valid",
  invalid_signature: "the message is not signed with the secret of the connection, or too long ago",
  insufficient_scope:
    "the endpoint writes, and the key is a read-only one; or a key is asked for that may more than the one that asks",
  insufficient_role:
    "the person has no role in the account or organisation, or one that does not include this",
  account_suspended: "the operator has suspended the account: nothing of it can be read or written",
  account_closed: "the account is closed: it can be read, and not written to",
  test_key_required: "a live key was sent, and only a test key may ask for that",
  invalid_json: "the body is not JSON, or gives a key twice; see `details`",
  invalid_request: "path, query, header or body are not as described; see `details`",
  invalid_period: "`period` is missing or no quarter",
  invalid_country: "`country` is no country code",
  invalid_currency: "`currency` is no currency code",
  invalid_turnover: "`annual_turnover_nac` is negative or no whole number",
  invalid_reference_date: "`reference_date` is no day of the calendar",
  not_found: "no such thing, or it is another account's",
  no_sme_data: "no threshold of that country is known for that day",
  method_not_allowed: "the path does not take the method; `Allow` has those that it takes",
  request_timeout: "the request did not arrive whole in time",
  registration_overlap: "the window overlaps that of another registration of the same scheme",
  registration_locked:
    "a return of the registration is locked, and names its scheme, state and number",
  registration_limit_reached: "the account has as many registrations as it may have",
  event_conflict: "the `event_id` is taken by an event with other content",
  not_a_sale: "only a sale, or an order of several sales, can be refunded",
  nothing_to_refund: "earlier refunds have taken back all of the sale",
  refund_exceeds_sale: "less is left of the sale than the refund would take back",
  classification_limit_reached: "the event has been reclassified as often as it may be",
  transaction_already_committed: "the transaction is committed under another `event_id`",
  period_already_locked: "the quarter is locked; a locked quarter never changes",
  period_not_ended: "the quarter is still running",
  period_not_locked: "the quarter is not locked",
  period_not_filed: "the return is not recorded as filed",
  period_filed_elsewhere: "the return of the period is recorded as filed elsewhere",
  opening_conflict: "another opening of the period is recorded; withdraw it first",
  opening_closed: "the ledger or a lock begins before the period is over, or a lock follows it",
  entry_sheet_changed: "the sheet has no such line, as its figures have changed; load it again",
  recount_pending:
    "events are still being moved between the sums of the quarter; lock it after that",
  return_not_ready:
    "the return is `review_required`, and the account or the request asks for a ready one; `details` says why",
  second_person_required:
    "another person has to mark the same figures as prepared, and a key of an operator counts as no person",
  last_owner: "an organisation keeps an owner: name another one first",
  organisation_limit_reached:
    "as many organisations, accounts, members or invitations as there may be",
  source_key_taken: "the source key has a profile already",
  source_limit_reached: "the account has as many source profiles as it may have",
  import_limit_reached: "as many imports are not finished, or upload links open, as there may be",
  import_not_uploaded: "the file of the import is not at its link yet",
  import_state_conflict: "the import is in a state in which that cannot be done",
  source_connected: "another connection has this `source_id`",
  connection_limit_reached: "the account has as many connected shops as it may have",
  message_expired: "the message with the order is no longer stored",
  webhook_limit_reached: "the account has as many webhooks as it may have",
  connection_not_ready: "the connection has no access to its shop: give it first",
  not_enabled: "the operator of the service has not enabled the setting that the message names",
  mail_not_offered: "the service sends no mails, or the account is a sandbox",
  address_suppressed: "the address has rejected mails of the service; name another one",
  webhook_disabled: "the webhook is disabled: enable it first",
  delivery_under_way: "the delivery is under way, or waits for a retry",
  clock_backwards:
    "the clock of the sandbox is at a later day, or the sandbox has events or notices from before its clock was set: empty it first",
  records_limit_reached: "as many requests for records are not finished yet as there may be",
  key_limit_reached: "the account has as many keys that work as it may have",
  key_in_use: "a key cannot end itself; end it with another one",
  key_ended: "the key is revoked, expired or rotated already",
  rate_recheck_conflict:
    "no rate was accepted from the proposal, a recheck is running, or another number of events was counted",
  rate_proposal_decided:
    "the rate proposal was decided by another operator, or needs another decision first",
  idempotency_conflict:
    "the `Idempotency-Key` was used for another request, or its first request is still running",
  link_ended: "the upload link is unknown, expired, revoked or used up; which one is not said",
  payload_too_large: "the body is larger than 6 MB, or than 16 KB where no key is asked for",
  unsupported_media_type: "the body is said to be no JSON in UTF-8, or is compressed",
  registration_required: "no Union registration covers the quarter",
  registration_conflict: "more than one Union registration covers the quarter",
  currency_mismatch: "`currency` is not the country's on that day",
  return_not_exportable:
    "the portal would not take the file; `details` has every reason, with row and rule",
  original_rate_missing: "The calculation that is corrected has no part at that rate",
  relief_uncertain:
    "whether the relief of small sellers (Art. 59c) applies on the day is not certain, so the rates of your state or of the destination are; `message` has every doubt, and `scope=destination` needs none of it",
  rate_limited: "too many calls; wait as long as `Retry-After` says",
  headers_too_large: "request line and headers are longer than 10,240 bytes",
  internal_error: "a fault on our side; nothing of it is told",
  not_ready: "the service cannot do it right now; send it again after `Retry-After`",
};

/** What a caller does about an error, by its status. */
export const ERROR_ADVICE: Readonly<Record<(typeof ERROR_STATUS)[ErrorCode], string>> = {
  400: "Correct what `details` or `message` names, and send the request anew.",
  401: "Send a valid key or session; a session is renewed by `POST /v1/session/refresh`.",
  403: "Use a key or a person that may do this, or ask who runs the service.",
  404: "Check the id and the account: another account's things are unknown as well.",
  405: "Use a method that `Allow` names.",
  408: "Send the request again.",
  409: "Look at the state that `message` names, and change it or the request; the same request fails again until then.",
  410: "Ask for a new link.",
  413: "Send less at once.",
  415: "Send JSON in UTF-8, not compressed, as `Content-Type: application/json`.",
  422: "Correct the facts of the account or of its events that `message` names, and send the request again.",
  429: "Wait as long as `Retry-After` says, and send the request again.",
  431: "Send shorter headers.",
  500: "Send the request again once; if it fails again, report `request_id` to who runs the service.",
  503: "Send the request again after `Retry-After`.",
};

/** Response of GET /health. Its function does not import this schema, because it starts faster without zod. */
const Health = z.strictObject({ status: z.literal("ok") }).meta({ id: "Health" });

const Readiness = z.strictObject({ status: z.literal("ready") }).meta({ id: "Readiness" });

/** A successful response that differs from the JSON of the output schema, or adds to it. */
export type OtherAnswer = {
  /** The status, where it differs from the status of the definition. */
  readonly status?: 302;
  readonly says: string;
  /** The meaning of a 202, where the endpoint has that, too. */
  readonly accepted?: string;
  /** True if the 202 has the body of a success; otherwise it has none. */
  readonly acceptedHasBody?: true;
  /** The media types and the content of the body. */
  readonly body?: { readonly types: readonly string[]; readonly is: "text" | "object" | "bytes" };
  /** The headers of every such response, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
};

const FILE = { "Content-Disposition": "The name to save the file under" };

const IN_EITHER_FORMAT: OtherAnswer = {
  says: "The file, in the format asked for",
  body: { types: ["text/csv"], is: "text" },
  headers: FILE,
};

const A_CSV: OtherAnswer = {
  says: "The export as CSV",
  body: { types: ["text/csv"], is: "text" },
  headers: FILE,
};

const A_JSON_FILE: OtherAnswer = { says: "The export as JSON", headers: FILE };

const A_REPORT: OtherAnswer = {
  says: "The report: a JSON file, or a page to print",
  body: { types: ["text/html"], is: "text" },
  headers: FILE,
};
const mediaTypes = [...new Set(RETURN_FORMATS.map(({ media_type }) => media_type))].sort();

const A_LINK: OtherAnswer = {
  status: 302,
  says: "Redirect to the file",
  headers: { Location: "The link, good for five minutes; it needs no key" },
};

/** Responses that are not plain JSON. For the OpenAPI document and the tests; functions must not import this. */
export const OTHER_ANSWERS: Readonly<Partial<Record<keyof typeof routes, OtherAnswer>>> = {
  getOpenApi: {
    says: "The OpenAPI document, as JSON",
    body: { types: ["application/json"], is: "object" },
  },
  moveSandboxClock: {
    says: "The clock is moved, and the notices of all days are made",
    accepted: "The clock is moved, and notices of days after `checked_to` are being made",
    acceptedHasBody: true,
  },
  answerAgent: {
    says: "The answer to the request of the message",
    accepted: "The message was a notification, which has no answer",
  },
  getDocsPage: { says: "The API reference as a page", body: { types: ["text/html"], is: "text" } },
  getDocsScript: {
    says: "The script as JavaScript",
    body: { types: ["text/javascript"], is: "text" },
  },
  getLlmsText: {
    says: "The list in the form of llms.txt",
    body: { types: ["text/plain"], is: "text" },
  },
  getDocsMarkdown: {
    says: "The page as Markdown, with links to other pages of the service",
    body: { types: ["text/markdown"], is: "text" },
  },
  getDocsChapterMarkdown: {
    says: "The page as Markdown, with links to other pages of the service",
    body: { types: ["text/markdown"], is: "text" },
  },
  getConsolePage: { says: "The page of the console", body: { types: ["text/html"], is: "text" } },
  getConsoleFile: {
    says: "The script or style sheet",
    body: { types: ["text/javascript", "text/css"], is: "text" },
  },
  exportQuarterlySummary: IN_EITHER_FORMAT,
  exportQuarterlySummaryCsv: A_CSV,
  exportQuarterlySummaryJson: A_JSON_FILE,
  exportCountryBreakdown: IN_EITHER_FORMAT,
  exportCountryBreakdownCsv: A_CSV,
  exportCountryBreakdownJson: A_JSON_FILE,
  getAccountantReport: A_REPORT,
  exportReturn: IN_EITHER_FORMAT,
  exportReturnCsv: A_CSV,
  exportReturnJson: A_JSON_FILE,
  exportMovements: A_CSV,
  getRatesFile: {
    says: "The file, as CSV or as XML",
    body: { types: ["text/csv", "application/xml"], is: "text" },
    headers: {
      ...FILE,
      "X-Rates-File-Scope":
        "The state whose rates the file has everywhere, as `home DE`, or `destination`: the rates are those of each destination",
      "X-Rates-File-Missing":
        "Rows that are not in the file, because no rate is known (`XI books`) or the shop cannot tell the place (`GB BT standard`); or `none`",
    },
  },
  getReturnForAccountant: A_REPORT,
  getWorkingPaper: {
    says: "The working paper as a workbook",
    body: { types: [XLSX_TYPE], is: "bytes" },
    headers: FILE,
  },
  getReconciliation: {
    says: "The reconciliation, as JSON or a workbook",
    body: { types: [XLSX_TYPE], is: "bytes" },
  },
  makeReturnFile: {
    says: "The file, in the encoding of its portal",
    body: { types: mediaTypes, is: "bytes" },
    headers: {
      ...FILE,
      "X-Return-Warnings": "Number of warnings of the return; GET on the same path lists them",
      "X-Return-Adjustment":
        "The VAT that the file adds to the return in minor units, because the portal computes base times rate and the request accepted it; 0 as a rule",
      "X-Return-Number-Warnings":
        "The fields whose VAT number has wrong check digits, `filer.vat_number, establishments.0.vat_number`; or `none`",
    },
  },
  makePaymentOrder: {
    says: "The order, as XML for a bank or as a picture, or its reference as text",
    body: { types: ["application/xml", "image/svg+xml", "text/plain"], is: "bytes" },
    headers: FILE,
  },
  makeBookings: {
    says: "The bookings, in the encoding of the program that reads them",
    body: { types: ["text/csv", "application/octet-stream"], is: "bytes" },
    headers: FILE,
  },
  getRoot: {
    status: 302,
    says: "Redirect to the API reference",
    headers: { Location: "Address of the API reference" },
  },
  downloadExport: A_LINK,
  downloadBulkFiles: A_LINK,
  downloadFindings: A_LINK,
  downloadRecords: A_LINK,
  downloadReturnExport: A_LINK,
};

/**
 * The responses of routes whose functions do not include their output schema. For the OpenAPI document and the tests;
 * functions must not import this.
 */
export const STANDALONE_OUTPUTS: ReadonlyMap<Route, z.ZodType> = new Map<Route, z.ZodType>([
  [routes.getHealth, Health],
  [routes.getReadiness, Readiness],
]);
