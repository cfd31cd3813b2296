/*
 * Types and places of the operations of the EU VAT compliance API. Made from docs/openapi.json by
 * `npm run openapi`: do not edit.
 */
import type { Call, ListCall } from "./call.ts";
import type { FileAnswer, RequestOptions } from "./options.ts";

export type AcceptedUpload = {
  /** Id of the announced file */
  id: string;
  /** Address for the file; null for a file that was received before */
  upload: {
    /** HTTP method of the upload */
    method: "PUT";
    /** Address that accepts the file once, without an API key */
    url: string;
    /** Headers to send with the file */
    headers: {
      [name: string]: string;
    };
    /** Time until which an upload may begin, UTC */
    expires_at: string;
  } | null;
};

export type AccountNotification = {
  /** Id of the notification; a late change that grows keeps its id */
  id: string;
  /** Kind of the notification, as threshold and webhooks name it */
  kind: "threshold.crossed" | "late_change.recorded" | "return.due_soon" | "return.overdue" | "return.unpaid" | "connection.failing" | "webhook.disabled" | "import.failed" | "upload_link.unanswered";
  /** Time of creation, in UTC */
  created_at: string;
  /** Time when the notification was marked as read, UTC; null if unread */
  read_at: string | null;
  /** True if an unread notification needs no action any more, because its returns are filed and paid, or its fault is mended; it does not count as unread */
  done: boolean;
  /** Subject of the notification; fields that do not apply are null */
  about: {
    /** The calendar year concerned, YYYY */
    year: number | null;
    /** Line that the turnover crossed, nine tenths of the threshold or the threshold; null for other notifications */
    line: "warning" | "exceeded" | null;
    /** The special scheme of the return */
    scheme_type: "union_oss" | "non_union_oss" | "ioss" | null;
    /** Period of the return; null if the notification is about none */
    period_key: string | null;
    /** Last day to file the return and to pay */
    filing_due_date: IsoDate | null;
    /** Id of the webhook concerned */
    webhook_id: string | null;
    /** Id of the connection that is failing; null for other notifications */
    connection_id: string | null;
    /** Id of the import of a dropped file that failed; null for other notifications */
    import_id: string | null;
  };
  /** Subject and text of a mail about the notification, by language */
  texts: {
    /** The text in English */
    en: MailText;
    /** The text in German */
    de: MailText;
  };
};

export type AccountNotificationList = {
  /** The rows of this page, in the order of the list */
  items: AccountNotification[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
  /** Number of unread notifications on all pages */
  unread_count: number;
};

export type AccountProfile = {
  /** The name of the account */
  account: string;
  /** Country of the seat of the business, ISO 3166-1 alpha-2; null until it is known */
  establishment_country: string | null;
  /** Fixed establishments in other Member States */
  fixed_establishments: Array<{
    /** Member State of the fixed establishment */
    country: string;
    /** VAT number of the establishment, masked */
    vat_number_masked: string | null;
    /** Warning that check digits are wrong; absent without one */
    vat_number_warning: VatNumberWarning | null;
  }>;
  /** First day of the profile; null if it has always applied */
  valid_from: IsoDate | null;
  /** Name to show to people */
  display_name: string | null;
  /** True if locks refuse a return that is `review_required` */
  lock_requires_ready: boolean;
  /** True if locks need another person's mark on the same figures */
  lock_requires_second_person: boolean;
  /** Every dated row, the newest first, also one that begins in the future */
  history: Array<{
    /** Country of the seat from that day on, ISO 3166-1 alpha-2 */
    establishment_country: string | null;
    /** Fixed establishments in other Member States */
    fixed_establishments: Array<{
      /** Member State of the fixed establishment */
      country: string;
      /** VAT number of the establishment, masked */
      vat_number_masked: string | null;
      /** Warning that check digits are wrong; absent without one */
      vat_number_warning: VatNumberWarning | null;
    }>;
    /** First day of the profile; null if it has always applied */
    valid_from: IsoDate | null;
    /** The day before the next row begins */
    valid_to: IsoDate | null;
  }>;
  /** Turnover that is not in the ledger */
  entered_turnover: Array<{
    /** The calendar year concerned, YYYY */
    year: number;
    /** Cross-border sales of Art. 59c in that year, without VAT, in minor units */
    amount_minor: number;
    /** Currency, ISO 4217; amounts in the same object are in its minor units */
    currency: string;
  }>;
  /** Time of the last change, UTC */
  updated_at: string | null;
};

export type AccountProfileRequest = {
  /** Country of the seat of the business, ISO 3166-1 alpha-2 */
  establishment_country: Country;
  /** Fixed establishments in other Member States */
  fixed_establishments?: Array<{
    /** Member State of the fixed establishment */
    country: MemberState;
    /** VAT number of the establishment; only a mask is kept */
    vat_number?: Identifier | undefined;
    /** VAT number of the establishment, masked */
    vat_number_masked?: MaskedIdentifier | null | undefined;
    /** Warning of an earlier response, accepted so that the response can be sent back unchanged; it is computed anew */
    vat_number_warning?: VatNumberWarning | null | undefined;
  }> | undefined;
  /** The first day of these establishments, until the next row; null for since ever. May be left out while no row has a day, and where nothing moves */
  valid_from?: IsoDate | null | undefined;
  /** Name to show to people */
  display_name?: Name | null | undefined;
  /** Cross-border sales of Art. 59c by calendar year that are not in the ledger, added to those that are; 0 says that there were none. Kept when left out; an empty list clears */
  entered_turnover?: Array<{
    /** The calendar year concerned, YYYY */
    year: number;
    /** Cross-border sales of Art. 59c in that year, without VAT, in minor units */
    amount_minor: number;
    /** Currency, ISO 4217; amounts in the same object are in its minor units */
    currency: string;
  }> | undefined;
  /** True if locks refuse a return that is `review_required` (409 `return_not_ready`) */
  lock_requires_ready?: boolean | undefined;
  /** True if locks need the mark of another person on the same figures (409 `second_person_required`). Kept when left out; changed by an owner who has signed in, not by a key */
  lock_requires_second_person?: boolean | undefined;
};

export type AccountantReport = {
  /** Facts about the report, such as scheme, period and creation */
  manifest: ExportManifest;
  /** The business whose return it is */
  client: PaperClient;
  /** Persons who prepared, locked and filed the return, with the days */
  sign_off: ReturnSignOff;
  /** Facts to know before filing the return */
  filing_context: {
    /** Last day to file the return and to pay */
    filing_due_date: IsoDate;
    /** True if a nil return is due: no event belongs into the period */
    nil_return_eligible: boolean;
    /** Readiness of the return for filing */
    filing_state: "ready" | "nil_return" | "review_required";
    /** The state in words */
    explanation: string;
    /** Supplies of other schemes in the quarter of the return that no registration covers; absent if there are none */
    supplies_without_registration?: UnregisteredSupplies[] | undefined;
    /** Assumption about the submission, as in the return; absent where nothing is assumed */
    submission_assumption?: SubmissionAssumption | undefined;
    /** Changes of declared returns of the scheme that no return declares any more; left out where there are none */
    direct_declarations?: MajorDirectDeclaration[] | undefined;
  };
  /** The return, in major units */
  summary: SummaryReport;
  /** The return by Member State of consumption, in major units */
  country_breakdown: BreakdownReport;
  /** The lock of the return and the changes since, only where it is locked; in previews, only where they differ from it */
  lock?: LockOfAccountantReport | undefined;
};

export type AgentAnswer = {
  /** Version of JSON-RPC, always `2.0` */
  jsonrpc: "2.0";
  /** Id of the request that is answered */
  id: string | number;
  /** Result of the method; absent with `error` */
  result?: {
    [name: string]: unknown;
  } | undefined;
  /** Error of the protocol; an error of a tool is a result with `isError` */
  error?: {
    /** Code of the error in JSON-RPC, such as -32601 for an unknown method */
    code: number;
    /** Explanation for people; its wording may change */
    message: string;
  } | undefined;
};

export type AgentMessage = {
  /** Version of JSON-RPC, always `2.0` */
  jsonrpc: "2.0";
  /** Id of the request, which its answer repeats; absent for a notification */
  id?: string | number | undefined;
  /** Method of the message: `initialize`, `ping`, `tools/list`, `tools/call`, or a notification */
  method: string;
  /** Parameters of the method */
  params?: {
    [name: string]: unknown;
  } | undefined;
  [name: string]: unknown;
};

export type ApiKey = {
  /** The third part of the key; logs and audit records name it */
  id: string;
  /** Name of the key, for people; null for one that an operator made without a name */
  name: string | null;
  /** Scope of the key, `full` or `read-only` */
  scope: "full" | "read-only";
  /** Mode of the key: `live` opens the account's ledger, `test` only its sandbox */
  mode: "live" | "test";
  /** Status of the key; a `rotated` one is replaced by another, and works until `expires_at` */
  status: "active" | "rotated" | "expired" | "revoked";
  /** Time of creation, in UTC */
  created_at: string;
  /** Id of the creating key or person; null: operator */
  created_by: string | null;
  /** Id of the key's person; null for an operator's */
  person: string | null;
  /** Time when the key expires, UTC; null if it does not expire */
  expires_at: string | null;
  /** Id of the key that replaced it; null if none did */
  replaced_by: string | null;
  /** Time when the key was revoked, UTC; null if it was not */
  revoked_at: string | null;
  /** Id of the key or person that revoked it; null for an operator, or if it is not revoked */
  revoked_by: string | null;
  /** UTC day of the last use; null if never used */
  last_used_on: string | null;
};

export type ApiKeyList = {
  /** The rows of this page, in the order of the list */
  items: ApiKey[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
  /** Number and latest expiry of the full keys: the account can be written to with these */
  full_access: {
    /** Full keys that work */
    keys: number;
    /** Time when the last of the full keys expires, UTC; null if one does not expire, or there is none */
    ends_at: string | null;
  };
};

export type ApiKeyRequest = {
  /** The name of the key, as people see it, such as that of the shop or the accountant */
  name: Name;
  /** Scope of the new key, `full` or `read-only`; at most that of yours */
  scope: "full" | "read-only";
  /** Mode of the new key; that of the requesting key, and `live` for a person, unless given */
  mode?: "live" | "test" | undefined;
  /** Time when the new key expires; if left out, it expires with the requesting key or not at all */
  expires_at?: string | undefined;
};

export type ApiKeyWithSecret = {
  /** The third part of the key; logs and audit records name it */
  id: string;
  /** Name of the key, for people; null for one that an operator made without a name */
  name: string | null;
  /** Scope of the key, `full` or `read-only` */
  scope: "full" | "read-only";
  /** Mode of the key: `live` opens the account's ledger, `test` only its sandbox */
  mode: "live" | "test";
  /** Status of the key; a `rotated` one is replaced by another, and works until `expires_at` */
  status: "active" | "rotated" | "expired" | "revoked";
  /** Time of creation, in UTC */
  created_at: string;
  /** Id of the creating key or person; null: operator */
  created_by: string | null;
  /** Id of the key's person; null for an operator's */
  person: string | null;
  /** Time when the key expires, UTC; null if it does not expire */
  expires_at: string | null;
  /** Id of the key that replaced it; null if none did */
  replaced_by: string | null;
  /** Time when the key was revoked, UTC; null if it was not */
  revoked_at: string | null;
  /** Id of the key or person that revoked it; null for an operator, or if it is not revoked */
  revoked_by: string | null;
  /** UTC day of the last use; null if never used */
  last_used_on: string | null;
  /** The key itself. It is not stored, and never shown again */
  api_key: string;
};

export type AtOssFileRequest = {
  /** The file format of the portal */
  format: "at_oss";
  /** The filer; goes into the file and is not kept */
  filer: {
    /** The number of the registration in full: VAT number, EU… or IM… number. May be left out if it is stored (`PUT /v1/account/identifiers`), except with a read-only key */
    vat_number?: Identifier | undefined;
  };
  /** Numbers of the filer in other Member States; go into the file and are not kept */
  establishments?: FileEstablishment[] | undefined;
  /** Fields that only this form needs */
  extras?: Record<string, never> | undefined;
  /** Id of the registration; required if two registrations share the period, because each makes a return */
  registration_id?: number | undefined;
  /** The rules under `consents` of the check that the filer accepts */
  accept?: Array<"layout_not_confirmed" | "vat_unlike_base_times_rate"> | undefined;
  /** True for a period that is still open (default: `false`) */
  draft?: boolean | undefined;
};

export type Balance = {
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: string;
  /** Amount in minor units of the return currency */
  current_vat_minor: number;
  /** Amount in minor units of the return currency */
  correction_vat_minor: number;
  /** Amount in minor units of the return currency */
  payable_vat_minor: number;
  /** False for a balance below zero: it is not set off against others */
  included_in_grand_total: boolean;
};

export type BankAccount = {
  /** Holder of the account */
  name: string;
  /** IBAN of the account that overpaid VAT is refunded to */
  iban: string;
  /** BIC of the bank that overpaid VAT is refunded to */
  bic?: string | undefined;
};

export type Board = {
  /** The rows of this page, in the order of the list */
  items: BoardRow[];
  /** Names of the persons that rows of this page name */
  people: Array<{
    /** Id of a person */
    id: string;
    /** Name of the person, as the issuer says it */
    name: string;
  }>;
  /** Totals due of the import returns of this page whose period is over, by intermediary, month and currency */
  intermediaries: IntermediaryDue[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
};

export type BoardRow = {
  /** Id of the account, sent as `X-Account` */
  account: string;
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** The quarter or month of the return */
  period_key: string;
  /** The registration that the return is made under */
  registration_id: number;
  /** The Member State that the return is filed in; EL for Greece, XI for Northern Ireland */
  member_state_identification: string;
  /** The last day for the return and its payment */
  filing_due_date: IsoDate;
  /** Number of a seller under an intermediary of the import scheme, masked; null for others */
  registration_number_masked: string | null;
  /** Reference that the payment of the return quotes, with that number as it is masked; null without it */
  payment_reference: string | null;
  /** Name of the intermediary of the import registration; null without one */
  intermediary_name: string | null;
  /** Number of the intermediary, masked; null without one */
  intermediary_number_masked: string | null;
  /** The name of the client */
  client_name: string;
  /** Your own number of the client; null: none was given */
  client_reference: string | null;
  /** Your role in this account */
  role: "viewer" | "preparer" | "approver" | "owner";
  /** True if the period has ended, and no row of a file, order of a shop or recount is pending */
  data_complete: boolean;
  /** Number of events, rows, orders and figures that are open, as `open_question_count` of the overview has it; null where the return is overdue and not recent */
  open_questions: number | null;
  /** Readiness for filing; null unless the return is open and recent */
  filing_status: "ready" | "nil_return" | "review_required" | null;
  /** State of the return; `running`: its period has not ended; `filed_elsewhere`: an opening is recorded */
  state: "running" | "open" | "locked" | "filed" | "filed_elsewhere";
  /** Day of submission that the lock states; null where none is stated */
  submitted_on: IsoDate | null;
  /** The payment of a locked return; null for others */
  payment_status: "unpaid" | "part_paid" | "paid" | "overpaid" | "nothing_due" | null;
  /** VAT payable in minor units, as locked or as of the last check; null while the period runs, and where the overview has none */
  payable_vat_minor: number | null;
  /** Currency of `payable_vat_minor`, null with it */
  return_currency: string | null;
  /** Corrections of earlier periods in `payable_vat_minor`, null with it */
  correction_vat_minor: number | null;
  /** Amount still to pay of a locked return in minor units, as of its last payment or check; null for others */
  outstanding_minor: number | null;
  /** Id of the person who last marked these figures as prepared, kept after the lock; null without a mark */
  prepared_by: string | null;
  /** Id of the API key or person that locked the return; null unless it is locked */
  locked_by: string | null;
  /** Number of upload links that ask the client for files of the period */
  files_asked: number;
  /** Number of files that were received by these links, committed ones included */
  files_received: number;
  /** True if the due day is over, and neither a filing nor a day of submission is recorded here; the return may have been submitted all the same */
  overdue: boolean;
  /** Time when a portal file of the locked return was last built, UTC; null if none was */
  file_made_at: string | null;
  /** Time when the current figures of the open return were last marked as prepared, UTC; null for other returns */
  prepared_at: string | null;
  /** Time when the row was last refreshed from the ledger, UTC; at least once a day */
  as_of: string;
};

export type BookingAccounts = {
  /** The account that sales with VAT are debited to, such as the account that shop payments are credited to */
  clearing_account: string;
  /** The account of the VAT owed to other Member States */
  vat_account: string;
  /** The accounts of revenue by Member State and rate; the most specific line counts */
  revenue: RevenueAccount[];
};

export type BookingConversion = {
  /** Currency, ISO 4217; amounts in the same object are in its minor units */
  currency: string;
  /** Exchange rate: units of that currency for one unit of the currency of the return */
  rate: string;
};

export type BookingsRequest = {
  /** Format of the file; `datev_extf`: DATEV-Format 700, Buchungsstapel 13; `sie_4`: SIE 4I, for Swedish programs; `csv`: a table */
  format: "datev_extf" | "sie_4" | "csv";
  /** Id of the registration */
  registration_id?: number | undefined;
  /** The accounts of your books; not kept */
  accounts: BookingAccounts;
  /** Day of the bookings; the last day of the period if left out */
  booked_on?: IsoDate | undefined;
  /** Conversion into the currency of the books, if it is not that of the return: each amount is converted and rounded */
  conversion?: BookingConversion | undefined;
  /** Settings of DATEV; required for `datev_extf` */
  datev?: DatevSettings | undefined;
  /** Settings of SIE; required for `sie_4` */
  sie?: SieSettings | undefined;
  /** Separator of the fields in CSV (default: `comma`) */
  delimiter?: "comma" | "semicolon" | "tab" | undefined;
  /** Decimal sign in the CSV (default: `point`) */
  decimal?: "point" | "comma" | undefined;
};

export type BreakdownExport = {
  /** Facts about the file: account, scheme, period and time of creation */
  manifest: ExportManifest;
  /** The figures of the return */
  report: BreakdownReport;
  /** The lock of the return and the changes since, only where it is locked; in previews, only where they differ from it */
  lock?: LockOfBreakdownFile | undefined;
};

export type BreakdownReport = {
  /** Sums over all Member States of consumption */
  totals: MajorTotals;
  /** Breakdown by Member State of consumption, in the order of codes */
  countries: Array<{
    /** Member State code; EL for Greece, XI for Northern Ireland */
    member_state_of_consumption: string;
    /** Sums over all Member States of consumption */
    totals: MajorTotals;
    /** The lines of the return: one for each section, Member State, kind, origin and rate */
    rows: MajorReturnRow[];
    /** Corrections of periods that were declared before, by period and Member State */
    corrections: MajorCorrection[];
    /** The amount due to the Member State: its rows and corrections together */
    balance: MajorBalance;
  }>;
  /** The ECB rates that amounts were converted at; empty where none was needed */
  exchange_rates: ExchangeRate[];
};

export type BridgeAmount = {
  /** Currency of the amounts; not converted */
  currency: string;
  /** Amount with VAT, minor units; null where it has no meaning */
  gross_amount_minor: number | null;
  /** Taxable amount; null where only the amount with VAT is known */
  taxable_amount_minor: number | null;
  /** VAT; null where only the amount with VAT is known */
  vat_amount_minor: number | null;
};

export type BridgeGap = {
  /** Code of the part that the bridge does not know */
  code: "rows_of_earlier_version" | "rows_without_month" | "earlier_imports" | "imports_expired" | "amounts_not_recounted" | "locked_before_bridges";
  /** Number of rows, imports or events; null where unknown */
  count: number | null;
  /** Day before which it is not known; null without one */
  before: string | null;
};

export type BridgeLine = {
  /** Stage of the bridge: rows of files, events of the ledger, or figures of the return */
  stage: "files" | "ledger" | "return";
  /** Code of the line, the same in all bridges */
  code: "in_files" | "repeated" | "no_sale" | "domestic" | "outside_union" | "business" | "marketplace" | "zero_rated" | "in_review" | "unresolved" | "without_sale" | "other_exclusions" | "refunds" | "committed" | "recorded_otherwise" | "recorded" | "late_changes" | "conversion" | "in_return" | "negative_balances" | "payable";
  /** Effect of the line: `equals` is the sum of all lines before it */
  sign: "plus" | "minus" | "equals";
  /** Number of rows of files, or of events of the ledger */
  count: number;
  /** Number of rows among them whose amount cannot be read */
  unread_count: number;
  /** Reasons of rows, or exclusion codes of events, in the line */
  codes: string[];
  /** Amounts by currency; currencies of nothing are absent */
  amounts: BridgeAmount[];
  /** Requests that list the rows or events; at most ten */
  links: string[];
  /** Number of further imports with rows of the line; the bridge of each import has the request that lists its own */
  more_links: number;
  /** Excluded events of the line by code and treatment; empty for other lines */
  parts: BridgePart[];
};

export type BridgePart = {
  /** Exclusion code of the events */
  code: string;
  /** Treatment of the events */
  treatment: string;
  /** Number of events in the part */
  count: number;
  /** Amounts of the events by currency */
  amounts: BridgeAmount[];
};

export type BulkJob = {
  /** The id of the job */
  id: string;
  /** The action on each return */
  action: "check" | "import" | "prepare" | "unprepare" | "lock" | "file" | "pay" | "download";
  /** State of the job; `ended`: every return has a result */
  state: "running" | "ended";
  /** Time when the job was requested, UTC */
  requested_at: string;
  /** The id of a person, under whose roles the job runs */
  requested_by: string;
  /** Time when the last return had its result, UTC; null before */
  ended_at: string | null;
  /** The ZIP of a `download`, kept a week for the person who requested it; null for other actions */
  file: {
    /** The name of the downloaded file */
    file_name: string;
    /** Size of the content in bytes */
    size_bytes: number;
  } | null;
  /** Result of each return, in the order of the request */
  results: BulkResult[];
};

export type BulkRequest = {
  /** Action on each return: `check` writes the rows of the board, `import` commits the checked files that the client sent for the period by upload links, `prepare` marks the figures as prepared, `unprepare` takes your own mark back, `lock` locks the returns that are ready and have no open question, but no nil return whose client was asked for files and has sent none, `file` records filings, `pay` records payments, `download` puts the files of locked returns into one ZIP: those that the lock stored, the entry sheet, and the portal file where the number is stored and the person is an approver */
  action: "check" | "import" | "prepare" | "unprepare" | "lock" | "file" | "pay" | "download";
  /** Returns to act on, at most 500, or 100 for `download`; left out with `csv` */
  returns?: BulkReturn[] | undefined;
  /** Returns to record as filed or paid, as CSV lines with `account` or `reference`, `scheme_type`, `period_key`, and optionally `registration_id`, and `filed_at`, `filing_reference` or `paid_on`, `amount_minor`; a day is 2026-11-30 or 30.11.2026; only for `file` and `pay` */
  csv?: string | undefined;
  /** Language of the working paper that the lock stores; `en` unless given */
  language?: "en" | "de" | undefined;
  /** Bank accounts for a payment order of all chosen returns (pain.001) in the ZIP of a `download`; kept with the job for a week */
  payments?: ManyPayments | undefined;
};

export type BulkResult = {
  /** Id of a client's account */
  account: string;
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Id of the registration, as requested; null if none was named */
  registration_id: number | null;
  /** Result of the action; `unchanged`: the return was marked by you, locked, or filed before */
  result: "waiting" | "done" | "unchanged" | "rejected";
  /** The error code of a rejected return; `files_awaited`: it is nil, and files of its period were asked for and none came */
  error: string | null;
  /** Reason of a rejection; for `download` the portal files that could not be made, with what they need */
  message: string | null;
  /** Readiness for filing, found by `check`; null for a declared return */
  filing_status: "ready" | "nil_return" | "review_required" | null;
};

export type BulkReturn = {
  /** Id of a client's account */
  account: string;
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Id of the registration; required if two registrations follow one another in the period */
  registration_id?: number | undefined;
  /** Day of submission, for `file`; today if left out */
  filed_at?: IsoDate | undefined;
  /** Reference of the tax authority, for `file` */
  filing_reference?: string | undefined;
  /** Day on which the money left the account, for `pay`; today if left out */
  paid_on?: IsoDate | undefined;
  /** Amount paid in minor units of the return's currency, for `pay`; what is outstanding if left out */
  amount_minor?: number | undefined;
  /** Day on which the return was submitted, for `lock`: from the last day of its period to today */
  submitted_on?: IsoDate | undefined;
};

export type CalculatedItems = {
  /** Results of the calculations in their order */
  items: Array<{
    /** The calculation, as it would be answered alone */
    transaction: Transaction;
    /** Supply events that an item with `commit` committed, one for each rate; null without `commit` */
    events: Array<{
      /** The id in the ledger */
      event_id: string;
      /** Result for the event: `committed` now, or a `duplicate` of what was committed before */
      status: "committed" | "duplicate";
      /** Classification of the event. `classified`: it is in returns; `needs_review`: it is in none until a person decides; `excluded`: it is in none. A caller may state a stricter one than the facts give */
      classification_status: "classified" | "needs_review" | "excluded";
      /** Codes of missing or contradictory facts; empty if the event is classified */
      classification_reasons: string[];
      /** The tax period that the event counts in, YYYY-Qn or YYYY-MM */
      period: string;
      /** Link of a non-sale to its sale. `by_period`: the event names the period of its sale; the return shows whether that was filed elsewhere */
      link_status: "not_applicable" | "linked" | "by_period" | "waiting" | "missing" | "invalid";
      /** Tax treatment of the supply; only the three special schemes make returns here */
      treatment: "union_oss" | "non_union_oss" | "ioss" | "domestic" | "origin_below_threshold" | "reverse_charge" | "export" | "deemed_by_marketplace" | "outside_scope";
      /** Reason why the original cannot be corrected; with `invalid`, and with `linked` if the original itself is excluded */
      link_reason: string | null;
      /** Findings for a person to check; they do not exclude the event */
      checks: Check[];
      /** Exclusion code: the reason in the event itself why it is in no return. Null also where only the return of a period finds a reason (registrations, exchange rates); a list filtered by `period` and `warning` shows that one. `taxed_at_home_under_scheme_excluded` needs a registration for the day, too */
      exclusion_code: "registration_missing_excluded" | "registration_overlap_excluded" | "energy_not_yet_in_scheme_excluded" | "needs_review_excluded" | "classification_excluded" | "taxed_at_home_under_scheme_excluded" | "unsupported_rate_category_excluded" | "unsupported_supply_kind_excluded" | "excise_goods_excluded" | "consignment_value_exceeded_excluded" | "consignment_value_unverified_excluded" | "missing_origin_excluded" | "correction_reference_missing_excluded" | "correction_reference_invalid_excluded" | "correction_opening_missing_excluded" | "outside_registration_window_excluded" | "correction_after_three_years_excluded" | "correction_to_former_state_excluded" | "missing_exchange_rate_excluded" | null;
      /** Status of the exclusion. `rightful`: the event belongs in no return. `open`: it may belong in one, and the return is `review_required` until this is resolved. Null without `exclusion_code` */
      exclusion_status: "rightful" | "open" | null;
      /** Return that declares the event, as registrations and locks are now: a locked one, or the open one that takes it. Null where none does, for an undone event, and where the lock of an earlier version does not tell whether it came before */
      declared_in: DeclaringReturn | null;
      /** Reason why no return declares the event: an exclusion code, or the reason for which it goes directly to the Member State of consumption. Null where `declared_in` names a return. A missing exchange rate is found by the return alone */
      undeclared_reason: "registration_missing_excluded" | "registration_overlap_excluded" | "energy_not_yet_in_scheme_excluded" | "needs_review_excluded" | "classification_excluded" | "taxed_at_home_under_scheme_excluded" | "unsupported_rate_category_excluded" | "unsupported_supply_kind_excluded" | "excise_goods_excluded" | "consignment_value_exceeded_excluded" | "consignment_value_unverified_excluded" | "missing_origin_excluded" | "correction_reference_missing_excluded" | "correction_reference_invalid_excluded" | "correction_opening_missing_excluded" | "outside_registration_window_excluded" | "correction_after_three_years_excluded" | "correction_to_former_state_excluded" | "missing_exchange_rate_excluded" | "after_three_years" | "former_registration" | "former_currency" | null;
    }> | null;
  }>;
};

export type CalculationBatch = {
  /** Calculations of the batch, 1 to 200. All are carried out, or none: errors name the index of the item. Together they have at most 2,000 lines, and make at most 500 supply events */
  items: CalculationItem[];
  /** Store the calculation as a transaction, unless `false`: then it is computed only, with no transaction, no count of a source and no `Idempotency-Key`. For quotes in a checkout; a read-only key may use it */
  store?: boolean | undefined;
};

export type CalculationItem = {
  /** Country where the customer is */
  country: CustomerCountry;
  /** Currency of all amounts of the request, ISO 4217 */
  currency: Currency;
  /** Tax class of what is sold: its rate on the day is applied */
  tax_class_id?: TaxClassId | undefined;
  /** VAT rate of the caller in basis points, in place of a tax class, or with `supply` alongside one. The charged amount is split at this rate, wherever the supply is taxed */
  vat_rate_bps?: number | undefined;
  /** The price in minor units: with VAT when price_includes_vat, else without */
  gross_amount_minor?: number | undefined;
  /** True if the amounts include VAT, as a shop's prices for consumers do */
  price_includes_vat: boolean;
  /** The tax point; today unless given */
  transaction_date?: IsoDate | undefined;
  /** Lines of an order of several goods, 1 to 200, in place of one price */
  lines?: Array<{
    /** Your id of the line, returned unchanged */
    line_id?: string | undefined;
    /** Tax class of the line, from the catalogue */
    tax_class_id?: TaxClassId | undefined;
    /** VAT rate of the caller in basis points, in place of a tax class, or with `supply` alongside one. The charged amount is split at this rate, wherever the supply is taxed */
    vat_rate_bps?: number | undefined;
    /** The line's price for its whole quantity, discounts taken off, in minor units */
    gross_amount_minor: number;
  }> | undefined;
  /** Shipping in minor units, split by net value */
  shipping_amount_minor?: number | undefined;
  /** Facts that decide the place of supply and its taxation */
  supply?: SupplyToPlace | undefined;
  /** Facts with which the calculation is also committed to the ledger, as by `POST /v1/transactions/{id}/commit`. Sent again under the same `event_id`, it is the same calculation */
  commit?: CommitTransaction | undefined;
};

export type CalculationRequest = {
  /** Country where the customer is */
  country: CustomerCountry;
  /** Currency of all amounts of the request, ISO 4217 */
  currency: Currency;
  /** Tax class of what is sold: its rate on the day is applied */
  tax_class_id?: TaxClassId | undefined;
  /** VAT rate of the caller in basis points, in place of a tax class, or with `supply` alongside one. The charged amount is split at this rate, wherever the supply is taxed */
  vat_rate_bps?: number | undefined;
  /** The price in minor units: with VAT when price_includes_vat, else without */
  gross_amount_minor?: number | undefined;
  /** True if the amounts include VAT, as a shop's prices for consumers do */
  price_includes_vat: boolean;
  /** The tax point; today unless given */
  transaction_date?: IsoDate | undefined;
  /** Lines of an order of several goods, 1 to 200, in place of one price */
  lines?: Array<{
    /** Your id of the line, returned unchanged */
    line_id?: string | undefined;
    /** Tax class of the line, from the catalogue */
    tax_class_id?: TaxClassId | undefined;
    /** VAT rate of the caller in basis points, in place of a tax class, or with `supply` alongside one. The charged amount is split at this rate, wherever the supply is taxed */
    vat_rate_bps?: number | undefined;
    /** The line's price for its whole quantity, discounts taken off, in minor units */
    gross_amount_minor: number;
  }> | undefined;
  /** Shipping in minor units, split by net value */
  shipping_amount_minor?: number | undefined;
  /** Facts that decide the place of supply and its taxation */
  supply?: SupplyToPlace | undefined;
  /** Store the calculation as a transaction, unless `false`: then it is computed only, with no transaction, no count of a source and no `Idempotency-Key`. For quotes in a checkout; a read-only key may use it */
  store?: boolean | undefined;
};

export type CatchUp = {
  /** State of the catch-up; `waiting`: the shop limits requests, or did not respond and is asked again; `failed`: it continues the next night */
  state: "running" | "waiting" | "done" | "failed";
  /** Time since which changes are requested */
  from: string;
  /** Latest change that was read, by the clock of the shop */
  reached: string;
  /** Number of orders that the shop has modified since `from` */
  orders: number;
  /** Number of these orders whose last state no message had brought; they are booked now */
  changed: number;
  /** Number of booked orders that are cancelled, deleted or in the trash of the shop */
  taken_back: number;
  /** Number of orders that could not be booked, see the messages */
  not_booked: number;
  /** Time when the job first read its data, UTC; null before */
  started_at: string;
  /** Time when the catch-up ended; null while running */
  done_at: string | null;
  /** Time of the next attempt; null without one */
  retry_at: string | null;
  /** Reason why the shop could not be read, if any */
  message: string | null;
  /** The first day whose orders the access can see; null if it can see all */
  reaches_back_to: IsoDate | null;
};

export type CatchUpRequest = {
  /** The first day of which changes are asked for; without it, the day before the end of the last catch-up */
  from?: IsoDate | undefined;
  /** True to confirm that orders missing from the shop were deleted, even if they are most of them */
  confirm_missing?: boolean | undefined;
};

export type ChangedCorrection = {
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  original_period: string;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: string;
  /** Today's amount less the declared one, in minor units */
  taxable_amount_minor: number;
  /** Today's amount less the declared one, in minor units */
  vat_amount_minor: number;
  /** Number of events that came, less those that left */
  event_count_difference: number;
};

/** Today's rows and corrections less the declared ones; those without a difference are left out */
export type ChangedLines = {
  /** The lines of the return: one for each section, Member State, kind, origin and rate */
  rows: ChangedRow[];
  /** Corrections of periods that were declared before, by period and Member State */
  corrections: ChangedCorrection[];
};

export type ChangedRow = {
  /** Section of the Union return: 2a services from the identification state, 2b goods from it, 2c services from fixed establishments elsewhere, 2d goods dispatched from elsewhere; null in schemes without sections */
  section: "2a" | "2b" | "2c" | "2d" | null;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: string;
  /** The kind of supply */
  supply_kind: "goods" | "services";
  /** Member State that goods are dispatched from, or where the fixed establishment is; null where that is the identification state, or the scheme has no such column */
  from_member_state: string | null;
  /** Standard or reduced rate, or one that makes no row of a return */
  rate_category: string;
  /** The VAT rate in basis points: 2100 is 21 % */
  vat_rate_bps: number;
  /** Today's amount less the declared one, in minor units */
  taxable_amount_minor: number;
  /** Today's amount less the declared one, in minor units */
  vat_amount_minor: number;
  /** Number of events that came, less those that left */
  event_count_difference: number;
};

/** Difference of today's preview and the lock */
export type ChangedSinceLock = {
  /** True if today's preview would declare anything else */
  changed: boolean;
  /** Number of events today, less those in the lock */
  source_event_count_difference: number;
  /** Today's sums less the locked ones */
  totals: {
    /** Today's amount less the locked one, in minor units */
    taxable_minor: number;
    /** Today's amount less the locked one, in minor units */
    current_vat_minor: number;
    /** Today's amount less the locked one, in minor units */
    correction_vat_minor: number;
    /** Today's amount less the locked one, in minor units */
    payable_vat_minor: number;
  };
  /** Differences of each Member State of consumption that has one */
  member_states: CountryAmounts[];
};

/** A finding that excludes nothing. With a `blocking` one that is open, the period's return is `review_required`; reclassifying the event, to its present status too, settles those it carries */
export type Check = {
  /** Code of the check; `listSupplyEvents` takes it as `warning` */
  code: "rate_given_in_percent" | "rate_category_mismatch" | "vat_on_zero_category" | "vat_on_b2b_sale" | "vat_on_untaxed_sale" | "currency_differs_from_sale" | "refund_above_sale" | "refund_vat_differs_from_sale" | "before_scheme" | "rate_not_in_force" | "rate_of_other_form" | "vat_differs_from_rate" | "refund_before_sale" | "currency_replaced_by_euro" | "location_evidence_missing" | "price_far_above_intrinsic_value" | "deemed_supplier_differs_from_source" | "location_evidence_differs" | "location_evidence_single";
  /** A `blocking` one makes the return of its period `review_required` */
  severity: "blocking" | "warning" | "info";
  /** Explanation for people; its wording may change */
  message: string;
};

/** A finding that excludes nothing, and how many events have it. A `blocking` one makes the period `review_required` until each of its events is settled */
export type CheckCount = {
  /** Code of the check; `listSupplyEvents` takes it as `warning` */
  code: "rate_given_in_percent" | "rate_category_mismatch" | "vat_on_zero_category" | "vat_on_b2b_sale" | "vat_on_untaxed_sale" | "currency_differs_from_sale" | "refund_above_sale" | "refund_vat_differs_from_sale" | "before_scheme" | "rate_not_in_force" | "rate_of_other_form" | "vat_differs_from_rate" | "refund_before_sale" | "currency_replaced_by_euro" | "location_evidence_missing" | "price_far_above_intrinsic_value" | "deemed_supplier_differs_from_source" | "location_evidence_differs" | "location_evidence_single";
  /** A `blocking` one makes the return of its period `review_required` */
  severity: "blocking" | "warning" | "info";
  /** Number of events with the check */
  count: number;
};

export type ClassRate = {
  /** ISO 3166-1 alpha-2; Greece is GR, or as it was asked */
  country: string;
  /** Rate in basis points: 2100 is 21 % */
  rate_bps: number;
  /** First instant with the rate: T00:00:00Z of a civil day of the country */
  valid_from: string;
  /** First instant without the rate; null without end */
  valid_to: string | null;
  /** Supplies that the rate covers: `electronic` ones are those of `tbe_services` (Art. 58), `physical` all others */
  applies_to: "any" | "physical" | "electronic";
  /** Note on the rate: supplies of the class at another rate, conditions, and the source; null where there is none */
  rate_note: string | null;
};

export type ClientAccount = {
  /** Id of the account, sent as `X-Account` */
  account: string;
  /** The name of the client */
  name: string;
  /** Your own number of the client; null: none was given */
  reference: string | null;
  /** Time of creation, in UTC */
  created_at: string;
  /** Day from which the returns of the client are not on the board, and the members get no mails about it; null while the organisation works for it */
  left_on: IsoDate | null;
};

export type ClientAccountFile = {
  /** Lines of a spreadsheet: a header `name` and `reference`, with comma, semicolon or tab; at most 500 clients. With `establishment_country`, and for a registration `effective_from` (2026-07-01 or 01.07.2026), `scheme_type`, `member_state_identification` (that of the seat if empty) `vat_registration_number`, and in the import scheme `ioss_intermediary_name` and `ioss_intermediary_number`, the accounts begin with a seat, a registration and its stored numbers */
  csv: string;
};

export type ClientAccountFileResult = {
  /** The rows of this page, in the order of the list */
  items: Array<{
    /** Id of the account, sent as `X-Account` */
    account: string;
    /** The name of the client */
    name: string;
    /** Your own number of the client; null: none was given */
    reference: string | null;
    /** Time of creation, in UTC */
    created_at: string;
    /** Day from which the returns of the client are not on the board, and the members get no mails about it; null while the organisation works for it */
    left_on: IsoDate | null;
    /** Result for the client; `existing`: the reference has an account already, which gets the seat and the registration of the line if it has none, and is unchanged otherwise */
    status: "created" | "existing";
  }>;
};

export type ClientAccountList = {
  /** The rows of this page, in the order of the list */
  items: ClientAccountRow[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
};

export type ClientAccountPatch = {
  /** The name of the client, as people see it */
  name?: Name | undefined;
  /** Day from which the organisation does not work for the client any more; null takes it back */
  left_on?: IsoDate | null | undefined;
};

export type ClientAccountRequest = {
  /** The name of the client, as people see it */
  name: Name;
  /** Your own number of the client. The same reference again is the same account */
  reference?: string | undefined;
};

export type ClientAccountRow = {
  /** Id of the account, sent as `X-Account` */
  account: string;
  /** The name of the client */
  name: string;
  /** Your own number of the client; null: none was given */
  reference: string | null;
  /** Time of creation, in UTC */
  created_at: string;
  /** Day from which the returns of the client are not on the board, and the members get no mails about it; null while the organisation works for it */
  left_on: IsoDate | null;
  /** Your role in this account */
  role: "viewer" | "preparer" | "approver" | "owner";
};

export type CommitSupplyEvents = SupplyEventRequest | {
  /** Supply events to commit, at most 500 */
  events: SupplyEventRequest[];
};

export type CommitTransaction = {
  /** The `event_id` in the ledger. An order with several rates becomes an event for each: `<event_id>-<vat_rate_bps>` */
  event_id: EventId;
  /** Type of the event: a `sale`, or what later happened to one. Amounts of refunds, cancellations and credit notes are positive, the type gives the sign; an `adjustment` carries its own */
  event_type: "sale" | "refund" | "cancellation" | "credit_note" | "adjustment";
  /** The sale that is corrected: the id of an event, or the event_id that a calculation was committed under. Each part corrects the one of the same rate */
  original_event_id?: EventId | undefined;
  /** Id of the calculation that was committed as the sale; replaces `original_event_id` */
  original_transaction_id?: string | undefined;
  /** Period of the sale, replacing `original_event_id`, if its return was filed elsewhere and is recorded under `/v1/returns/{scheme}/{period}/opening` */
  original_period?: string | undefined;
  /** Kind of the supply; known for a calculation with `supply` */
  supply_kind?: "goods" | "tbe_services" | "other_services" | "imported_goods" | "energy" | "new_means_of_transport" | "assembly_installation" | undefined;
  /** Type of the customer; `b2c` for a sale unless given, and that of its sale for a non-sale */
  customer_type?: "b2c" | "b2b" | undefined;
  /** Member State where the transport of goods to the customer begins. Without it goods are `needs_review`. Greece is EL, Northern Ireland XI */
  dispatch_country?: DispatchCountry | undefined;
  /** Member State of the establishment that supplies services, if it is not the seat of the account profile */
  establishment_country?: Country | undefined;
  /** Country outside the Union that imported goods are sent from, ISO 3166-1 alpha-2; without it they are in no return */
  origin_country?: OriginCountry | undefined;
  /** Role of the account in the supply. `seller`: it sells itself. `deemed_supplier`: it is a platform that is deemed to make the supply (Art. 14a). `underlying_seller`: it sells through a platform that declares the sale */
  supplier_role?: "seller" | "deemed_supplier" | "underlying_seller" | undefined;
  /** Parcel of imported goods, for the EUR 150 of the import scheme (Art. 369l) */
  consignment?: {
    /** Id of the consignment: sales with the same id travel together, and their values are added up for the EUR 150 of the import scheme (Art. 369l). At most 200 sales share one */
    id?: string | undefined;
    /** Intrinsic value of the goods of this supply alone, without transport, insurance, taxes and charges that are shown separately (Art. 1(48) of Delegated Regulation (EU) 2015/2446) */
    intrinsic_value_minor: number;
    /** Currency of `intrinsic_value_minor`, ISO 4217 */
    currency: Currency;
    /** Intrinsic value in EUR minor units at the customs rate; without it a value in another currency is unverified, and adds nothing to its consignment */
    intrinsic_value_eur_minor?: number | undefined;
    /** True if the goods bear excise duty, which excludes them from the import scheme (default: `false`) */
    excise_goods?: boolean | undefined;
  } | undefined;
  /** Evidence of where the customer of a service is (Art. 24b and 24f CIR 282/2011). Two kinds that agree decide; pieces that contradict each other require a review */
  location_evidence?: Array<{
    /** Kind of the evidence, in your words: `billing_address`, `ip_address`, `card_country` */
    kind: string;
    /** Country that the evidence points to, ISO 3166-1 alpha-2 */
    country: Country;
  }> | undefined;
  /** The category of the customer within `customer_type`, such as a non-taxable legal person or a flat-rate farmer (Art. 3(1), 151). It is only recorded: the place of supply follows from `customer_type`, which is `b2c` for goods to a person whose acquisitions are not subject to VAT (Art. 14(4)(1)) */
  customer_category?: "consumer" | "taxable_person" | "exempt_taxable_person" | "non_taxable_legal_person" | "flat_rate_farmer" | "diplomatic_or_international_body" | undefined;
  /** Quantity of the goods (Art. 63c(1)(b) CIR 282/2011) */
  quantity?: string | undefined;
  /** Unit of `quantity`, such as kg; default pieces */
  quantity_unit?: string | undefined;
  /** The code of the goods in the customs tariff, 6 to 10 digits: of the Harmonised System, the Combined Nomenclature or TARIC */
  hs_code?: string | undefined;
  /** The platform's own id of the seller whose supply the account is deemed to make (Art. 14a, 242a): no name, address or number of a person. It is only recorded */
  underlying_seller_id?: string | undefined;
  /** The check of the customer's VAT number (POST /v1/vat-numbers/check) that is the evidence of this supply. It is only recorded, and the check may still be pending */
  vat_number_check_id?: string | undefined;
  /** Payments received, with date and amount (Art. 63c(1)(h)). Of a calculation that makes several events, each has all of them */
  payments?: Array<{
    /** The day on which the money was received */
    date: IsoDate;
    /** Amount with VAT in minor units; negative for money paid back */
    amount_minor: number;
    /** Currency of the payment; default that of the event */
    currency?: Currency | undefined;
  }> | undefined;
  /** Payments received before the supply (Art. 63c(1)(i)) */
  payments_on_account?: Array<{
    /** The day on which the money was received */
    date: IsoDate;
    /** Amount with VAT in minor units; negative for money paid back */
    amount_minor: number;
    /** Currency of the payment; default that of the event */
    currency?: Currency | undefined;
  }> | undefined;
  /** Number of the invoice, if one was issued (Art. 63c(1)(j) CIR 282/2011) */
  invoice_number?: string | undefined;
  /** The day on which the invoice was issued */
  invoice_date?: IsoDate | undefined;
  /** Description for people, stored with the event */
  description?: string | undefined;
  /** Metadata of your own: up to 20 pairs of texts, stored and returned. No personal data, because it cannot be erased */
  metadata?: {
    [name: string]: string;
  } | undefined;
  /** Classification of the event. `classified`: it is in returns; `needs_review`: it is in none until a person decides; `excluded`: it is in none. A caller may state a stricter one than the facts give */
  classification_status?: "classified" | "needs_review" | "excluded" | undefined;
};

export type CommittedSupplyEvents = {
  /** Result of each event, in the order of the request */
  items: Array<{
    /** The `event_id` that was sent */
    event_id: string;
    /** Result for the event: `committed` now, or a `duplicate` of what was committed before */
    status: "committed" | "duplicate";
    /** Classification of the event. `classified`: it is in returns; `needs_review`: it is in none until a person decides; `excluded`: it is in none. A caller may state a stricter one than the facts give */
    classification_status: "classified" | "needs_review" | "excluded";
    /** Codes of missing or contradictory facts; empty if the event is classified */
    classification_reasons: string[];
    /** The tax period that the event counts in, YYYY-Qn or YYYY-MM */
    period: string;
    /** Link of a non-sale to its sale. `by_period`: the event names the period of its sale; the return shows whether that was filed elsewhere */
    link_status: "not_applicable" | "linked" | "by_period" | "waiting" | "missing" | "invalid";
    /** Tax treatment of the supply; only the three special schemes make returns here */
    treatment: "union_oss" | "non_union_oss" | "ioss" | "domestic" | "origin_below_threshold" | "reverse_charge" | "export" | "deemed_by_marketplace" | "outside_scope";
    /** Reason why the original cannot be corrected; with `invalid`, and with `linked` if the original itself is excluded */
    link_reason: string | null;
    /** Findings for a person to check; they do not exclude the event */
    checks: Check[];
    /** Exclusion code: the reason in the event itself why it is in no return. Null also where only the return of a period finds a reason (registrations, exchange rates); a list filtered by `period` and `warning` shows that one. `taxed_at_home_under_scheme_excluded` needs a registration for the day, too */
    exclusion_code: "registration_missing_excluded" | "registration_overlap_excluded" | "energy_not_yet_in_scheme_excluded" | "needs_review_excluded" | "classification_excluded" | "taxed_at_home_under_scheme_excluded" | "unsupported_rate_category_excluded" | "unsupported_supply_kind_excluded" | "excise_goods_excluded" | "consignment_value_exceeded_excluded" | "consignment_value_unverified_excluded" | "missing_origin_excluded" | "correction_reference_missing_excluded" | "correction_reference_invalid_excluded" | "correction_opening_missing_excluded" | "outside_registration_window_excluded" | "correction_after_three_years_excluded" | "correction_to_former_state_excluded" | "missing_exchange_rate_excluded" | null;
    /** Status of the exclusion. `rightful`: the event belongs in no return. `open`: it may belong in one, and the return is `review_required` until this is resolved. Null without `exclusion_code` */
    exclusion_status: "rightful" | "open" | null;
    /** Return that declares the event, as registrations and locks are now: a locked one, or the open one that takes it. Null where none does, for an undone event, and where the lock of an earlier version does not tell whether it came before */
    declared_in: DeclaringReturn | null;
    /** Reason why no return declares the event: an exclusion code, or the reason for which it goes directly to the Member State of consumption. Null where `declared_in` names a return. A missing exchange rate is found by the return alone */
    undeclared_reason: "registration_missing_excluded" | "registration_overlap_excluded" | "energy_not_yet_in_scheme_excluded" | "needs_review_excluded" | "classification_excluded" | "taxed_at_home_under_scheme_excluded" | "unsupported_rate_category_excluded" | "unsupported_supply_kind_excluded" | "excise_goods_excluded" | "consignment_value_exceeded_excluded" | "consignment_value_unverified_excluded" | "missing_origin_excluded" | "correction_reference_missing_excluded" | "correction_reference_invalid_excluded" | "correction_opening_missing_excluded" | "outside_registration_window_excluded" | "correction_after_three_years_excluded" | "correction_to_former_state_excluded" | "missing_exchange_rate_excluded" | "after_three_years" | "former_registration" | "former_currency" | null;
  }>;
};

export type ComplianceOverview = {
  /** UTC day that the figures are of */
  as_of: IsoDate;
  /** True if exactly one Union registration covers today */
  covered_for_union_oss: boolean;
  /** True if active Union registrations overlap; end or exclude the duplicates */
  cleanup_required: boolean;
  /** Ids of registrations that overlap */
  conflicting_registration_ids: number[];
  /** The Union registration that covers today; null without exactly one */
  union_oss_registration: TaxRegistration | null;
  /** Status of the annual threshold, also if covered */
  threshold: ThresholdStatus;
  /** Locked periods whose sums or registrations have changed since: the next open return declares what moved */
  changed_periods: Array<{
    /** The scheme of the locked return */
    scheme_type: "union_oss" | "non_union_oss" | "ioss";
    /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
    period_key: string;
  }>;
  /** Number of unread notifications, without those that ask for nothing any more */
  unread_notifications: number;
  /** Registrations, from today on, that the law does not allow for the business of the profile; they stop nothing, because the profile may be wrong */
  hints: RegistrationHint[];
  /** Recount that is still running, or null */
  recount_pending: RecountPending | null;
  /** Returns of the last six quarters and four months (the recent ones) of every scheme, under each registration that makes one, every older one that is overdue, back to 2021-07-01, and locked ones of the last twelve quarters and twenty months, to compare with; null unless `details=true` */
  returns: DueReturn[] | null;
  /** Supplies of every scheme that no registration covers, in the running quarter and the one before; null unless `details=true` */
  supplies_without_registration: UnregisteredSupplies[] | null;
  /** Open rows of imports in every month, and those without a day; null unless `details=true` */
  open_import_rows: OpenImportRows[] | null;
  /** Number of events, rows, orders and figures that are open in undeclared returns, with rows of declared ones; counts once what several returns may have; null unless `details=true` */
  open_question_count: number | null;
  /** Changes of declared returns that no return declares any more; null unless `details=true` */
  direct_declarations: DirectDeclaration[] | null;
  /** Last days that the rates of this service are known for; null unless `details=true` */
  rates_known_to: {
    /** Day up to which changes of the built-in VAT rates were gathered */
    vat_rates: IsoDate;
    /** Newest day with exchange rates; null without any */
    ecb_rates: IsoDate | null;
  } | null;
  /** Cumulative turnover of the year by month; null unless `details=true` */
  turnover_by_month: TurnoverToDate[] | null;
};

export type ConfirmedMail = {
  /** The instant of the request, UTC */
  confirmed_at: string;
};

export type Connection = {
  /** Id of the connection */
  id: string;
  /** Shop system of the connection */
  kind: "woocommerce" | "shopify" | "stripe";
  /** Raw source tag of the shop or channel */
  source_id: string;
  /** Settings of the format, checked and completed with defaults */
  settings: {
    [name: string]: unknown;
  };
  /** Treatment of an order that is edited after it was booked: `adjust` books the difference, `ask` reports it and waits */
  on_edit: "adjust" | "ask";
  /** Description for people; null if there is none */
  description: string | null;
  /** Path of this service that the shop sends its messages to */
  path: string;
  /** True if the connection is paused: its address returns 404 */
  paused: boolean;
  /** Time when the secret was set, UTC; null if none is set, so that no message is accepted */
  secret_set_at: string | null;
  /** Time until which the former secret is accepted alongside the new one, UTC; null if it is not */
  previous_secret_until: string | null;
  /** Fault of the messages; null after a delivery that was accepted */
  fault: {
    /** Code of the fault; `signature_rejected`: messages arrive that the secret has not signed; `topic_not_needed`: only messages arrive that are not about orders */
    code: "signature_rejected" | "topic_not_needed";
    /** Time when the fault was first seen, UTC */
    since: string;
    /** Time of a recent message with the fault, UTC; at most a quarter of an hour before the last one */
    last_at: string;
  } | null;
  /** Time of a recent accepted delivery, UTC; at most a quarter of an hour before the last one; null without any */
  last_delivery_at: string | null;
  /** Access with which the shop is asked for its orders; null if there is none, so that nothing catches up */
  access: {
    /** Address of the shop. Its keys are never shown */
    address: string;
    /** Time when the keys were entered, UTC */
    set_at: string;
    /** Fault of the access; null after a catch-up that the shop has answered */
    fault: {
      /** Code of the fault; `pull_rejected`: the shop does not accept the keys, or they lack a right; `pull_failed`: it did not respond; `orders_missing`: most booked orders are not in it; `webhook_switched_off`: it has switched off webhooks to this connection; `scope_missing`: it shows no orders before `reaches_back_to` */
      code: "pull_rejected" | "pull_failed" | "orders_missing" | "webhook_switched_off" | "scope_missing";
      /** Details of the fault, for the support of the shop */
      message: string;
      /** Time when the fault was first seen, UTC */
      since: string;
      /** Time when the fault was recently seen, UTC; at most a quarter of an hour before the last time */
      last_at: string;
      /** First day with visible orders */
      reaches_back_to: string | null;
    } | null;
  } | null;
  /** The last catch-up; null before the first */
  catch_up: CatchUp | null;
  /** Time of creation, in UTC */
  created_at: string;
  /** Id of the API key or person */
  created_by: string;
  /** Time of the last change, UTC */
  updated_at: string;
  /** Id of the API key or person that changed it last */
  updated_by: string;
};

export type ConnectionAccessRequest = {
  /** Address of the shop: `https://shop.example` for WooCommerce, `my-shop.myshopify.com` for Shopify, none for Stripe */
  address?: string | undefined;
  /** Consumer key of WooCommerce, client id of Shopify, none of Stripe */
  key?: string | undefined;
  /** Consumer secret of WooCommerce, client secret of Shopify, restricted key of Stripe */
  secret: string;
};

export type ConnectionChange = {
  /** Settings of the import format that reads the shop's orders, see `GET /v1/import-formats` */
  settings?: {
    [name: string]: unknown;
  } | undefined;
  /** Treatment of an order that is edited after it was booked: `adjust` books the difference, `ask` reports it and waits */
  on_edit?: "adjust" | "ask" | undefined;
  /** Description for people; must not contain anything that identifies a customer */
  description?: string | null | undefined;
  /** True pauses the connection: its address returns 404 */
  paused?: boolean | undefined;
};

export type ConnectionFailingMessage = {
  /** The type of the event */
  type: "connection.failing";
  /** Time of the event, in UTC */
  timestamp: string;
  /** The facts of the event */
  data: {
    /** Id of the account of the event */
    account: string;
    /** Mode of the account; `test` is its sandbox */
    mode: "live" | "test";
    /** The id of the event in the list of notifications */
    notification_id: string;
    /** Id of the connection, as `GET /v1/connections` lists it */
    connection_id: string;
    /** Raw source tag of the shop or channel */
    source_id: string;
    /** Code of the fault, as `fault` or `access.fault` of the connection has it */
    code: "signature_rejected" | "topic_not_needed" | "pull_rejected" | "pull_failed" | "orders_missing" | "webhook_switched_off";
    /** Time when the fault was first seen, UTC */
    since: string;
  };
};

export type ConnectionList = {
  /** The rows of this page, in the order of the list */
  items: Connection[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
};

export type ConnectionRequest = {
  /** Shop system of the connection */
  kind: "woocommerce" | "shopify" | "stripe";
  /** The tag of the shop, with which the ids of its events begin */
  source_id: string;
  /** Settings of the import format that reads the shop's orders, see `GET /v1/import-formats` */
  settings?: {
    [name: string]: unknown;
  } | undefined;
  /** Treatment of an order that is edited after it was booked: `adjust` books the difference, `ask` reports it and waits (default: `adjust`) */
  on_edit?: "adjust" | "ask" | undefined;
  /** Description for people; at most 200 characters */
  description?: string | undefined;
};

export type ConnectionSecretRequest = {
  /** Secret that the shop shows. If left out, one is generated, which WooCommerce accepts; Shopify and Stripe give their own */
  secret?: string | undefined;
};

export type ConnectionWithSecret = {
  /** Id of the connection */
  id: string;
  /** Shop system of the connection */
  kind: "woocommerce" | "shopify" | "stripe";
  /** Raw source tag of the shop or channel */
  source_id: string;
  /** Settings of the format, checked and completed with defaults */
  settings: {
    [name: string]: unknown;
  };
  /** Treatment of an order that is edited after it was booked: `adjust` books the difference, `ask` reports it and waits */
  on_edit: "adjust" | "ask";
  /** Description for people; null if there is none */
  description: string | null;
  /** Path of this service that the shop sends its messages to */
  path: string;
  /** True if the connection is paused: its address returns 404 */
  paused: boolean;
  /** Time when the secret was set, UTC; null if none is set, so that no message is accepted */
  secret_set_at: string | null;
  /** Time until which the former secret is accepted alongside the new one, UTC; null if it is not */
  previous_secret_until: string | null;
  /** Fault of the messages; null after a delivery that was accepted */
  fault: {
    /** Code of the fault; `signature_rejected`: messages arrive that the secret has not signed; `topic_not_needed`: only messages arrive that are not about orders */
    code: "signature_rejected" | "topic_not_needed";
    /** Time when the fault was first seen, UTC */
    since: string;
    /** Time of a recent message with the fault, UTC; at most a quarter of an hour before the last one */
    last_at: string;
  } | null;
  /** Time of a recent accepted delivery, UTC; at most a quarter of an hour before the last one; null without any */
  last_delivery_at: string | null;
  /** Access with which the shop is asked for its orders; null if there is none, so that nothing catches up */
  access: {
    /** Address of the shop. Its keys are never shown */
    address: string;
    /** Time when the keys were entered, UTC */
    set_at: string;
    /** Fault of the access; null after a catch-up that the shop has answered */
    fault: {
      /** Code of the fault; `pull_rejected`: the shop does not accept the keys, or they lack a right; `pull_failed`: it did not respond; `orders_missing`: most booked orders are not in it; `webhook_switched_off`: it has switched off webhooks to this connection; `scope_missing`: it shows no orders before `reaches_back_to` */
      code: "pull_rejected" | "pull_failed" | "orders_missing" | "webhook_switched_off" | "scope_missing";
      /** Details of the fault, for the support of the shop */
      message: string;
      /** Time when the fault was first seen, UTC */
      since: string;
      /** Time when the fault was recently seen, UTC; at most a quarter of an hour before the last time */
      last_at: string;
      /** First day with visible orders */
      reaches_back_to: string | null;
    } | null;
  } | null;
  /** The last catch-up; null before the first */
  catch_up: CatchUp | null;
  /** Time of creation, in UTC */
  created_at: string;
  /** Id of the API key or person */
  created_by: string;
  /** Time of the last change, UTC */
  updated_at: string;
  /** Id of the API key or person that changed it last */
  updated_by: string;
  /** Secret that was generated; null if it was sent. It is not shown again */
  secret: string | null;
};

/** A country, ISO 3166-1 alpha-2, or EA (Ceuta, Melilla), IC (Canary Islands); Greece is EL (GR is understood), XI is a country; MC (Monaco) is understood as FR (Art. 7) */
export type ConsumptionCountry = string;

/** Contribution of an event to the return, in the return's currency and not rounded; with `late`, its change of the declared return */
export type ContributionToReturn = {
  /** Signed amount in major units, with four decimals */
  taxable_amount: string;
  /** Signed VAT in major units, with four decimals */
  vat_amount: string;
  /** Currency of the return */
  currency: string;
  /** Rates of the conversion, of the period that is corrected; empty without one */
  exchange_rates: ExchangeRate[];
};

export type CorrectionBelowZero = {
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  original_period: string;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: string;
  /** VAT declared for the period, with the corrections in returns before this one, in minor units */
  declared_vat_minor: number;
  /** Amount in minor units of the return currency */
  correction_vat_minor: number;
  /** Amount in minor units of the return currency */
  resulting_vat_minor: number;
  /** Number of events in these corrections, with returns before */
  event_count: number;
};

export type CorrectionRow = {
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  original_period: string;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: string;
  /** Amount in minor units of the return currency */
  taxable_amount_minor: number;
  /** Amount in minor units of the return currency */
  vat_amount_minor: number;
  /** Number of events; below zero where late changes removed more events than came */
  event_count: number;
};

/** A country, ISO 3166-1 alpha-2; Greece is EL (GR is understood), XI is a country; MC (Monaco) is understood as FR (Art. 7) */
export type Country = string;

export type CountryAmounts = {
  /** The Member State where the supply is taxed; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: string;
  /** Amount in minor units of the return currency */
  taxable_minor: number;
  /** Amount in minor units of the return currency */
  current_vat_minor: number;
  /** Amount in minor units of the return currency */
  correction_vat_minor: number;
  /** Amount in minor units of the return currency */
  payable_vat_minor: number;
};

export type CountryBreakdown = {
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_identification: string;
  /** The currency that the return is filed in, ISO 4217 */
  return_currency: string;
  /** Sums over all Member States of consumption */
  totals: ReturnTotals;
  /** Reasons why events are left out, with their number */
  warnings: Warning[];
  /** The ECB rates that amounts were converted at; empty where none was needed */
  exchange_rates: ExchangeRate[];
  /** Number of all events of the period, included and excluded ones */
  total_source_event_count: number;
  /** Number of events in the figures */
  included_source_event_count: number;
  /** Number of events left out; `warnings` says why */
  excluded_source_event_count: number;
  /** Breakdown by Member State of consumption, in the order of codes */
  countries: Array<{
    /** Member State code; EL for Greece, XI for Northern Ireland */
    member_state_of_consumption: string;
    /** Sums over all Member States of consumption */
    totals: ReturnTotals;
    /** The lines of the return: one for each section, Member State, kind, origin and rate */
    rows: ReturnRow[];
    /** Corrections of periods that were declared before, by period and Member State */
    corrections: CorrectionRow[];
    /** The amount due to the Member State: its rows and corrections together */
    balance: Balance;
  }>;
  /** The lock of the return and the changes since; null where it is not locked, and in previews that do not differ from it */
  lock: LockOfBreakdown | null;
  /** Recount that is still running, or null */
  recount_pending: RecountPending | null;
  /** Assumption about the last return of a registration, once its due day is over and neither a lock nor a day of submission is recorded; null for all other returns */
  submission_assumption: SubmissionAssumption | null;
};

export type CreatedImport = {
  /** Id of the import, used in paths */
  id: string;
  /** Status of the import; `expired` if nothing was uploaded in time */
  status: "awaiting_upload" | "reading" | "checking" | "checked" | "importing" | "completed" | "failed" | "cancelled" | "undoing" | "undone" | "expired";
  /** Format of the file; `unknown` if no format reads a dropped file */
  format: string;
  /** Raw source tag of the shop or channel */
  source_id: string;
  /** Name of the file in the drop folder, or as it was sent for an upload; null without one */
  file_name: string | null;
  /** Settings of the format, checked and completed with defaults */
  settings: {
    [name: string]: unknown;
  };
  /** An order of a shop that is booked otherwise than the file shows it: `ask` lists it as a conflict, `adjust` books the difference, or takes the sale out and books it anew on its day */
  on_conflict: "ask" | "adjust";
  /** True if the last pass checks the file without booking */
  dry_run: boolean;
  /** Size of the content in bytes */
  size_bytes: number;
  /** Time of creation, in UTC */
  created_at: string;
  /** Time when the job first read its data, UTC; null before */
  started_at: string | null;
  /** Time when the last part was written, UTC; null until then */
  finished_at: string | null;
  /** Progress of the import */
  progress: {
    /** Number of rows that are committed or checked so far */
    rows_done: number;
    /** Number of rows in the file, an order of several rows counted once; null until it has been read to its end */
    rows: number | null;
  };
  /** Numbers of rows by outcome; all but `rows` add up to `rows` */
  counts: {
    /** The lines of the return: one for each section, Member State, kind, origin and rate */
    rows: number;
    /** Number of rows whose events are in the ledger now, or would be after a dry run */
    committed: number;
    /** Number of rows whose events the ledger already had, with the same content */
    duplicate: number;
    /** Number of rows whose id the ledger has with other content */
    conflict: number;
    /** Number of rows that are rightly excluded */
    excluded: number;
    /** Number of rows that need a fact, a decision or another file */
    unresolved: number;
    /** Number of rows with errors, which cannot be booked */
    rejected: number;
  };
  /** Number of times that each reason was given */
  reasons: {
    [name: string]: number;
  };
  /** Sums of what was taken, to compare with the shop's own; refunds count against sales */
  countries: Array<{
    /** The Member State of consumption */
    country: string;
    /** Currency, ISO 4217; amounts in the same object are in its minor units */
    currency: string;
    /** Number of events taken from the file */
    events: number;
    /** The amount without VAT, in minor units of `currency` */
    taxable_amount_minor: number;
    /** The VAT that was charged, in minor units of `currency`. It is declared as it is and never computed anew */
    vat_amount_minor: number;
  }>;
  /** Sums of the committed rows by month of supply, which an undo takes out again; empty for imports of an earlier version */
  months: Array<{
    /** A calendar month, as YYYY-MM */
    month: string;
    /** Currency, ISO 4217; amounts in the same object are in its minor units */
    currency: string;
    /** Number of committed events */
    events: number;
    /** The amount without VAT, in minor units of `currency` */
    taxable_amount_minor: number;
    /** The VAT that was charged, in minor units of `currency`. It is declared as it is and never computed anew */
    vat_amount_minor: number;
  }>;
  /** Rows that are unresolved, rejected or in conflict, by month. Unless the last pass was a dry run, they keep the return of their month from `ready` until they are settled or the import is undone */
  open_rows: Array<{
    /** Month of the supply, YYYY-MM; null where the row has no readable day */
    month: string | null;
    /** Number of open rows */
    row_count: number;
  }>;
  /** Time when a user settled the open rows; null before */
  open_rows_settled_at: string | null;
  /** True if the file of findings is ready */
  findings_ready: boolean;
  /** Reason why nothing of the file could be used, in one sentence; null if it could */
  error: {
    /** Error code; `interrupted` and `account_stopped` can be retried, all others are about the file */
    code: string;
    /** Explanation for people; its wording may change */
    message: string;
    /** The format that reads the file, when it is another report; null otherwise */
    recognised_format: string | null;
  } | null;
  /** Upload link for the file */
  upload: {
    /** HTTP method of the upload */
    method: "PUT";
    /** Address that accepts the file once, without an API key */
    url: string;
    /** Headers to send with the file */
    headers: {
      [name: string]: string;
    };
    /** Time until which an upload may begin, UTC */
    expires_at: string;
  };
};

export type CreatedUploadLink = {
  /** Id of the upload link, used in paths */
  id: string;
  /** Status of the link; `ended` after its last day */
  status: "open" | "used_up" | "ended" | "revoked";
  /** The source tag of the shop: ids of events begin with it */
  source_id: string;
  /** Format of the files; null where it is recognised */
  format: string | null;
  /** Period that the files are for, as the page names it */
  period_key: string;
  /** Language of the text to send */
  language: "en" | "de";
  /** Number of files that the link takes at most */
  max_files: number;
  /** Number of files that were received so far */
  received_files: number;
  /** Files that the sender has announced */
  files: Array<{
    /** Id of the import that the file became, as a dry run */
    import_id: string;
    /** Name of the file at its sender */
    file_name: string;
    /** Exact size of the file in bytes: the link accepts no other length */
    size_bytes: number;
    /** Time of receipt; null while it is being sent */
    received_at: string | null;
  }>;
  /** Time of creation, in UTC */
  created_at: string;
  /** Id of the key or person that has made the link */
  created_by: string;
  /** Time from which the link takes no file any more */
  ends_at: string;
  /** Address for the sender, with the token behind `#`; it is not shown again */
  link: string;
  /** Ready text of a mail to the sender: the service does not send it */
  message: {
    /** Subject of the mail, in plain text */
    subject: string;
    /** Text of the mail with the link */
    text: string;
  };
};

/** A currency, ISO 4217 */
export type Currency = string;

/** The return that the ledger makes today */
export type CurrentReturn = {
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_identification: string;
  /** The currency that the return is filed in, ISO 4217 */
  return_currency: string;
  /** Sums over all Member States of consumption */
  totals: ReturnTotals;
  /** Reasons why events are left out, with their number */
  warnings: Warning[];
  /** The ECB rates that amounts were converted at; empty where none was needed */
  exchange_rates: ExchangeRate[];
  /** Number of all events of the period, included and excluded ones */
  total_source_event_count: number;
  /** Number of events in the figures */
  included_source_event_count: number;
  /** Number of events left out; `warnings` says why */
  excluded_source_event_count: number;
  /** The lines of the return: one for each section, Member State, kind, origin and rate */
  rows: ReturnRow[];
  /** Corrections of periods that were declared before, by period and Member State */
  corrections: CorrectionRow[];
  /** The balance of each Member State of consumption; no balance is set off against another */
  balances: Balance[];
  /** Changes of locked returns since their lock; `corrections` of the earliest open return contains them */
  late_changes: LateChange[];
};

/** Country where the customer is: ISO 3166-1 alpha-2, or EA (Ceuta, Melilla), IC (Canary Islands), XI; Greece is EL (GR is understood) */
export type CustomerCountry = string;

export type CzOssei1FileRequest = {
  /** The file format of the portal */
  format: "cz_ossei1";
  /** The filer; goes into the file and is not kept */
  filer: {
    /** The number of the registration in full: VAT number, EU… or IM… number. May be left out if it is stored (`PUT /v1/account/identifiers`), except with a read-only key */
    vat_number?: Identifier | undefined;
    /** Name or firm of the filer */
    name: string;
  };
  /** Numbers of the filer in other Member States; go into the file and are not kept */
  establishments?: FileEstablishment[] | undefined;
  /** Fields that only this form needs */
  extras?: {
    /** True if the filer facilitates sales of others (Art. 14a) (default: `false`) */
    electronic_interface?: boolean | undefined;
    /** Holder of the account that overpaid VAT is refunded to */
    account_name?: string | undefined;
    /** IBAN of the account that overpaid VAT is refunded to */
    iban?: string | undefined;
    /** BIC of the bank that overpaid VAT is refunded to */
    bic?: string | undefined;
  } | undefined;
  /** Id of the registration; required if two registrations share the period, because each makes a return */
  registration_id?: number | undefined;
  /** The rules under `consents` of the check that the filer accepts */
  accept?: Array<"layout_not_confirmed" | "vat_unlike_base_times_rate"> | undefined;
  /** True for a period that is still open (default: `false`) */
  draft?: boolean | undefined;
};

/** A calendar day, YYYY-MM-DD */
export type IsoDate = string;

export type DatevSettings = {
  /** DATEV consultant number (Beraternummer) */
  consultant_number: number;
  /** DATEV client number (Mandantennummer) */
  client_number: number;
  /** First day of the fiscal year of the bookings. DATEV takes the year of each booking from it */
  fiscal_year_start: IsoDate;
  /** Sachkontenlänge of the client */
  account_length: number;
};

export type DeBopV2FileRequest = {
  /** The file format of the portal */
  format: "de_bop_v2";
  /** The filer; goes into the file and is not kept */
  filer: {
    /** The number of the registration in full: VAT number, EU… or IM… number. May be left out if it is stored (`PUT /v1/account/identifiers`), except with a read-only key */
    vat_number?: Identifier | undefined;
  };
  /** Numbers of the filer in other Member States; go into the file and are not kept */
  establishments?: FileEstablishment[] | undefined;
  /** Fields that only this form needs */
  extras?: {
    /** Decimal sign of the file: a point in the generators of version 2.0, a comma if the portal's import asks for one (default: `.`) */
    decimal_sign?: "." | "," | undefined;
    /** True if all goods of section 2d are sales that the filer's platform is deemed to make (Art. 14a): flag 2 instead of 1 (default: `false`) */
    deemed_supplier?: boolean | undefined;
  } | undefined;
  /** Id of the registration; required if two registrations share the period, because each makes a return */
  registration_id?: number | undefined;
  /** The rules under `consents` of the check that the filer accepts */
  accept?: Array<"layout_not_confirmed" | "vat_unlike_base_times_rate"> | undefined;
  /** True for a period that is still open (default: `false`) */
  draft?: boolean | undefined;
};

/** The events of an import in the months of a return */
export type DeclaredImport = {
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Id of the registration that makes the return */
  registration_id: number;
  /** Number of events that the import has committed in the months of the return, those that it excludes and those of other schemes included */
  event_count: number;
  /** True if the return is locked, or was filed elsewhere */
  is_declared: boolean;
  /** Period of the return that declares the events: the return itself, or a later one if they came after its lock. Null where none does, and where the lock of an earlier version does not tell whether they came before */
  declared_in: string | null;
  /** Reason why the events go directly to the Member State of consumption */
  undeclared_reason: "after_three_years" | "former_registration" | "former_currency" | null;
};

export type DeclaringReturn = {
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Id of the registration that makes the return */
  registration_id: number;
  /** Part of the return that declares the event; `corrections`: as a correction of an earlier period */
  part: "rows" | "corrections";
};

export type Destination = {
  /** Country where the customer is; Greece is EL (GR is understood) */
  country: CustomerCountry;
  /** Postcode of the customer, which distinguishes special territories such as the Canary Islands, Büsingen and Northern Ireland; not stored */
  postcode?: string | undefined;
};

/** A change of a declared return that no return declares any more. Declare it to the Member State of consumption directly */
export type DirectDeclaration = {
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  original_period: string;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: string;
  /** Member State that the return was filed in */
  member_state_identification: string;
  /** The currency that the return is filed in, ISO 4217 */
  return_currency: string;
  /** Amount in minor units of the return currency */
  taxable_amount_minor: number;
  /** Amount in minor units of the return currency */
  vat_amount_minor: number;
  /** Number of events that came, less those that left */
  event_count_difference: number;
  /** Reason why no return declares it. `after_three_years`: its return was due more than three years ago (Art. 61(2) CIR 282/2011); `former_registration`: the registration that declared it makes no return any more (Art. 61a); `former_currency`: the returns are in another currency now */
  reason: "after_three_years" | "former_registration" | "former_currency";
};

/** The Member State that goods leave; Greece is EL (GR is understood), Northern Ireland XI, Monaco FR (MC is understood, Art. 7). Goods from a territory of Art. 6 are imported_goods */
export type DispatchCountry = string;

export type DropFolder = {
  /** Import format of the files; recognised from their first bytes when null or left out */
  format?: string | null | undefined;
  /** Settings of the import format, as `POST /v1/imports` takes them */
  settings?: {
    [name: string]: unknown;
  } | undefined;
  /** Handling of an edited order, as `POST /v1/imports` takes it (default: `ask`) */
  on_conflict?: "ask" | "adjust" | undefined;
};

export type DropFolderView = {
  /** Import format of the files; recognised from their first bytes when null or left out */
  format: string | null;
  /** Settings of the import format, as `POST /v1/imports` takes them */
  settings: {
    [name: string]: unknown;
  };
  /** Handling of an edited order, as `POST /v1/imports` takes it */
  on_conflict: "ask" | "adjust";
};

export type DueReturn = {
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Id of the registration */
  registration_id: number;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_identification: string;
  /** Last day to file the return and to pay */
  filing_due_date: IsoDate;
  /** State of the return; `running`: its period has not ended; `filed_elsewhere`: an opening is recorded */
  state: "running" | "open" | "locked" | "filed" | "filed_elsewhere";
  /** True if the due day is over, and neither a filing nor a day of submission is recorded here; the return may have been submitted all the same */
  overdue: boolean;
  /** Day of submission that the lock states; null where none is stated */
  submitted_on: IsoDate | null;
  /** Assumption about the last return of a registration, once its due day is over and neither a lock nor a day of submission is recorded; null for all other returns */
  submission_assumption: SubmissionAssumption | null;
  /** Readiness for filing; null unless the return is open and recent */
  filing_status: "ready" | "nil_return" | "review_required" | null;
  /** The currency that the return is filed in, ISO 4217 */
  return_currency: string | null;
  /** VAT payable in minor units, as locked or else as computed now; null if the return was filed elsewhere, or is open and not recent */
  payable_vat_minor: number | null;
  /** Today's payable VAT less the locked one; null unless it is locked, recent, and can be compared with today's */
  payable_vat_since_lock_minor: number | null;
  /** Events that wait for a decision and are in no return; null where it is open and not recent */
  waiting_event_count: number | null;
  /** Number of events, rows, orders and figures that are open, or were when the return was locked; null where it is open and not recent */
  open_question_count: number | null;
  /** Open questions of the return, or of its lock, without the amounts of events that wait for a decision; null where it is open and not recent, or where an earlier version locked it */
  open_questions: ReturnQuestion[] | null;
  /** Findings on the events of the period as they stand, which exclude nothing; null where the period is not recent or its return was filed elsewhere */
  checks: CheckCount[] | null;
  /** Days whose ECB rates are missing; empty unless the return is open and recent */
  missing_rates: MissingRates[];
  /** Status of the payments of a locked return against the amount due; null for others */
  payment_status: "nothing_due" | "unpaid" | "part_paid" | "paid" | "overpaid" | null;
  /** Amount still to pay of a locked return, in minor units; null for others */
  outstanding_minor: number | null;
  /** True if this return and the two before it have been unpaid for longer than a reminder and its ten days allow, each with EUR 100 or more: the Member State then excludes the seller (Art. 58b CIR 282/2011) */
  exclusion_warning: boolean;
};

export type EcbRatesLoaded = {
  /** Number of days that were stored */
  stored: number;
  /** Number of replaced rates; the old ones are kept as revisions */
  corrected: number;
  /** TARGET days of the past year that have no rates yet */
  missing_days: IsoDate[];
  /** Reasons why a file of the ECB or a rate was not used */
  faults: string[];
};

export type EntrySheet = {
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Id of the registration */
  registration_id: number;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_identification: string;
  /** State of the return; `open`: the lines are a preview, and may change */
  status: "open" | "locked" | "filed";
  /** Currency, ISO 4217; amounts in the same object are in its minor units */
  currency: string;
  /** The sign before the decimals of every text */
  decimal_sign: "," | ".";
  /** False if no source shows the decimal sign of this portal, so that the common one is used */
  is_decimal_sign_known: boolean;
  /** Form whose order the lines follow: Annex III of Implementing Regulation (EU) 2020/194 */
  form: "common_form";
  /** The column of Annex III: non-Union, Union, import */
  column: "B" | "C" | "D";
  /** Recount that is still running, or null */
  recount_pending: RecountPending | null;
  /** Names of the persons who prepared and locked the return */
  signers: ReturnSigners;
  /** True if there is no supply and no correction (Art. 4(2) of the Regulation) */
  is_nil: boolean;
  /** The lines in the order of the form; each is typed in and ticked */
  lines: EntrySheetLine[];
  /** Lines that are ticked */
  ticked_count: number;
  /** Totals to compare with those that the portal shows */
  controls: EntrySheetControl[];
  /** The names of the fields; they are not the wording of Annex III */
  words: Array<{
    /** The field of a cell */
    field: "identification_number" | "period" | "first_day" | "last_day" | "currency" | "nil" | "member_state" | "from_member_state" | "from_number" | "supply_type" | "rate_type" | "rate" | "taxable_amount" | "vat_amount" | "corrected_period" | "correction";
    /** Name of the field in English */
    en: string;
    /** Name of the field in German */
    de: string;
  }>;
};

export type EntrySheetControl = {
  /** Code of the total that is compared */
  control: "section" | "supplies" | "corrections" | "balance" | "total_due";
  /** Section of the Union return: 2a services from the identification state, 2b goods from it, 2c services from fixed establishments elsewhere, 2d goods dispatched from elsewhere; null in schemes without sections */
  section: "2a" | "2b" | "2c" | "2d" | null;
  /** The Member State of consumption of a balance; null for totals */
  member_state: string | null;
  /** The amount without VAT, in minor units of `currency` */
  taxable_amount_minor: number | null;
  /** Amount in minor units of the return currency */
  vat_amount_minor: number;
  /** Taxable amount as text; null for corrections and balances */
  taxable_amount: string | null;
  /** Text as it is typed in; amounts have the decimal sign of the sheet */
  vat_amount: string;
};

export type EntrySheetLine = {
  /** Id of the line; it changes with a figure of the line, so that its tick is gone */
  line_id: string;
  /** The part of the form: 1, 2 or 3 */
  part: "identification" | "supplies" | "corrections";
  /** Section of the Union return: 2a services from the identification state, 2b goods from it, 2c services from fixed establishments elsewhere, 2d goods dispatched from elsewhere; null in schemes without sections */
  section: "2a" | "2b" | "2c" | "2d" | null;
  /** Cells to type in, in order */
  cells: Array<{
    /** Field that the text is typed into */
    field: "identification_number" | "period" | "first_day" | "last_day" | "currency" | "nil" | "member_state" | "from_member_state" | "from_number" | "supply_type" | "rate_type" | "rate" | "taxable_amount" | "vat_amount" | "corrected_period" | "correction";
    /** Text to type in; null where the service does not store it */
    text: string | null;
  }>;
  /** True if a person has marked the line as entered */
  ticked: boolean;
};

export type EntrySheetTicks = {
  /** Lines of the sheet */
  line_ids: string[];
  /** False takes the ticks away */
  ticked: boolean;
};

export type Es369FileRequest = {
  /** The file format of the portal */
  format: "es_369";
  /** The filer; goes into the file and is not kept */
  filer: {
    /** The number of the registration in full: VAT number, EU… or IM… number. May be left out if it is stored (`PUT /v1/account/identifiers`), except with a read-only key */
    vat_number?: Identifier | undefined;
    /** Name or firm of the filer */
    name: string;
    /** The Spanish NIF; needed in the non-Union and the import scheme */
    tax_number?: string | undefined;
    /** Country of the declarant, ISO 3166-1 alpha-2, but EL for Greece; ES unless given */
    country?: string | undefined;
    /** IN… number, in the import scheme alone */
    intermediary_number?: Identifier | undefined;
  };
  /** Numbers of the filer in other Member States; go into the file and are not kept */
  establishments?: FileEstablishment[] | undefined;
  /** Fields that only this form needs */
  extras?: {
    /** Type of payment: I pays, S pays a part, O pays nothing now, T pays from an account abroad, N has nothing to pay; I or N unless given */
    payment_type?: "I" | "N" | "O" | "S" | "T" | undefined;
    /** Reference (NRC) of a payment made before */
    payment_reference?: string | undefined;
    /** Amount paid with that reference, in cents */
    paid_minor?: number | undefined;
  } | undefined;
  /** Id of the registration; required if two registrations share the period, because each makes a return */
  registration_id?: number | undefined;
  /** The rules under `consents` of the check that the filer accepts */
  accept?: Array<"layout_not_confirmed" | "vat_unlike_base_times_rate"> | undefined;
  /** True for a period that is still open (default: `false`) */
  draft?: boolean | undefined;
};

export type EventExplanation = {
  /** The event itself, as `GET /v1/supply-events/{event_id}` has it */
  event: SupplyEvent;
  /** Rule that decides where the supply is taxed */
  place: ExplainedPlace;
  /** Comparison of the rate with those in force there on the day of the sale */
  rate: ExplainedRate;
  /** Return of the period that counts the event; null where no registration makes one, and for an undone event */
  return: ExplainedReturn | null;
  /** Exclusion code with which the return leaves the event out; null where it declares the event */
  left_out_as: "registration_missing_excluded" | "registration_overlap_excluded" | "energy_not_yet_in_scheme_excluded" | "needs_review_excluded" | "classification_excluded" | "taxed_at_home_under_scheme_excluded" | "unsupported_rate_category_excluded" | "unsupported_supply_kind_excluded" | "excise_goods_excluded" | "consignment_value_exceeded_excluded" | "consignment_value_unverified_excluded" | "missing_origin_excluded" | "correction_reference_missing_excluded" | "correction_reference_invalid_excluded" | "correction_opening_missing_excluded" | "outside_registration_window_excluded" | "correction_after_three_years_excluded" | "correction_to_former_state_excluded" | "missing_exchange_rate_excluded" | null;
  /** Sale that the event corrects, if it is known */
  sale: SupplyEvent | null;
  /** Events that correct this one, at most a hundred */
  corrected_by: SupplyEvent[];
  /** Recount that is still running, or null */
  recount_pending: RecountPending | null;
  /** True if further events correct this one */
  has_more_corrections: boolean;
};

/** The caller's id of the event, unique in the account across sales and non-sales */
export type EventId = string;

/** Units of the currency per euro, as published */
export type ExchangeRate = {
  /** The currency that was converted, ISO 4217 */
  currency: string;
  /** Units of the currency for one euro, as the ECB published it */
  rate: string;
  /** The day the rate was published for */
  date: IsoDate;
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period: string;
};

export type ExplainedLock = {
  /** The state of the return: `locked`, or recorded as `filed` */
  status: "locked" | "filed";
  /** Id of the registration that made the return */
  registration_id: number;
  /** Time when the return was locked, UTC */
  locked_at: string;
  /** Id of the API key or person */
  locked_by: string;
  /** Id of the API key or person that another person has marked these figures with */
  prepared_by: string | null;
  /** Day of submission that the lock states; null where none is stated, and the lock counts as the submission */
  submitted_on: IsoDate | null;
  /** SHA-256 of the stored snapshot, hexadecimal */
  sha256: string;
  /** Record of the filing, with day and reference; null until it is recorded */
  filed: Filing | null;
};

export type ExplainedPlace = {
  /** Country of consumption, as the event has it */
  country: string | null;
  /** Name of the rule that places the supply under its treatment */
  rule: string;
  /** Articles of that rule, of the VAT Directive unless named */
  articles: string;
  /** The rule as a sentence, in English */
  statement: string;
};

export type ExplainedRate = {
  /** Rate of the event, in basis points */
  vat_rate_bps: number | null;
  /** True if the rate is one of those in force in the country on the day of the supply; null where the rates are not known */
  is_in_force: boolean | null;
  /** Tax classes that have this rate there on that day */
  tax_classes: ExplainedTaxClass[];
  /** The day up to which the built-in rates were gathered, and the version of the accepted rates */
  rates_version: string;
};

export type ExplainedReturn = {
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Id of the registration that makes the return */
  registration_id: number;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_identification: string;
  /** Last day to file the return and to pay */
  filing_due_date: IsoDate;
  /** Row that the event is part of, as the return has it today; null for a correction */
  row: ReturnRow | null;
  /** Correction that the event is part of, as the return has it today; null for a row */
  correction: CorrectionRow | null;
  /** Contribution of the event to the return; null where the return leaves it out */
  contribution: ContributionToReturn | null;
  /** Lock of the return; null while it is open */
  lock: ExplainedLock | null;
  /** True if the event came, or was reclassified, after the lock of the return, or corrects a last return after the stated submission */
  after_lock: boolean;
  /** Periods of the later returns that declare what has changed since the lock; null where nothing has to be declared */
  declared_in: string[] | null;
};

export type ExplainedTaxClass = {
  /** The tax class whose rate was taken; null with a rate of the caller's own */
  tax_class_id: string;
  /** First instant with the rate */
  valid_from: string;
  /** First instant without the rate */
  valid_to: string | null;
  /** Supplies that the rate covers: `electronic` ones are those of `tbe_services` (Art. 58), `physical` all others */
  applies_to: "any" | "physical" | "electronic";
  /** Note on the rate: supplies of the class at another rate, conditions, and the source; null where there is none */
  rate_note: string | null;
  /** Decision of an operator that the rate comes from; null for a rate that is built in */
  accepted: {
    /** The proposal that was accepted */
    proposal_id: string;
    /** The publication that the proposal comes from */
    source: string;
    /** Address of the source; null for TEDB */
    source_url: string | null;
    /** The instant of the decision */
    accepted_at: string;
  } | null;
};

export type ExportManifest = {
  /** Scheme and content of the file, as a code */
  export_kind: string;
  /** The version of the file's form */
  export_version: 1;
  /** Time when the file was generated, UTC */
  generated_at: string;
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_identification: string;
  /** The currency that the return is filed in, ISO 4217 */
  return_currency: string;
  /** Day whose exchange rate converts the amounts, in words */
  conversion_rule: string;
  /** Content and limits of the file, in words */
  scope_note: string;
  /** Numbers of events of the period: all, included in the figures, excluded */
  source_event_counts: {
    /** Number of all events */
    total: number;
    /** Number of events in the figures */
    included: number;
    /** Number of events left out */
    excluded: number;
  };
  /** Reasons why events are left out, with their number */
  warnings: Warning[];
  /** Recount that may still change the figures of this file; absent if none is running */
  recount_pending?: RecountPending | undefined;
};

export type FiMytaxFileRequest = {
  /** The file format of the portal */
  format: "fi_mytax";
  /** The filer; goes into the file and is not kept */
  filer: {
    /** The number of the registration in full: VAT number, EU… or IM… number. May be left out if it is stored (`PUT /v1/account/identifiers`), except with a read-only key */
    vat_number?: Identifier | undefined;
  };
  /** Numbers of the filer in other Member States; go into the file and are not kept */
  establishments?: FileEstablishment[] | undefined;
  /** Fields that only this form needs */
  extras?: Record<string, never> | undefined;
  /** Id of the registration; required if two registrations share the period, because each makes a return */
  registration_id?: number | undefined;
  /** The rules under `consents` of the check that the filer accepts */
  accept?: Array<"layout_not_confirmed" | "vat_unlike_base_times_rate"> | undefined;
  /** True for a period that is still open (default: `false`) */
  draft?: boolean | undefined;
};

export type FileEstablishment = {
  /** The Member State that gave the number */
  country: MemberState;
  /** VAT number in that Member State, in full */
  vat_number?: Identifier | undefined;
  /** Tax reference number, if that state has given no VAT number */
  tax_reference?: string | undefined;
};

export type Filing = {
  /** The day the return was submitted */
  filed_at: IsoDate;
  /** The reference of the tax authority */
  filing_reference: string | null;
  /** Time when the entry was recorded, UTC */
  recorded_at: string;
  /** Id of the API key or person */
  recorded_by: string;
  /** Day and reference as they were corrected later, the newest last */
  corrections: FilingCorrection[];
};

export type FilingCorrection = {
  /** The day the return was submitted */
  filed_at: IsoDate;
  /** The reference of the tax authority */
  filing_reference: string | null;
  /** Time when the entry was recorded, UTC */
  recorded_at: string;
  /** Id of the API key or person */
  recorded_by: string;
};

export type FilingCorrectionRequest = {
  /** The day the return was submitted */
  filed_at: IsoDate;
  /** The reference of the tax authority; none if left out */
  filing_reference?: string | undefined;
};

export type FilingPrepWorkspace = {
  /** Name of the kind of report */
  report_kind: "oss_ioss_filing_prep_workspace";
  /** A calendar quarter, as YYYY-Qn */
  period_key: string;
  /** Recount that is still running, or null */
  recount_pending: RecountPending | null;
  /** Coverage of the quarter and its months by registrations */
  registrations: RegistrationSnapshot;
  /** The Union return of the quarter */
  union_oss: UnionReadiness;
  /** The three monthly returns of the import scheme */
  ioss: ImportQuarter;
  /** Supplies of all three schemes that no registration covers, in the quarter and its months */
  supplies_without_registration: UnregisteredSupplies[];
  /** Open rows of imports in the quarter, and those without a day */
  open_import_rows: OpenImportRows[];
  /** The locked Union return of the quarter; absent while it is open */
  return_period?: LockedPeriodDetail | undefined;
  /** The lock of the return and the changes since; null where it is not locked, and in previews that do not differ from it */
  lock: LockOfReturn | null;
  /** The rules that the report rests on */
  official_basis: RuleAnchor[];
};

export type FilingRequest = {
  /** The day the return was submitted; today if left out */
  filed_at?: IsoDate | undefined;
  /** The reference of the tax authority */
  filing_reference?: string | undefined;
};

export type FullIdentifier = {
  /** The id of a registration of the account */
  registration_id: number;
  /** Number in full: VAT number, EU… or IM… number */
  number: Identifier;
  /** Number of the intermediary, IN… */
  intermediary_number?: Identifier | undefined;
};

export type FullIdentifiers = {
  /** The numbers to store; those before are replaced, unless `keep_others` is true */
  items: FullIdentifier[];
  /** True if the stored numbers of other registrations stay (default: `false`) */
  keep_others?: boolean | undefined;
};

export type Health = {
  /** Always `ok`; a response means that the service is up */
  status: "ok";
};

/** A tax identifier; only its mask is kept */
export type Identifier = string;

export type Import = {
  /** Id of the import, used in paths */
  id: string;
  /** Status of the import; `expired` if nothing was uploaded in time */
  status: "awaiting_upload" | "reading" | "checking" | "checked" | "importing" | "completed" | "failed" | "cancelled" | "undoing" | "undone" | "expired";
  /** Format of the file; `unknown` if no format reads a dropped file */
  format: string;
  /** Raw source tag of the shop or channel */
  source_id: string;
  /** Name of the file in the drop folder, or as it was sent for an upload; null without one */
  file_name: string | null;
  /** Settings of the format, checked and completed with defaults */
  settings: {
    [name: string]: unknown;
  };
  /** An order of a shop that is booked otherwise than the file shows it: `ask` lists it as a conflict, `adjust` books the difference, or takes the sale out and books it anew on its day */
  on_conflict: "ask" | "adjust";
  /** True if the last pass checks the file without booking */
  dry_run: boolean;
  /** Size of the content in bytes */
  size_bytes: number;
  /** Time of creation, in UTC */
  created_at: string;
  /** Time when the job first read its data, UTC; null before */
  started_at: string | null;
  /** Time when the last part was written, UTC; null until then */
  finished_at: string | null;
  /** Progress of the import */
  progress: {
    /** Number of rows that are committed or checked so far */
    rows_done: number;
    /** Number of rows in the file, an order of several rows counted once; null until it has been read to its end */
    rows: number | null;
  };
  /** Numbers of rows by outcome; all but `rows` add up to `rows` */
  counts: {
    /** The lines of the return: one for each section, Member State, kind, origin and rate */
    rows: number;
    /** Number of rows whose events are in the ledger now, or would be after a dry run */
    committed: number;
    /** Number of rows whose events the ledger already had, with the same content */
    duplicate: number;
    /** Number of rows whose id the ledger has with other content */
    conflict: number;
    /** Number of rows that are rightly excluded */
    excluded: number;
    /** Number of rows that need a fact, a decision or another file */
    unresolved: number;
    /** Number of rows with errors, which cannot be booked */
    rejected: number;
  };
  /** Number of times that each reason was given */
  reasons: {
    [name: string]: number;
  };
  /** Sums of what was taken, to compare with the shop's own; refunds count against sales */
  countries: Array<{
    /** The Member State of consumption */
    country: string;
    /** Currency, ISO 4217; amounts in the same object are in its minor units */
    currency: string;
    /** Number of events taken from the file */
    events: number;
    /** The amount without VAT, in minor units of `currency` */
    taxable_amount_minor: number;
    /** The VAT that was charged, in minor units of `currency`. It is declared as it is and never computed anew */
    vat_amount_minor: number;
  }>;
  /** Sums of the committed rows by month of supply, which an undo takes out again; empty for imports of an earlier version */
  months: Array<{
    /** A calendar month, as YYYY-MM */
    month: string;
    /** Currency, ISO 4217; amounts in the same object are in its minor units */
    currency: string;
    /** Number of committed events */
    events: number;
    /** The amount without VAT, in minor units of `currency` */
    taxable_amount_minor: number;
    /** The VAT that was charged, in minor units of `currency`. It is declared as it is and never computed anew */
    vat_amount_minor: number;
  }>;
  /** Rows that are unresolved, rejected or in conflict, by month. Unless the last pass was a dry run, they keep the return of their month from `ready` until they are settled or the import is undone */
  open_rows: Array<{
    /** Month of the supply, YYYY-MM; null where the row has no readable day */
    month: string | null;
    /** Number of open rows */
    row_count: number;
  }>;
  /** Time when a user settled the open rows; null before */
  open_rows_settled_at: string | null;
  /** True if the file of findings is ready */
  findings_ready: boolean;
  /** Reason why nothing of the file could be used, in one sentence; null if it could */
  error: {
    /** Error code; `interrupted` and `account_stopped` can be retried, all others are about the file */
    code: string;
    /** Explanation for people; its wording may change */
    message: string;
    /** The format that reads the file, when it is another report; null otherwise */
    recognised_format: string | null;
  } | null;
};

export type ImportBridge = {
  /** Id of the import */
  import_id: string;
  /** Source of the import */
  source_id: string;
  /** Status of the import; the lines of `undone` are what was there before */
  status: "awaiting_upload" | "reading" | "checking" | "checked" | "importing" | "completed" | "failed" | "cancelled" | "undoing" | "undone" | "expired";
  /** True if the lines are those of a check, and nothing is booked */
  dry_run: boolean;
  /** Lines from the amounts in the files to those that were committed */
  lines: BridgeLine[];
  /** Parts of the files that the bridge does not know */
  unknown: BridgeGap[];
};

export type ImportCompletedMessage = {
  /** The type of the event */
  type: "import.completed";
  /** Time of the event, in UTC */
  timestamp: string;
  /** The facts of the event */
  data: {
    /** Id of the account of the event */
    account: string;
    /** Mode of the account; `test` is its sandbox */
    mode: "live" | "test";
    /** The import, as the list of imports has it */
    import_id: string;
    /** Format of the imported file */
    format: string;
    /** Source tag of the import */
    source_id: string;
    /** Status of the import; `checked`: the file was checked and nothing was committed */
    status: "checked" | "completed" | "failed" | "undone";
    /** Numbers of rows by outcome */
    counts: {
      /** Number of rows that are done: the sum of the others */
      rows: number;
      /** Number of rows whose events are in the ledger now, or would be after a dry run */
      committed: number;
      /** Number of rows whose events the ledger already had, with the same content */
      duplicate: number;
      /** Number of rows whose id the ledger has with other content */
      conflict: number;
      /** Number of rows that are rightly excluded */
      excluded: number;
      /** Number of rows that need a fact, a decision or another file */
      unresolved: number;
      /** Number of rows with errors, which cannot be booked */
      rejected: number;
    };
    /** Reason why the import failed; null if it did not */
    error_code: string | null;
  };
};

export type ImportFormat = {
  /** Name of the format, as `POST /v1/imports` takes it */
  format: string;
  /** Title of the export, as the shop names it */
  title: string;
  /** Status of the format; `beta`: not yet tested with a real file of the shop */
  status: "ready" | "beta";
  /** True if `on_conflict: adjust` books orders that were edited since an earlier file */
  has_order_edits: boolean;
  /** Page of the documentation about the format */
  guide: string;
  /** JSON Schema of `settings`; `source_id` may be left out there */
  settings: {
    [name: string]: unknown;
  };
};

export type ImportJurisdiction = {
  /** The currency that the return is filed in, ISO 4217 */
  return_currency: string | null;
  /** Sums of the months; null if in several currencies */
  totals: ReturnTotals | null;
  /** Number of source events in the return, rows that net to nothing included */
  included_source_event_count: number;
  /** The months of the quarter that have rows or corrections for it */
  months: Array<{
    /** A calendar month, as YYYY-MM */
    period_key: string;
    /** The currency that the return is filed in, ISO 4217 */
    return_currency: string;
    /** Sums over all Member States of consumption */
    totals: ReturnTotals;
    /** The lines of the return: one for each section, Member State, kind, origin and rate */
    rows: ImportReturnRow[];
    /** Corrections of periods that were declared before, by period and Member State */
    corrections: CorrectionRow[];
    /** The amount due to the Member State: its rows and corrections together */
    balance: Balance;
    /** Number of source events in the return, rows that net to nothing included */
    included_source_event_count: number;
  }>;
};

export type ImportList = {
  /** The rows of this page, in the order of the list */
  items: Import[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
};

export type ImportMonth = {
  /** A calendar month, as YYYY-MM */
  period_key: string;
  /** Readiness of the month's return for filing */
  status: "not_registered" | "registration_conflict" | "nil_return_candidate" | "open" | "ready" | "review_required";
  /** The status in words, with what to do about it */
  status_detail: string;
  /** True if the last day of the period has passed */
  period_ended: boolean;
  /** Last day to file the return and to pay */
  filing_due_date: IsoDate;
  /** Id of the registration */
  registration_id: number | null;
  /** The Member State that the return is filed in; EL for Greece, XI for Northern Ireland */
  member_state_identification: string | null;
  /** The currency that the return is filed in, ISO 4217 */
  return_currency: string | null;
  /** The first day of the month under the registration */
  covered_from: IsoDate | null;
  /** The last day of the month under the registration */
  covered_to: IsoDate | null;
  /** Sums of the return; null where no registration, or more than one, makes one */
  totals: ReturnTotals | null;
  /** Reasons why events are left out, with their number */
  warnings: Warning[];
  /** Number of committed events of imported goods */
  total_source_event_count: number;
  /** Number of events in the figures */
  included_source_event_count: number;
  /** Number of events left out; `warnings` says why */
  excluded_source_event_count: number;
  /** Assumption about the last return of a registration, once its due day is over and neither a lock nor a day of submission is recorded; null for all other returns */
  submission_assumption: SubmissionAssumption | null;
  /** The lock of the return and the changes since; null where it is not locked, and in previews that do not differ from it */
  lock: LockOfReturn | null;
  /** The lines of the return: one for each section, Member State, kind, origin and rate */
  rows: ImportReturnRow[];
  /** Corrections of periods that were declared before, by period and Member State */
  corrections: CorrectionRow[];
  /** The balance of each Member State of consumption; no balance is set off against another */
  balances: Balance[];
  /** The ECB rates that amounts were converted at; empty where none was needed */
  exchange_rates: ExchangeRate[];
  /** Findings for a person to check; they do not exclude the event */
  checks: CheckCount[];
  /** Changes of locked returns since their lock; `corrections` of the earliest open return contains them */
  late_changes: LateChange[];
  /** Number of rows below zero, which no portal accepts */
  negative_row_count: number;
  /** Corrections that take more VAT back than was declared */
  corrections_below_zero: CorrectionBelowZero[];
  /** Number of events, rows, orders and figures that are open: the sum over `open_questions` */
  open_question_count: number;
  /** Open questions of the return */
  open_questions: ReturnQuestion[];
};

export type ImportMonthSummary = {
  /** A calendar month, as YYYY-MM */
  period_key: string;
  /** Readiness of the month's return for filing */
  status: "not_registered" | "registration_conflict" | "nil_return_candidate" | "open" | "ready" | "review_required";
  /** The status in words, with what to do about it */
  status_detail: string;
  /** True if the last day of the period has passed */
  period_ended: boolean;
  /** Last day to file the return and to pay */
  filing_due_date: IsoDate;
  /** Id of the registration */
  registration_id: number | null;
  /** The Member State that the return is filed in; EL for Greece, XI for Northern Ireland */
  member_state_identification: string | null;
  /** The currency that the return is filed in, ISO 4217 */
  return_currency: string | null;
  /** The first day of the month under the registration */
  covered_from: IsoDate | null;
  /** The last day of the month under the registration */
  covered_to: IsoDate | null;
  /** Sums of the return; null where no registration, or more than one, makes one */
  totals: ReturnTotals | null;
  /** Reasons why events are left out, with their number */
  warnings: Warning[];
  /** Number of committed events of imported goods */
  total_source_event_count: number;
  /** Number of events in the figures */
  included_source_event_count: number;
  /** Number of events left out; `warnings` says why */
  excluded_source_event_count: number;
  /** Assumption about the last return of a registration, once its due day is over and neither a lock nor a day of submission is recorded; null for all other returns */
  submission_assumption: SubmissionAssumption | null;
  /** The lock of the return and the changes since; null where it is not locked, and in previews that do not differ from it */
  lock: LockOfReturn | null;
};

export type ImportQuarter = {
  /** Status of the month that needs most work */
  status: "not_registered" | "registration_conflict" | "nil_return_candidate" | "open" | "ready" | "review_required";
  /** The currency that the return is filed in, ISO 4217 */
  return_currency: string | null;
  /** Sum of the months with a return; null without any, or when they are in several currencies */
  totals: ReturnTotals | null;
  /** Reasons why events are left out, with their number */
  warnings: Warning[];
  /** Number of committed events of imported goods */
  total_source_event_count: number;
  /** Number of events in the figures */
  included_source_event_count: number;
  /** Number of events left out; `warnings` says why */
  excluded_source_event_count: number;
  /** The months of the quarter, the first one first */
  months: ImportMonth[];
};

export type ImportQuarterSummary = {
  /** Status of the month that needs most work */
  status: "not_registered" | "registration_conflict" | "nil_return_candidate" | "open" | "ready" | "review_required";
  /** The currency that the return is filed in, ISO 4217 */
  return_currency: string | null;
  /** Sum of the months with a return; null without any, or when they are in several currencies */
  totals: ReturnTotals | null;
  /** Reasons why events are left out, with their number */
  warnings: Warning[];
  /** Number of committed events of imported goods */
  total_source_event_count: number;
  /** Number of events in the figures */
  included_source_event_count: number;
  /** Number of events left out; `warnings` says why */
  excluded_source_event_count: number;
  /** The months of the quarter, the first one first */
  months: ImportMonthSummary[];
};

/** An import, and the returns that declare its events */
export type ImportReport = {
  /** Id of the import, used in paths */
  id: string;
  /** Status of the import; `expired` if nothing was uploaded in time */
  status: "awaiting_upload" | "reading" | "checking" | "checked" | "importing" | "completed" | "failed" | "cancelled" | "undoing" | "undone" | "expired";
  /** Format of the file; `unknown` if no format reads a dropped file */
  format: string;
  /** Raw source tag of the shop or channel */
  source_id: string;
  /** Name of the file in the drop folder, or as it was sent for an upload; null without one */
  file_name: string | null;
  /** Settings of the format, checked and completed with defaults */
  settings: {
    [name: string]: unknown;
  };
  /** An order of a shop that is booked otherwise than the file shows it: `ask` lists it as a conflict, `adjust` books the difference, or takes the sale out and books it anew on its day */
  on_conflict: "ask" | "adjust";
  /** True if the last pass checks the file without booking */
  dry_run: boolean;
  /** Size of the content in bytes */
  size_bytes: number;
  /** Time of creation, in UTC */
  created_at: string;
  /** Time when the job first read its data, UTC; null before */
  started_at: string | null;
  /** Time when the last part was written, UTC; null until then */
  finished_at: string | null;
  /** Progress of the import */
  progress: {
    /** Number of rows that are committed or checked so far */
    rows_done: number;
    /** Number of rows in the file, an order of several rows counted once; null until it has been read to its end */
    rows: number | null;
  };
  /** Numbers of rows by outcome; all but `rows` add up to `rows` */
  counts: {
    /** The lines of the return: one for each section, Member State, kind, origin and rate */
    rows: number;
    /** Number of rows whose events are in the ledger now, or would be after a dry run */
    committed: number;
    /** Number of rows whose events the ledger already had, with the same content */
    duplicate: number;
    /** Number of rows whose id the ledger has with other content */
    conflict: number;
    /** Number of rows that are rightly excluded */
    excluded: number;
    /** Number of rows that need a fact, a decision or another file */
    unresolved: number;
    /** Number of rows with errors, which cannot be booked */
    rejected: number;
  };
  /** Number of times that each reason was given */
  reasons: {
    [name: string]: number;
  };
  /** Sums of what was taken, to compare with the shop's own; refunds count against sales */
  countries: Array<{
    /** The Member State of consumption */
    country: string;
    /** Currency, ISO 4217; amounts in the same object are in its minor units */
    currency: string;
    /** Number of events taken from the file */
    events: number;
    /** The amount without VAT, in minor units of `currency` */
    taxable_amount_minor: number;
    /** The VAT that was charged, in minor units of `currency`. It is declared as it is and never computed anew */
    vat_amount_minor: number;
  }>;
  /** Sums of the committed rows by month of supply, which an undo takes out again; empty for imports of an earlier version */
  months: Array<{
    /** A calendar month, as YYYY-MM */
    month: string;
    /** Currency, ISO 4217; amounts in the same object are in its minor units */
    currency: string;
    /** Number of committed events */
    events: number;
    /** The amount without VAT, in minor units of `currency` */
    taxable_amount_minor: number;
    /** The VAT that was charged, in minor units of `currency`. It is declared as it is and never computed anew */
    vat_amount_minor: number;
  }>;
  /** Rows that are unresolved, rejected or in conflict, by month. Unless the last pass was a dry run, they keep the return of their month from `ready` until they are settled or the import is undone */
  open_rows: Array<{
    /** Month of the supply, YYYY-MM; null where the row has no readable day */
    month: string | null;
    /** Number of open rows */
    row_count: number;
  }>;
  /** Time when a user settled the open rows; null before */
  open_rows_settled_at: string | null;
  /** True if the file of findings is ready */
  findings_ready: boolean;
  /** Reason why nothing of the file could be used, in one sentence; null if it could */
  error: {
    /** Error code; `interrupted` and `account_stopped` can be retried, all others are about the file */
    code: string;
    /** Explanation for people; its wording may change */
    message: string;
    /** The format that reads the file, when it is another report; null otherwise */
    recognised_format: string | null;
  } | null;
  /** Returns of the months with committed events, and where these are declared; empty before the import has ended, and once it is undone */
  returns: DeclaredImport[];
};

export type ImportRequest = {
  /** Format of the file, see `docs/imports` */
  format: "amazon_avtr" | "amazon_vcs" | "billbee_json" | "events_csv" | "events_ndjson" | "magento_json" | "shopify_csv" | "shopify_json" | "shopware6_json" | "stripe_invoices_json" | "stripe_itemized" | "woocommerce_json";
  /** The source tag of the shop: ids of events begin with it */
  source_id: string;
  /** Settings of the format: facts that the file does not contain */
  settings?: {
    [name: string]: unknown;
  } | undefined;
  /** Name of the file, to tell imports apart; nothing follows from it */
  file_name?: string | undefined;
  /** An order of a shop that is booked otherwise than the file shows it: `ask` lists it as a conflict, `adjust` books the difference, or takes the sale out and books it anew on its day (default: `ask`) */
  on_conflict?: "ask" | "adjust" | undefined;
  /** Exact size of the file in bytes: the link accepts no other length */
  size_bytes: number;
  /** SHA-256 of the file, hexadecimal; if given, another file is rejected */
  sha256?: string | undefined;
};

export type ImportReturnRow = {
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: string;
  /** Standard or reduced rate, or one that makes no row of a return */
  rate_category: string;
  /** The VAT rate in basis points: 2100 is 21 % */
  vat_rate_bps: number;
  /** Amount in minor units of the return currency */
  taxable_amount_minor: number;
  /** Amount in minor units of the return currency */
  vat_amount_minor: number;
  /** Number of events in the figures */
  event_count: number;
};

export type ImportRow = {
  /** Position of the row in the file */
  row: string;
  /** Outcome of the row in the import */
  outcome: "event" | "excluded" | "unresolved" | "rejected" | "conflict";
  /** Code of the reason, for programs */
  reason: string;
  /** Name of the column in the file; null without */
  column: string | null;
  /** Explanation of the finding, for people */
  message: string;
  /** The shop's own number of the order */
  order_id: string | null;
  /** Id of the order in the shop: an event that is entered for the row as `<source_id>:<shop_order_id>:<supply_kind>:<vat_rate_bps>` is the one that a later file would bring; null where orders have none */
  shop_order_id: string | null;
  /** Day of the supply; null if it cannot be read */
  supply_date: IsoDate | null;
  /** Country code of the customer in the file */
  country: string | null;
  /** Currency, ISO 4217; amounts in the same object are in its minor units */
  currency: string | null;
  /** Amount with VAT in minor units of `currency`; negative for money that was paid back; null if unknown */
  gross_amount_minor: number | null;
  /** The beginning of the cell in `column`, if that is a code, a day or an amount */
  value: string | null;
  /** The event that was entered for this row by hand; null without one */
  settled_event_id: string | null;
};

export type ImportRowList = {
  /** The rows of this page, in the order of the list */
  items: ImportRow[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
  /** Reason why the import has failed; null otherwise */
  error: {
    /** Error code; `interrupted` and `account_stopped` can be retried, all others are about the file */
    code: string;
    /** Explanation for people; its wording may change */
    message: string;
    /** The format that reads the file, when it is another report; null otherwise */
    recognised_format: string | null;
  } | null;
};

export type InboundDelivery = {
  /** SHA-256 of topic and body: the same message is one delivery */
  id: string;
  /** Topic of the message, as the shop names it */
  topic: string;
  /** The shop's own id of the message, for its support */
  vendor_id: string | null;
  /** Time when the message first arrived, UTC */
  received_at: string;
  /** Size of the body in bytes */
  size_bytes: number;
  /** Number of times the message arrived */
  times: number;
  /** Time when the message was processed, UTC; null while it waits or is being booked */
  done_at: string | null;
  /** The shop's own id of the order */
  order_id: string | null;
  /** Outcome of the message; that of the row that needs most attention, if there are several */
  outcome: "committed" | "adjusted" | "replaced" | "taken_back" | "duplicate" | "excluded" | "ignored" | "unresolved" | "rejected" | null;
  /** Reasons why rows are not booked, and remarks on those that are */
  findings: Array<{
    /** Outcome of the row, as in an import */
    outcome: string;
    /** Code of the reason, for programs */
    reason: string;
    /** Explanation of the finding, for people */
    message: string;
    /** The field of the shop's message */
    column: string | null;
    /** Value of the field, if it is a code, a day or an amount */
    value: string | null;
    /** Number of the order, as the shop shows it */
    order_id: string | null;
    /** The day of the sale or refund */
    supply_date: string | null;
    /** Country of the customer, as the shop writes it */
    country: string | null;
    /** Currency of the amount, ISO 4217; null if unknown */
    currency: string | null;
    /** Amount with VAT in minor units of `currency`; null if unknown */
    gross_amount_minor: number | null;
  }>;
};

export type InboundDeliveryList = {
  /** The rows of this page, in the order of the list */
  items: InboundDelivery[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
};

export type IntermediaryDue = {
  /** Name of the intermediary; null without one */
  intermediary_name: string | null;
  /** Number of the intermediary, masked; null without one */
  intermediary_number_masked: string | null;
  /** Member State of identification of the intermediary, and so of its sellers */
  member_state_identification: string;
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Day by which the returns are filed and paid */
  filing_due_date: IsoDate;
  /** Currency of the amounts; null where none is known */
  return_currency: string | null;
  /** Number of returns: one of each seller */
  returns: number;
  /** Number of returns that are not locked, whose amounts may still change */
  open_returns: number;
  /** Number of returns whose amount is not known here, which the totals leave out */
  returns_without_amount: number;
  /** VAT payable of the returns in minor units */
  payable_vat_minor: number;
  /** Corrections of earlier periods in the returns */
  correction_vat_minor: number;
  /** Amount still to pay: what is outstanding of locked returns, and payable of others */
  outstanding_minor: number;
};

export type Invitation = {
  /** The id of the invitation */
  id: string;
  /** The role that the person gets, in the organisation or in `account` */
  role: "viewer" | "preparer" | "approver" | "owner";
  /** The only account that the role is for; null: all of the organisation */
  account: string | null;
  /** Address that the link is mailed to; it opens nothing by itself */
  email: string | null;
  /** Time of creation, in UTC */
  created_at: string;
  /** Id of the person who sent the invitation */
  created_by: string;
  /** Time when the link expires, UTC */
  ends_at: string;
};

export type InvitationAcceptance = {
  /** Token of the link; it works once */
  token: string;
};

export type InvitationRequest = {
  /** The role that the person gets by accepting */
  role: "viewer" | "preparer" | "approver" | "owner";
  /** The only account that the role is for */
  account?: string | undefined;
  /** The address of the invited person, which the link is mailed to; it opens nothing by itself */
  email?: string | undefined;
};

export type InvitationWithToken = {
  /** The id of the invitation */
  id: string;
  /** The role that the person gets, in the organisation or in `account` */
  role: "viewer" | "preparer" | "approver" | "owner";
  /** The only account that the role is for; null: all of the organisation */
  account: string | null;
  /** Address that the link is mailed to; it opens nothing by itself */
  email: string | null;
  /** Time of creation, in UTC */
  created_at: string;
  /** Id of the person who sent the invitation */
  created_by: string;
  /** Time when the link expires, UTC */
  ends_at: string;
  /** Token of the link; it works once, and is not shown again */
  token: string;
  /** True if the link is sent to `email` */
  mailed: boolean;
};

export type IossThresholdCheck = {
  /** Threshold that is checked: `oss` is EUR 10,000 a year (Art. 59c), `ioss` EUR 150 a consignment */
  threshold_type: "ioss";
  /** Amount in EUR minor units */
  threshold_minor: number;
  /** Currency of the amounts in this object, ISO 4217 */
  currency: "EUR";
  /** Amount in EUR minor units */
  current_minor: number;
  /** Amount in EUR minor units */
  remaining_minor: number;
  /** Whole per cent of the threshold, rounded down */
  percentage_used: number;
  /** True if above the threshold; exactly the threshold is not */
  exceeded: boolean;
  /** True if the amount is within the last 10 % below the threshold */
  warning: boolean;
  /** Currencies, but EUR, that were converted */
  converted_currencies: string[];
  /** Currencies of which some sales are left out for want of an ECB rate; one may be in both lists */
  unconverted_currencies: string[];
  /** Basis of the figures, which are only indicative */
  disclaimer: string;
};

/** A country, ISO 3166-1 alpha-2; Greece is GR (EL is understood), XI is a country */
export type IsoCountry = string;

export type JurisdictionSection = {
  /** Section of the Union return: 2a services from the identification state, 2b goods from it, 2c services from fixed establishments elsewhere, 2d goods dispatched from elsewhere; null in schemes without sections */
  section: "2a" | "2b" | "2c" | "2d" | null;
  /** Amount in minor units of the return currency */
  taxable_minor: number;
  /** Amount in minor units of the return currency */
  vat_minor: number;
  /** Number of events in the figures */
  event_count: number;
  /** The lines of the return: one for each section, Member State, kind, origin and rate */
  rows: ReturnRow[];
};

export type KeyRotation = {
  /** Hours for which the old key remains valid; 0 ends it at once (default: `48`) */
  overlap_hours?: number | undefined;
};

/** Change of a locked return after its lock, by period and Member State; included in the correction of that period and Member State */
export type LateChange = {
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  original_period: string;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: string;
  /** Amount in minor units of the return currency */
  taxable_amount_minor: number;
  /** Amount in minor units of the return currency */
  vat_amount_minor: number;
  /** Number of events that came, less those that left */
  event_count_difference: number;
};

export type LateChangeRecordedMessage = {
  /** The type of the event */
  type: "late_change.recorded";
  /** Time of the event, in UTC */
  timestamp: string;
  /** The facts of the event */
  data: {
    /** Id of the account of the event */
    account: string;
    /** Mode of the account; `test` is its sandbox */
    mode: "live" | "test";
    /** The id of the event in the list of notifications */
    notification_id: string;
    /** The special scheme of the return */
    scheme_type: "union_oss" | "non_union_oss" | "ioss";
    /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
    period_key: string;
  };
};

export type LinkToken = {
  /** Token of the link, the part behind `#upload=` */
  token: string;
};

export type ListedSession = {
  /** The id of the session */
  id: string;
  /** Browser and system that signed in, as `Firefox, Windows`; null: it named neither */
  device: string | null;
  /** Time when the person signed in, UTC */
  created_at: string;
  /** Time when the session began or was last renewed, UTC; in use it is renewed every fifteen minutes */
  last_used_at: string;
  /** Time when the person has to sign in again */
  ends_at: string;
  /** True for the session of this request */
  is_current: boolean;
};

export type LockOfAccountantReport = {
  /** The state of the return: `locked`, or recorded as `filed` */
  status: "locked" | "filed";
  /** Id of the registration that made the return */
  registration_id: number;
  /** Time when the return was locked, UTC */
  locked_at: string;
  /** Id of the API key or person */
  locked_by: string;
  /** Id of the API key or person that another person has marked these figures with */
  prepared_by: string | null;
  /** Day of submission that the lock states; null where none is stated, and the lock counts as the submission */
  submitted_on: IsoDate | null;
  /** SHA-256 of the stored snapshot, hexadecimal */
  sha256: string;
  /** Record of the filing, with day and reference; null until it is recorded */
  filed: Filing | null;
  /** True if today's return differs from the locked one; null where it cannot be compared */
  changed: boolean | null;
  /** Periods of the later returns that declare the changes since the lock; the last one may still be open. Null where nothing has to be declared, empty where no return declares it */
  declared_in: string[] | null;
  /** Changed figures; null where `changed` is null */
  differences: MajorDifferences | null;
  /** The figures of the ledger today, in files whose own figures are the locked ones; null in previews, and where `changed` is null */
  current_report: SummaryReport | null;
  /** The figures as they were locked, in previews, whose own figures are today's; null in other files */
  locked_report: SummaryReport | null;
};

export type LockOfBreakdown = {
  /** The state of the return: `locked`, or recorded as `filed` */
  status: "locked" | "filed";
  /** Id of the registration that made the return */
  registration_id: number;
  /** Time when the return was locked, UTC */
  locked_at: string;
  /** Id of the API key or person */
  locked_by: string;
  /** Id of the API key or person that another person has marked these figures with */
  prepared_by: string | null;
  /** Day of submission that the lock states; null where none is stated, and the lock counts as the submission */
  submitted_on: IsoDate | null;
  /** SHA-256 of the stored snapshot, hexadecimal */
  sha256: string;
  /** Record of the filing, with day and reference; null until it is recorded */
  filed: Filing | null;
  /** Comparison of today's preview with the lock; null if the preview cannot be computed, or is in another currency */
  changed_since_lock: ChangedSinceLock | null;
  /** Periods of the later returns that declare the changes since the lock; the last one may still be open. Null where nothing has to be declared, empty where no return declares it */
  declared_in: string[] | null;
  /** Rows and corrections that changed since the lock; null where `changed_since_lock` is null */
  changed_lines: ChangedLines | null;
  /** The return that the ledger makes today, in responses whose own figures are the locked ones; null in previews, and where `changed_since_lock` is null */
  current_return: ReturnByCountry | null;
  /** The return as it was locked, in previews, whose own figures are today's; null in other responses */
  locked_return: ReturnByCountry | null;
};

export type LockOfBreakdownFile = {
  /** The state of the return: `locked`, or recorded as `filed` */
  status: "locked" | "filed";
  /** Id of the registration that made the return */
  registration_id: number;
  /** Time when the return was locked, UTC */
  locked_at: string;
  /** Id of the API key or person */
  locked_by: string;
  /** Id of the API key or person that another person has marked these figures with */
  prepared_by: string | null;
  /** Day of submission that the lock states; null where none is stated, and the lock counts as the submission */
  submitted_on: IsoDate | null;
  /** SHA-256 of the stored snapshot, hexadecimal */
  sha256: string;
  /** Record of the filing, with day and reference; null until it is recorded */
  filed: Filing | null;
  /** True if today's return differs from the locked one; null where it cannot be compared */
  changed: boolean | null;
  /** Periods of the later returns that declare the changes since the lock; the last one may still be open. Null where nothing has to be declared, empty where no return declares it */
  declared_in: string[] | null;
  /** Changed figures; null where `changed` is null */
  differences: MajorDifferences | null;
  /** The figures of the ledger today, in files whose own figures are the locked ones; null in previews, and where `changed` is null */
  current_report: BreakdownReport | null;
  /** The figures as they were locked, in previews, whose own figures are today's; null in other files */
  locked_report: BreakdownReport | null;
};

export type LockOfReturn = {
  /** The state of the return: `locked`, or recorded as `filed` */
  status: "locked" | "filed";
  /** Id of the registration that made the return */
  registration_id: number;
  /** Time when the return was locked, UTC */
  locked_at: string;
  /** Id of the API key or person */
  locked_by: string;
  /** Id of the API key or person that another person has marked these figures with */
  prepared_by: string | null;
  /** Day of submission that the lock states; null where none is stated, and the lock counts as the submission */
  submitted_on: IsoDate | null;
  /** SHA-256 of the stored snapshot, hexadecimal */
  sha256: string;
  /** Record of the filing, with day and reference; null until it is recorded */
  filed: Filing | null;
  /** Comparison of today's preview with the lock; null if the preview cannot be computed, or is in another currency */
  changed_since_lock: ChangedSinceLock | null;
  /** Periods of the later returns that declare the changes since the lock; the last one may still be open. Null where nothing has to be declared, empty where no return declares it */
  declared_in: string[] | null;
  /** Rows and corrections that changed since the lock; null where `changed_since_lock` is null */
  changed_lines: ChangedLines | null;
  /** The return that the ledger makes today, in responses whose own figures are the locked ones; null in previews, and where `changed_since_lock` is null */
  current_return: CurrentReturn | null;
  /** The return as it was locked, in previews, whose own figures are today's; null in other responses */
  locked_return: LockedReturn | null;
};

export type LockOfSummaryFile = {
  /** The state of the return: `locked`, or recorded as `filed` */
  status: "locked" | "filed";
  /** Id of the registration that made the return */
  registration_id: number;
  /** Time when the return was locked, UTC */
  locked_at: string;
  /** Id of the API key or person */
  locked_by: string;
  /** Id of the API key or person that another person has marked these figures with */
  prepared_by: string | null;
  /** Day of submission that the lock states; null where none is stated, and the lock counts as the submission */
  submitted_on: IsoDate | null;
  /** SHA-256 of the stored snapshot, hexadecimal */
  sha256: string;
  /** Record of the filing, with day and reference; null until it is recorded */
  filed: Filing | null;
  /** True if today's return differs from the locked one; null where it cannot be compared */
  changed: boolean | null;
  /** Periods of the later returns that declare the changes since the lock; the last one may still be open. Null where nothing has to be declared, empty where no return declares it */
  declared_in: string[] | null;
  /** Changed figures; null where `changed` is null */
  differences: MajorDifferences | null;
  /** The figures of the ledger today, in files whose own figures are the locked ones; null in previews, and where `changed` is null */
  current_report: SummaryReport | null;
  /** The figures as they were locked, in previews, whose own figures are today's; null in other files */
  locked_report: SummaryReport | null;
};

export type LockedExport = {
  /** Id of the file, used in its link */
  id: string;
  /** Kind of content of the file */
  kind: "quarterly_summary" | "monthly_summary" | "country_breakdown" | "accountant_report" | "working_paper";
  /** Format of the file */
  format: "json" | "csv" | "xlsx";
  /** Size of the content in bytes */
  size_bytes: number;
  /** SHA-256 of its bytes, hexadecimal */
  sha256: string;
  /** Time of creation, in UTC */
  created_at: string;
};

export type LockedPeriod = {
  /** Status of the return; `filed` once the filing is recorded */
  status: "locked" | "filed";
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Id of the registration that made the return */
  registration_id: number;
  /** The Member State that the return is filed in; EL for Greece, XI for Northern Ireland */
  member_state_identification: string;
  /** The currency that the return is filed in, ISO 4217 */
  return_currency: string;
  /** Last day to file the return and to pay */
  filing_due_date: IsoDate;
  /** Readiness for filing when the period was locked */
  filing_status: "ready" | "nil_return" | "review_required";
  /** The state at the lock, in words */
  filing_status_detail: string;
  /** True if a nil return is due: no event belongs into the period */
  nil_return_eligible: boolean;
  /** Number of all events of the period, included and excluded ones */
  total_source_event_count: number;
  /** Number of events in the figures */
  included_source_event_count: number;
  /** Number of events left out; `warnings` says why */
  excluded_source_event_count: number;
  /** Number of events that are in no return: the sum over the report's `warnings`, not the number of codes */
  warning_count: number;
  /** Member States of consumption in the return */
  jurisdiction_count: number;
  /** Number of stored files */
  export_count: number;
  /** Sums over all Member States of consumption */
  totals: ReturnTotals;
  /** Time when the return was locked, UTC */
  locked_at: string;
  /** Id of the API key or person */
  locked_by: string;
  /** Id of the API key or person that another person has marked these figures with */
  prepared_by: string | null;
  /** Day of submission that the lock states; null where none is stated, and the lock counts as the submission */
  submitted_on: IsoDate | null;
  /** SHA-256 of the stored snapshot, hexadecimal */
  sha256: string;
  /** SHA-256 of the previous snapshot, if any */
  previous_sha256: string | null;
  /** Record of the filing, with day and reference; null until it is recorded */
  filed: Filing | null;
  /** The payments compared with the amount due */
  payment_status: "nothing_due" | "unpaid" | "part_paid" | "paid" | "overpaid";
  /** Amount still to pay in minor units, zero if overpaid */
  outstanding_minor: number;
};

export type LockedPeriodDetail = {
  /** Status of the return; `filed` once the filing is recorded */
  status: "locked" | "filed";
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Id of the registration that made the return */
  registration_id: number;
  /** The Member State that the return is filed in; EL for Greece, XI for Northern Ireland */
  member_state_identification: string;
  /** The currency that the return is filed in, ISO 4217 */
  return_currency: string;
  /** Last day to file the return and to pay */
  filing_due_date: IsoDate;
  /** Readiness for filing when the period was locked */
  filing_status: "ready" | "nil_return" | "review_required";
  /** The state at the lock, in words */
  filing_status_detail: string;
  /** True if a nil return is due: no event belongs into the period */
  nil_return_eligible: boolean;
  /** Number of all events of the period, included and excluded ones */
  total_source_event_count: number;
  /** Number of events in the figures */
  included_source_event_count: number;
  /** Number of events left out; `warnings` says why */
  excluded_source_event_count: number;
  /** Number of events that are in no return: the sum over the report's `warnings`, not the number of codes */
  warning_count: number;
  /** Member States of consumption in the return */
  jurisdiction_count: number;
  /** Number of stored files */
  export_count: number;
  /** Sums over all Member States of consumption */
  totals: ReturnTotals;
  /** Time when the return was locked, UTC */
  locked_at: string;
  /** Id of the API key or person */
  locked_by: string;
  /** Id of the API key or person that another person has marked these figures with */
  prepared_by: string | null;
  /** Day of submission that the lock states; null where none is stated, and the lock counts as the submission */
  submitted_on: IsoDate | null;
  /** SHA-256 of the stored snapshot, hexadecimal */
  sha256: string;
  /** SHA-256 of the previous snapshot, if any */
  previous_sha256: string | null;
  /** Record of the filing, with day and reference; null until it is recorded */
  filed: Filing | null;
  /** Files stored with the lock */
  exports: LockedExport[];
};

export type LockedPeriodList = {
  /** The rows of this page, in the order of the list */
  items: LockedPeriod[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
  /** The period asked for, if it is locked */
  current_period?: {
    /** Status of the return; `filed` once the filing is recorded */
    status: "locked" | "filed";
    /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
    period_key: string;
    /** Id of the registration that made the return */
    registration_id: number;
    /** The Member State that the return is filed in; EL for Greece, XI for Northern Ireland */
    member_state_identification: string;
    /** The currency that the return is filed in, ISO 4217 */
    return_currency: string;
    /** Last day to file the return and to pay */
    filing_due_date: IsoDate;
    /** Readiness for filing when the period was locked */
    filing_status: "ready" | "nil_return" | "review_required";
    /** The state at the lock, in words */
    filing_status_detail: string;
    /** True if a nil return is due: no event belongs into the period */
    nil_return_eligible: boolean;
    /** Number of all events of the period, included and excluded ones */
    total_source_event_count: number;
    /** Number of events in the figures */
    included_source_event_count: number;
    /** Number of events left out; `warnings` says why */
    excluded_source_event_count: number;
    /** Number of events that are in no return: the sum over the report's `warnings`, not the number of codes */
    warning_count: number;
    /** Member States of consumption in the return */
    jurisdiction_count: number;
    /** Number of stored files */
    export_count: number;
    /** Sums over all Member States of consumption */
    totals: ReturnTotals;
    /** Time when the return was locked, UTC */
    locked_at: string;
    /** Id of the API key or person */
    locked_by: string;
    /** Id of the API key or person that another person has marked these figures with */
    prepared_by: string | null;
    /** Day of submission that the lock states; null where none is stated, and the lock counts as the submission */
    submitted_on: IsoDate | null;
    /** SHA-256 of the stored snapshot, hexadecimal */
    sha256: string;
    /** SHA-256 of the previous snapshot, if any */
    previous_sha256: string | null;
    /** Record of the filing, with day and reference; null until it is recorded */
    filed: Filing | null;
    /** Files stored with the lock */
    exports: LockedExport[];
    /** The return as it was locked, whatever has come since */
    locked_return: LockedReturn;
    /** Open questions at the lock; null where an earlier version locked the return */
    open_questions: ReturnQuestion[] | null;
    /** Names of the persons who prepared and locked the return */
    signers: ReturnSigners;
    /** Comparison of today's preview with the lock; null if the preview cannot be computed, or is in another currency */
    changed_since_lock: ChangedSinceLock | null;
    /** Periods of the later returns that declare the changes since the lock; the last one may still be open. Null where nothing has to be declared, empty where no return declares it */
    declared_in: string[] | null;
    /** Recount that is still running, or null */
    recount_pending: RecountPending | null;
  } | undefined;
};

/** The return as it was locked */
export type LockedReturn = {
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_identification: string;
  /** The currency that the return is filed in, ISO 4217 */
  return_currency: string;
  /** Sums over all Member States of consumption */
  totals: ReturnTotals;
  /** Reasons why events are left out, with their number */
  warnings: Warning[];
  /** The recorded rates of the currencies that the period has supplies in, and those that converted its corrections */
  exchange_rates: ExchangeRate[];
  /** Number of all events of the period, included and excluded ones */
  total_source_event_count: number;
  /** Number of events in the figures */
  included_source_event_count: number;
  /** Number of events left out; `warnings` says why */
  excluded_source_event_count: number;
  /** The lines of the return: one for each section, Member State, kind, origin and rate */
  rows: ReturnRow[];
  /** Corrections of periods that were declared before, by period and Member State */
  corrections: CorrectionRow[];
  /** The balance of each Member State of consumption; no balance is set off against another */
  balances: Balance[];
  /** Changes of locked returns since their lock; `corrections` of the earliest open return contains them */
  late_changes: LateChange[];
};

export type MailChange = {
  /** Address that mails are sent to. A new address gets a mail with a link, and nothing else until the link is opened. null removes the address */
  address: string | null;
  /** The language of the mails */
  language: "en" | "de";
  /** True if mails are sent; the link in each mail sets false */
  enabled: boolean;
  /** The kinds of mails that are sent */
  kinds: {
    /** Mails ten, three and one days before a return is due */
    due_soon: boolean;
    /** Weekly mails about returns that are past their due day */
    overdue: boolean;
    /** Mails about returns whose VAT is not recorded as paid after the due day */
    unpaid: boolean;
    /** Mails about locked returns that have changed since their lock */
    late_change: boolean;
    /** Mails when the year's cross-border turnover comes close to the threshold, or exceeds it */
    threshold: boolean;
    /** Mails about imports that failed, or left rows that are not in the ledger */
    import: boolean;
    /** Mails about connected shops that fail */
    connection: boolean;
    /** Weekly mail on Mondays with the open returns of all clients of an organisation */
    digest: boolean;
  };
};

export type MailConfirmation = {
  /** The token from the link; it works once */
  token: string;
};

export type MailSettings = {
  /** The confirmed mail address; null if there is none */
  address: string | null;
  /** Time of confirmation; null before it */
  confirmed_at: string | null;
  /** The address that waits for its link */
  unconfirmed_address: string | null;
  /** The end of the link, UTC */
  confirmation_ends_at: string | null;
  /** True if the address has rejected mails, so that none is sent to it; name another one */
  suppressed: boolean;
  /** The language of the mails */
  language: "en" | "de";
  /** True if mails are sent; the link in each mail sets false */
  enabled: boolean;
  /** The kinds of mails that are sent */
  kinds: {
    /** Mails ten, three and one days before a return is due */
    due_soon: boolean;
    /** Weekly mails about returns that are past their due day */
    overdue: boolean;
    /** Mails about returns whose VAT is not recorded as paid after the due day */
    unpaid: boolean;
    /** Mails about locked returns that have changed since their lock */
    late_change: boolean;
    /** Mails when the year's cross-border turnover comes close to the threshold, or exceeds it */
    threshold: boolean;
    /** Mails about imports that failed, or left rows that are not in the ledger */
    import: boolean;
    /** Mails about connected shops that fail */
    connection: boolean;
    /** Weekly mail on Mondays with the open returns of all clients of an organisation */
    digest: boolean;
  };
  /** True if this service sends mails */
  offered: boolean;
};

export type MailText = {
  /** Subject line of the mail */
  subject: string;
  /** Plain text with line breaks; no markup */
  text: string;
};

export type MajorBalance = {
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: string;
  /** Amount in major units of the return currency, such as 100.00 */
  current_vat: string;
  /** Amount in major units of the return currency, such as 100.00 */
  correction_vat: string;
  /** Amount in major units of the return currency, such as 100.00 */
  payable_vat: string;
  /** False for a balance below zero: it is not set off against others */
  included_in_grand_total: boolean;
};

export type MajorChangedCorrection = {
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  original_period: string;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: string;
  /** Amount in major units of the return currency, such as 100.00 */
  taxable_amount: string;
  /** Amount in major units of the return currency, such as 100.00 */
  vat_amount: string;
  /** Number of events that came, less those that left */
  event_count_difference: number;
};

export type MajorChangedRow = {
  /** Section of the Union return: 2a services from the identification state, 2b goods from it, 2c services from fixed establishments elsewhere, 2d goods dispatched from elsewhere; null in schemes without sections */
  section: "2a" | "2b" | "2c" | "2d" | null;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: string;
  /** The kind of supply */
  supply_kind: "goods" | "services";
  /** Member State that goods are dispatched from, or where the fixed establishment is; null where that is the identification state, or the scheme has no such column */
  from_member_state: string | null;
  /** Standard or reduced rate, or one that makes no row of a return */
  rate_category: string;
  /** The VAT rate in per cent, such as 25.50 */
  vat_rate_pct: string;
  /** Amount in major units of the return currency, such as 100.00 */
  taxable_amount: string;
  /** Amount in major units of the return currency, such as 100.00 */
  vat_amount: string;
  /** Number of events that came, less those that left */
  event_count_difference: number;
};

export type MajorCorrection = {
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  original_period: string;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: string;
  /** Amount in major units of the return currency, such as 100.00 */
  taxable_amount: string;
  /** Amount in major units of the return currency, such as 100.00 */
  vat_amount: string;
  /** Number of events; below zero where late changes removed more events than came */
  event_count: number;
};

/** Today's figures less the locked ones, in major units */
export type MajorDifferences = {
  /** Number of events today, less those in the lock */
  source_event_count_difference: number;
  /** Sums over all Member States of consumption */
  totals: MajorTotals;
  /** The lines of the return: one for each section, Member State, kind, origin and rate */
  rows: MajorChangedRow[];
  /** Corrections of periods that were declared before, by period and Member State */
  corrections: MajorChangedCorrection[];
};

export type MajorDirectDeclaration = {
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  original_period: string;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: string;
  /** Member State that the return was filed in */
  member_state_identification: string;
  /** The currency that the return is filed in, ISO 4217 */
  return_currency: string;
  /** Amount in major units of the return currency, such as 100.00 */
  taxable_amount: string;
  /** Amount in major units of the return currency, such as 100.00 */
  vat_amount: string;
  /** Number of events that came, less those that left */
  event_count_difference: number;
  /** Reason why no return declares it. `after_three_years`: its return was due more than three years ago (Art. 61(2) CIR 282/2011); `former_registration`: the registration that declared it makes no return any more (Art. 61a); `former_currency`: the returns are in another currency now */
  reason: "after_three_years" | "former_registration" | "former_currency";
};

export type MajorReturnRow = {
  /** Section of the Union return: 2a services from the identification state, 2b goods from it, 2c services from fixed establishments elsewhere, 2d goods dispatched from elsewhere; null in schemes without sections */
  section: "2a" | "2b" | "2c" | "2d" | null;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: string;
  /** The kind of supply */
  supply_kind: "goods" | "services";
  /** Member State that goods are dispatched from, or where the fixed establishment is; null where that is the identification state, or the scheme has no such column */
  from_member_state: string | null;
  /** Standard or reduced rate, or one that makes no row of a return */
  rate_category: string;
  /** The VAT rate in per cent, such as 25.50 */
  vat_rate_pct: string;
  /** Amount in major units of the return currency, such as 100.00 */
  taxable_amount: string;
  /** Amount in major units of the return currency, such as 100.00 */
  vat_amount: string;
  /** Number of events in the figures */
  event_count: number;
};

export type MajorTotals = {
  /** Amount in major units of the return currency, such as 100.00 */
  taxable: string;
  /** Amount in major units of the return currency, such as 100.00 */
  current_vat: string;
  /** Amount in major units of the return currency, such as 100.00 */
  correction_vat: string;
  /** Sum of the positive balances; nothing is set off */
  payable_vat: string;
};

export type ManyPayments = {
  /** The account that pays */
  debtor: BankAccount;
  /** The accounts of the Member States of identification, each once */
  creditors: TaxAccount[];
  /** Day of execution; today if left out */
  execution_date?: IsoDate | undefined;
};

/** A masked tax identifier, such as DE*******80 */
export type MaskedIdentifier = string;

export type Member = {
  /** The person who is the member */
  person: Person;
  /** Role in the whole organisation; null if none */
  role: "viewer" | "preparer" | "approver" | "owner" | null;
  /** Roles in single accounts, by the id of the account */
  account_roles: {
    [name: string]: "viewer" | "preparer" | "approver" | "owner";
  };
  /** Time when the person joined, UTC */
  since: string;
  /** Id of the person who invited the member; null for the founder of the organisation */
  invited_by: string | null;
};

export type MemberList = {
  /** The rows of this page, in the order of the list */
  items: Member[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
  /** All invitations that nobody has accepted, on every page */
  invitations: Invitation[];
};

export type MemberPatch = {
  /** Role in the organisation; null removes it */
  role?: "viewer" | "preparer" | "approver" | "owner" | null | undefined;
  /** Roles in single accounts, added to that in the organisation; null removes one */
  accounts?: {
    [name: string]: "viewer" | "preparer" | "approver" | "owner" | null;
  } | undefined;
};

export type MemberSession = {
  /** The id of the session */
  id: string;
  /** Browser and system that signed in, as `Firefox, Windows`; null: it named neither */
  device: string | null;
  /** Time when the session began or was last renewed, UTC; in use it is renewed every fifteen minutes */
  last_used_at: string;
};

export type MemberSessionList = {
  /** The rows of this page, in the order of the list */
  items: MemberSession[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
};

/** A Member State's code; Greece is EL (GR is understood), Northern Ireland XI; MC (Monaco) is understood as FR (Art. 7) */
export type MemberState = string;

/** Message in the form that the shop sends */
export type MessageOfShop = string;

/** A day whose ECB rates a return lacks */
export type MissingRates = {
  /** The day whose rates convert the amounts, as the ECB publishes them */
  publication_day: IsoDate;
  /** True if other currencies have a rate of the day */
  day_stored: boolean;
  /** Currencies without a rate of the day; the return's own may be one of them */
  currencies: string[];
  /** Number of events that the return leaves out without these rates */
  event_count: number;
};

export type Movement = {
  /** Id of the movement, built from the report's own ids */
  id: string;
  /** Kind of the movement: between warehouses, to a warehouse, or back from a customer */
  kind: "warehouse_transfer" | "inbound" | "customer_return";
  /** Day on which the goods left, or else the movement was complete */
  day: IsoDate;
  /** Country that the goods left; null if unknown */
  origin: string | null;
  /** Country that the goods reached; null if unknown */
  destination: string | null;
  /** The seller's own number of the article */
  sku: string | null;
  /** Quantity in pieces; null if unknown */
  quantity: string | null;
  /** The report's own id of the transport */
  reference: string | null;
  /** Cost in minor units of `currency`; null if unknown */
  cost_minor: number | null;
  /** Currency of the cost, ISO 4217; null without a cost */
  currency: string | null;
  /** Source tag of the import */
  source_id: string;
  /** Id of the import with the movement */
  import_id: string;
};

export type MovementList = {
  /** The rows of this page, in the order of the list */
  items: Movement[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
};

export type MultiJurisdictionPreview = {
  /** Name of the kind of report */
  report_kind: "oss_ioss_multi_jurisdiction_preview";
  /** A calendar quarter, as YYYY-Qn */
  period_key: string;
  /** Recount that is still running, or null */
  recount_pending: RecountPending | null;
  /** The Union return of the quarter */
  union_oss: UnionExposure;
  /** The three monthly returns of the import scheme */
  ioss: ImportQuarterSummary;
  /** Amounts due by Member State of consumption, in the Union and the import scheme */
  jurisdictions: Array<{
    /** Member State code; EL for Greece, XI for Northern Ireland */
    member_state_of_consumption: string;
    /** Union rows of the state; null without any */
    union_oss: UnionJurisdiction | null;
    /** Import rows of the state; null without any */
    ioss: ImportJurisdiction | null;
    /** Number of source events in the return, rows that net to nothing included */
    included_source_event_count: number;
  }>;
  /** Warnings of the Union preview; months have their own */
  warnings: Warning[];
  /** The lock of the return and the changes since; null where it is not locked, and in previews that do not differ from it */
  lock: LockOfReturn | null;
  /** The rules that the report rests on */
  official_basis: RuleAnchor[];
};

/** A name, at most 200 characters */
export type Name = string;

export type NilReturnResult = {
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Result for the period; `unchanged`: it was locked before, whatever its return declares */
  result: "locked" | "unchanged" | "rejected";
  /** The error code of a rejected return; `return_not_ready` if it is not a nil return */
  error: string | null;
  /** Explanation for people; its wording may change */
  message: string | null;
  /** The path of the lines to type into the portal; null for a rejected return */
  entry_sheet: string | null;
};

export type NilReturnResults = {
  /** Result of each period, the oldest first */
  items: NilReturnResult[];
};

export type NilReturnsRequest = {
  /** The periods without supplies, in any order; at most 24 */
  period_keys: string[];
  /** Id of the registration; required if two registrations follow one another in a period */
  registration_id?: number | undefined;
  /** Day on which the returns were submitted: of each, from the last day of its period to today */
  submitted_on?: IsoDate | undefined;
  /** Language of the working paper that the lock stores; `en` unless given */
  language?: "en" | "de" | undefined;
};

/** Rows of an imported file, or orders of a connected shop, that are not in the ledger: unresolved, rejected or in conflict. They keep the returns of their month from `ready` until they are settled, the import is undone, or the order is booked */
export type OpenImportRows = {
  /** Id of the import; null for orders of a shop */
  import_id: string | null;
  /** The connected shop; null for rows of a file */
  connection_id: string | null;
  /** Format of the file; null for orders of a shop */
  format: string | null;
  /** Raw source tag of the shop or channel */
  source_id: string;
  /** Month of the supply, YYYY-MM; null if unreadable */
  month: string | null;
  /** Number of open rows */
  row_count: number;
  /** Codes of the reasons that the rows were given */
  reasons: string[];
  /** Known amounts with VAT by currency, in minor units; null where none is known */
  amounts: BridgeAmount[] | null;
  /** Number of these rows whose amount is not known */
  unread_count: number;
};

export type OpenOrder = {
  /** The shop's own id of the order */
  order_id: string;
  /** Outcome of the order; `unresolved`: a fact or a decision is missing; `rejected`: it cannot be booked */
  outcome: "rejected" | "unresolved";
  /** Month of the supply, YYYY-MM; null if unreadable */
  month: string | null;
  /** Time when the edit was first seen, UTC */
  since: string;
  /** The instant of the edit, as the shop states it; null where it states none */
  modified_at: string | null;
  /** True if an earlier edit of the order is booked */
  is_booked: boolean;
  /** Country of the customer, as the shop writes it */
  country: string | null;
  /** Currency of the amounts */
  currency: string | null;
  /** Amount in the shop, with VAT and less refunds; null where it cannot be read */
  gross_amount_minor: number | null;
  /** Amount booked, with VAT and less refunds */
  booked_gross_amount_minor: number;
  /** Amount that stays undeclared if the order is left as it is booked: the difference of the two; negative where too much stays declared */
  undeclared_gross_amount_minor: number | null;
  /** Reasons why rows are not booked, and remarks on those that are */
  findings: Array<{
    /** Outcome of the row, as in an import */
    outcome: string;
    /** Code of the reason, for programs */
    reason: string;
    /** Explanation of the finding, for people */
    message: string;
    /** The field of the shop's message */
    column: string | null;
    /** Value of the field, if it is a code, a day or an amount */
    value: string | null;
    /** Number of the order, as the shop shows it */
    order_id: string | null;
    /** The day of the sale or refund */
    supply_date: string | null;
    /** Country of the customer, as the shop writes it */
    country: string | null;
    /** Currency of the amount, ISO 4217; null if unknown */
    currency: string | null;
    /** Amount with VAT in minor units of `currency`; null if unknown */
    gross_amount_minor: number | null;
  }>;
};

export type OpenOrderList = {
  /** The rows of this page, in the order of the list */
  items: OpenOrder[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
};

/** A return that was filed elsewhere. Its totals and balances are added up as those of a return are */
export type Opening = {
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Id of the registration that made the return */
  registration_id: number;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_identification: string;
  /** Currency of all amounts, ISO 4217 */
  currency: string;
  /** The day the return was submitted */
  filed_at: IsoDate;
  /** The reference of the tax authority */
  filing_reference: string | null;
  /** Lines of the return; null if only totals exist */
  rows: OpeningRow[] | null;
  /** Totals by Member State of consumption, as given or added up from the rows */
  member_states: OpeningState[];
  /** Corrections of periods that were declared before, by period and Member State */
  corrections: OpeningCorrection[];
  /** Time when the entry was recorded, UTC */
  recorded_at: string;
  /** Id of the API key or person */
  recorded_by: string;
  /** Status of the opening; `withdrawn` once it was withdrawn */
  status: "recorded" | "withdrawn";
  /** Sums over all Member States of consumption */
  totals: ReturnTotals;
  /** The balance of each Member State of consumption; no balance is set off against another */
  balances: Balance[];
};

export type OpeningCorrection = {
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  original_period: string;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: string;
  /** Amount in minor units of the return currency */
  vat_amount_minor: number;
};

/** A line of part 3 of a return, which has no place for a taxable amount */
export type OpeningCorrectionRequest = {
  /** A quarter, YYYY-Qn, or a month, YYYY-MM */
  original_period: string;
  /** The Member State where the supply is taxed; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: MemberState;
  /** VAT in minor units of the return's currency; may be below zero */
  vat_amount_minor: number;
};

export type OpeningRequest = {
  /** Currency of the return and of all amounts, ISO 4217 */
  currency: Currency;
  /** Day on which the return was filed */
  filed_at: IsoDate;
  /** The reference of the tax authority */
  filing_reference?: string | undefined;
  /** Lines of the return; empty for a nil return. Give exactly one of `rows` and `member_states` */
  rows?: OpeningRowRequest[] | undefined;
  /** Totals by Member State of consumption, given in place of `rows` */
  member_states?: OpeningStateRequest[] | undefined;
  /** Corrections of earlier periods (part 3); none unless given */
  corrections?: OpeningCorrectionRequest[] | undefined;
};

export type OpeningRow = {
  /** Section of the return; null without sections */
  section: "2a" | "2b" | "2c" | "2d" | null;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: string;
  /** The kind of supply */
  supply_kind: "goods" | "services";
  /** Member State that goods are dispatched from, or where the fixed establishment is; null where that is the identification state, or the scheme has no such column */
  from_member_state: string | null;
  /** Standard or reduced rate, or one that makes no row of a return */
  rate_category: "standard" | "reduced";
  /** The VAT rate in basis points: 2100 is 21 % */
  vat_rate_bps: number;
  /** Amount in minor units of the return currency */
  taxable_amount_minor: number;
  /** Amount in minor units of the return currency */
  vat_amount_minor: number;
};

/** A line of part 2 of a return, as it was filed */
export type OpeningRowRequest = {
  /** Section of the return; it follows from the other fields, and is checked against them if given */
  section?: "2a" | "2b" | "2c" | "2d" | null | undefined;
  /** The Member State where the supply is taxed; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: MemberState;
  /** Kind of the supply; may be left out in a scheme that has one kind only */
  supply_kind?: "goods" | "services" | undefined;
  /** Member State of dispatch or establishment; null if it is the identification state */
  from_member_state?: MemberState | null | undefined;
  /** Standard or reduced rate, or one that makes no row of a return */
  rate_category: "standard" | "reduced";
  /** The VAT rate in basis points: 2100 is 21 % */
  vat_rate_bps: number;
  /** Amount without VAT in minor units, in the return's currency */
  taxable_amount_minor: number;
  /** VAT in minor units of the return's currency */
  vat_amount_minor: number;
};

/** Amounts declared to a Member State for the period */
export type OpeningState = {
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: string;
  /** Amount in minor units of the return currency */
  taxable_amount_minor: number;
  /** Amount in minor units of the return currency */
  vat_amount_minor: number;
};

/** All lines of a Member State, added up */
export type OpeningStateRequest = {
  /** The Member State where the supply is taxed; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: MemberState;
  /** Amount without VAT in minor units, in the return's currency */
  taxable_amount_minor: number;
  /** VAT in minor units of the return's currency */
  vat_amount_minor: number;
};

export type Organisation = {
  /** The id of the organisation */
  id: string;
  /** The name of the organisation */
  name: string;
  /** Time of creation, in UTC */
  created_at: string;
  /** Your role in the whole organisation; null if you have roles in single accounts only */
  role: "viewer" | "preparer" | "approver" | "owner" | null;
  /** Your roles in single accounts, by id */
  account_roles: {
    [name: string]: "viewer" | "preparer" | "approver" | "owner";
  };
  /** Number of accounts in the organisation */
  accounts: number;
};

export type OrganisationRequest = {
  /** The name of the practice or the group, as people see it */
  name: Name;
};

/** Origin of imported goods: a country, ISO 3166-1 alpha-2, or a territory that Art. 6 leaves outside the VAT territory. A territory has its own code (IC Canary Islands, EA Ceuta and Melilla, AX Åland, RE and other French regions), or that of its Member State and its postcode: DE-27498 Heligoland, DE-78266 Büsingen, EL-63086 Mount Athos, ES-51 Ceuta, ES-52 Melilla, IT-22061 Campione d'Italia, IT-23041 Livigno */
export type OriginCountry = string;

export type OssThresholdCheck = {
  /** Threshold that is checked: `oss` is EUR 10,000 a year (Art. 59c), `ioss` EUR 150 a consignment */
  threshold_type: "oss";
  /** Amount in EUR minor units */
  threshold_minor: number;
  /** Currency of the amounts in this object, ISO 4217 */
  currency: "EUR";
  /** Amount in EUR minor units */
  current_minor: number;
  /** Amount in EUR minor units */
  remaining_minor: number;
  /** Whole per cent of the threshold, rounded down */
  percentage_used: number;
  /** True if above the threshold; exactly the threshold is not */
  exceeded: boolean;
  /** True if the amount is within the last 10 % below the threshold */
  warning: boolean;
  /** True if some sales could not be converted and are left out */
  eur_only: boolean;
  /** Currencies, but EUR, that were converted */
  converted_currencies: string[];
  /** Currencies of which some sales are left out for want of an ECB rate; one may be in both lists */
  unconverted_currencies: string[];
  /** The day on which the running total first exceeded the limit in the currency that decides, see decision.currency (Art. 59c(5)) */
  crossed_on: IsoDate | null;
  /** The day on which the running total in euro first exceeded EUR 10,000 */
  crossed_on_eur: IsoDate | null;
  /** The turnover by Member State of consumption */
  countries: Array<{
    /** The Member State where the supply is taxed; EL for Greece, XI for Northern Ireland */
    member_state_of_consumption: string;
    /** Amount in EUR minor units */
    amount_minor: number;
  }>;
  /** Committed sales of the calendar year before that of the range's last day; entered turnover counts in `decision` alone */
  previous_year: {
    /** The calendar year concerned, YYYY */
    year: number;
    /** Amount in EUR minor units */
    current_minor: number;
    /** True if that year's turnover is above the threshold */
    exceeded: boolean;
    /** True if some sales could not be converted and are left out */
    eur_only: boolean;
  };
  /** True if the relief of Art. 59c is known not to apply on the range's last day: the limit is exceeded in that calendar year, up to that day, or in the year before, or the seller cannot have it at all. If this is false and `decision.certain` is false, it is not known, and a calculation taxes at destination */
  destination_taxation_applies: boolean;
  /** The decision where sales are taxed: at home, or where the customer is */
  decision: ThresholdDecision;
  /** The threshold in national currencies, fixed by Art. 59c(5); minor units */
  national_equivalents: Array<{
    /** National currency of the equivalent, ISO 4217 */
    currency: string;
    /** The threshold in minor units of that currency */
    amount_minor: number;
  }>;
  /** Basis of the figures, which are only indicative */
  disclaimer: string;
};

export type OssThresholdCheckAnswer = {
  /** Threshold that is checked: `oss` is EUR 10,000 a year (Art. 59c), `ioss` EUR 150 a consignment */
  threshold_type: "oss";
  /** Amount in EUR minor units */
  threshold_minor: number;
  /** Currency of the amounts in this object, ISO 4217 */
  currency: "EUR";
  /** Amount in EUR minor units */
  current_minor: number;
  /** Amount in EUR minor units */
  remaining_minor: number;
  /** Whole per cent of the threshold, rounded down */
  percentage_used: number;
  /** True if above the threshold; exactly the threshold is not */
  exceeded: boolean;
  /** True if the amount is within the last 10 % below the threshold */
  warning: boolean;
  /** True if some sales could not be converted and are left out */
  eur_only: boolean;
  /** Currencies, but EUR, that were converted */
  converted_currencies: string[];
  /** Currencies of which some sales are left out for want of an ECB rate; one may be in both lists */
  unconverted_currencies: string[];
  /** The day on which the running total first exceeded the limit in the currency that decides, see decision.currency (Art. 59c(5)) */
  crossed_on: IsoDate | null;
  /** The day on which the running total in euro first exceeded EUR 10,000 */
  crossed_on_eur: IsoDate | null;
  /** The turnover by Member State of consumption */
  countries: Array<{
    /** The Member State where the supply is taxed; EL for Greece, XI for Northern Ireland */
    member_state_of_consumption: string;
    /** Amount in EUR minor units */
    amount_minor: number;
  }>;
  /** Committed sales of the calendar year before that of the range's last day; entered turnover counts in `decision` alone */
  previous_year: {
    /** The calendar year concerned, YYYY */
    year: number;
    /** Amount in EUR minor units */
    current_minor: number;
    /** True if that year's turnover is above the threshold */
    exceeded: boolean;
    /** True if some sales could not be converted and are left out */
    eur_only: boolean;
  };
  /** True if the relief of Art. 59c is known not to apply on the range's last day: the limit is exceeded in that calendar year, up to that day, or in the year before, or the seller cannot have it at all. If this is false and `decision.certain` is false, it is not known, and a calculation taxes at destination */
  destination_taxation_applies: boolean;
  /** The decision where sales are taxed: at home, or where the customer is */
  decision: ThresholdDecision;
  /** The threshold in national currencies, fixed by Art. 59c(5); minor units */
  national_equivalents: Array<{
    /** National currency of the equivalent, ISO 4217 */
    currency: string;
    /** The threshold in minor units of that currency */
    amount_minor: number;
  }>;
  /** Basis of the figures, which are only indicative */
  disclaimer: string;
  /** Recount that is still running, or null */
  recount_pending: RecountPending | null;
};

export type PaperClient = {
  /** Name of the account, else of the client in its organisation; null without one */
  display_name: string | null;
  /** Number of the registration, masked; null if none was entered */
  identification_number_masked: string | null;
  /** Name of the intermediary; null without one */
  intermediary_name: string | null;
};

export type Payment = {
  /** The day the money left the account */
  paid_on: IsoDate;
  /** Amount paid in minor units; negative to reverse an entry */
  amount_minor: number;
  /** Note of the person who recorded the payment */
  note: string | null;
  /** Time when the entry was recorded, UTC */
  recorded_at: string;
  /** Id of the API key or person */
  recorded_by: string;
};

export type PaymentOrderRequest = {
  /** Form of the order; `pain_001`: a credit transfer for the bank, pain.001.001.09; `epc_qr`: a QR code for a banking app, as SVG, for returns in euro; `reference`: the reference in full alone, as text */
  format: "pain_001" | "epc_qr" | "reference";
  /** Id of the registration */
  registration_id?: number | undefined;
  /** The account of the Member State of identification, except for `reference`; not kept */
  creditor?: BankAccount | undefined;
  /** The account that pays, for `pain_001`; not kept */
  debtor?: BankAccount | undefined;
  /** Day of execution, for `pain_001`; today if left out */
  execution_date?: IsoDate | undefined;
  /** The number of the registration in full, for the reference; may be left out if it is stored (`PUT /v1/account/identifiers`) */
  vat_number?: Identifier | undefined;
  /** The reference that the portal asks for, where it is another one */
  reference?: string | undefined;
  /** The outstanding amount if left out */
  amount_minor?: number | undefined;
};

export type PaymentRequest = {
  /** The day the money left the account */
  paid_on: IsoDate;
  /** Amount paid, in minor units of the return's currency. A part is allowed; a negative amount reverses an earlier entry */
  amount_minor: number;
  /** Free text for the books */
  note?: string | undefined;
};

export type PeriodFiledMessage = {
  /** The type of the event */
  type: "period.filed";
  /** Time of the event, in UTC */
  timestamp: string;
  /** The facts of the event */
  data: {
    /** Id of the account of the event */
    account: string;
    /** Mode of the account; `test` is its sandbox */
    mode: "live" | "test";
    /** The special scheme of the return */
    scheme_type: "union_oss" | "non_union_oss" | "ioss";
    /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
    period_key: string;
    /** Id of the registration that made the return */
    registration_id: number;
    /** The day the return was submitted */
    filed_at: IsoDate;
    /** Recorded reference of the filing, if any */
    filing_reference: string | null;
    /** Time when the entry was recorded, UTC */
    recorded_at: string;
  };
};

export type PeriodLockedMessage = {
  /** The type of the event */
  type: "period.locked";
  /** Time of the event, in UTC */
  timestamp: string;
  /** The facts of the event */
  data: {
    /** Id of the account of the event */
    account: string;
    /** Mode of the account; `test` is its sandbox */
    mode: "live" | "test";
    /** The special scheme of the return */
    scheme_type: "union_oss" | "non_union_oss" | "ioss";
    /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
    period_key: string;
    /** Id of the registration that made the return */
    registration_id: number;
    /** The Member State that the return is filed in; EL for Greece, XI for Northern Ireland */
    member_state_identification: string;
    /** The currency that the return is filed in, ISO 4217 */
    return_currency: string;
    /** Sums over all Member States of consumption */
    totals: ReturnTotals;
    /** Last day to file the return and to pay */
    filing_due_date: IsoDate;
    /** Readiness for filing when the return was locked */
    filing_status: "ready" | "nil_return" | "review_required";
    /** Day of submission that the lock states; null where none is stated */
    submitted_on: IsoDate | null;
    /** Time when the return was locked, UTC */
    locked_at: string;
    /** SHA-256 of the snapshot, as the list of locked periods has it */
    sha256: string;
  };
};

export type Person = {
  /** Id of the person, derived from issuer and subject; histories name it */
  id: string;
  /** Name of the person, as the issuer gave it at the last sign-in; null without one */
  name: string | null;
  /** Mail address of the person, as the issuer gave it; an address alone opens nothing */
  email: string | null;
};

export type PlViudo2FileRequest = {
  /** The file format of the portal */
  format: "pl_viudo2";
  /** The filer; goes into the file and is not kept */
  filer: {
    /** The number of the registration in full: VAT number, EU… or IM… number. May be left out if it is stored (`PUT /v1/account/identifiers`), except with a read-only key */
    vat_number?: Identifier | undefined;
    /** Name or firm of the filer */
    name: string;
  } | {
    /** The number of the registration in full: VAT number, EU… or IM… number. May be left out if it is stored (`PUT /v1/account/identifiers`), except with a read-only key */
    vat_number?: Identifier | undefined;
    /** First name of a natural person */
    first_name: string;
    /** Last name of a natural person */
    last_name: string;
  };
  /** Numbers of the filer in other Member States; go into the file and are not kept */
  establishments?: FileEstablishment[] | undefined;
  /** Fields that only this form needs */
  extras: {
    /** The office that the form is addressed to: 1071 in Łódź since 2022 */
    tax_office: string;
  };
  /** Id of the registration; required if two registrations share the period, because each makes a return */
  registration_id?: number | undefined;
  /** The rules under `consents` of the check that the filer accepts */
  accept?: Array<"layout_not_confirmed" | "vat_unlike_base_times_rate"> | undefined;
  /** True for a period that is still open (default: `false`) */
  draft?: boolean | undefined;
};

export type PreparationMark = {
  /** Time when the person marked these figures, UTC */
  prepared_at: string;
  /** Id of the API key or person */
  prepared_by: string;
  /** The person, or the one that the key counts as */
  person: string;
};

/** A calendar quarter, as YYYY-Qn */
export type QuarterKey = string;

export type Quote = {
  /** Always null, because nothing was stored */
  transaction_id: string | null;
  /** Time of the calculation, UTC */
  created_at: string;
  /** The tax point that rates were looked up for */
  transaction_date: IsoDate;
  /** Country where the customer is; Greece is EL */
  country: string;
  /** Currency of all amounts, ISO 4217 */
  currency: string;
  /** True if the amounts of the request included VAT */
  price_includes_vat: boolean;
  /** The tax class whose rate was taken; null with a rate of the caller's own */
  tax_class_id: string | null;
  /** VAT rate in basis points; null if several */
  vat_rate_bps: number | null;
  /** Category of the rate; null where no tax is charged or no standard rate is known */
  rate_category: "standard" | "reduced" | "zero" | "exempt" | null;
  /** Catalogue rate of `tax_class_id` where the supply is taxed, to compare with the caller's own rate, in basis points; null without such a rate, and where none is charged or known */
  class_rate_bps: number | null;
  /** Note on the rate: supplies of the class at another rate, conditions, and the source; null where there is none */
  rate_note: string | null;
  /** Amount with VAT in minor units; always the sum of net and VAT */
  gross_amount_minor: number;
  /** Amount without VAT, in minor units */
  net_amount_minor: number;
  /** The VAT in the amount, in minor units */
  vat_amount_minor: number;
  /** Lines of a request that has lines; their amounts add up to the whole */
  lines: Array<{
    /** Your id of the line, returned unchanged */
    line_id: string | null;
    /** The tax class whose rate was taken; null with a rate of the caller's own */
    tax_class_id: string | null;
    /** The VAT rate in basis points: 2100 is 21 % */
    vat_rate_bps: number;
    /** Category of the rate; null where no tax is charged or no standard rate is known */
    rate_category: "standard" | "reduced" | "zero" | "exempt" | null;
    /** Catalogue rate of `tax_class_id` where the supply is taxed, to compare with the caller's own rate, in basis points; null without such a rate, and where none is charged or known */
    class_rate_bps: number | null;
    /** Note on the rate: supplies of the class at another rate, conditions, and the source; null where there is none */
    rate_note: string | null;
    /** Amount with VAT in minor units; always the sum of net and VAT */
    gross_amount_minor: number;
    /** Amount without VAT, in minor units */
    net_amount_minor: number;
    /** The VAT in the line, in minor units */
    vat_amount_minor: number;
    /** The line's part of the shipping, not in the line's own amounts */
    shipping: {
      /** Shipping of the line with VAT, in minor units */
      gross_amount_minor: number;
      /** Shipping of the line without VAT, in minor units */
      net_amount_minor: number;
      /** VAT in the shipping of the line, in minor units */
      vat_amount_minor: number;
    } | null;
  }> | null;
  /** Raw source tag of the shop or channel */
  source_id: string | null;
  /** The supply as it was placed, when the request had one */
  supply: {
    /** The kind of supply */
    supply_kind: "goods" | "tbe_services" | "other_services" | "imported_goods" | "energy";
    /** Member State of consumption; null outside the VAT territory of the Union */
    member_state_of_consumption: string | null;
    /** The region of the customer with a standard rate of its own (Art. 104, 105), told by the postcode: it replaces the standard rate. Reduced rates are those of the whole Member State */
    region: string | null;
    /** Country that the goods leave from */
    dispatch_country: string | null;
    /** Country where the seller is established */
    establishment_country: string | null;
    /** Type of the customer, as the caller gave it */
    customer_type: "b2c" | "b2b";
    /** A business that cannot show a VAT number is treated as a consumer */
    treated_as: "b2c" | "b2b";
    /** The customer's VAT number, masked */
    customer_vat_number_masked: string | null;
    /** Warning that the check digits of the customer's number are wrong; absent without one */
    customer_vat_number_warning: VatNumberWarning | null;
    /** Role of the seller; `deemed_supplier`: a marketplace (Art. 14a) */
    supplier_role: "seller" | "deemed_supplier";
    /** The consignment's intrinsic value in EUR minor units */
    intrinsic_value_eur_minor: number | null;
  } | null;
  /** Tax treatment of the supply; present if the request has `supply` */
  treatment: "union_oss" | "non_union_oss" | "ioss" | "domestic" | "origin_below_threshold" | "reverse_charge" | "export" | "deemed_by_marketplace" | "outside_scope" | null;
  /** Reason why the supply is taxed there, with the rule */
  treatment_reason: string | null;
  /** The Member State where tax is due; null outside its scope, and without `supply` */
  taxed_in: string | null;
  /** The day up to which the built-in rates were gathered, and the version of the accepted rates */
  rates_version: string | null;
  /** Always null, because only a stored calculation can be committed */
  committed_event_id: string | null;
  /** Last day whose changes of rates the calculation knows, where the supply is later: calculate again nearer to its day. Else null */
  rates_seen_to: IsoDate | null;
  /** Set where the euro had replaced the currency on the day of the supply. Else null */
  currency_warning: "currency_replaced_by_euro" | null;
};

export type QuotedItems = {
  /** Results of the calculations in their order */
  items: Array<{
    /** The calculation, as it would be answered alone */
    transaction: Quote;
  }>;
};

export type RateProposal = {
  /** Id of the proposal: state, class, own rate and TEDB's rates */
  proposal_id: string;
  /** The Member State by its code in returns: Greece is EL */
  country: string;
  /** The tax class whose rate was taken; null with a rate of the caller's own */
  tax_class_id: string;
  /** Supplies that the rate covers: `electronic` ones are those of `tbe_services` (Art. 58), `physical` all others */
  applies_to: "any" | "physical" | "electronic";
  /** Rate of this service in basis points on the day of the comparison */
  kept_bps: number;
  /** Rates of TEDB in basis points; none for a proposal by hand */
  tedb_bps: number[];
  /** The kind of the difference, or `by_hand` */
  reason: "standard_rate_differs" | "rate_differs" | "ambiguous" | "by_hand";
  /** The day of TEDB's entry, which is not the first day of the rate; null: proposed by hand */
  situation_on: IsoDate | null;
  /** The day that TEDB was asked about, or the proposed first day */
  seen_for: IsoDate;
  /** A remark of the source */
  comment: string;
  /** Source of the proposal: TEDB with the day of its entry, or the publication that an operator named */
  source: string;
  /** SHA-256 of TEDB's stored answer; null for a proposal by hand */
  answer_sha256: string | null;
  /** The proposal of an operator; null for one of TEDB */
  by_hand: {
    /** Rate in basis points: 2100 is 21 % */
    rate_bps: number;
    /** The proposed first day of the rate */
    valid_from: IsoDate;
    /** The address of the source */
    source_url: string;
    /** Author of the proposal: id of a person, or name in the command */
    by: string;
  } | null;
  /** Time of the first comparison, or of the proposal */
  found_at: string;
  /** The state after the last decision */
  state: "open" | "accepted" | "refused" | "withdrawn";
  /** The rates that are in the catalogue because of this proposal */
  accepted: Array<{
    /** Rate in basis points: 2100 is 21 % */
    rate_bps: number;
    /** The first day of the rate */
    valid_from: IsoDate;
  }>;
  /** All decisions, oldest first */
  decisions: Array<{
    /** Decision that was taken; a comparison reopens a proposal that it finds again */
    action: "accept" | "refuse" | "withdraw" | "reopen";
    /** Time of the entry, UTC */
    at: string;
    /** Author: id of a person, name in the command, or the comparison */
    by: string;
    /** Accepted rate in basis points; null for any other decision */
    rate_bps: number | null;
    /** The first day of an accepted rate */
    valid_from: IsoDate | null;
    /** Reason of the operator; null for a comparison */
    reason: string | null;
  }>;
  /** The last check of stored events; null: none yet */
  recheck: RateRecheck | null;
};

export type RateProposalList = {
  /** The rows of this page, in the order of the list */
  items: RateProposal[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
  /** Proposed national thresholds for small enterprises (Art. 284 VAT Directive) */
  sme_thresholds: SmeThresholdProposal[];
  /** The last comparison with TEDB; null before the first one */
  compared_at: string | null;
};

export type RateRecheck = {
  /** State of the recheck; `counted` needs a confirmation */
  state: "counting" | "counted" | "applying" | "applied";
  /** Time of the request, in UTC */
  requested_at: string;
  /** Id of the person who requested it */
  by: string;
  /** Number of events whose checks used a former rate; null while counting */
  events: number | null;
  /** The accounts of these events */
  accounts: number | null;
  /** The periods of these events, counted for each account */
  periods: number | null;
  /** Calculations with the former rate, which never change */
  calculations: number | null;
};

export type RatesChangedMessage = {
  /** The type of the event */
  type: "rates.changed";
  /** Time of the event, in UTC */
  timestamp: string;
  /** The facts of the event */
  data: {
    /** Id of the account of the event */
    account: string;
    /** Mode of the account; `test` is its sandbox */
    mode: "live" | "test";
    /** The day whose rates were compared with those told before, UTC */
    day: IsoDate;
    /** The day up to which the built-in rates were gathered, and the version of the accepted rates */
    rates_version: string;
    /** Every country with a changed rate, ISO 3166-1 */
    countries: string[];
    /** Every tax class with a changed rate */
    tax_class_ids: string[];
    /** Every changed rate, by country and tax class */
    changes: Array<{
      /** Country of the rate, ISO 3166-1; Northern Ireland is XI */
      country: string;
      /** The tax class whose rate was taken; null with a rate of the caller's own */
      tax_class_id: string;
      /** Form of supply that the rate covers */
      form: "physical" | "electronic";
      /** Rate of that day; null where none is known */
      rate_bps: number | null;
      /** Rate that was told before; null where none was known */
      former_rate_bps: number | null;
    }>;
  };
};

export type Readiness = {
  /** Always `ready`; anything else is an error */
  status: "ready";
};

export type ReceivedUpload = {
  /** Id of the received file */
  id: string;
  /** Outcome for the sender; of an `unreadable` file nothing can be used */
  status: "received" | "unreadable";
  /** Reason why the file cannot be read, in one sentence; null if it may be */
  error: {
    /** Error code of the file, for programs */
    code: string;
    /** Explanation for people; its wording may change */
    message: string;
  } | null;
};

export type ReclassifySupplyEvent = {
  /** The status from now on */
  classification_status: "classified" | "needs_review" | "excluded";
  /** Reason for the change, kept in the audit trail; no personal data */
  note: string;
};

export type ReconciledAmounts = {
  /** Amount in minor units of the return currency */
  taxable_minor: number;
  /** Amount in minor units of the return currency */
  vat_minor: number;
};

export type ReconciledState = {
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: string;
  /** The currency that the return is filed in, ISO 4217 */
  return_currency: string;
  /** Amounts in the rows of the period's own locked return */
  declared: ReconciledAmounts;
  /** Amounts in corrections in other locked returns */
  corrected: ReconciledAmounts;
  /** Amounts in corrections in returns that are still open */
  to_declare: ReconciledAmounts;
  /** Periods of these open returns */
  in_returns: string[];
  /** Amounts of the period in the ledger today */
  ledger: ReconciledAmounts;
  /** Difference of `ledger` and all that is declared or to be declared; other than 0 where no return takes a change any more */
  difference: ReconciledAmounts;
};

export type Reconciliation = {
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** UTC day that the figures are of */
  as_of: IsoDate;
  /** The oldest period that may still be corrected (Art. 61(2) CIR 282/2011) */
  from: string;
  /** Periods whose return is locked */
  locked_periods: string[];
  /** Periods since the oldest lock that are not locked */
  open_periods: string[];
  /** Lines of the reconciliation, one for each period and Member State of consumption */
  items: ReconciledState[];
  /** Changes of locked returns since their lock, with the open return that declares each */
  late_changes: Array<{
    /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
    declared_in: string;
    /** The currency that the return is filed in, ISO 4217 */
    return_currency: string;
    /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
    original_period: string;
    /** Member State code; EL for Greece, XI for Northern Ireland */
    member_state_of_consumption: string;
    /** Amount in minor units of the return currency */
    taxable_amount_minor: number;
    /** Amount in minor units of the return currency */
    vat_amount_minor: number;
    /** Number of events that came, less those that left */
    event_count_difference: number;
  }>;
  /** Changes of locked returns that no return declares any more, whatever their age */
  direct_declarations: DirectDeclaration[];
  /** Recount that is still running, or null */
  recount_pending: RecountPending | null;
};

export type RecordsJob = {
  /** The id of the job */
  id: string;
  /** State of the job; `waiting` or `running` until all is written */
  state: "waiting" | "running" | "done" | "failed";
  /** First day of supply */
  from: IsoDate;
  /** Last day of supply, included */
  to: IsoDate;
  /** Time of the request, in UTC */
  requested_at: string;
  /** Time when the last part was written, UTC; null until then */
  finished_at: string | null;
  /** Number of records written so far */
  records: number;
};

export type RecordsJobDetail = {
  /** The id of the job */
  id: string;
  /** State of the job; `waiting` or `running` until all is written */
  state: "waiting" | "running" | "done" | "failed";
  /** First day of supply */
  from: IsoDate;
  /** Last day of supply, included */
  to: IsoDate;
  /** Time of the request, in UTC */
  requested_at: string;
  /** Time when the last part was written, UTC; null until then */
  finished_at: string | null;
  /** Number of records written so far */
  records: number;
  /** The files that are written */
  files: Array<{
    /** Name of the file in the path of its link, such as `1.csv` */
    file: string;
    /** Format of the file */
    format: "ndjson" | "csv";
    /** The name of the downloaded file */
    file_name: string;
    /** Number of records in the file */
    records: number;
    /** Size of the content in bytes */
    size_bytes: number;
    /** SHA-256 of its bytes, hexadecimal */
    sha256: string;
  }>;
  /** Points of Art. 63c CIR 282/2011, with the number of records that lack each */
  points: Array<{
    /** A point of Art. 63c CIR 282/2011, as records name it */
    point: string;
    /** Letters of Art. 63c(1), or of 63c(2) for the import scheme */
    letters: string;
    /** Fields of a supply event that the point is taken from */
    source: string;
    /** Number of records that must have the point */
    asked: number;
    /** Number of these records that lack the point */
    not_known: number;
  }>;
};

export type RecordsJobList = {
  /** The rows of this page, in the order of the list */
  items: RecordsJob[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
};

export type RecordsRequest = {
  /** First day of supply */
  from: IsoDate;
  /** Last day of supply, included */
  to: IsoDate;
  /** Separator of the fields in CSV (default: `comma`) */
  delimiter?: "comma" | "semicolon" | "tab" | undefined;
  /** Decimal sign in the CSV (default: `point`) */
  decimal?: "point" | "comma" | undefined;
};

export type RecountCompletedMessage = {
  /** The type of the event */
  type: "recount.completed";
  /** Time of the event, in UTC */
  timestamp: string;
  /** The facts of the event */
  data: {
    /** Id of the account of the event */
    account: string;
    /** Mode of the account; `test` is its sandbox */
    mode: "live" | "test";
    /** Time of the latest request, UTC */
    requested_at: string;
    /** Events that were looked at, in all passes */
    events_examined: number;
    /** Events whose sums have changed */
    events_moved: number;
  };
};

/** Events are being moved to where today's registrations, profile and rules put them; until that is done figures may change, and the period cannot be locked */
export type RecountPending = {
  /** Time of the request; null for new rules */
  requested_at: string | null;
  /** First day of the supplies that may move; null for all */
  from: IsoDate | null;
  /** Events examined so far; a recount makes several passes */
  events_examined: number;
  /** Number of events moved so far into another sum */
  events_moved: number;
};

export type RefundSale = {
  /** The caller's id of the refund, unique in the account. The parts of an order that was split get the suffixes of its parts: `refund-2-2000` takes back from `order-2-2000` */
  event_id: EventId;
  /** Kind of the events that are booked, `refund` unless given */
  event_type?: "refund" | "cancellation" | "credit_note" | undefined;
  /** The day of the refund, not before that of the sale */
  supply_date: IsoDate;
  /** True if the rest of the sale is refunded: its amounts less those of earlier refunds */
  in_full?: true | undefined;
  /** The amount with VAT to take back, instead of `in_full`, in minor units of the sale's currency. Its split over the parts is in proportion to what is left of each, and each part has net and VAT at the ratio of its sale */
  gross_amount_minor?: number | undefined;
  /** The tag of the shop or channel; unless given, that of the `X-Source-ID` header, or else that of the sale */
  source_id?: string | undefined;
  /** Number of the invoice, if one was issued (Art. 63c(1)(j) CIR 282/2011) */
  invoice_number?: string | undefined;
  /** The day on which the invoice was issued */
  invoice_date?: IsoDate | undefined;
  /** Description for people; must not contain anything that identifies a customer */
  description?: string | undefined;
  /** Metadata of your own: up to 20 pairs of texts, stored and returned. No personal data, because it cannot be erased */
  metadata?: {
    [name: string]: string;
  } | undefined;
};

export type RefundedSale = {
  /** One refund for each part of the order that the refund lowers */
  items: Array<{
    /** The id of the refund, with the suffix of the part it takes back from */
    event_id: string;
    /** Result: `committed` now, or a `duplicate` of what the same request has committed before */
    status: "committed" | "duplicate";
    /** Classification of the event. `classified`: it is in returns; `needs_review`: it is in none until a person decides; `excluded`: it is in none. A caller may state a stricter one than the facts give */
    classification_status: "classified" | "needs_review" | "excluded";
    /** Codes of missing or contradictory facts; empty if the event is classified */
    classification_reasons: string[];
    /** The tax period that the event counts in, YYYY-Qn or YYYY-MM */
    period: string;
    /** Link of a non-sale to its sale. `by_period`: the event names the period of its sale; the return shows whether that was filed elsewhere */
    link_status: "not_applicable" | "linked" | "by_period" | "waiting" | "missing" | "invalid";
    /** Tax treatment of the supply; only the three special schemes make returns here */
    treatment: "union_oss" | "non_union_oss" | "ioss" | "domestic" | "origin_below_threshold" | "reverse_charge" | "export" | "deemed_by_marketplace" | "outside_scope";
    /** Reason why the original cannot be corrected; with `invalid`, and with `linked` if the original itself is excluded */
    link_reason: string | null;
    /** Findings for a person to check; they do not exclude the event */
    checks: Check[];
    /** Exclusion code: the reason in the event itself why it is in no return. Null also where only the return of a period finds a reason (registrations, exchange rates); a list filtered by `period` and `warning` shows that one. `taxed_at_home_under_scheme_excluded` needs a registration for the day, too */
    exclusion_code: "registration_missing_excluded" | "registration_overlap_excluded" | "energy_not_yet_in_scheme_excluded" | "needs_review_excluded" | "classification_excluded" | "taxed_at_home_under_scheme_excluded" | "unsupported_rate_category_excluded" | "unsupported_supply_kind_excluded" | "excise_goods_excluded" | "consignment_value_exceeded_excluded" | "consignment_value_unverified_excluded" | "missing_origin_excluded" | "correction_reference_missing_excluded" | "correction_reference_invalid_excluded" | "correction_opening_missing_excluded" | "outside_registration_window_excluded" | "correction_after_three_years_excluded" | "correction_to_former_state_excluded" | "missing_exchange_rate_excluded" | null;
    /** Status of the exclusion. `rightful`: the event belongs in no return. `open`: it may belong in one, and the return is `review_required` until this is resolved. Null without `exclusion_code` */
    exclusion_status: "rightful" | "open" | null;
    /** Return that declares the event, as registrations and locks are now: a locked one, or the open one that takes it. Null where none does, for an undone event, and where the lock of an earlier version does not tell whether it came before */
    declared_in: DeclaringReturn | null;
    /** Reason why no return declares the event: an exclusion code, or the reason for which it goes directly to the Member State of consumption. Null where `declared_in` names a return. A missing exchange rate is found by the return alone */
    undeclared_reason: "registration_missing_excluded" | "registration_overlap_excluded" | "energy_not_yet_in_scheme_excluded" | "needs_review_excluded" | "classification_excluded" | "taxed_at_home_under_scheme_excluded" | "unsupported_rate_category_excluded" | "unsupported_supply_kind_excluded" | "excise_goods_excluded" | "consignment_value_exceeded_excluded" | "consignment_value_unverified_excluded" | "missing_origin_excluded" | "correction_reference_missing_excluded" | "correction_reference_invalid_excluded" | "correction_opening_missing_excluded" | "outside_registration_window_excluded" | "correction_after_three_years_excluded" | "correction_to_former_state_excluded" | "missing_exchange_rate_excluded" | "after_three_years" | "former_registration" | "former_currency" | null;
    /** The sale that it takes back from */
    original_event_id: string;
    /** The amount without VAT, in minor units of `currency` */
    taxable_amount_minor: number;
    /** The VAT that was charged, in minor units of `currency`. It is declared as it is and never computed anew */
    vat_amount_minor: number;
  }>;
  /** Currency of the sale and of all amounts, ISO 4217 */
  currency: Currency;
  /** The amount that all `items` take back, with VAT, in minor units */
  gross_amount_minor: number;
};

export type RefusedSupplyEvent = {
  /** The id that was sent; null where none can be read */
  event_id: string | null;
  /** Result for the event, which is not in the ledger. `conflict`: its `event_id` is taken by other content. `rejected`: it is not as described */
  status: "conflict" | "rejected";
  /** Faults of the event, as an error of the request would list them: the first ten, and the number of others */
  faults: Array<{
    /** A path in the request, such as `events.3.currency`; empty in a last row that says how many more */
    field: string;
    /** The id that was sent, where one can be read */
    event_id?: string | undefined;
    /** Explanation of the fault and what to send instead, for people */
    message: string;
  }>;
};

export type RegistrationHint = {
  /** Code of the hint. `registration_elsewhere`: another Member State identifies the business in the Union scheme (Art. 369a). `non_union_established_in_union`: a business with an establishment in the Union has no non-Union scheme (Art. 358a). `intermediary_required`: a business outside the Union needs an intermediary for the import scheme (Art. 369m) */
  code: "registration_elsewhere" | "non_union_established_in_union" | "intermediary_required";
  /** Id of the registration */
  registration_id: number;
  /** Explanation for people; its wording may change */
  message: string;
};

/** Coverage of a quarter by registrations */
export type RegistrationSnapshot = {
  /** Coverage by registrations of the Union scheme */
  union_oss: {
    /** Coverage of the quarter by registrations; `covered` by exactly one */
    status: "covered" | "registration_required" | "registration_conflict";
    /** True if active registrations overlap: no coverage */
    cleanup_required: boolean;
    /** Ids of registrations that overlap, or that make more than one return of the period */
    conflicting_registration_ids: number[];
    /** Registrations in the quarter, not excluded */
    registrations: TaxRegistration[];
  };
  /** Coverage by registrations of the import scheme */
  ioss: {
    /** Coverage of the quarter; `partly_covered`: some months have no registration */
    status: "covered" | "partly_covered" | "not_registered" | "registration_conflict";
    /** True if active registrations overlap: no coverage */
    cleanup_required: boolean;
    /** Ids of registrations that overlap, or that make more than one return of the period */
    conflicting_registration_ids: number[];
    /** Registrations in the quarter, not excluded */
    registrations: TaxRegistration[];
  };
  /** True if registrations of either scheme overlap */
  cleanup_required: boolean;
  /** Registrations in the quarter, of every scheme, that the law does not allow for the business of the profile; they stop nothing, because the profile may be wrong */
  hints: RegistrationHint[];
};

export type RequestedFiles = {
  /** Organisation or account that asks for the files */
  asked_by: string;
  /** Name of the account in that organisation, or null */
  client: string | null;
  /** The source tag of the shop: ids of events begin with it */
  source_id: string;
  /** Period that the files are for, as the page names it */
  period_key: string;
  /** Number of files that the link takes at most */
  max_files: number;
  /** Number of files that were received so far */
  received_files: number;
  /** Time from which the link takes no file any more */
  ends_at: string;
};

export type Return = {
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_identification: string;
  /** The currency that the return is filed in, ISO 4217 */
  return_currency: string;
  /** Sums over all Member States of consumption */
  totals: ReturnTotals;
  /** Reasons why events are left out, with their number */
  warnings: Warning[];
  /** The ECB rates that amounts were converted at; empty where none was needed */
  exchange_rates: ExchangeRate[];
  /** Number of all events of the period, included and excluded ones */
  total_source_event_count: number;
  /** Number of events in the figures */
  included_source_event_count: number;
  /** Number of events left out; `warnings` says why */
  excluded_source_event_count: number;
  /** The lines of the return: one for each section, Member State, kind, origin and rate */
  rows: ReturnRow[];
  /** Corrections of periods that were declared before, by period and Member State */
  corrections: CorrectionRow[];
  /** The balance of each Member State of consumption; no balance is set off against another */
  balances: Balance[];
  /** Changes of locked returns since their lock; `corrections` of the earliest open return contains them */
  late_changes: LateChange[];
  /** The lock of the return and the changes since; null where it is not locked, and in previews that do not differ from it */
  lock: LockOfReturn | null;
  /** Recount that is still running, or null */
  recount_pending: RecountPending | null;
  /** Assumption about the last return of a registration, once its due day is over and neither a lock nor a day of submission is recorded; null for all other returns */
  submission_assumption: SubmissionAssumption | null;
  /** Supplies of other schemes, in the quarter of the return; empty where there are none */
  supplies_without_registration: UnregisteredSupplies[];
};

export type ReturnBridge = {
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Id of the registration that makes the return */
  registration_id: number;
  /** The currency that the return is filed in, ISO 4217 */
  return_currency: string;
  /** True if the lines are those that were stored with the lock */
  locked: boolean;
  /** Lines from the files of shops and the recorded events to the return; null for a return that was locked before bridges were stored */
  lines: BridgeLine[] | null;
  /** Parts of the bridge that are not known */
  unknown: BridgeGap[];
  /** Recount that is still running, or null */
  recount_pending: RecountPending | null;
};

export type ReturnByCountry = {
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_identification: string;
  /** The currency that the return is filed in, ISO 4217 */
  return_currency: string;
  /** Sums over all Member States of consumption */
  totals: ReturnTotals;
  /** Reasons why events are left out, with their number */
  warnings: Warning[];
  /** The ECB rates that amounts were converted at; empty where none was needed */
  exchange_rates: ExchangeRate[];
  /** Number of all events of the period, included and excluded ones */
  total_source_event_count: number;
  /** Number of events in the figures */
  included_source_event_count: number;
  /** Number of events left out; `warnings` says why */
  excluded_source_event_count: number;
  /** Breakdown by Member State of consumption, in the order of codes */
  countries: Array<{
    /** Member State code; EL for Greece, XI for Northern Ireland */
    member_state_of_consumption: string;
    /** Sums over all Member States of consumption */
    totals: ReturnTotals;
    /** The lines of the return: one for each section, Member State, kind, origin and rate */
    rows: ReturnRow[];
    /** Corrections of periods that were declared before, by period and Member State */
    corrections: CorrectionRow[];
    /** The amount due to the Member State: its rows and corrections together */
    balance: Balance;
  }>;
};

export type ReturnDueSoonMessage = {
  /** The type of the event */
  type: "return.due_soon";
  /** Time of the event, in UTC */
  timestamp: string;
  /** The facts of the event */
  data: {
    /** Id of the account of the event */
    account: string;
    /** Mode of the account; `test` is its sandbox */
    mode: "live" | "test";
    /** The id of the event in the list of notifications */
    notification_id: string;
    /** The special scheme of the return */
    scheme_type: "union_oss" | "non_union_oss" | "ioss";
    /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
    period_key: string;
    /** The last day on which the return can be submitted in time */
    filing_due_date: IsoDate;
    /** Days until the due day, at the reminder */
    days_left: number;
  };
};

export type ReturnFileReason = {
  /** Place in the return: `rows.3`, `corrections.0` or `return` */
  field: string;
  /** Code of the broken rule, for programs */
  rule: string;
  /** Explanation for people; its wording may change */
  message: string;
};

export type ReturnFormat = {
  /** The file format of the portal */
  format: "at_oss" | "cz_ossei1" | "de_bop_v2" | "es_369" | "fi_mytax" | "pl_viudo2" | "ro_d398" | "se_oss001" | "sk_dposs" | "xi_hmrc";
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state: string;
  /** The schemes whose returns it takes */
  schemes: Array<"union_oss" | "non_union_oss" | "ioss">;
  /** Version of the form or schema, as the authority names it */
  version: string;
  /** Status of the format; `preview`: not to be relied on yet */
  status: "ready" | "preview";
  /** Portal that the file is submitted to */
  channel: string;
  /** Page of the documentation about filing the format */
  guide: string;
  /** Limits of the form: facts it cannot contain */
  limits: string[];
  /** Confidence in the layout; `high`: official schema or portal source; `medium`: one generator; `low`: prose */
  confidence: "high" | "medium" | "low";
  /** Last day of the periods whose layout follows its sources; later ones have to be accepted */
  confirmed_until: IsoDate;
  /** Schemes whose layout was taken from another one, and has to be accepted */
  unconfirmed_schemes: Array<"union_oss" | "non_union_oss" | "ioss">;
  /** Parts that were not tested with the authority */
  unproven: string[];
  /** The Content-Type of the file */
  media_type: string;
  /** The encoding of its characters */
  encoding: "utf-8" | "iso-8859-1";
  /** Extension of the file name */
  extension: string;
  /** The currency that it is filed in, ISO 4217 */
  currency: string;
  /** Sections whose rows need a number */
  number_needed_in: Array<"2a" | "2b" | "2c" | "2d">;
  /** True if a tax reference may replace a VAT number */
  takes_tax_reference: boolean;
  /** JSON Schemas of what the request has to bring */
  fields: {
    /** JSON Schema of `filer` */
    filer: {
      [name: string]: unknown;
    };
    /** JSON Schema of `establishments` */
    establishments: {
      [name: string]: unknown;
    };
    /** JSON Schema of `extras` */
    extras: {
      [name: string]: unknown;
    };
  };
};

export type ReturnOverdueMessage = {
  /** The type of the event */
  type: "return.overdue";
  /** Time of the event, in UTC */
  timestamp: string;
  /** The facts of the event */
  data: {
    /** Id of the account of the event */
    account: string;
    /** Mode of the account; `test` is its sandbox */
    mode: "live" | "test";
    /** The id of the event in the list of notifications */
    notification_id: string;
    /** The special scheme of the return */
    scheme_type: "union_oss" | "non_union_oss" | "ioss";
    /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
    period_key: string;
    /** The due day of the oldest return */
    filing_due_date: IsoDate;
    /** Every overdue return of the scheme, the oldest first */
    period_keys: string[];
  };
};

export type ReturnPayment = {
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Id of the registration */
  registration_id: number;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_identification: string;
  /** The currency that the return is filed in, ISO 4217 */
  return_currency: string;
  /** The last day of the month that follows the period, also of the payment (Art. 369i, 369v VAT Directive) */
  payment_due_date: IsoDate;
  /** Amount in minor units of the return currency */
  payable_vat_minor: number;
  /** Amount in minor units of the return currency */
  paid_minor: number;
  /** Amount still to pay in minor units, zero if overpaid */
  outstanding_minor: number;
  /** The payments compared with the amount due */
  status: "nothing_due" | "unpaid" | "part_paid" | "paid" | "overpaid";
  /** Days since the due day; zero where nothing is outstanding */
  days_in_arrears: number;
  /** The reference that the payment has to quote, with the number as it is masked (Annex III of CIR 2020/194) */
  reference_form: string;
  /** The reference that the portal gave, as recorded with the filing */
  filing_reference: string | null;
  /** True if this return and the two before it have been unpaid for longer than a reminder and its ten days allow, each with EUR 100 or more: the Member State then excludes the seller (Art. 58b CIR 282/2011) */
  exclusion_warning: boolean;
  /** Payments in the order in which they were recorded */
  payments: Payment[];
};

export type ReturnPreparation = {
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Id of the registration */
  registration_id: number;
  /** SHA-256 of the marked figures; zeros without a mark */
  content_sha256: string;
  /** True if the marks are on the figures as they are now */
  is_current: boolean;
  /** The first mark of each person on these figures */
  marks: PreparationMark[];
};

/** An open question of a return */
export type ReturnQuestion = {
  /** Kind of the question: rows of a file, orders of a shop, events or figures */
  kind: "import_rows" | "orders" | "exclusion" | "check" | "negative_row" | "correction_below_zero" | "supplies_without_registration" | "nothing_included";
  /** Code of the exclusion or check, else as `return_not_ready` names it */
  code: string;
  /** Number of open rows, orders, events or figures */
  count: number;
  /** Known amounts by currency; null where none is known or read */
  amounts: BridgeAmount[] | null;
  /** Number among `count` whose amount is not known or not read */
  unread_count: number;
  /** Source of the rows or orders; null for others */
  source_id: string | null;
  /** Import of the rows; null for others */
  import_id: string | null;
  /** Connected shop of the orders; null for others */
  connection_id: string | null;
  /** Month of the rows or orders; null without a day */
  month: string | null;
  /** Codes of the reasons that the rows were given */
  reasons: string[];
  /** Reason for the question in words */
  message: string;
  /** Action that answers the question */
  remedy: "complete_rows" | "decide_orders" | "decide_events" | "complete_events" | "record_sale" | "record_opening" | "add_exchange_rate" | "change_registrations" | "review_events" | "review_figures" | "adjust_rounding";
  /** Adjustments offered for figures below zero that only rounding explains */
  adjustments: RoundingAdjustment[];
  /** Request that lists the rows, orders, events, figures, or registrations */
  path: string;
};

export type ReturnRow = {
  /** Section of the Union return: 2a services from the identification state, 2b goods from it, 2c services from fixed establishments elsewhere, 2d goods dispatched from elsewhere; null in schemes without sections */
  section: "2a" | "2b" | "2c" | "2d" | null;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  member_state_of_consumption: string;
  /** The kind of supply */
  supply_kind: "goods" | "services";
  /** Member State that goods are dispatched from, or where the fixed establishment is; null where that is the identification state, or the scheme has no such column */
  from_member_state: string | null;
  /** Standard or reduced rate, or one that makes no row of a return */
  rate_category: string;
  /** The VAT rate in basis points: 2100 is 21 % */
  vat_rate_bps: number;
  /** Amount in minor units of the return currency */
  taxable_amount_minor: number;
  /** Amount in minor units of the return currency */
  vat_amount_minor: number;
  /** Number of events in the figures */
  event_count: number;
};

export type ReturnSignOff = {
  /** Marks on exactly these figures; `at` is null where only the lock names the author */
  prepared: Array<{
    /** Id of the API key or person */
    by: string;
    /** Name of the person, as the issuer said it; null for a key */
    name: string | null;
    /** Time of the entry, UTC */
    at: string | null;
  }>;
  /** The approver who reviewed and locked the return; null before */
  locked: {
    /** Id of the API key or person */
    by: string;
    /** Name of the person, as the issuer said it; null for a key */
    name: string | null;
    /** Time of the entry, UTC */
    at: string;
  } | null;
  /** The record of the filing; null before */
  filed: {
    /** Id of the API key or person */
    by: string;
    /** Name of the person, as the issuer said it; null for a key */
    name: string | null;
    /** Time when the filing was recorded, UTC */
    at: string;
    /** The day the return was submitted */
    on: IsoDate;
    /** The reference of the tax authority */
    reference: string | null;
  } | null;
};

export type ReturnSigners = {
  /** Name of the person who prepared the locked figures; null if not known */
  prepared: string | null;
  /** Name of the person who locked the return; null for an API key */
  locked: string | null;
};

export type ReturnTotals = {
  /** Amount in minor units of the return currency */
  taxable_minor: number;
  /** Amount in minor units of the return currency */
  current_vat_minor: number;
  /** Amount in minor units of the return currency */
  correction_vat_minor: number;
  /** Sum of the positive balances; nothing is set off */
  payable_vat_minor: number;
};

export type ReturnUnpaidMessage = {
  /** The type of the event */
  type: "return.unpaid";
  /** Time of the event, in UTC */
  timestamp: string;
  /** The facts of the event */
  data: {
    /** Id of the account of the event */
    account: string;
    /** Mode of the account; `test` is its sandbox */
    mode: "live" | "test";
    /** The id of the event in the list of notifications */
    notification_id: string;
    /** The special scheme of the return */
    scheme_type: "union_oss" | "non_union_oss" | "ioss";
    /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
    period_key: string;
    /** The last day on which the VAT could be paid in time */
    filing_due_date: IsoDate;
  };
};

export type RevenueAccount = {
  /** The Member State of consumption; left out: every one that has no line of its own */
  member_state?: "AT" | "BE" | "BG" | "CY" | "CZ" | "DE" | "DK" | "EE" | "EL" | "ES" | "FI" | "FR" | "HR" | "HU" | "IE" | "IT" | "LT" | "LU" | "LV" | "MT" | "NL" | "PL" | "PT" | "RO" | "SE" | "SI" | "SK" | "XI" | undefined;
  /** VAT rate in basis points; if left out, every rate of the state without a line of its own, and its corrections, which have no rate */
  vat_rate_bps?: number | undefined;
  /** The account that sales without VAT are credited to */
  account: string;
  /** The account of the VAT, where it is not `accounts.vat_account` */
  vat_account?: string | undefined;
};

export type RoD398FileRequest = {
  /** The file format of the portal */
  format: "ro_d398";
  /** The filer; goes into the file and is not kept */
  filer: {
    /** The number of the registration in full: VAT number, EU… or IM… number. May be left out if it is stored (`PUT /v1/account/identifiers`), except with a read-only key */
    vat_number?: Identifier | undefined;
    /** Name or firm of the filer */
    name: string;
    /** IN… number, in the import scheme alone */
    intermediary_number?: Identifier | undefined;
  };
  /** Numbers of the filer in other Member States; go into the file and are not kept */
  establishments?: FileEstablishment[] | undefined;
  /** Fields that only this form needs */
  extras?: {
    /** True if the filer facilitates sales of others (Art. 14a); Union scheme (default: `false`) */
    electronic_interface?: boolean | undefined;
  } | undefined;
  /** Id of the registration; required if two registrations share the period, because each makes a return */
  registration_id?: number | undefined;
  /** The rules under `consents` of the check that the filer accepts */
  accept?: Array<"layout_not_confirmed" | "vat_unlike_base_times_rate"> | undefined;
  /** True for a period that is still open (default: `false`) */
  draft?: boolean | undefined;
};

/** An adjustment of at most one minor unit for each refund. The filer accepts it by committing these fields, but for `corrected_period`, as a supply event with an `event_id` and the refunded sale as `original_event_id` */
export type RoundingAdjustment = {
  /** Period of the sale that the adjustment must name */
  corrected_period: string;
  /** Type of the event: a `sale`, or what later happened to one. Amounts of refunds, cancellations and credit notes are positive, the type gives the sign; an `adjustment` carries its own */
  event_type: "adjustment";
  /** Day in the period of the return */
  supply_date: IsoDate;
  /** Member State code; EL for Greece, XI for Northern Ireland */
  consumption_country: string;
  /** Currency of the return */
  currency: string;
  /** The amount without VAT, in minor units of `currency` */
  taxable_amount_minor: number;
  /** The VAT that was charged, in minor units of `currency`. It is declared as it is and never computed anew */
  vat_amount_minor: number;
  /** Reason of the adjustment */
  description: string;
};

export type RowSettlement = {
  /** The row, as `GET …/rows` names it */
  row: string;
  /** The event in the ledger that was entered for the row */
  event_id: EventId;
};

/** A rule that the report rests on */
export type RuleAnchor = {
  /** Act and article of the rule */
  reference: string;
  /** Subject of the rule in words */
  title: string;
  /** Address of the legal text */
  url: string;
};

export type Sandbox = {
  /** The ledger that test keys open */
  account: string;
  /** Clock of the sandbox; null if it was not set, and the sandbox has the day of the calendar */
  clock: SandboxClock | null;
  /** The last 20 times that the sandbox was emptied, the latest first */
  emptied: Array<{
    /** Ledger that test keys opened before */
    account: string;
    /** Time when the sandbox was emptied, UTC */
    emptied_at: string;
    /** Id of the key that emptied the sandbox */
    emptied_by: string;
    /** True if all of its data is removed; nobody can read the rest */
    removed: boolean;
  }>;
};

export type SandboxClock = {
  /** Day that it is in the sandbox */
  today: IsoDate;
  /** Last day whose notices are made; before `today` while the others are being made */
  checked_to: IsoDate;
};

export type SandboxClockRequest = {
  /** Day that it shall be in the sandbox, from 2021-07-01 to the last day for which the service has VAT rates; never earlier than before */
  today: IsoDate;
};

/** A special scheme, by its name in paths */
export type SchemeSlug = "union-oss" | "non-union-oss" | "ioss";

export type SeOss001FileRequest = {
  /** The file format of the portal */
  format: "se_oss001";
  /** The filer; goes into the file and is not kept */
  filer: {
    /** The number of the registration in full: VAT number, EU… or IM… number. May be left out if it is stored (`PUT /v1/account/identifiers`), except with a read-only key */
    vat_number?: Identifier | undefined;
  };
  /** Numbers of the filer in other Member States; go into the file and are not kept */
  establishments?: FileEstablishment[] | undefined;
  /** Fields that only this form needs */
  extras?: Record<string, never> | undefined;
  /** Id of the registration; required if two registrations share the period, because each makes a return */
  registration_id?: number | undefined;
  /** The rules under `consents` of the check that the filer accepts */
  accept?: Array<"layout_not_confirmed" | "vat_unlike_base_times_rate"> | undefined;
  /** True for a period that is still open (default: `false`) */
  draft?: boolean | undefined;
};

export type Session = {
  /** The person who is signed in */
  person: Person;
  /** Organisations that the person is a member of */
  organisations: Organisation[];
  /** True for a person who operates the service */
  is_operator: boolean;
};

export type SessionEnd = {
  /** Time when the session ended, UTC */
  ended_at: string;
};

export type SessionList = {
  /** The rows of this page, in the order of the list */
  items: ListedSession[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
};

export type SessionRefresh = {
  /** Refresh token; if left out, the cookie is read */
  refresh_token?: string | undefined;
};

export type SessionRequest = {
  /** The authorization code that the issuer gave to the page */
  code: string;
  /** PKCE code verifier, whose hash the sign-in began with (RFC 7636) */
  code_verifier: string;
  /** Redirect address, as the sign-in named it */
  redirect_uri: string;
  /** Nonce of the sign-in, which the ID token must repeat */
  nonce: string;
  /** Carrier of the refresh token: `cookie` for pages, whose scripts then cannot read it (default: `body`) */
  refresh?: "cookie" | "body" | undefined;
};

export type SessionTokens = {
  /** Access token, sent as `Authorization: Bearer …`; valid for fifteen minutes */
  access_token: string;
  /** Time when the access token expires, UTC */
  access_ends_at: string;
  /** Refresh token, which renews the session once; null if it is in a cookie that pages cannot read */
  refresh_token: string | null;
  /** Time when the person has to sign in again */
  session_ends_at: string;
  /** The id of the person who signed in */
  person_id: string;
};

export type SessionsEnd = {
  /** Number of sessions that were ended */
  ended: number;
  /** Time when the sessions ended, UTC */
  ended_at: string;
};

export type SettingChange = {
  /** Time of the entry, UTC */
  at: string;
  /** The API key or person that changed it; null: by a command of the operator */
  key_id: string | null;
  /** Changed setting: all registrations, the profile, or all sources */
  subject: "registrations" | "profile" | "sources";
  /** The number of writes of the subject, this one included */
  version: number;
  /** Changed fields, an entry for each registration or source that changed */
  changes: Array<{
    /** Id of registration or source; null for the profile */
    id: number | null;
    /** The fields that differ, numbers masked as they are kept, names as `(text)`; null where there was nothing */
    before: {
      [name: string]: unknown;
    } | null;
    /** The fields that differ, numbers masked as they are kept, names as `(text)`; null where there was nothing */
    after: {
      [name: string]: unknown;
    } | null;
  }>;
};

export type SettingChangeList = {
  /** The rows of this page, in the order of the list */
  items: SettingChange[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
};

export type SieSettings = {
  /** Name of the company, `#FNAMN` */
  company_name: string;
  /** Organisation number of the company, `#ORGNR` */
  organisation_number?: string | undefined;
};

export type SignIn = {
  /** The issuer with which persons sign in; null: the stage has none, and takes keys */
  provider: {
    /** Address of the issuer, as its ID tokens name it */
    issuer: string;
    /** Authorization endpoint of the issuer, which the page sends the browser to */
    authorization_endpoint: string;
    /** Client id under which the issuer knows this service */
    client_id: string;
    /** Scopes that the sign-in requests from the issuer */
    scope: string;
  } | null;
};

export type SkDpossFileRequest = {
  /** The file format of the portal */
  format: "sk_dposs";
  /** The filer; goes into the file and is not kept */
  filer: {
    /** The number of the registration in full: VAT number, EU… or IM… number. May be left out if it is stored (`PUT /v1/account/identifiers`), except with a read-only key */
    vat_number?: Identifier | undefined;
  };
  /** Numbers of the filer in other Member States; go into the file and are not kept */
  establishments?: FileEstablishment[] | undefined;
  /** Fields that only this form needs */
  extras?: Record<string, never> | undefined;
  /** Id of the registration; required if two registrations share the period, because each makes a return */
  registration_id?: number | undefined;
  /** The rules under `consents` of the check that the filer accepts */
  accept?: Array<"layout_not_confirmed" | "vat_unlike_base_times_rate"> | undefined;
  /** True for a period that is still open (default: `false`) */
  draft?: boolean | undefined;
};

export type SmeEligibility = {
  /** The Member State whose exemption it is */
  country: string;
  /** Currency of the turnover, as sent */
  currency: string;
  /** Annual turnover in minor units, as sent */
  annual_turnover_nac: number;
  /** The day that the threshold is of */
  reference_date: IsoDate;
  /** Threshold in whole units of the national currency */
  exemption_threshold_nac: number | null;
  /** Threshold in whole euro; null where no official equivalent is known */
  exemption_threshold_eur: number | null;
  /** True if the turnover is within the threshold; false where a country has none */
  eligible_for_exemption: boolean;
  /** Excess over the threshold in minor units, or 0 */
  exceeded_by_nac: number;
  /** Exemption that was checked: the domestic one of small enterprises */
  scheme_type: string;
  /** Rules of the country on the exemption */
  policy: SmePolicy;
  /** Thresholds for single sectors, where the country has them */
  sectorals: SmeSectoral[];
  /** The day the data was last looked at */
  data_situation_on: IsoDate;
  /** The decision of an operator that the threshold comes from; null for one that is built in */
  accepted: {
    /** The proposal that was accepted */
    proposal_id: string;
    /** The publication that the proposal comes from */
    source: string;
    /** Address of the source; null for TEDB */
    source_url: string | null;
    /** The instant of the decision */
    accepted_at: string;
  } | null;
  /** The day up to which the built-in rates were gathered, and the version of the accepted rates */
  rates_version: string;
  /** State of the rates that an operator has accepted; `unavailable`: they could not be read; ask again */
  accepted_rates: "included" | "unavailable";
  /** Basis of the figures, and their limits */
  disclaimer: string;
};

export type SmeEligibilityRequest = {
  /** A country, ISO 3166-1 alpha-2; Greece is EL */
  country: string;
  /** Annual turnover in minor units of `currency` */
  annual_turnover_nac: number;
  /** Currency of the turnover: the national one on that day */
  currency: Currency;
  /** The day of the threshold; today unless given */
  reference_date?: IsoDate | undefined;
};

/** Rules of a country on the SME exemption; a null field is not established, which is not the same as none */
export type SmePolicy = {
  /** True if one threshold holds for all activities */
  one_national_annual_threshold: boolean | null;
  /** Period for which a business that exceeded the threshold cannot use the exemption (Art. 288a) */
  exclusion_article288_quarantine_period: string | null;
  /** True if a business may opt out of the exemption (Art. 290) */
  voluntary_cessation_article290: boolean | null;
};

export type SmeSectoral = {
  /** Activities that the threshold applies to */
  sector: string | null;
  /** Threshold in whole euro; null where no official equivalent is known */
  exemption_threshold_eur: number | null;
  /** Threshold in whole units of the national currency */
  exemption_threshold_nac: number | null;
  /** A remark of the source */
  comment: string | null;
};

export type SmeThresholdProposal = {
  /** Id of the proposal: state, `sme`, threshold and first day */
  proposal_id: string;
  /** The Member State by its code in returns: Greece is EL */
  country: string;
  /** The national currency on the first day */
  currency: string;
  /** The threshold of this service on that day, in whole units; null: none */
  kept_nac: number | null;
  /** The proposed threshold, in whole units of the currency */
  threshold_nac: number;
  /** The proposed first day */
  valid_from: IsoDate;
  /** The law or publication */
  source: string;
  /** The address of the source */
  source_url: string;
  /** Author of the proposal: id of a person, or name in the command */
  by: string;
  /** Time of the first comparison, or of the proposal */
  found_at: string;
  /** The state after the last decision */
  state: "open" | "accepted" | "refused" | "withdrawn";
  /** True if the threshold applies from its first day on */
  is_accepted: boolean;
  /** All decisions, oldest first */
  decisions: Array<{
    /** Decision that was taken; a comparison reopens a proposal that it finds again */
    action: "accept" | "refuse" | "withdraw" | "reopen";
    /** Time of the entry, UTC */
    at: string;
    /** Author: id of a person, name in the command, or the comparison */
    by: string;
    /** Accepted rate in basis points; null for any other decision */
    rate_bps: number | null;
    /** The first day of an accepted rate */
    valid_from: IsoDate | null;
    /** Reason of the operator; null for a comparison */
    reason: string | null;
  }>;
};

export type SourceBridge = {
  /** Source of the imports */
  source_id: string;
  /** Number of imports in the sums, without checks and undone imports */
  import_count: number;
  /** Lines from the amounts in the files to those that were committed */
  lines: BridgeLine[];
  /** Parts of the files that the bridge does not know */
  unknown: BridgeGap[];
};

export type SourceEvent = {
  /** Your id of the event, unique in the account across sales, refunds and all others. Sent again with the same content it is a duplicate, with other content a conflict */
  event_id: EventId;
  /** Type of the event: a `sale`, or what later happened to one. Amounts of refunds, cancellations and credit notes are positive, the type gives the sign; an `adjustment` carries its own */
  event_type: "sale" | "refund" | "cancellation" | "credit_note" | "adjustment";
  /** The `event_id` of the sale that a non-sale changes */
  original_event_id: EventId | null;
  /** Period of the sale, replacing `original_event_id`, if its return was filed elsewhere and is recorded under `/v1/returns/{scheme}/{period}/opening` */
  original_period: string | null;
  /** The tax point: the calendar day on which VAT becomes due, in the time zone of your books. It decides quarter and rate */
  supply_date: IsoDate;
  /** Kind of supply; `other_services` to consumers are those taxed where they are carried out (Art. 46 to 54a VAT Directive): one that is taxed where the seller is (Art. 45), such as consulting, has `treatment: domestic` */
  supply_kind: "goods" | "tbe_services" | "other_services" | "imported_goods" | "energy" | "new_means_of_transport" | "assembly_installation";
  /** Type of the customer; `b2c` for a sale unless given, and that of its sale for a non-sale */
  customer_type: "b2c" | "b2b" | null;
  /** The category of the customer within `customer_type`, such as a non-taxable legal person or a flat-rate farmer (Art. 3(1), 151). It is only recorded: the place of supply follows from `customer_type`, which is `b2c` for goods to a person whose acquisitions are not subject to VAT (Art. 14(4)(1)) */
  customer_category: "consumer" | "taxable_person" | "exempt_taxable_person" | "non_taxable_legal_person" | "flat_rate_farmer" | "diplomatic_or_international_body" | null;
  /** Country of consumption; required except for a non-sale that names its sale, which takes that of the sale */
  consumption_country: ConsumptionCountry | null;
  /** Member State where the transport of goods to the customer begins. Without it goods are `needs_review`. Greece is EL, Northern Ireland XI */
  dispatch_country: DispatchCountry | null;
  /** Member State of the establishment that supplies services, if it is not the seat of the account profile */
  establishment_country: Country | null;
  /** Country outside the Union that imported goods are sent from, ISO 3166-1 alpha-2; without it they are in no return */
  origin_country: OriginCountry | null;
  /** Currency, ISO 4217; amounts in the same object are in its minor units */
  currency: Currency;
  /** The amount without VAT, in minor units of `currency` */
  taxable_amount_minor: number;
  /** The VAT that was charged, in minor units of `currency`. It is declared as it is and never computed anew */
  vat_amount_minor: number;
  /** VAT rate in basis points; required except for a non-sale that names its sale, which takes that of the sale */
  vat_rate_bps: number | null;
  /** Category of the rate; required except for a non-sale that names its sale, which takes that of the sale */
  rate_category: "standard" | "reduced" | "zero" | "exempt" | null;
  /** Role of the account in the supply. `seller`: it sells itself. `deemed_supplier`: it is a platform that is deemed to make the supply (Art. 14a). `underlying_seller`: it sells through a platform that declares the sale */
  supplier_role: "seller" | "deemed_supplier" | "underlying_seller" | null;
  /** The platform's own id of the seller whose supply the account is deemed to make (Art. 14a, 242a): no name, address or number of a person. It is only recorded */
  underlying_seller_id: string | null;
  /** Parcel of imported goods, for the EUR 150 of the import scheme (Art. 369l) */
  consignment: {
    /** Id of the consignment: sales with the same id travel together, and their values are added up for the EUR 150 of the import scheme (Art. 369l). At most 200 sales share one */
    id: string | null;
    /** Intrinsic value of the goods of this supply alone, without transport, insurance, taxes and charges that are shown separately (Art. 1(48) of Delegated Regulation (EU) 2015/2446) */
    intrinsic_value_minor: number;
    /** Currency of `intrinsic_value_minor`, ISO 4217 */
    currency: Currency;
    /** Intrinsic value in EUR minor units at the customs rate; without it a value in another currency is unverified, and adds nothing to its consignment */
    intrinsic_value_eur_minor: number | null;
    /** True if the goods bear excise duty, which excludes them from the import scheme */
    excise_goods: boolean;
  } | null;
  /** Evidence of where the customer of a service is (Art. 24b and 24f CIR 282/2011). Two kinds that agree decide; pieces that contradict each other require a review */
  location_evidence: Array<{
    /** Kind of the evidence, in your words: `billing_address`, `ip_address`, `card_country` */
    kind: string;
    /** Country that the evidence points to, ISO 3166-1 alpha-2 */
    country: Country;
  }> | null;
  /** Raw source tag of the shop or channel */
  source_id: string | null;
  /** The tax class whose rate was taken; null with a rate of the caller's own */
  tax_class_id: string | null;
  /** The service's id of the calculation */
  transaction_id: string | null;
  /** Quantity of the goods (Art. 63c(1)(b) CIR 282/2011) */
  quantity: string | null;
  /** Unit of `quantity`, such as kg; default pieces */
  quantity_unit: string | null;
  /** The code of the goods in the customs tariff, 6 to 10 digits: of the Harmonised System, the Combined Nomenclature or TARIC */
  hs_code: string | null;
  /** The check of the customer's VAT number (POST /v1/vat-numbers/check) that is the evidence of this supply. It is only recorded, and the check may still be pending */
  vat_number_check_id: string | null;
  /** Payments received, with date and amount (Art. 63c(1)(h)). Of a calculation that makes several events, each has all of them */
  payments: Array<{
    /** The day on which the money was received */
    date: IsoDate;
    /** Amount with VAT in minor units; negative for money paid back */
    amount_minor: number;
    /** Currency of the payment; default that of the event */
    currency: Currency | null;
  }> | null;
  /** Payments received before the supply (Art. 63c(1)(i)) */
  payments_on_account: Array<{
    /** The day on which the money was received */
    date: IsoDate;
    /** Amount with VAT in minor units; negative for money paid back */
    amount_minor: number;
    /** Currency of the payment; default that of the event */
    currency: Currency | null;
  }> | null;
  /** Number of the invoice, if one was issued (Art. 63c(1)(j) CIR 282/2011) */
  invoice_number: string | null;
  /** The day on which the invoice was issued */
  invoice_date: IsoDate | null;
  /** Description for people; must not contain anything that identifies a customer */
  description: string | null;
  /** Metadata of your own: up to 20 pairs of texts, stored and returned. No personal data, because it cannot be erased */
  metadata: {
    [name: string]: string;
  } | null;
  /** Tax treatment of the supply; only the three special schemes make returns here */
  treatment: "union_oss" | "non_union_oss" | "ioss" | "domestic" | "origin_below_threshold" | "reverse_charge" | "export" | "deemed_by_marketplace" | "outside_scope";
  /** Classification of the event. `classified`: it is in returns; `needs_review`: it is in none until a person decides; `excluded`: it is in none. A caller may state a stricter one than the facts give */
  classification_status: "classified" | "needs_review" | "excluded";
  /** Codes of missing or contradictory facts; empty if the event is classified */
  classification_reasons: string[];
  /** Decisions about the event after its commit, the oldest first */
  classification_history: Array<{
    /** Time of the entry, UTC */
    at: string;
    /** Id of the API key or person that decided */
    key_id: string;
    /** Classification status before the decision */
    from: "classified" | "needs_review" | "excluded";
    /** Classification status after the decision */
    to: "classified" | "needs_review" | "excluded";
    /** Reason for the decision, in the words of its author */
    note: string;
    /** The blocking checks that were open, and are settled by this decision */
    settled_checks: Array<"rate_given_in_percent" | "rate_category_mismatch" | "vat_on_zero_category" | "vat_on_b2b_sale" | "vat_on_untaxed_sale" | "currency_differs_from_sale" | "refund_above_sale" | "refund_vat_differs_from_sale" | "before_scheme" | "rate_not_in_force" | "rate_of_other_form" | "vat_differs_from_rate" | "refund_before_sale" | "currency_replaced_by_euro" | "location_evidence_missing" | "price_far_above_intrinsic_value" | "deemed_supplier_differs_from_source" | "location_evidence_differs" | "location_evidence_single"> | null;
  }>;
  /** Findings for a person to check; they do not exclude the event */
  checks: Check[];
  /** The sales with this `consignment.id` are worth more than EUR 150 together */
  consignment_exceeded: true | null;
  /** Time when the event was committed, UTC */
  committed_at: string;
  /** Time when the free text that no law requires was erased, UTC (Art. 17 GDPR); null if it was not */
  erased_at: string | null;
  /** The tax period that the event counts in, YYYY-Qn or YYYY-MM */
  period: string;
  /** Link of a non-sale to its sale. `by_period`: the event names the period of its sale; the return shows whether that was filed elsewhere */
  link_status: "not_applicable" | "linked" | "by_period" | "waiting" | "missing" | "invalid";
  /** Name that the shop shows for the order, from an import or a connection; null where none is kept */
  order_name: string | null;
  /** Reason why the original cannot be corrected; with `invalid`, and with `linked` if the original itself is excluded */
  link_reason: string | null;
  /** Exclusion code: the reason in the event itself why it is in no return. Null also where only the return of a period finds a reason (registrations, exchange rates); a list filtered by `period` and `warning` shows that one. `taxed_at_home_under_scheme_excluded` needs a registration for the day, too */
  exclusion_code: "registration_missing_excluded" | "registration_overlap_excluded" | "energy_not_yet_in_scheme_excluded" | "needs_review_excluded" | "classification_excluded" | "taxed_at_home_under_scheme_excluded" | "unsupported_rate_category_excluded" | "unsupported_supply_kind_excluded" | "excise_goods_excluded" | "consignment_value_exceeded_excluded" | "consignment_value_unverified_excluded" | "missing_origin_excluded" | "correction_reference_missing_excluded" | "correction_reference_invalid_excluded" | "correction_opening_missing_excluded" | "outside_registration_window_excluded" | "correction_after_three_years_excluded" | "correction_to_former_state_excluded" | "missing_exchange_rate_excluded" | null;
  /** Status of the exclusion. `rightful`: the event belongs in no return. `open`: it may belong in one, and the return is `review_required` until this is resolved. Null without `exclusion_code` */
  exclusion_status: "rightful" | "open" | null;
  /** Return that declares the event, as registrations and locks are now: a locked one, or the open one that takes it. Null where none does, for an undone event, and where the lock of an earlier version does not tell whether it came before */
  declared_in: DeclaringReturn | null;
  /** Reason why no return declares the event: an exclusion code, or the reason for which it goes directly to the Member State of consumption. Null where `declared_in` names a return. A missing exchange rate is found by the return alone */
  undeclared_reason: "registration_missing_excluded" | "registration_overlap_excluded" | "energy_not_yet_in_scheme_excluded" | "needs_review_excluded" | "classification_excluded" | "taxed_at_home_under_scheme_excluded" | "unsupported_rate_category_excluded" | "unsupported_supply_kind_excluded" | "excise_goods_excluded" | "consignment_value_exceeded_excluded" | "consignment_value_unverified_excluded" | "missing_origin_excluded" | "correction_reference_missing_excluded" | "correction_reference_invalid_excluded" | "correction_opening_missing_excluded" | "outside_registration_window_excluded" | "correction_after_three_years_excluded" | "correction_to_former_state_excluded" | "missing_exchange_rate_excluded" | "after_three_years" | "former_registration" | "former_currency" | null;
  /** Contribution to the return; null if left out */
  in_return: ContributionToReturn | null;
  /** True if the event came, or was reclassified, after the lock of this return, or corrects a last return after the stated submission */
  after_lock: boolean;
};

export type SourceEventList = {
  /** The rows of this page, in the order of the list */
  items: SourceEvent[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
  /** Count and sum of all events of the list; null on pages after the first */
  figure: SourceFigure | null;
  /** Recount that may still change the figure; null if none is running, and on pages after the first */
  recount_pending: RecountPending | null;
};

/** Count and sum of all events of the list, not of its page alone, from the sums that made the return */
export type SourceFigure = {
  /** Number of all events of the list; null for late changes, of which only the difference is kept */
  event_count: number | null;
  /** Number of those that the return leaves out */
  excluded_event_count: number;
  /** Amounts of those that the return leaves out, by currency and not converted; until a recount, events that were stored before amounts were kept are missing */
  left_out: BridgeAmount[];
  /** Amount of those in the return, each row and correction rounded once; null where `warning` names what is left out, whose amounts are in `left_out` */
  taxable_amount_minor: number | null;
  /** VAT of those in the return, as its amount */
  vat_amount_minor: number | null;
  /** Currency of the return */
  currency: string;
  /** Sum before the one rounding of each row, in major units with four decimals */
  exact_taxable_amount: string | null;
  /** Sum before the one rounding of each row, in major units with four decimals */
  exact_vat_amount: string | null;
  /** Part of the same corrections that comes from changes of declared periods, whose events `late` lists; null where there is none */
  late_changes: {
    /** Amount in minor units of the return currency */
    taxable_amount_minor: number;
    /** Amount in minor units of the return currency */
    vat_amount_minor: number;
    /** Number of events that came, less those that left */
    event_count_difference: number;
  } | null;
  /** Figure in the lock of the return; null where it is not locked, or locked in another currency */
  as_locked: {
    /** Number of events in the figures */
    event_count: number;
    /** Amount in minor units of the return currency */
    taxable_amount_minor: number;
    /** Amount in minor units of the return currency */
    vat_amount_minor: number;
  } | null;
  /** Change of the figure since the lock; null where `as_locked` is null */
  since_lock: {
    /** Amount in minor units of the return currency */
    taxable_amount_minor: number;
    /** Amount in minor units of the return currency */
    vat_amount_minor: number;
    /** Number of events that came, less those that left */
    event_count_difference: number;
  } | null;
};

export type SourceList = {
  /** The rows of this page, in the order of the list */
  items: SourceProfile[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
  /** Number of sources that are not archived */
  activeCount: number;
  /** Maximum number of sources of an account */
  maxProfiles: number;
};

export type SourcePatch = {
  /** Name to show to people */
  display_name?: Name | null | undefined;
  /** Kind of sales channel */
  channel_type?: "owned_store" | "marketplace" | "subscription" | "pos" | "wholesale" | "test" | "other" | null | undefined;
  /** The software or marketplace, in your words */
  platform?: "" | null | Name | undefined;
  /** Country of most customers of the channel, ISO 3166-1 alpha-2; analysis only */
  default_country?: "" | null | IsoCountry | undefined;
  /** The currency it mostly sells in, ISO 4217; analysis only */
  default_currency?: "" | null | Currency | undefined;
  /** Country where the seller of the channel is established, ISO 3166-1 alpha-2; analysis only */
  supplier_establishment_country?: "" | null | IsoCountry | undefined;
  /** Country that the goods of the channel leave from, ISO 3166-1 alpha-2; analysis only */
  dispatch_country?: "" | null | IsoCountry | undefined;
  /** Format and settings by which files in the drop folder of the source are read */
  drop_folder?: "" | null | DropFolder | undefined;
  /** True if the marketplace is the seller to consumers (Art. 14a); an event that disagrees gets a check */
  marketplace_deemed_supplier?: boolean | null | undefined;
  /** False if the source is archived */
  active?: boolean | null | undefined;
};

export type SourceProfile = {
  /** The service's number of the profile */
  id: number;
  /** The raw source tag that the profile describes */
  source_key: string;
  /** Name to show to people */
  display_name: string;
  /** Kind of sales channel */
  channel_type: "owned_store" | "marketplace" | "subscription" | "pos" | "wholesale" | "test" | "other";
  /** The software or marketplace, in your words */
  platform?: string | undefined;
  /** Country of most customers of the channel, ISO 3166-1 alpha-2; analysis only */
  default_country?: string | undefined;
  /** The currency it mostly sells in, ISO 4217; analysis only */
  default_currency?: string | undefined;
  /** Country where the seller of the channel is established, ISO 3166-1 alpha-2; analysis only */
  supplier_establishment_country?: string | undefined;
  /** Country that the goods of the channel leave from, ISO 3166-1 alpha-2; analysis only */
  dispatch_country?: string | undefined;
  /** Format and settings by which files in the drop folder of the source are read */
  drop_folder: DropFolderView | null;
  /** True if the marketplace is the seller to consumers (Art. 14a); an event that disagrees gets a check */
  marketplace_deemed_supplier: boolean;
  /** False if the source is archived */
  active: boolean;
  /** Time of creation, in UTC */
  created_at: string;
  /** Time of the last change, UTC */
  updated_at: string;
};

export type SourceRequest = {
  /** Raw source tag that the profile describes; no personal data, secrets or per-order values */
  source_key: string;
  /** Name to show to people */
  display_name: Name;
  /** Kind of sales channel */
  channel_type: "owned_store" | "marketplace" | "subscription" | "pos" | "wholesale" | "test" | "other";
  /** The software or marketplace, in your words */
  platform?: Name | undefined;
  /** Country of most customers of the channel, ISO 3166-1 alpha-2; analysis only */
  default_country?: IsoCountry | undefined;
  /** The currency it mostly sells in, ISO 4217; analysis only */
  default_currency?: Currency | undefined;
  /** Country where the seller of the channel is established, ISO 3166-1 alpha-2; analysis only */
  supplier_establishment_country?: IsoCountry | undefined;
  /** Country that the goods of the channel leave from, ISO 3166-1 alpha-2; analysis only */
  dispatch_country?: IsoCountry | undefined;
  /** Format and settings by which files in the drop folder of the source are read */
  drop_folder?: DropFolder | undefined;
  /** True if the marketplace is the seller to consumers (Art. 14a); an event that disagrees gets a check (default: `false`) */
  marketplace_deemed_supplier?: boolean | undefined;
  /** False if the source is archived (default: `true`) */
  active?: boolean | undefined;
};

export type StartImport = {
  /** True to check the file without booking; the import can then be started without it (default: `false`) */
  dry_run?: boolean | undefined;
};

export type StoredIdentifier = {
  /** The id of a registration of the account */
  registration_id: number;
  /** The stored number, masked */
  number_masked: string;
  /** The stored number of the intermediary, masked; null: none */
  intermediary_number_masked: string | null;
};

export type StoredIdentifiers = {
  /** The rows of this page, in the order of the list */
  items: StoredIdentifier[];
  /** Time of storage; null if none are stored */
  stored_at: string | null;
  /** The id of the key or person who stored them */
  stored_by: string | null;
};

export type SubmissionAssumption = {
  /** State that the view takes the return to be in */
  assumes: "not_submitted";
  /** Number of corrections in the return that are dated after its due day; null where it is not computed */
  later_correction_count: number | null;
  /** The assumption in words, and how to say otherwise */
  message: string;
};

export type SummaryExport = {
  /** Facts about the file: account, scheme, period and time of creation */
  manifest: ExportManifest;
  /** The figures of the return */
  report: SummaryReport;
  /** The lock of the return and the changes since, only where it is locked; in previews, only where they differ from it */
  lock?: LockOfSummaryFile | undefined;
};

export type SummaryReport = {
  /** Sums over all Member States of consumption */
  totals: MajorTotals;
  /** The lines of the return: one for each section, Member State, kind, origin and rate */
  rows: MajorReturnRow[];
  /** Corrections of periods that were declared before, by period and Member State */
  corrections: MajorCorrection[];
  /** The balance of each Member State of consumption; no balance is set off against another */
  balances: MajorBalance[];
  /** The ECB rates that amounts were converted at; empty where none was needed */
  exchange_rates: ExchangeRate[];
};

export type SupplyEvent = {
  /** Your id of the event, unique in the account across sales, refunds and all others. Sent again with the same content it is a duplicate, with other content a conflict */
  event_id: EventId;
  /** Type of the event: a `sale`, or what later happened to one. Amounts of refunds, cancellations and credit notes are positive, the type gives the sign; an `adjustment` carries its own */
  event_type: "sale" | "refund" | "cancellation" | "credit_note" | "adjustment";
  /** The `event_id` of the sale that a non-sale changes */
  original_event_id: EventId | null;
  /** Period of the sale, replacing `original_event_id`, if its return was filed elsewhere and is recorded under `/v1/returns/{scheme}/{period}/opening` */
  original_period: string | null;
  /** The tax point: the calendar day on which VAT becomes due, in the time zone of your books. It decides quarter and rate */
  supply_date: IsoDate;
  /** Kind of supply; `other_services` to consumers are those taxed where they are carried out (Art. 46 to 54a VAT Directive): one that is taxed where the seller is (Art. 45), such as consulting, has `treatment: domestic` */
  supply_kind: "goods" | "tbe_services" | "other_services" | "imported_goods" | "energy" | "new_means_of_transport" | "assembly_installation";
  /** Type of the customer; `b2c` for a sale unless given, and that of its sale for a non-sale */
  customer_type: "b2c" | "b2b" | null;
  /** The category of the customer within `customer_type`, such as a non-taxable legal person or a flat-rate farmer (Art. 3(1), 151). It is only recorded: the place of supply follows from `customer_type`, which is `b2c` for goods to a person whose acquisitions are not subject to VAT (Art. 14(4)(1)) */
  customer_category: "consumer" | "taxable_person" | "exempt_taxable_person" | "non_taxable_legal_person" | "flat_rate_farmer" | "diplomatic_or_international_body" | null;
  /** Country of consumption; required except for a non-sale that names its sale, which takes that of the sale */
  consumption_country: ConsumptionCountry | null;
  /** Member State where the transport of goods to the customer begins. Without it goods are `needs_review`. Greece is EL, Northern Ireland XI */
  dispatch_country: DispatchCountry | null;
  /** Member State of the establishment that supplies services, if it is not the seat of the account profile */
  establishment_country: Country | null;
  /** Country outside the Union that imported goods are sent from, ISO 3166-1 alpha-2; without it they are in no return */
  origin_country: OriginCountry | null;
  /** Currency, ISO 4217; amounts in the same object are in its minor units */
  currency: Currency;
  /** The amount without VAT, in minor units of `currency` */
  taxable_amount_minor: number;
  /** The VAT that was charged, in minor units of `currency`. It is declared as it is and never computed anew */
  vat_amount_minor: number;
  /** VAT rate in basis points; required except for a non-sale that names its sale, which takes that of the sale */
  vat_rate_bps: number | null;
  /** Category of the rate; required except for a non-sale that names its sale, which takes that of the sale */
  rate_category: "standard" | "reduced" | "zero" | "exempt" | null;
  /** Role of the account in the supply. `seller`: it sells itself. `deemed_supplier`: it is a platform that is deemed to make the supply (Art. 14a). `underlying_seller`: it sells through a platform that declares the sale */
  supplier_role: "seller" | "deemed_supplier" | "underlying_seller" | null;
  /** The platform's own id of the seller whose supply the account is deemed to make (Art. 14a, 242a): no name, address or number of a person. It is only recorded */
  underlying_seller_id: string | null;
  /** Parcel of imported goods, for the EUR 150 of the import scheme (Art. 369l) */
  consignment: {
    /** Id of the consignment: sales with the same id travel together, and their values are added up for the EUR 150 of the import scheme (Art. 369l). At most 200 sales share one */
    id: string | null;
    /** Intrinsic value of the goods of this supply alone, without transport, insurance, taxes and charges that are shown separately (Art. 1(48) of Delegated Regulation (EU) 2015/2446) */
    intrinsic_value_minor: number;
    /** Currency of `intrinsic_value_minor`, ISO 4217 */
    currency: Currency;
    /** Intrinsic value in EUR minor units at the customs rate; without it a value in another currency is unverified, and adds nothing to its consignment */
    intrinsic_value_eur_minor: number | null;
    /** True if the goods bear excise duty, which excludes them from the import scheme */
    excise_goods: boolean;
  } | null;
  /** Evidence of where the customer of a service is (Art. 24b and 24f CIR 282/2011). Two kinds that agree decide; pieces that contradict each other require a review */
  location_evidence: Array<{
    /** Kind of the evidence, in your words: `billing_address`, `ip_address`, `card_country` */
    kind: string;
    /** Country that the evidence points to, ISO 3166-1 alpha-2 */
    country: Country;
  }> | null;
  /** Raw source tag of the shop or channel */
  source_id: string | null;
  /** The tax class as it was sent; it decides nothing */
  tax_class_id: string | null;
  /** The calculation it was committed from, or your id of the payment or order */
  transaction_id: string | null;
  /** Quantity of the goods (Art. 63c(1)(b) CIR 282/2011) */
  quantity: string | null;
  /** Unit of `quantity`, such as kg; default pieces */
  quantity_unit: string | null;
  /** The code of the goods in the customs tariff, 6 to 10 digits: of the Harmonised System, the Combined Nomenclature or TARIC */
  hs_code: string | null;
  /** The check of the customer's VAT number (POST /v1/vat-numbers/check) that is the evidence of this supply. It is only recorded, and the check may still be pending */
  vat_number_check_id: string | null;
  /** Payments received, with date and amount (Art. 63c(1)(h)). Of a calculation that makes several events, each has all of them */
  payments: Array<{
    /** The day on which the money was received */
    date: IsoDate;
    /** Amount with VAT in minor units; negative for money paid back */
    amount_minor: number;
    /** Currency of the payment; default that of the event */
    currency: Currency | null;
  }> | null;
  /** Payments received before the supply (Art. 63c(1)(i)) */
  payments_on_account: Array<{
    /** The day on which the money was received */
    date: IsoDate;
    /** Amount with VAT in minor units; negative for money paid back */
    amount_minor: number;
    /** Currency of the payment; default that of the event */
    currency: Currency | null;
  }> | null;
  /** Number of the invoice, if one was issued (Art. 63c(1)(j) CIR 282/2011) */
  invoice_number: string | null;
  /** The day on which the invoice was issued */
  invoice_date: IsoDate | null;
  /** Description for people; must not contain anything that identifies a customer */
  description: string | null;
  /** Metadata of your own: up to 20 pairs of texts, stored and returned. No personal data, because it cannot be erased */
  metadata: {
    [name: string]: string;
  } | null;
  /** Tax treatment of the supply; only the three special schemes make returns here */
  treatment: "union_oss" | "non_union_oss" | "ioss" | "domestic" | "origin_below_threshold" | "reverse_charge" | "export" | "deemed_by_marketplace" | "outside_scope";
  /** Classification of the event. `classified`: it is in returns; `needs_review`: it is in none until a person decides; `excluded`: it is in none. A caller may state a stricter one than the facts give */
  classification_status: "classified" | "needs_review" | "excluded";
  /** Codes of missing or contradictory facts; empty if the event is classified */
  classification_reasons: string[];
  /** Decisions about the event after its commit, the oldest first */
  classification_history: Array<{
    /** Time of the entry, UTC */
    at: string;
    /** Id of the API key or person that decided */
    key_id: string;
    /** Classification status before the decision */
    from: "classified" | "needs_review" | "excluded";
    /** Classification status after the decision */
    to: "classified" | "needs_review" | "excluded";
    /** Reason for the decision, in the words of its author */
    note: string;
    /** The blocking checks that were open, and are settled by this decision */
    settled_checks: Array<"rate_given_in_percent" | "rate_category_mismatch" | "vat_on_zero_category" | "vat_on_b2b_sale" | "vat_on_untaxed_sale" | "currency_differs_from_sale" | "refund_above_sale" | "refund_vat_differs_from_sale" | "before_scheme" | "rate_not_in_force" | "rate_of_other_form" | "vat_differs_from_rate" | "refund_before_sale" | "currency_replaced_by_euro" | "location_evidence_missing" | "price_far_above_intrinsic_value" | "deemed_supplier_differs_from_source" | "location_evidence_differs" | "location_evidence_single"> | null;
  }>;
  /** Findings for a person to check; they do not exclude the event */
  checks: Check[];
  /** The sales with this `consignment.id` are worth more than EUR 150 together */
  consignment_exceeded: true | null;
  /** Time when the event was committed, UTC */
  committed_at: string;
  /** Time when the free text that no law requires was erased, UTC (Art. 17 GDPR); null if it was not */
  erased_at: string | null;
  /** The tax period that the event counts in, YYYY-Qn or YYYY-MM */
  period: string;
  /** Link of a non-sale to its sale. `by_period`: the event names the period of its sale; the return shows whether that was filed elsewhere */
  link_status: "not_applicable" | "linked" | "by_period" | "waiting" | "missing" | "invalid";
  /** Name that the shop shows for the order, from an import or a connection; null where none is kept */
  order_name: string | null;
  /** Reason why the original cannot be corrected; with `invalid`, and with `linked` if the original itself is excluded */
  link_reason: string | null;
  /** Exclusion code: the reason in the event itself why it is in no return. Null also where only the return of a period finds a reason (registrations, exchange rates); a list filtered by `period` and `warning` shows that one. `taxed_at_home_under_scheme_excluded` needs a registration for the day, too */
  exclusion_code: "registration_missing_excluded" | "registration_overlap_excluded" | "energy_not_yet_in_scheme_excluded" | "needs_review_excluded" | "classification_excluded" | "taxed_at_home_under_scheme_excluded" | "unsupported_rate_category_excluded" | "unsupported_supply_kind_excluded" | "excise_goods_excluded" | "consignment_value_exceeded_excluded" | "consignment_value_unverified_excluded" | "missing_origin_excluded" | "correction_reference_missing_excluded" | "correction_reference_invalid_excluded" | "correction_opening_missing_excluded" | "outside_registration_window_excluded" | "correction_after_three_years_excluded" | "correction_to_former_state_excluded" | "missing_exchange_rate_excluded" | null;
  /** Status of the exclusion. `rightful`: the event belongs in no return. `open`: it may belong in one, and the return is `review_required` until this is resolved. Null without `exclusion_code` */
  exclusion_status: "rightful" | "open" | null;
  /** Return that declares the event, as registrations and locks are now: a locked one, or the open one that takes it. Null where none does, for an undone event, and where the lock of an earlier version does not tell whether it came before */
  declared_in: DeclaringReturn | null;
  /** Reason why no return declares the event: an exclusion code, or the reason for which it goes directly to the Member State of consumption. Null where `declared_in` names a return. A missing exchange rate is found by the return alone */
  undeclared_reason: "registration_missing_excluded" | "registration_overlap_excluded" | "energy_not_yet_in_scheme_excluded" | "needs_review_excluded" | "classification_excluded" | "taxed_at_home_under_scheme_excluded" | "unsupported_rate_category_excluded" | "unsupported_supply_kind_excluded" | "excise_goods_excluded" | "consignment_value_exceeded_excluded" | "consignment_value_unverified_excluded" | "missing_origin_excluded" | "correction_reference_missing_excluded" | "correction_reference_invalid_excluded" | "correction_opening_missing_excluded" | "outside_registration_window_excluded" | "correction_after_three_years_excluded" | "correction_to_former_state_excluded" | "missing_exchange_rate_excluded" | "after_three_years" | "former_registration" | "former_currency" | null;
};

export type SupplyEventList = {
  /** The rows of this page, in the order of the list */
  items: SupplyEvent[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
};

export type SupplyEventRequest = {
  /** Your id of the event, unique in the account across sales, refunds and all others. Sent again with the same content it is a duplicate, with other content a conflict */
  event_id: EventId;
  /** Type of the event: a `sale`, or what later happened to one. Amounts of refunds, cancellations and credit notes are positive, the type gives the sign; an `adjustment` carries its own */
  event_type: "sale" | "refund" | "cancellation" | "credit_note" | "adjustment";
  /** The `event_id` of the sale that a non-sale changes */
  original_event_id?: EventId | undefined;
  /** Period of the sale, replacing `original_event_id`, if its return was filed elsewhere and is recorded under `/v1/returns/{scheme}/{period}/opening` */
  original_period?: string | undefined;
  /** The tax point: the calendar day on which VAT becomes due, in the time zone of your books. It decides quarter and rate */
  supply_date: IsoDate;
  /** Kind of the supply; required except for a non-sale that names a sale in the ledger or in the same request, which takes that of the sale */
  supply_kind?: "goods" | "tbe_services" | "other_services" | "imported_goods" | "energy" | "new_means_of_transport" | "assembly_installation" | undefined;
  /** Type of the customer; `b2c` for a sale unless given, and that of its sale for a non-sale */
  customer_type?: "b2c" | "b2b" | undefined;
  /** The category of the customer within `customer_type`, such as a non-taxable legal person or a flat-rate farmer (Art. 3(1), 151). It is only recorded: the place of supply follows from `customer_type`, which is `b2c` for goods to a person whose acquisitions are not subject to VAT (Art. 14(4)(1)) */
  customer_category?: "consumer" | "taxable_person" | "exempt_taxable_person" | "non_taxable_legal_person" | "flat_rate_farmer" | "diplomatic_or_international_body" | undefined;
  /** Country of consumption; required except for a non-sale that names its sale, which takes that of the sale */
  consumption_country?: ConsumptionCountry | undefined;
  /** Member State where the transport of goods to the customer begins. Without it goods are `needs_review`. Greece is EL, Northern Ireland XI */
  dispatch_country?: DispatchCountry | undefined;
  /** Member State of the establishment that supplies services, if it is not the seat of the account profile */
  establishment_country?: Country | undefined;
  /** Country outside the Union that imported goods are sent from, ISO 3166-1 alpha-2; without it they are in no return */
  origin_country?: OriginCountry | undefined;
  /** Currency of the amounts, ISO 4217; required except for a non-sale that names a sale in the ledger or in the same request, which takes that of the sale */
  currency?: Currency | undefined;
  /** The amount without VAT, in minor units of `currency` */
  taxable_amount_minor: number;
  /** The VAT that was charged, in minor units of `currency`. It is declared as it is and never computed anew */
  vat_amount_minor: number;
  /** VAT rate in basis points; required except for a non-sale that names its sale, which takes that of the sale */
  vat_rate_bps?: number | undefined;
  /** Category of the rate; required except for a non-sale that names its sale, which takes that of the sale */
  rate_category?: "standard" | "reduced" | "zero" | "exempt" | undefined;
  /** Role of the account in the supply. `seller`: it sells itself. `deemed_supplier`: it is a platform that is deemed to make the supply (Art. 14a). `underlying_seller`: it sells through a platform that declares the sale */
  supplier_role?: "seller" | "deemed_supplier" | "underlying_seller" | undefined;
  /** The platform's own id of the seller whose supply the account is deemed to make (Art. 14a, 242a): no name, address or number of a person. It is only recorded */
  underlying_seller_id?: string | undefined;
  /** Parcel of imported goods, for the EUR 150 of the import scheme (Art. 369l) */
  consignment?: {
    /** Id of the consignment: sales with the same id travel together, and their values are added up for the EUR 150 of the import scheme (Art. 369l). At most 200 sales share one */
    id?: string | undefined;
    /** Intrinsic value of the goods of this supply alone, without transport, insurance, taxes and charges that are shown separately (Art. 1(48) of Delegated Regulation (EU) 2015/2446) */
    intrinsic_value_minor: number;
    /** Currency of `intrinsic_value_minor`, ISO 4217 */
    currency: Currency;
    /** Intrinsic value in EUR minor units at the customs rate; without it a value in another currency is unverified, and adds nothing to its consignment */
    intrinsic_value_eur_minor?: number | undefined;
    /** True if the goods bear excise duty, which excludes them from the import scheme (default: `false`) */
    excise_goods?: boolean | undefined;
  } | undefined;
  /** Evidence of where the customer of a service is (Art. 24b and 24f CIR 282/2011). Two kinds that agree decide; pieces that contradict each other require a review */
  location_evidence?: Array<{
    /** Kind of the evidence, in your words: `billing_address`, `ip_address`, `card_country` */
    kind: string;
    /** Country that the evidence points to, ISO 3166-1 alpha-2 */
    country: Country;
  }> | undefined;
  /** Raw source tag of the shop or channel */
  source_id?: string | undefined;
  /** A tax class of the catalogue, for your own use; it decides nothing here */
  tax_class_id?: string | undefined;
  /** Your id of the payment or order, kept and given back */
  transaction_id?: string | undefined;
  /** Quantity of the goods (Art. 63c(1)(b) CIR 282/2011) */
  quantity?: string | undefined;
  /** Unit of `quantity`, such as kg; default pieces */
  quantity_unit?: string | undefined;
  /** The code of the goods in the customs tariff, 6 to 10 digits: of the Harmonised System, the Combined Nomenclature or TARIC */
  hs_code?: string | undefined;
  /** The check of the customer's VAT number (POST /v1/vat-numbers/check) that is the evidence of this supply. It is only recorded, and the check may still be pending */
  vat_number_check_id?: string | undefined;
  /** Payments received, with date and amount (Art. 63c(1)(h)). Of a calculation that makes several events, each has all of them */
  payments?: Array<{
    /** The day on which the money was received */
    date: IsoDate;
    /** Amount with VAT in minor units; negative for money paid back */
    amount_minor: number;
    /** Currency of the payment; default that of the event */
    currency?: Currency | undefined;
  }> | undefined;
  /** Payments received before the supply (Art. 63c(1)(i)) */
  payments_on_account?: Array<{
    /** The day on which the money was received */
    date: IsoDate;
    /** Amount with VAT in minor units; negative for money paid back */
    amount_minor: number;
    /** Currency of the payment; default that of the event */
    currency?: Currency | undefined;
  }> | undefined;
  /** Number of the invoice, if one was issued (Art. 63c(1)(j) CIR 282/2011) */
  invoice_number?: string | undefined;
  /** The day on which the invoice was issued */
  invoice_date?: IsoDate | undefined;
  /** Description for people; must not contain anything that identifies a customer */
  description?: string | undefined;
  /** Metadata of your own: up to 20 pairs of texts, stored and returned. No personal data, because it cannot be erased */
  metadata?: {
    [name: string]: string;
  } | undefined;
  /** Classification of the event. `classified`: it is in returns; `needs_review`: it is in none until a person decides; `excluded`: it is in none. A caller may state a stricter one than the facts give */
  classification_status?: "classified" | "needs_review" | "excluded" | undefined;
  /** Tax treatment that the caller knows and the facts do not show, such as `origin_below_threshold`; if it contradicts the facts, the event needs a review */
  treatment?: "union_oss" | "non_union_oss" | "ioss" | "domestic" | "origin_below_threshold" | "reverse_charge" | "export" | "deemed_by_marketplace" | "outside_scope" | undefined;
  /** Country and postcode of the customer, in place of `consumption_country`: they decide the country as in calculations. The postcode is not stored */
  destination?: Destination | undefined;
};

export type SupplyEventsApart = {
  /** Result of each event, in the order of the request */
  items: Array<{
    /** The `event_id` that was sent */
    event_id: string;
    /** Result for the event: `committed` now, or a `duplicate` of what was committed before */
    status: "committed" | "duplicate";
    /** Classification of the event. `classified`: it is in returns; `needs_review`: it is in none until a person decides; `excluded`: it is in none. A caller may state a stricter one than the facts give */
    classification_status: "classified" | "needs_review" | "excluded";
    /** Codes of missing or contradictory facts; empty if the event is classified */
    classification_reasons: string[];
    /** The tax period that the event counts in, YYYY-Qn or YYYY-MM */
    period: string;
    /** Link of a non-sale to its sale. `by_period`: the event names the period of its sale; the return shows whether that was filed elsewhere */
    link_status: "not_applicable" | "linked" | "by_period" | "waiting" | "missing" | "invalid";
    /** Tax treatment of the supply; only the three special schemes make returns here */
    treatment: "union_oss" | "non_union_oss" | "ioss" | "domestic" | "origin_below_threshold" | "reverse_charge" | "export" | "deemed_by_marketplace" | "outside_scope";
    /** Reason why the original cannot be corrected; with `invalid`, and with `linked` if the original itself is excluded */
    link_reason: string | null;
    /** Findings for a person to check; they do not exclude the event */
    checks: Check[];
    /** Exclusion code: the reason in the event itself why it is in no return. Null also where only the return of a period finds a reason (registrations, exchange rates); a list filtered by `period` and `warning` shows that one. `taxed_at_home_under_scheme_excluded` needs a registration for the day, too */
    exclusion_code: "registration_missing_excluded" | "registration_overlap_excluded" | "energy_not_yet_in_scheme_excluded" | "needs_review_excluded" | "classification_excluded" | "taxed_at_home_under_scheme_excluded" | "unsupported_rate_category_excluded" | "unsupported_supply_kind_excluded" | "excise_goods_excluded" | "consignment_value_exceeded_excluded" | "consignment_value_unverified_excluded" | "missing_origin_excluded" | "correction_reference_missing_excluded" | "correction_reference_invalid_excluded" | "correction_opening_missing_excluded" | "outside_registration_window_excluded" | "correction_after_three_years_excluded" | "correction_to_former_state_excluded" | "missing_exchange_rate_excluded" | null;
    /** Status of the exclusion. `rightful`: the event belongs in no return. `open`: it may belong in one, and the return is `review_required` until this is resolved. Null without `exclusion_code` */
    exclusion_status: "rightful" | "open" | null;
    /** Return that declares the event, as registrations and locks are now: a locked one, or the open one that takes it. Null where none does, for an undone event, and where the lock of an earlier version does not tell whether it came before */
    declared_in: DeclaringReturn | null;
    /** Reason why no return declares the event: an exclusion code, or the reason for which it goes directly to the Member State of consumption. Null where `declared_in` names a return. A missing exchange rate is found by the return alone */
    undeclared_reason: "registration_missing_excluded" | "registration_overlap_excluded" | "energy_not_yet_in_scheme_excluded" | "needs_review_excluded" | "classification_excluded" | "taxed_at_home_under_scheme_excluded" | "unsupported_rate_category_excluded" | "unsupported_supply_kind_excluded" | "excise_goods_excluded" | "consignment_value_exceeded_excluded" | "consignment_value_unverified_excluded" | "missing_origin_excluded" | "correction_reference_missing_excluded" | "correction_reference_invalid_excluded" | "correction_opening_missing_excluded" | "outside_registration_window_excluded" | "correction_after_three_years_excluded" | "correction_to_former_state_excluded" | "missing_exchange_rate_excluded" | "after_three_years" | "former_registration" | "former_currency" | null;
  } | RefusedSupplyEvent>;
  /** Number of `items` with each status; together as many as were sent */
  counts: {
    /** Number of rows whose events are in the ledger now, or would be after a dry run */
    committed: number;
    /** Number of rows whose events the ledger already had, with the same content */
    duplicate: number;
    /** Number of rows whose id the ledger has with other content */
    conflict: number;
    /** Number of rows with errors, which cannot be booked */
    rejected: number;
  };
};

export type SupplyToPlace = {
  /** Kind of the supply; `energy` is gas, electricity, heat and cooling through networks (Art. 38, 39) */
  supply_kind: "goods" | "tbe_services" | "other_services" | "imported_goods" | "energy";
  /** Country that goods leave from; that where the seller is established unless given */
  dispatch_country?: MemberState | undefined;
  /** Country where the seller is established; that of the account profile unless given */
  establishment_country?: Country | undefined;
  /** Type of the customer; `b2b` needs a VAT number, else it is treated as `b2c`; `b2c` unless given (default: `b2c`) */
  customer_type?: "b2c" | "b2b" | undefined;
  /** VAT number of a business customer; its form decides, wrong check digits are a warning, and only its mask is kept */
  customer_vat_number?: Identifier | undefined;
  /** Role of the seller; `deemed_supplier`: a marketplace that Art. 14a makes the seller (default: `seller`) */
  supplier_role?: "seller" | "deemed_supplier" | undefined;
  /** Postcode of the customer, which distinguishes special territories such as the Canary Islands, and regions with a standard rate of their own such as Madeira; not stored */
  customer_postcode?: string | undefined;
  /** Intrinsic value of the consignment of imported goods, in EUR minor units */
  intrinsic_value_eur_minor?: number | undefined;
};

export type Taken = {
  /** True: the message is stored, and will be booked */
  taken: true;
};

export type TaxAccount = {
  /** Holder of the account */
  name: string;
  /** IBAN of the account that overpaid VAT is refunded to */
  iban: string;
  /** BIC of the bank that overpaid VAT is refunded to */
  bic?: string | undefined;
  /** Member State of identification whose returns are paid to the account */
  member_state: "AT" | "BE" | "BG" | "CY" | "CZ" | "DE" | "DK" | "EE" | "EL" | "ES" | "FI" | "FR" | "HR" | "HU" | "IE" | "IT" | "LT" | "LU" | "LV" | "MT" | "NL" | "PL" | "PT" | "RO" | "SE" | "SI" | "SK" | "XI";
};

export type TaxClass = {
  /** The id that calculations take as `tax_class_id` */
  id: string;
  /** Name of the tax class */
  name: string;
  /** Supplies that belong to the tax class */
  description: string;
  /** Label of the data source */
  source: string;
  /** Group of the class, for programs */
  group_slug: string;
  /** Group of the class, for people */
  group_name: string;
  /** Words to find the class by */
  tags: string[];
  /** Rates in force on the requested day, by country */
  rates: ClassRate[];
  /** The day up to which the built-in rates were gathered, and the version of the accepted rates */
  rates_version: string;
  /** State of the rates that an operator has accepted; `unavailable`: they could not be read; ask again */
  accepted_rates: "included" | "unavailable";
};

/** A tax class of the catalogue */
export type TaxClassId = string;

export type TaxClassItem = {
  /** The id that calculations take as `tax_class_id` */
  id: string;
  /** Name of the tax class */
  name: string;
  /** Supplies that belong to the tax class */
  description: string;
  /** Label of the data source */
  source: string;
  /** Group of the class, for programs */
  group_slug: string;
  /** Group of the class, for people */
  group_name: string;
  /** Words to find the class by */
  tags: string[];
  /** VAT rate of the class in `country` in basis points; null without `country`, or where no rate is known on that day */
  preview_rate_bps?: number | null | undefined;
  /** Supplies that `preview_rate_bps` covers; null without a rate */
  applies_to: "any" | "physical" | "electronic" | null;
  /** Note on the rate: supplies of the class at another rate, conditions, and the source; null where there is none */
  rate_note: string | null;
};

export type TaxClassList = {
  /** The rows of this page, in the order of the list */
  items: TaxClassItem[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
  /** The day up to which the built-in rates were gathered, and the version of the accepted rates */
  rates_version: string;
  /** State of the rates that an operator has accepted; `unavailable`: they could not be read; ask again */
  accepted_rates: "included" | "unavailable";
};

/** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
export type TaxPeriod = string;

export type TaxRate = {
  /** ISO 3166-1 alpha-2; Greece is GR, or as it was asked */
  country: string;
  /** Rate in basis points: 2100 is 21 % */
  rate_bps: number;
  /** First instant with the rate: T00:00:00Z of a civil day of the country */
  valid_from: string;
  /** First instant without the rate; null without end */
  valid_to: string | null;
  /** Supplies that the rate covers: `electronic` ones are those of `tbe_services` (Art. 58), `physical` all others */
  applies_to: "any" | "physical" | "electronic";
  /** Note on the rate: supplies of the class at another rate, conditions, and the source; null where there is none */
  rate_note: string | null;
  /** The tax class whose rate was taken; null with a rate of the caller's own */
  tax_class_id: string;
  /** The decision of an operator that the rate comes from; null for a rate that is built in */
  accepted: {
    /** The proposal that was accepted */
    proposal_id: string;
    /** The publication that the proposal comes from */
    source: string;
    /** Address of the source; null for TEDB */
    source_url: string | null;
    /** The instant of the decision */
    accepted_at: string;
  } | null;
};

export type TaxRateList = {
  /** The rows of this page, in the order of the list */
  items: TaxRate[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
  /** The day up to which the built-in rates were gathered, and the version of the accepted rates */
  rates_version: string;
  /** State of the rates that an operator has accepted; `unavailable`: they could not be read; ask again */
  accepted_rates: "included" | "unavailable";
};

export type TaxRegistration = {
  /** The service's number of the registration */
  id: number;
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** The Member State that the return is filed in; EL for Greece, XI for Northern Ireland */
  member_state_identification: "AT" | "BE" | "BG" | "CY" | "CZ" | "DE" | "DK" | "EE" | "EL" | "ES" | "FI" | "FR" | "HR" | "HU" | "IE" | "IT" | "LT" | "LU" | "LV" | "MT" | "NL" | "PL" | "PT" | "RO" | "SE" | "SI" | "SK" | "XI";
  /** The number of the registration, masked */
  vat_registration_number_masked?: string | undefined;
  /** Warning that check digits are wrong; absent without one */
  vat_registration_number_warning: VatNumberWarning | null;
  /** Import scheme: the name of the intermediary */
  ioss_intermediary_name?: string | undefined;
  /** Import scheme: the number of the intermediary, masked */
  ioss_intermediary_number_masked?: string | undefined;
  /** The first day of the registration */
  effective_from: IsoDate;
  /** The last day of the registration, included; absent while it has no end */
  effective_to?: IsoDate | undefined;
  /** Status of the registration: `active` and `ended` ones make returns; `pending` and `excluded` ones do not */
  status: "active" | "pending" | "ended" | "excluded";
};

export type TaxRegistrationList = {
  /** The rows of this page, in the order of the list */
  items: TaxRegistration[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
};

export type TaxRegistrationPatch = {
  /** The special scheme of the return */
  scheme_type?: "union_oss" | "non_union_oss" | "ioss" | undefined;
  /** The Member State that the return is filed in; EL for Greece, XI for Northern Ireland */
  member_state_identification?: MemberState | undefined;
  /** The number of the registration in full; only a mask is kept */
  vat_registration_number?: "" | Identifier | undefined;
  /** The number of the registration, masked */
  vat_registration_number_masked?: "" | MaskedIdentifier | undefined;
  /** Import scheme: the name of the intermediary */
  ioss_intermediary_name?: "" | Name | undefined;
  /** Import scheme: the number of the intermediary, IN…; only a mask is kept */
  ioss_intermediary_number?: "" | Identifier | undefined;
  /** Import scheme: the number of the intermediary, masked */
  ioss_intermediary_number_masked?: "" | MaskedIdentifier | undefined;
  /** The first day of the registration */
  effective_from?: IsoDate | undefined;
  /** The last day of the registration, included; absent while it has no end */
  effective_to?: "" | IsoDate | undefined;
  /** Status of the registration; `ended` requires `effective_to`, also after an exclusion by the Member State; `excluded` retires a duplicate, which is then ignored */
  status?: "active" | "pending" | "ended" | "excluded" | undefined;
};

export type TaxRegistrationRequest = {
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** The Member State that the return is filed in; EL for Greece, XI for Northern Ireland */
  member_state_identification: MemberState;
  /** The number of the registration in full; only a mask is kept */
  vat_registration_number?: Identifier | undefined;
  /** The number of the registration, masked */
  vat_registration_number_masked?: MaskedIdentifier | undefined;
  /** Import scheme: the name of the intermediary */
  ioss_intermediary_name?: Name | undefined;
  /** Import scheme: the number of the intermediary, IN…; only a mask is kept */
  ioss_intermediary_number?: Identifier | undefined;
  /** Import scheme: the number of the intermediary, masked */
  ioss_intermediary_number_masked?: MaskedIdentifier | undefined;
  /** The first day of the registration */
  effective_from: IsoDate;
  /** The last day of the registration, included; absent while it has no end */
  effective_to?: IsoDate | undefined;
  /** Status of the registration: `active` and `ended` ones make returns; `pending` and `excluded` ones, which retire a duplicate, do not. `ended` requires `effective_to`. One that a Member State has excluded (Art. 363, 369e, 369r VAT Directive) is `ended` */
  status: "active" | "pending" | "ended" | "excluded";
};

export type ThresholdCheck = OssThresholdCheckAnswer | IossThresholdCheck;

export type ThresholdCheckRequest = {
  /** Threshold that is checked: `oss` is EUR 10,000 a year (Art. 59c), `ioss` EUR 150 a consignment */
  threshold_type: "oss";
  /** First day of the range; default 1 January of this year */
  from?: IsoDate | undefined;
  /** Last day of the range, included; today unless given */
  to?: IsoDate | undefined;
} | {
  /** Threshold that is checked: `oss` is EUR 10,000 a year (Art. 59c), `ioss` EUR 150 a consignment */
  threshold_type: "ioss";
  /** The consignment's value, EUR minor units */
  amount_minor: number;
};

export type ThresholdCrossedMessage = {
  /** The type of the event */
  type: "threshold.crossed";
  /** Time of the event, in UTC */
  timestamp: string;
  /** The facts of the event */
  data: {
    /** Id of the account of the event */
    account: string;
    /** Mode of the account; `test` is its sandbox */
    mode: "live" | "test";
    /** The id of the event in the list of notifications */
    notification_id: string;
    /** Line that was crossed; `warning`: the last tenth below the threshold */
    line: "warning" | "exceeded";
    /** The calendar year whose turnover crossed the line */
    year: number;
    /** The threshold, in minor units of `currency` */
    threshold_minor: number;
    /** Currency, ISO 4217; amounts in the same object are in its minor units */
    currency: "EUR";
    /** The turnover, in minor units of `currency` */
    current_minor: number;
    /** Whole per cent of the threshold, rounded down */
    percentage_used: number;
    /** The day the threshold was first exceeded, in the currency that decides (Art. 59c(5)) */
    crossed_on: IsoDate | null;
    /** The day EUR 10,000 were first exceeded in euro */
    crossed_on_eur: IsoDate | null;
    /** Currency of the state of establishment; EUR if unknown */
    deciding_currency: string;
    /** True if the account was in the Union scheme on that day */
    registered: boolean;
    /** True if some sales could not be converted and are left out */
    eur_only: boolean;
  };
};

/** The decision on the relief of Art. 59c for sales from the seat */
export type ThresholdDecision = {
  /** Currency of the state of establishment; EUR if unknown */
  currency: string;
  /** Threshold in minor units: EUR 10,000, or its fixed equivalent in national currency (Art. 59c(5)) */
  threshold_minor: number;
  /** Turnover in minor units of the calendar year of the range's last day, up to that day: each sale at the ECB rate of its day, and entered turnover */
  current_minor: number;
  /** Turnover of the calendar year before in minor units, counted alike */
  previous_year_minor: number;
  /** Sales of both years in minor units that need a review, and may come to count */
  unreviewed_minor: number;
  /** True if the threshold is exceeded in either year */
  exceeded: boolean;
  /** False if facts that are not known may change the decision */
  certain: boolean;
  /** Reasons why there is no relief, or why it is not certain; empty if sales are taxed at home */
  reasons: Array<{
    /** Code of the reason, for programs */
    code: string;
    /** Explanation for people; its wording may change */
    message: string;
  }>;
};

export type ThresholdNotification = {
  /** Id of the crossing, the same in all deliveries and on the event bus */
  id: string;
  /** Line that was crossed: nine tenths of the threshold, or the threshold itself */
  kind: "vat.threshold.warning" | "vat.threshold.exceeded";
  /** The calendar year whose turnover crossed the line */
  year: number;
  /** The threshold, EUR minor units */
  threshold_minor: number;
  /** Currency of the amounts in this object, ISO 4217 */
  currency: "EUR";
  /** The turnover when it was noticed, EUR minor units */
  current_minor: number;
  /** Whole per cent of the threshold, rounded down */
  percentage_used: number;
  /** The day the threshold was first exceeded, in the currency that decides (Art. 59c(5)) */
  crossed_on: IsoDate | null;
  /** The day EUR 10,000 were first exceeded in euro */
  crossed_on_eur: IsoDate | null;
  /** Currency of the state of establishment; EUR if unknown */
  deciding_currency: string;
  /** True if the account was in the Union scheme on that day */
  registered: boolean;
  /** True if some sales could not be converted and are left out */
  eur_only: boolean;
  /** Time when the crossing was noticed, UTC */
  created_at: string;
  /** Time when the notification was marked as read, UTC; null if unread */
  read_at: string | null;
};

export type ThresholdNotificationList = {
  /** The rows of this page, in the order of the list */
  items: ThresholdNotification[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
  /** Number of unread notifications on all pages */
  unread_count: number;
};

export type ThresholdStatus = {
  /** The threshold, with where the year stands */
  checks: OssThresholdCheck[];
  /** The days that were added up */
  period: {
    /** First day of the range */
    from: IsoDate;
    /** Last day of the range, included */
    to: IsoDate;
  };
  /** True if some sales could not be converted and are left out */
  eur_only: boolean;
  /** Currencies, but EUR, that were converted */
  converted_currencies: string[];
  /** Currencies of which some sales are left out for want of an ECB rate; one may be in both lists */
  unconverted_currencies: string[];
  /** Basis of the figures, which are only indicative */
  disclaimer: string;
};

export type ThresholdStatusAnswer = {
  /** The threshold, with where the year stands */
  checks: OssThresholdCheck[];
  /** The days that were added up */
  period: {
    /** First day of the range */
    from: IsoDate;
    /** Last day of the range, included */
    to: IsoDate;
  };
  /** True if some sales could not be converted and are left out */
  eur_only: boolean;
  /** Currencies, but EUR, that were converted */
  converted_currencies: string[];
  /** Currencies of which some sales are left out for want of an ECB rate; one may be in both lists */
  unconverted_currencies: string[];
  /** Basis of the figures, which are only indicative */
  disclaimer: string;
  /** Recount that is still running, or null */
  recount_pending: RecountPending | null;
};

export type Transaction = {
  /** The service's id of the calculation */
  transaction_id: string;
  /** Time of the calculation, UTC */
  created_at: string;
  /** The tax point that rates were looked up for */
  transaction_date: IsoDate;
  /** Country where the customer is; Greece is EL */
  country: string;
  /** Currency of all amounts, ISO 4217 */
  currency: string;
  /** True if the amounts of the request included VAT */
  price_includes_vat: boolean;
  /** The tax class whose rate was taken; null with a rate of the caller's own */
  tax_class_id: string | null;
  /** VAT rate in basis points; null if several */
  vat_rate_bps: number | null;
  /** Category of the rate; null where no tax is charged or no standard rate is known */
  rate_category: "standard" | "reduced" | "zero" | "exempt" | null;
  /** Catalogue rate of `tax_class_id` where the supply is taxed, to compare with the caller's own rate, in basis points; null without such a rate, and where none is charged or known */
  class_rate_bps: number | null;
  /** Note on the rate: supplies of the class at another rate, conditions, and the source; null where there is none */
  rate_note: string | null;
  /** Amount with VAT in minor units; always the sum of net and VAT */
  gross_amount_minor: number;
  /** Amount without VAT, in minor units */
  net_amount_minor: number;
  /** The VAT in the amount, in minor units */
  vat_amount_minor: number;
  /** Lines of a request that has lines; their amounts add up to the whole */
  lines: Array<{
    /** Your id of the line, returned unchanged */
    line_id: string | null;
    /** The tax class whose rate was taken; null with a rate of the caller's own */
    tax_class_id: string | null;
    /** The VAT rate in basis points: 2100 is 21 % */
    vat_rate_bps: number;
    /** Category of the rate; null where no tax is charged or no standard rate is known */
    rate_category: "standard" | "reduced" | "zero" | "exempt" | null;
    /** Catalogue rate of `tax_class_id` where the supply is taxed, to compare with the caller's own rate, in basis points; null without such a rate, and where none is charged or known */
    class_rate_bps: number | null;
    /** Note on the rate: supplies of the class at another rate, conditions, and the source; null where there is none */
    rate_note: string | null;
    /** Amount with VAT in minor units; always the sum of net and VAT */
    gross_amount_minor: number;
    /** Amount without VAT, in minor units */
    net_amount_minor: number;
    /** The VAT in the line, in minor units */
    vat_amount_minor: number;
    /** The line's part of the shipping, not in the line's own amounts */
    shipping: {
      /** Shipping of the line with VAT, in minor units */
      gross_amount_minor: number;
      /** Shipping of the line without VAT, in minor units */
      net_amount_minor: number;
      /** VAT in the shipping of the line, in minor units */
      vat_amount_minor: number;
    } | null;
  }> | null;
  /** Raw source tag of the shop or channel */
  source_id: string | null;
  /** The supply as it was placed, when the request had one */
  supply: {
    /** The kind of supply */
    supply_kind: "goods" | "tbe_services" | "other_services" | "imported_goods" | "energy";
    /** Member State of consumption; null outside the VAT territory of the Union */
    member_state_of_consumption: string | null;
    /** The region of the customer with a standard rate of its own (Art. 104, 105), told by the postcode: it replaces the standard rate. Reduced rates are those of the whole Member State */
    region: string | null;
    /** Country that the goods leave from */
    dispatch_country: string | null;
    /** Country where the seller is established */
    establishment_country: string | null;
    /** Type of the customer, as the caller gave it */
    customer_type: "b2c" | "b2b";
    /** A business that cannot show a VAT number is treated as a consumer */
    treated_as: "b2c" | "b2b";
    /** The customer's VAT number, masked */
    customer_vat_number_masked: string | null;
    /** Warning that the check digits of the customer's number are wrong; absent without one */
    customer_vat_number_warning: VatNumberWarning | null;
    /** Role of the seller; `deemed_supplier`: a marketplace (Art. 14a) */
    supplier_role: "seller" | "deemed_supplier";
    /** The consignment's intrinsic value in EUR minor units */
    intrinsic_value_eur_minor: number | null;
  } | null;
  /** Tax treatment of the supply; present if the request has `supply` */
  treatment: "union_oss" | "non_union_oss" | "ioss" | "domestic" | "origin_below_threshold" | "reverse_charge" | "export" | "deemed_by_marketplace" | "outside_scope" | null;
  /** Reason why the supply is taxed there, with the rule */
  treatment_reason: string | null;
  /** The Member State where tax is due; null outside its scope, and without `supply` */
  taxed_in: string | null;
  /** The day up to which the built-in rates were gathered, and the version of the accepted rates */
  rates_version: string | null;
  /** The event_id it was committed to the ledger under */
  committed_event_id: string | null;
  /** Last day whose changes of rates the calculation knows, where the supply is later: calculate again nearer to its day. Else null */
  rates_seen_to: IsoDate | null;
  /** Set where the euro had replaced the currency on the day of the supply. Else null */
  currency_warning: "currency_replaced_by_euro" | null;
};

export type TransactionList = {
  /** The rows of this page, in the order of the list */
  items: Transaction[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
};

export type TurnoverToDate = {
  /** The last day of a month, or today */
  to: IsoDate;
  /** Turnover of the year so far, in EUR minor units */
  current_minor: number;
};

export type UnionExposure = {
  /** Readiness of the return for filing */
  status: "ready" | "nil_return" | "review_required" | "registration_required" | "registration_conflict";
  /** A calendar quarter, as YYYY-Qn */
  period_key: string;
  /** True if the last day of the period has passed */
  period_ended: boolean;
  /** Last day to file the return and to pay */
  filing_due_date: IsoDate;
  /** The Member State that the return is filed in; EL for Greece, XI for Northern Ireland */
  member_state_identification: string | null;
  /** The currency that the return is filed in, ISO 4217 */
  return_currency: string | null;
  /** Sums of the return; null where no registration, or more than one, makes one */
  totals: ReturnTotals | null;
  /** Member States of consumption in the return */
  jurisdiction_count: number;
  /** Assumption about the last return of a registration, once its due day is over and neither a lock nor a day of submission is recorded; null for all other returns */
  submission_assumption: SubmissionAssumption | null;
  /** The ECB rates that amounts were converted at; empty where none was needed */
  exchange_rates: ExchangeRate[];
  /** Number of all events of the period, included and excluded ones */
  total_source_event_count: number;
  /** Number of events in the return; null where no registration, or more than one, makes one */
  included_source_event_count: number | null;
  /** Number of events that the return leaves out; null where no registration, or more than one, makes one */
  excluded_source_event_count: number | null;
};

export type UnionJurisdiction = {
  /** Sums over all Member States of consumption */
  totals: ReturnTotals;
  /** The sections of the Union return that have rows */
  sections: JurisdictionSection[];
  /** Corrections of periods that were declared before, by period and Member State */
  corrections: CorrectionRow[];
  /** The amount due to the Member State: its rows and corrections together */
  balance: Balance;
  /** Number of source events in the return, rows that net to nothing included */
  included_source_event_count: number;
};

export type UnionReadiness = {
  /** Readiness of the return for filing */
  status: "ready" | "nil_return" | "review_required" | "registration_required" | "registration_conflict";
  /** The status in words, with what to do about it */
  status_detail: string;
  /** True if a nil return is due: no event belongs into the period */
  nil_return_eligible: boolean;
  /** True if the last day of the period has passed */
  period_ended: boolean;
  /** Last day to file the return and to pay */
  filing_due_date: IsoDate;
  /** The Member State that the return is filed in; EL for Greece, XI for Northern Ireland */
  member_state_identification: string | null;
  /** The currency that the return is filed in, ISO 4217 */
  return_currency: string | null;
  /** Sums of the return; null where no registration, or more than one, makes one */
  totals: ReturnTotals | null;
  /** The balance of each Member State of consumption; no balance is set off against another */
  balances: Balance[];
  /** Member States of consumption in the return */
  jurisdiction_count: number;
  /** Reasons why events are left out, with their number */
  warnings: Warning[];
  /** The ECB rates that amounts were converted at; empty where none was needed */
  exchange_rates: ExchangeRate[];
  /** Findings for a person to check; they do not exclude the event */
  checks: CheckCount[];
  /** Number of rows below zero, which no portal accepts */
  negative_row_count: number;
  /** Corrections that take more VAT back than was declared */
  corrections_below_zero: CorrectionBelowZero[];
  /** Number of events, rows, orders and figures that are open: the sum over `open_questions` */
  open_question_count: number;
  /** Open questions of the return */
  open_questions: ReturnQuestion[];
  /** Assumption about the last return of a registration, once its due day is over and neither a lock nor a day of submission is recorded; null for all other returns */
  submission_assumption: SubmissionAssumption | null;
  /** Changes of locked quarters in this return */
  late_changes: LateChange[];
  /** Number of all events of the period, included and excluded ones */
  total_source_event_count: number;
  /** Number of events in the return; null where no registration, or more than one, makes one */
  included_source_event_count: number | null;
  /** Number of events that the return leaves out; null where no registration, or more than one, makes one */
  excluded_source_event_count: number | null;
};

export type UnknownSourceList = {
  /** The rows of this page, in the order of the list */
  items: Array<{
    /** The raw source tag */
    source_id: string;
    /** Number of calculations with the tag */
    transaction_count: number;
    /** The day it was seen first, UTC */
    first_seen: string;
    /** The day it was seen last, UTC */
    last_seen: string;
  }>;
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
};

/** Supplies of a scheme in a period that no registration of the scheme covers: no return declares them (Art. 358a, 369a, 369l VAT Directive) */
export type UnregisteredSupplies = {
  /** The special scheme of the return */
  scheme_type: "union_oss" | "non_union_oss" | "ioss";
  /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
  period_key: string;
  /** Number of events in the figures */
  event_count: number;
};

/** Form that mail programs post (`List-Unsubscribe=One-Click`), or nothing; it is not read */
export type UnsubscribeForm = string;

export type UnsubscribedMail = {
  /** False: no mail is sent any more */
  enabled: false;
};

export type UploadLink = {
  /** Id of the upload link, used in paths */
  id: string;
  /** Status of the link; `ended` after its last day */
  status: "open" | "used_up" | "ended" | "revoked";
  /** The source tag of the shop: ids of events begin with it */
  source_id: string;
  /** Format of the files; null where it is recognised */
  format: string | null;
  /** Period that the files are for, as the page names it */
  period_key: string;
  /** Language of the text to send */
  language: "en" | "de";
  /** Number of files that the link takes at most */
  max_files: number;
  /** Number of files that were received so far */
  received_files: number;
  /** Files that the sender has announced */
  files: Array<{
    /** Id of the import that the file became, as a dry run */
    import_id: string;
    /** Name of the file at its sender */
    file_name: string;
    /** Exact size of the file in bytes: the link accepts no other length */
    size_bytes: number;
    /** Time of receipt; null while it is being sent */
    received_at: string | null;
  }>;
  /** Time of creation, in UTC */
  created_at: string;
  /** Id of the key or person that has made the link */
  created_by: string;
  /** Time from which the link takes no file any more */
  ends_at: string;
};

export type UploadLinkList = {
  /** The rows of this page, in the order of the list */
  items: UploadLink[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
};

export type UploadLinkRequest = {
  /** The source tag of the shop: ids of events begin with it */
  source_id: string;
  /** Period that the files are for, as the page names it */
  period_key: string;
  /** Format of the files; recognised from their first bytes when left out */
  format?: "amazon_avtr" | "amazon_vcs" | "billbee_json" | "events_csv" | "events_ndjson" | "magento_json" | "shopify_csv" | "shopify_json" | "shopware6_json" | "stripe_invoices_json" | "stripe_itemized" | "woocommerce_json" | undefined;
  /** Settings of the format, which must be named then; those of the last import of the source when left out */
  settings?: {
    [name: string]: unknown;
  } | undefined;
  /** Language of the text to send (default: `en`) */
  language?: "en" | "de" | undefined;
  /** Days until the link ends (default: `14`) */
  days?: number | undefined;
  /** Number of files that the link takes at most (default: `5`) */
  max_files?: number | undefined;
};

export type UploadRequest = {
  /** Token of the link, the part behind `#upload=` */
  token: string;
  /** Name of the file; nothing follows from it */
  file_name: string;
  /** Exact size of the file in bytes: the address accepts no other length */
  size_bytes: number;
  /** SHA-256 of the file, hexadecimal: another file is rejected */
  sha256: string;
};

export type VatNumberCheck = {
  /** The id of a check */
  id: string;
  /** Status of the check. `pending`: VIES has not answered, and is asked again each hour for seven days; `unanswered`: it never did, or refuses the question. Neither means that the number is invalid */
  status: "valid" | "invalid" | "pending" | "unanswered";
  /** The checked number, masked */
  vat_number_masked: string;
  /** Your own number, masked; null if none was sent */
  requester_vat_number_masked: string | null;
  /** Time when the check was requested, UTC */
  asked_at: string;
  /** Time when VIES answered that the number was valid or invalid, UTC; null before */
  answered_at: string | null;
  /** Consultation number of VIES, which proves the check; given to a requester with a VAT number */
  consultation_number: string | null;
  /** The reason why there is no answer, such as MS_UNAVAILABLE, in the words of VIES */
  reason: string | null;
  /** Number of requests to VIES so far */
  attempts: number;
};

export type VatNumberCheckList = {
  /** The rows of this page, in the order of the list */
  items: VatNumberCheck[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
};

export type VatNumberCheckRequest = {
  /** The customer's number, with the prefix of its Member State (EL for Greece, XI for Northern Ireland); only its mask is kept */
  vat_number: string;
  /** Your own number. With it VIES gives a consultation number, which proves the check; only its mask is kept */
  requester_vat_number?: string | undefined;
};

/** Warning about a tax number. `check_digits_wrong`: the number has the right form, and probably a slip in it. It is taken all the same. Absent where nothing was found, the mask alone came in, or no rule is public */
export type VatNumberWarning = "check_digits_wrong";

/** Reason why events are not in the return, with their number */
export type Warning = {
  /** Exclusion code of the events; `listSupplyEvents` takes it as `warning` */
  code: "registration_missing_excluded" | "registration_overlap_excluded" | "energy_not_yet_in_scheme_excluded" | "needs_review_excluded" | "classification_excluded" | "taxed_at_home_under_scheme_excluded" | "unsupported_rate_category_excluded" | "unsupported_supply_kind_excluded" | "excise_goods_excluded" | "consignment_value_exceeded_excluded" | "consignment_value_unverified_excluded" | "missing_origin_excluded" | "correction_reference_missing_excluded" | "correction_reference_invalid_excluded" | "correction_opening_missing_excluded" | "outside_registration_window_excluded" | "correction_after_three_years_excluded" | "correction_to_former_state_excluded" | "missing_exchange_rate_excluded";
  /** Number of events left out */
  count: number;
};

export type Webhook = {
  /** Id of the webhook */
  id: string;
  /** Address that messages are sent to; null if they are fetched; a read-only key sees its origin and the start of its path */
  url: string | null;
  /** Way of the messages: `push` to the address, or `poll` */
  delivery: "push" | "poll";
  /** Time from which a webhook whose messages are fetched gets no more, UTC; null for others */
  ends_at: string | null;
  /** Types of events that the webhook receives */
  events: Array<"threshold.crossed" | "late_change.recorded" | "return.due_soon" | "return.overdue" | "return.unpaid" | "connection.failing" | "recount.completed" | "import.completed" | "period.locked" | "period.filed" | "rates.changed">;
  /** Description for people; null if there is none */
  description: string | null;
  /** True if messages are sent */
  enabled: boolean;
  /** Time when the webhook was disabled, UTC; null if it is enabled */
  disabled_at: string | null;
  /** Reason why the webhook is disabled. `asked`: by a key of the account; `failing`: nothing had arrived for three days; `gone`: the receiver returned 410 */
  disabled_reason: "asked" | "failing" | "gone" | null;
  /** Time since which attempts fail, UTC; null if the last attempt arrived, or there was none */
  failing_since: string | null;
  /** Time until which the former secret signs alongside the new one, UTC; null if it does not */
  previous_secret_until: string | null;
  /** Time of creation, in UTC */
  created_at: string;
  /** Id of the API key or person */
  created_by: string;
  /** Time of the last change, UTC */
  updated_at: string;
  /** Id of the API key or person that changed it last */
  updated_by: string;
};

export type WebhookChange = {
  /** Address that messages are sent to: https, the name of a public host, port 443 or one from 1024; no user name, no password */
  url?: string | undefined;
  /** Types of events that the webhook receives */
  events?: Array<"threshold.crossed" | "late_change.recorded" | "return.due_soon" | "return.overdue" | "return.unpaid" | "connection.failing" | "recount.completed" | "import.completed" | "period.locked" | "period.filed" | "rates.changed"> | undefined;
  /** Description for people; at most 200 characters, null removes it */
  description?: string | null | undefined;
  /** True to enable the webhook for events from then on; `false` disables it, and ends deliveries in progress */
  enabled?: boolean | undefined;
};

export type WebhookDelivery = {
  /** The header webhook-id: the same over retries and replays */
  id: string;
  /** Id of the webhook concerned */
  webhook_id: string;
  /** The type of the event */
  type: "threshold.crossed" | "late_change.recorded" | "return.due_soon" | "return.overdue" | "return.unpaid" | "connection.failing" | "recount.completed" | "import.completed" | "period.locked" | "period.filed" | "rates.changed" | "webhook.test";
  /** Time of the event, UTC */
  timestamp: string;
  /** State of the delivery; `failed`: no further attempt is made; one that waits to be fetched stays `pending` */
  state: "pending" | "delivered" | "failed";
  /** Time of the next attempt; null if none follows */
  next_attempt_at: string | null;
  /** The body that is sent, to the letter */
  payload: string;
  /** Attempts in order of time; at most the last 30 */
  attempts: Array<{
    /** Time of the entry, UTC */
    at: string;
    /** True if the receiver answered with 2xx */
    delivered: boolean;
    /** HTTP status of the receiver; null without one */
    response_status: number | null;
    /** Duration of the attempt in milliseconds */
    duration_ms: number;
    /** The first characters of the answer, without those that cannot be shown */
    answer: string | null;
    /** Error of the attempt in words; null if none */
    error: string | null;
  }>;
};

export type WebhookDeliveryList = {
  /** The rows of this page, in the order of the list */
  items: WebhookDelivery[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
};

export type WebhookList = {
  /** The rows of this page, in the order of the list */
  items: Webhook[];
  /** The `cursor` of the next page; null on the last one */
  next_cursor: string | null;
};

export type WebhookRequest = {
  /** Address of the receiver, https; required unless `delivery` is `poll` */
  url?: string | undefined;
  /** Way of the messages. `push`: to the address; `poll`: they are fetched as deliveries for 24 hours, after which the webhook gets no more (default: `push`) */
  delivery?: "push" | "poll" | undefined;
  /** Types of events that the webhook receives */
  events: Array<"threshold.crossed" | "late_change.recorded" | "return.due_soon" | "return.overdue" | "return.unpaid" | "connection.failing" | "recount.completed" | "import.completed" | "period.locked" | "period.filed" | "rates.changed">;
  /** Description for people; at most 200 characters */
  description?: string | undefined;
};

export type WebhookTestMessage = {
  /** The type of the event */
  type: "webhook.test";
  /** Time of the event, in UTC */
  timestamp: string;
  /** The facts of the event */
  data: {
    /** Id of the account of the event */
    account: string;
    /** Mode of the account; `test` is its sandbox */
    mode: "live" | "test";
    /** Id of the webhook concerned */
    webhook_id: string;
  };
};

export type WebhookWithSecret = {
  /** Id of the webhook */
  id: string;
  /** Address that messages are sent to; null if they are fetched; a read-only key sees its origin and the start of its path */
  url: string | null;
  /** Way of the messages: `push` to the address, or `poll` */
  delivery: "push" | "poll";
  /** Time from which a webhook whose messages are fetched gets no more, UTC; null for others */
  ends_at: string | null;
  /** Types of events that the webhook receives */
  events: Array<"threshold.crossed" | "late_change.recorded" | "return.due_soon" | "return.overdue" | "return.unpaid" | "connection.failing" | "recount.completed" | "import.completed" | "period.locked" | "period.filed" | "rates.changed">;
  /** Description for people; null if there is none */
  description: string | null;
  /** True if messages are sent */
  enabled: boolean;
  /** Time when the webhook was disabled, UTC; null if it is enabled */
  disabled_at: string | null;
  /** Reason why the webhook is disabled. `asked`: by a key of the account; `failing`: nothing had arrived for three days; `gone`: the receiver returned 410 */
  disabled_reason: "asked" | "failing" | "gone" | null;
  /** Time since which attempts fail, UTC; null if the last attempt arrived, or there was none */
  failing_since: string | null;
  /** Time until which the former secret signs alongside the new one, UTC; null if it does not */
  previous_secret_until: string | null;
  /** Time of creation, in UTC */
  created_at: string;
  /** Id of the API key or person */
  created_by: string;
  /** Time of the last change, UTC */
  updated_at: string;
  /** Id of the API key or person that changed it last */
  updated_by: string;
  /** Signing secret: `whsec_` and 32 random bytes in base64. It is not shown again */
  secret: string;
};

export type XiHmrcFileRequest = {
  /** The file format of the portal */
  format: "xi_hmrc";
  /** The filer; goes into the file and is not kept */
  filer: {
    /** The number of the registration in full: VAT number, EU… or IM… number. May be left out if it is stored (`PUT /v1/account/identifiers`), except with a read-only key */
    vat_number?: Identifier | undefined;
  };
  /** Numbers of the filer in other Member States; go into the file and are not kept */
  establishments?: FileEstablishment[] | undefined;
  /** Fields that only this form needs */
  extras?: {
    /** True if the registration is one of an online marketplace, which alone may sell within a country (default: `false`) */
    online_marketplace?: boolean | undefined;
  } | undefined;
  /** Id of the registration; required if two registrations share the period, because each makes a return */
  registration_id?: number | undefined;
  /** The rules under `consents` of the check that the filer accepts */
  accept?: Array<"layout_not_confirmed" | "vat_unlike_base_times_rate"> | undefined;
  /** True for a period that is still open (default: `false`) */
  draft?: boolean | undefined;
};

/** A method for every operation. */
export type Client = {
  /** Redirect to the API reference */
  getRoot(request?: Record<string, never>, options?: RequestOptions): Call<{ location: string }>;

  /** The console, for accountants and owners of shops */
  getConsolePage(request?: {
    query?: {
      /** The authorization code of the issuer, for the page */
      code?: string | undefined;
      /** The state of the sign-in that the page began */
      state?: string | undefined;
      /** Issuer of the authorization response (RFC 9207) */
      iss?: string | undefined;
      /** The issuer's reason for a sign-in that failed */
      error?: string | undefined;
      /** The issuer's reason in words */
      error_description?: string | undefined;
      /** A page about the reason */
      error_uri?: string | undefined;
      /** Parameter that Entra and Keycloak add; not read */
      session_state?: string | undefined;
      /** Parameter that Google adds; not read */
      scope?: string | undefined;
      /** Parameter that Google adds; not read */
      authuser?: string | undefined;
      /** Parameter that Google adds; not read */
      hd?: string | undefined;
      /** Parameter that Google adds; not read */
      prompt?: string | undefined;
    } | undefined;
  }, options?: RequestOptions): Call<string>;

  /** A script or style sheet of the console */
  getConsoleFile(request: {
    path: {
      /** Name of a file that `GET /console` refers to */
      file: string;
    };
  }, options?: RequestOptions): Call<string>;

  /** The API reference, for people */
  getDocsPage(request?: Record<string, never>, options?: RequestOptions): Call<string>;

  /** The script of the API reference (Redoc) */
  getDocsScript(request?: Record<string, never>, options?: RequestOptions): Call<string>;

  /** A page of a chapter of the documentation as Markdown */
  getDocsChapterMarkdown(request: {
    path: {
      /** Chapter of a page that `GET /llms.txt` lists, such as `filing` */
      chapter: string;
      /** Name of a page that `GET /llms.txt` lists, with its ending `.md` */
      page: string;
    };
  }, options?: RequestOptions): Call<string>;

  /** A page of the documentation as Markdown */
  getDocsMarkdown(request: {
    path: {
      /** Name of a page that `GET /llms.txt` lists, with its ending `.md` */
      page: string;
    };
  }, options?: RequestOptions): Call<string>;

  /** The service is up */
  getHealth(request?: Record<string, never>, options?: RequestOptions): Call<Health>;

  /** The list of the documentation's pages, for agents */
  getLlmsText(request?: Record<string, never>, options?: RequestOptions): Call<string>;

  /** The OpenAPI 3.1 document of this API */
  getOpenApi(request?: Record<string, never>, options?: RequestOptions): Call<Record<string, unknown>>;

  /** The service can reach its database */
  getReadiness(request?: Record<string, never>, options?: RequestOptions): Call<Readiness>;

  /** The account profile: where the business is established */
  getAccount(request?: Record<string, never>, options?: RequestOptions): Call<AccountProfile>;

  /** Set the account profile */
  putAccount(request: {
    body: AccountProfileRequest;
  }, options?: RequestOptions): Call<AccountProfile>;

  /** Changes of registrations, profile and sources, with author and time, newest first */
  listSettingChanges(request?: {
    query?: {
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<SettingChangeList>;

  /** Erase the tax identifiers that are stored in full, and their key */
  eraseIdentifiers(request?: Record<string, never>, options?: RequestOptions): Call<StoredIdentifiers>;

  /** The tax identifiers that are stored in full, masked */
  getIdentifiers(request?: Record<string, never>, options?: RequestOptions): Call<StoredIdentifiers>;

  /** Store tax identifiers in full, encrypted, so that files can be made without them */
  putIdentifiers(request: {
    body: FullIdentifiers;
  }, options?: RequestOptions): Call<StoredIdentifiers>;

  /** The address of the account for mails, and the mails that it gets */
  getAccountMails(request?: Record<string, never>, options?: RequestOptions): Call<MailSettings>;

  /** Choose the mails of an account, also of one that is used by keys alone */
  setAccountMails(request: {
    body: MailChange;
  }, options?: RequestOptions): Call<MailSettings>;

  /** The account's API keys, the newest first; never their secrets */
  listApiKeys(request?: {
    query?: {
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<ApiKeyList>;

  /** Make a key of the account, no stronger than the one that asks */
  createApiKey(request: {
    body: ApiKeyRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<ApiKeyWithSecret>;

  /** Stop a key at once */
  revokeApiKey(request: {
    path: {
      /** The `id` of a key */
      id: string;
    };
  }, options?: RequestOptions): Call<ApiKey>;

  /** Replace a key; the old one works 48 hours more, or less if asked */
  rotateApiKey(request: {
    path: {
      /** The `id` of a key */
      id: string;
    };
    body?: KeyRotation | undefined;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<ApiKeyWithSecret>;

  /** Crossings of the annual threshold that were noticed, the newest first */
  listNotifications(request?: {
    query?: {
      /** Filter by read state: `true` returns unread notifications only, `false` the others */
      unread?: "true" | "false" | undefined;
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<ThresholdNotificationList>;

  /** Mark a notification as read */
  readNotification(request: {
    path: {
      /** The id of the notification */
      id: string;
    };
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<ThresholdNotification>;

  /** Union coverage, threshold and unread notifications at a glance */
  getOverview(request?: {
    query?: {
      /** True if returns and months are reported */
      details?: "true" | "false" | undefined;
    } | undefined;
  }, options?: RequestOptions): Call<ComplianceOverview>;

  /** The year's cross-border turnover against the EUR 10,000 threshold */
  getThresholdStatus(request?: Record<string, never>, options?: RequestOptions): Call<ThresholdStatusAnswer>;

  /** The connected shops of the account with their status */
  listConnections(request?: {
    query?: {
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<ConnectionList>;

  /** Connect a shop: answers the address to which it sends its orders */
  createConnection(request: {
    body: ConnectionRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<Connection>;

  /** Remove a connection and its secrets; what it has booked stays */
  deleteConnection(request: {
    path: {
      /** Id of the connection, as `POST /v1/connections` returned it */
      id: string;
    };
  }, options?: RequestOptions): Call<Connection>;

  /** One connected shop with its status */
  getConnection(request: {
    path: {
      /** Id of the connection, as `POST /v1/connections` returned it */
      id: string;
    };
  }, options?: RequestOptions): Call<Connection>;

  /** Change a connection, pause it, or let it go on */
  updateConnection(request: {
    path: {
      /** Id of the connection, as `POST /v1/connections` returned it */
      id: string;
    };
    body: ConnectionChange;
  }, options?: RequestOptions): Call<Connection>;

  /** Give the keys with which the shop is asked for its orders; nothing shows them again */
  setConnectionAccess(request: {
    path: {
      /** Id of the connection, as `POST /v1/connections` returned it */
      id: string;
    };
    body: ConnectionAccessRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<Connection>;

  /** Ask the shop for what it has changed, and book what no message has brought */
  startCatchUp(request: {
    path: {
      /** Id of the connection, as `POST /v1/connections` returned it */
      id: string;
    };
    body?: CatchUpRequest | undefined;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<Connection>;

  /** Messages of the shop in the last 30 days with their outcome, newest first */
  listInboundDeliveries(request: {
    path: {
      /** Id of the connection, as `POST /v1/connections` returned it */
      id: string;
    };
    query?: {
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<InboundDeliveryList>;

  /** Orders that are not booked as the shop has them, and keep their return from `ready` */
  listOpenOrders(request: {
    path: {
      /** Id of the connection, as `POST /v1/connections` returned it */
      id: string;
    };
    query?: {
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<OpenOrderList>;

  /** Book an open order as the shop has it, also an edit on which the connection asks */
  bookOpenOrder(request: {
    path: {
      /** Id of the connection, as `POST /v1/connections` returned it */
      id: string;
      /** The shop's own id of the order */
      order_id: string;
    };
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<OpenOrder>;

  /** Leave an open order as it is booked, until the shop sends another edit of it */
  settleOpenOrder(request: {
    path: {
      /** Id of the connection, as `POST /v1/connections` returned it */
      id: string;
      /** The shop's own id of the order */
      order_id: string;
    };
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<OpenOrder>;

  /** Set the secret that signs the shop's messages, or make one; the previous secret stays valid for 24 hours */
  setConnectionSecret(request: {
    path: {
      /** Id of the connection, as `POST /v1/connections` returned it */
      id: string;
    };
    body?: ConnectionSecretRequest | undefined;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<ConnectionWithSecret>;

  /** The kinds of files that can be imported, and the settings of each */
  listImportFormats(request?: {
    query?: {
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<{
    /** All import formats of the service */
    items: ImportFormat[];
    /** The `cursor` of the next page; null on the last one */
    next_cursor: string | null;
  }>;

  /** Imports, the newest first */
  listImports(request?: {
    query?: {
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<ImportList>;

  /** Request the import of a shop's export; returns its upload link */
  createImport(request: {
    body: ImportRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<CreatedImport>;

  /** Bridge from the amounts in a source's files to those that its imports committed */
  getSourceBridge(request: {
    query: {
      /** The source tag of the shop: ids of events begin with it */
      source_id: string;
    };
  }, options?: RequestOptions): Call<SourceBridge>;

  /** Progress of an import, the outcome of its rows, and the returns that declare them */
  getImport(request: {
    path: {
      /** Id of the import, used in paths */
      id: string;
    };
  }, options?: RequestOptions): Call<ImportReport>;

  /** Bridge from the amounts in a file to those that its import committed */
  getImportBridge(request: {
    path: {
      /** Id of the import, used in paths */
      id: string;
    };
  }, options?: RequestOptions): Call<ImportBridge>;

  /** End an import; what it has committed stays */
  cancelImport(request: {
    path: {
      /** Id of the import, used in paths */
      id: string;
    };
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<Import>;

  /** A link to the rows of a file that were not simply taken, good for five minutes */
  downloadFindings(request: {
    path: {
      /** Id of the import, used in paths */
      id: string;
    };
    query?: {
      /** Redirect to the file (`true`, the default), or the link as JSON (`false`): browsers do not show a page where a redirect leads */
      redirect?: "true" | "false" | undefined;
    } | undefined;
  }, options?: RequestOptions): Call<{
    /** The link, good for five minutes; it needs no key */
    location: string;
  }>;

  /** Let an import go on that was interrupted */
  retryImport(request: {
    path: {
      /** Id of the import, used in paths */
      id: string;
    };
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<Import>;

  /** The rows of a file that were not simply taken, and why */
  listImportRows(request: {
    path: {
      /** Id of the import, used in paths */
      id: string;
    };
    query?: {
      /** Only rows with this outcome; `event` are remarks on rows that were taken */
      outcome?: "event" | "excluded" | "unresolved" | "rejected" | "conflict" | undefined;
      /** Only rows with this reason, as `reasons` of the import lists them; several are separated by commas */
      reason?: string | undefined;
      /** Only rows whose supply is in this month, such as 2026-10; several are separated by commas */
      month?: string | undefined;
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<ImportRowList>;

  /** Settle the rows of an import that were not taken */
  settleImport(request: {
    path: {
      /** Id of the import, used in paths */
      id: string;
    };
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<Import>;

  /** Record the event that was entered for one row of an import that was not taken */
  settleImportRow(request: {
    path: {
      /** Id of the import, used in paths */
      id: string;
    };
    body: RowSettlement;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<Import>;

  /** Check the uploaded file, import it, or import a file that was checked */
  startImport(request: {
    path: {
      /** Id of the import, used in paths */
      id: string;
    };
    body: StartImport;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<Import>;

  /** Take all that an import has committed out of the ledger again */
  undoImport(request: {
    path: {
      /** Id of the import, used in paths */
      id: string;
    };
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<Import>;

  /** Receive a message of a connected shop, signed with the secret of the connection */
  receiveMessage(request: {
    path: {
      /** Id of the connection, as `POST /v1/connections` returned it */
      id: string;
    };
  }, options?: RequestOptions): Call<Taken>;

  /** Join an organisation by the link of an invitation */
  acceptInvitation(request: {
    body: InvitationAcceptance;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<Organisation>;

  /** Your address for mails, and the mails that you get */
  getMails(request?: Record<string, never>, options?: RequestOptions): Call<MailSettings>;

  /** Choose your mails; a new address is confirmed by the link of a mail */
  setMails(request: {
    body: MailChange;
  }, options?: RequestOptions): Call<MailSettings>;

  /** Confirm an address for mails by the link that it was sent */
  confirmMails(request: {
    body: MailConfirmation;
  }, options?: RequestOptions): Call<ConfirmedMail>;

  /** End all mails by the link of one, without signing in (RFC 8058) */
  unsubscribeMails(request: {
    query: {
      /** The token from the link of a mail */
      token: string;
    };
  }, options?: RequestOptions): Call<UnsubscribedMail>;

  /** The MCP endpoint for agents, which read what the caller may read */
  answerAgent(request: {
    body: AgentMessage;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<AgentAnswer>;

  /** Movements of own goods in a month, without a sale */
  listMovements(request: {
    query: {
      /** A calendar month, as YYYY-MM */
      month: string;
      /** Only movements of this kind */
      kind?: "warehouse_transfer" | "inbound" | "customer_return" | undefined;
      /** EL is Greece and XI Northern Ireland */
      origin?: string | undefined;
      /** EL is Greece and XI Northern Ireland */
      destination?: string | undefined;
      /** The source tag of the shop: ids of events begin with it */
      source_id?: string | undefined;
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    };
  }, options?: RequestOptions): ListCall<MovementList>;

  /** Movements of own goods in a month by pair of states, as CSV */
  exportMovements(request: {
    query: {
      /** A calendar month, as YYYY-MM */
      month: string;
    };
  }, options?: RequestOptions): Call<string>;

  /** Notifications of the account with the text of a mail, newest first */
  listAccountNotifications(request?: {
    query?: {
      /** Filter by read state: `true` returns unread notifications only, `false` the others */
      unread?: "true" | "false" | undefined;
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<AccountNotificationList>;

  /** Mark any notification as read, or as unread again */
  readAccountNotification(request: {
    path: {
      /** The `id` of a notification */
      id: string;
    };
    query?: {
      /** False marks the notification as unread again */
      read?: "true" | "false" | undefined;
    } | undefined;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<AccountNotification>;

  /** Load exchange rates from the ECB, or from a file of the ECB */
  loadEcbRates(request: {
    body: {
      /** Source of the rates: the ECB's files of today and of 90 days */
      from: "ecb";
    } | {
      /** Source of the rates: a file of the ECB, for older days */
      from: "file";
      /** Content of the ECB's `eurofxref-hist.csv` or `eurofxref.csv`, or rows of `date,currency,rate` */
      csv: string;
      /** True to store rates that jump, after you compared them with the ECB's page */
      confirm_jumps?: boolean | undefined;
    };
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<EcbRatesLoaded>;

  /** Proposed VAT rates, with what was decided */
  listRateProposals(request?: {
    query?: {
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<RateProposalList>;

  /** Propose a VAT rate or an SME threshold by hand, with its source */
  proposeRate(request: {
    body: {
      /** A VAT rate of a tax class */
      kind: "rate";
      /** A class of `GET /v1/tax-classes` */
      tax_class_id: string;
      /** Rate in basis points: 2100 is 21 % */
      rate_bps: number;
      /** Supplies that the rate covers; those of the present physical rate unless given */
      applies_to?: "any" | "physical" | "electronic" | undefined;
      /** The Member State by its code in returns: Greece is EL */
      country: "AT" | "BE" | "BG" | "CY" | "CZ" | "DE" | "DK" | "EE" | "EL" | "ES" | "FI" | "FR" | "HR" | "HU" | "IE" | "IT" | "LT" | "LU" | "LV" | "MT" | "NL" | "PL" | "PT" | "RO" | "SE" | "SI" | "SK";
      /** The first day by law */
      valid_from: IsoDate;
      /** The law or publication, such as BGBl. 2026 I Nr. 200 */
      source: string;
      /** The address of the source */
      source_url: string;
    } | {
      /** The main threshold of Art. 284 VAT Directive */
      kind: "sme_threshold";
      /** The national currency on the first day */
      currency: Currency;
      /** Threshold in whole units of the national currency */
      threshold_nac: number;
      /** The Member State by its code in returns: Greece is EL */
      country: "AT" | "BE" | "BG" | "CY" | "CZ" | "DE" | "DK" | "EE" | "EL" | "ES" | "FI" | "FR" | "HR" | "HU" | "IE" | "IT" | "LT" | "LU" | "LV" | "MT" | "NL" | "PL" | "PT" | "RO" | "SE" | "SI" | "SK";
      /** The first day by law */
      valid_from: IsoDate;
      /** The law or publication, such as BGBl. 2026 I Nr. 200 */
      source: string;
      /** The address of the source */
      source_url: string;
    };
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<RateProposal | SmeThresholdProposal>;

  /** Accept, refuse, withdraw or reopen a proposed VAT rate */
  decideRateProposal(request: {
    path: {
      /** The `proposal_id` of a rate proposal */
      id: string;
    };
    body: {
      /** The decision: accept, refuse, withdraw or reopen */
      action: "accept";
      /** The first day of the rate by law; required for a proposal of TEDB, which has the day of its entry. A proposal by hand has its own */
      valid_from?: IsoDate | undefined;
      /** Basis points; the proposed rate unless given, required when TEDB has several */
      rate_bps?: number | undefined;
      /** Reason for the decision: the law, or why the proposal is wrong; stored with your id */
      reason: string;
    } | {
      /** The decision: accept, refuse, withdraw or reopen */
      action: "refuse";
      /** Reason for the decision: the law, or why the proposal is wrong; stored with your id */
      reason: string;
    } | {
      /** The decision: accept, refuse, withdraw or reopen */
      action: "withdraw";
      /** Reason for the decision: the law, or why the proposal is wrong; stored with your id */
      reason: string;
    } | {
      /** The decision: accept, refuse, withdraw or reopen */
      action: "reopen";
      /** Reason for the decision: the law, or why the proposal is wrong; stored with your id */
      reason: string;
    };
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<RateProposal | SmeThresholdProposal>;

  /** Count the events with checks of a former rate, or check them anew */
  recheckRate(request: {
    path: {
      /** The `proposal_id` of a rate proposal */
      id: string;
    };
    body?: {
      /** Number of `events` that were counted, to confirm that they are checked anew; if left out, they are only counted */
      confirm?: number | undefined;
    } | undefined;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<RateProposal>;

  /** Begin an organisation; you are its first owner */
  createOrganisation(request: {
    body: OrganisationRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<Organisation>;

  /** An organisation, with your roles in it */
  getOrganisation(request: {
    path: {
      /** The `id` of an organisation that you are in */
      organisation: string;
    };
  }, options?: RequestOptions): Call<Organisation>;

  /** The accounts in which you have a role */
  listClientAccounts(request: {
    path: {
      /** The `id` of an organisation that you are in */
      organisation: string;
    };
    query?: {
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<ClientAccountList>;

  /** Make the account of a client */
  createClientAccount(request: {
    path: {
      /** The `id` of an organisation that you are in */
      organisation: string;
    };
    body: ClientAccountRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<ClientAccount>;

  /** Make the accounts of many clients from the lines of a spreadsheet, with seat, registration and number */
  importClientAccounts(request: {
    path: {
      /** The `id` of an organisation that you are in */
      organisation: string;
    };
    body: ClientAccountFile;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<ClientAccountFileResult>;

  /** Change the name of a client's account, also in a profile that still has its former name, or record that the client has left */
  updateClientAccount(request: {
    path: {
      /** The `id` of an organisation that you are in */
      organisation: string;
      /** The `account` of a client, as the list of accounts has it */
      account: string;
    };
    body: ClientAccountPatch;
  }, options?: RequestOptions): Call<ClientAccount>;

  /** The returns of all clients with their state */
  getBoard(request: {
    path: {
      /** The `id` of an organisation that you are in */
      organisation: string;
    };
    query?: {
      /** Only returns that are due before this day */
      due_before?: IsoDate | undefined;
      /** Only returns of this quarter or month */
      period_key?: string | undefined;
      /** Only returns in this state */
      state?: "running" | "open" | "locked" | "filed" | "filed_elsewhere" | undefined;
      /** Only returns of the import scheme under this intermediary: its number as the rows mask it, or its name */
      intermediary?: string | undefined;
      /** Filter by preparation: `true` returns only returns whose figures are marked as prepared, `false` only others */
      prepared?: "true" | "false" | undefined;
      /** Rows of a page, 1 to 8000 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<Board>;

  /** Check, prepare, lock, file or pay the returns of many clients, commit the files they sent, or put their files into a ZIP, each under your role there */
  createBulkJob(request: {
    path: {
      /** The `id` of an organisation that you are in */
      organisation: string;
    };
    body: BulkRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<BulkJob>;

  /** Progress of a job over many returns, with the result of each */
  getBulkJob(request: {
    path: {
      /** The `id` of an organisation that you are in */
      organisation: string;
      /** The `id` of a job of the organisation */
      job: string;
    };
  }, options?: RequestOptions): Call<BulkJob>;

  /** A link to the ZIP of a job, good for five minutes */
  downloadBulkFiles(request: {
    path: {
      /** The `id` of an organisation that you are in */
      organisation: string;
      /** The `id` of a job of the organisation */
      job: string;
    };
    query?: {
      /** Redirect to the file (`true`, the default), or the link as JSON (`false`): browsers do not show a page where a redirect leads */
      redirect?: "true" | "false" | undefined;
    } | undefined;
  }, options?: RequestOptions): Call<{
    /** The link, good for five minutes; it needs no key */
    location: string;
  }>;

  /** Withdraw an open invitation */
  withdrawInvitation(request: {
    path: {
      /** The `id` of an organisation that you are in */
      organisation: string;
      /** The `id` of an open invitation */
      invitation: string;
    };
  }, options?: RequestOptions): Call<Invitation>;

  /** The members of an organisation, and its open invitations */
  listMembers(request: {
    path: {
      /** The `id` of an organisation that you are in */
      organisation: string;
    };
    query?: {
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<MemberList>;

  /** Invite a person: returns a link that works once, for seven days, and sends it by mail */
  inviteMember(request: {
    path: {
      /** The `id` of an organisation that you are in */
      organisation: string;
    };
    body: InvitationRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<InvitationWithToken>;

  /** Remove a member, with effect from the next call, and end all their sessions */
  removeMember(request: {
    path: {
      /** The `id` of an organisation that you are in */
      organisation: string;
      /** The `id` of a person who is a member */
      person: string;
    };
  }, options?: RequestOptions): Call<Member>;

  /** Change the roles of a member, with effect from the next call */
  updateMember(request: {
    path: {
      /** The `id` of an organisation that you are in */
      organisation: string;
      /** The `id` of a person who is a member */
      person: string;
    };
    body: MemberPatch;
  }, options?: RequestOptions): Call<Member>;

  /** End all sessions of a member, who can sign in again */
  endMemberSessions(request: {
    path: {
      /** The `id` of an organisation that you are in */
      organisation: string;
      /** The `id` of a person who is a member */
      person: string;
    };
  }, options?: RequestOptions): Call<SessionsEnd>;

  /** Sessions of a member, newest first */
  listMemberSessions(request: {
    path: {
      /** The `id` of an organisation that you are in */
      organisation: string;
      /** The `id` of a person who is a member */
      person: string;
    };
    query?: {
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<MemberSessionList>;

  /** End one session of a member */
  endOneMemberSession(request: {
    path: {
      /** The `id` of an organisation that you are in */
      organisation: string;
      /** The `id` of a person who is a member */
      person: string;
      /** The `id` of a session of the member */
      session: string;
    };
  }, options?: RequestOptions): Call<SessionEnd>;

  /** VAT rates of a day as a file for the importer of WooCommerce, Magento or PrestaShop */
  getRatesFile(request: {
    path: {
      /** Shop whose own importer reads the file */
      shop: "woocommerce" | "magento" | "prestashop";
    };
    query?: {
      /** The day whose rates the file has; today unless given */
      on?: IsoDate | undefined;
      /** A class of `GET /v1/tax-classes` and the shop's class that has its rates, as `books:reduced-rate`; `standard:` alone is the shop's standard class, which is the default. Send it once for each class, or with commas */
      class?: string | undefined;
      /** Rates that the file has: with `seller` those of your own state everywhere while the relief of Art. 59c applies to you on that day, else those of the destination; with `destination` these in any case */
      scope?: "seller" | "destination" | undefined;
    } | undefined;
  }, options?: RequestOptions): Call<string>;

  /** Records that were asked for, the newest first */
  listRecords(request?: {
    query?: {
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<RecordsJobList>;

  /** Request the records of all supplies of a range of days (Art. 63c CIR 282/2011) */
  createRecords(request: {
    body: RecordsRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<RecordsJobDetail>;

  /** Progress of a records job, its files, and points of Art. 63c that are not known */
  getRecords(request: {
    path: {
      /** The id of the job */
      id: string;
    };
  }, options?: RequestOptions): Call<RecordsJobDetail>;

  /** A link to one file of records, good for five minutes */
  downloadRecords(request: {
    path: {
      /** The id of the job */
      id: string;
      /** The `file` of one of its files */
      file: string;
    };
    query?: {
      /** Redirect to the file (`true`, the default), or the link as JSON (`false`): browsers do not show a page where a redirect leads */
      redirect?: "true" | "false" | undefined;
    } | undefined;
  }, options?: RequestOptions): Call<{
    /** The link, good for five minutes; it needs no key */
    location: string;
  }>;

  /** The Union OSS return of a quarter by Member State of consumption */
  getCountryBreakdown(request: {
    query: {
      /** A calendar quarter, as YYYY-Qn */
      period: QuarterKey;
    };
  }, options?: RequestOptions): Call<CountryBreakdown>;

  /** The Union OSS return by Member State of consumption, as a CSV or JSON file */
  exportCountryBreakdown<F extends "csv" | "json">(request: {
    query: {
      /** A calendar quarter, as YYYY-Qn */
      period: QuarterKey;
      /** Format of the file */
      format: F;
      /** Separator of the fields in CSV; `comma` unless given */
      delimiter?: "comma" | "semicolon" | "tab" | undefined;
      /** Decimal sign in CSV; `point` unless given */
      decimal?: "point" | "comma" | undefined;
      /** Place of the facts about the file in CSV: on every line (`repeat`, unless given) or once in its head (`once`) */
      manifest?: "repeat" | "once" | undefined;
    };
  }, options?: RequestOptions): Call<{ csv: string; json: BreakdownExport }[F]>;

  /** The Union OSS return by Member State of consumption, as a CSV file */
  exportCountryBreakdownCsv(request: {
    query: {
      /** A calendar quarter, as YYYY-Qn */
      period: QuarterKey;
      /** Separator of the fields in CSV; `comma` unless given */
      delimiter?: "comma" | "semicolon" | "tab" | undefined;
      /** Decimal sign in CSV; `point` unless given */
      decimal?: "point" | "comma" | undefined;
      /** Place of the facts about the file in CSV: on every line (`repeat`, unless given) or once in its head (`once`) */
      manifest?: "repeat" | "once" | undefined;
    };
  }, options?: RequestOptions): Call<string>;

  /** The Union OSS return by Member State of consumption, as a JSON file */
  exportCountryBreakdownJson(request: {
    query: {
      /** A calendar quarter, as YYYY-Qn */
      period: QuarterKey;
    };
  }, options?: RequestOptions): Call<BreakdownExport>;

  /** Checks before filing a quarter and its months, in the Union and the import scheme */
  getFilingPrep(request: {
    query: {
      /** A calendar quarter, as YYYY-Qn */
      period: QuarterKey;
    };
  }, options?: RequestOptions): Call<FilingPrepWorkspace>;

  /** Locked quarters, the most recent first; one of them in full */
  listLockedPeriods(request?: {
    query?: {
      /** Show this quarter in full, as `current_period` */
      period?: QuarterKey | undefined;
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<LockedPeriodList>;

  /** Freeze the return of a quarter that has ended, with its files */
  lockPeriod(request: {
    query: {
      /** A calendar quarter, as YYYY-Qn */
      period: QuarterKey;
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
      /** Reject a return that is `review_required` (409 `return_not_ready`) if `true`, as `lock_requires_ready` of the account does for every lock */
      require_ready?: "true" | "false" | undefined;
      /** Confirmation that all events of the period belong elsewhere: with `true`, a return that includes none of them is not rejected for it */
      confirm?: "nothing_included" | undefined;
      /** Day on which the return was submitted, from the last day of its period to today. The lock of a final return leaves out corrections that are dated later: they go directly to the Member States of consumption (Art. 61a CIR 282/2011) */
      submitted_on?: IsoDate | undefined;
      /** Language of the working paper that the lock stores; `en` unless given */
      language?: "en" | "de" | undefined;
    };
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<LockedPeriodDetail>;

  /** A link to one stored file of a locked quarter, good for five minutes */
  downloadExport(request: {
    path: {
      /** The `id` of a stored file */
      export_id: string;
    };
    query?: {
      /** Redirect to the file (`true`, the default), or the link as JSON (`false`): browsers do not show a page where a redirect leads */
      redirect?: "true" | "false" | undefined;
    } | undefined;
  }, options?: RequestOptions): Call<{
    /** The link, good for five minutes; it needs no key */
    location: string;
  }>;

  /** Record that the return of a locked quarter was filed; the first record stays */
  markPeriodFiled(request: {
    query: {
      /** A calendar quarter, as YYYY-Qn */
      period: QuarterKey;
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
    };
    body?: FilingRequest | undefined;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<LockedPeriodDetail>;

  /** Locked periods of any scheme, the most recent first; one of them in full */
  listLockedReturns(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
    };
    query?: {
      /** Show this period in full, as `current_period` */
      period?: TaxPeriod | undefined;
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<LockedPeriodList>;

  /** Freeze the return of a period that has ended, in any scheme */
  lockReturn(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
    };
    query: {
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
      /** Reject a return that is `review_required` (409 `return_not_ready`) if `true`, as `lock_requires_ready` of the account does for every lock */
      require_ready?: "true" | "false" | undefined;
      /** Confirmation that all events of the period belong elsewhere: with `true`, a return that includes none of them is not rejected for it */
      confirm?: "nothing_included" | undefined;
      /** Day on which the return was submitted, from the last day of its period to today. The lock of a final return leaves out corrections that are dated later: they go directly to the Member States of consumption (Art. 61a CIR 282/2011) */
      submitted_on?: IsoDate | undefined;
      /** Language of the working paper that the lock stores; `en` unless given */
      language?: "en" | "de" | undefined;
    };
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<LockedPeriodDetail>;

  /** A link to one stored file of a locked period, good for five minutes */
  downloadReturnExport(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** The `id` of a stored file */
      export_id: string;
    };
    query?: {
      /** Redirect to the file (`true`, the default), or the link as JSON (`false`): browsers do not show a page where a redirect leads */
      redirect?: "true" | "false" | undefined;
    } | undefined;
  }, options?: RequestOptions): Call<{
    /** The link, good for five minutes; it needs no key */
    location: string;
  }>;

  /** Record that the return of a locked period was filed; the first record stays */
  markReturnFiled(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
    };
    query: {
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
    };
    body?: FilingRequest | undefined;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<LockedPeriodDetail>;

  /** Correct the day and the reference of a filing; earlier records stay */
  correctFiling(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
    };
    query: {
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
    };
    body: FilingCorrectionRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<LockedPeriodDetail>;

  /** Amounts due by Member State of consumption, in the Union and the import scheme */
  getMultiJurisdiction(request: {
    query: {
      /** A calendar quarter, as YYYY-Qn */
      period: QuarterKey;
    };
  }, options?: RequestOptions): Call<MultiJurisdictionPreview>;

  /** Both views of a quarter in major units, with what to know before filing */
  getAccountantReport<F extends "json" | "html" = "json">(request: {
    query: {
      /** A calendar quarter, as YYYY-Qn */
      period: QuarterKey;
      /** Format of the report: `json` unless given; `html` is a page to print */
      format?: F | undefined;
      /** Language of the words in the file; `en` unless given */
      language?: "en" | "de" | undefined;
    };
  }, options?: RequestOptions): Call<{ json: AccountantReport; html: string }[F]>;

  /** The Union OSS return of a quarter, as it stands now */
  getQuarterlySummary(request: {
    query: {
      /** A calendar quarter, as YYYY-Qn */
      period: QuarterKey;
    };
  }, options?: RequestOptions): Call<Return>;

  /** The Union OSS return of a quarter as a CSV or JSON file */
  exportQuarterlySummary<F extends "csv" | "json">(request: {
    query: {
      /** A calendar quarter, as YYYY-Qn */
      period: QuarterKey;
      /** Format of the file */
      format: F;
      /** Separator of the fields in CSV; `comma` unless given */
      delimiter?: "comma" | "semicolon" | "tab" | undefined;
      /** Decimal sign in CSV; `point` unless given */
      decimal?: "point" | "comma" | undefined;
      /** Place of the facts about the file in CSV: on every line (`repeat`, unless given) or once in its head (`once`) */
      manifest?: "repeat" | "once" | undefined;
    };
  }, options?: RequestOptions): Call<{ csv: string; json: SummaryExport }[F]>;

  /** The Union OSS return of a quarter as a CSV file */
  exportQuarterlySummaryCsv(request: {
    query: {
      /** A calendar quarter, as YYYY-Qn */
      period: QuarterKey;
      /** Separator of the fields in CSV; `comma` unless given */
      delimiter?: "comma" | "semicolon" | "tab" | undefined;
      /** Decimal sign in CSV; `point` unless given */
      decimal?: "point" | "comma" | undefined;
      /** Place of the facts about the file in CSV: on every line (`repeat`, unless given) or once in its head (`once`) */
      manifest?: "repeat" | "once" | undefined;
    };
  }, options?: RequestOptions): Call<string>;

  /** The Union OSS return of a quarter as a JSON file */
  exportQuarterlySummaryJson(request: {
    query: {
      /** A calendar quarter, as YYYY-Qn */
      period: QuarterKey;
    };
  }, options?: RequestOptions): Call<SummaryExport>;

  /** Reconciliation of the ledger with declared and open returns, by period and Member State */
  getReconciliation<F extends "json" | "xlsx" = "json">(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
    };
    query?: {
      /** Format of the reconciliation: `json` unless given; `xlsx` is a workbook */
      format?: F | undefined;
    } | undefined;
  }, options?: RequestOptions): Call<{ json: Reconciliation; xlsx: FileAnswer }[F]>;

  /** The portals' file formats that returns can be made in, and what each asks for */
  listReturnFormats(request?: {
    query?: {
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<{
    /** All return formats of the service */
    items: ReturnFormat[];
    /** The `cursor` of the next page; null on the last one */
    next_cursor: string | null;
  }>;

  /** Freeze the nil returns of one or several periods, each with an outcome of its own */
  lockNilReturns(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
    };
    body: NilReturnsRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<NilReturnResults>;

  /** The return of a period in any scheme: as it was locked, or as it stands now */
  getReturn(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
    };
    query?: {
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
    } | undefined;
  }, options?: RequestOptions): Call<Return>;

  /** Both views of a return in major units, with what to know before filing */
  getReturnForAccountant<F extends "json" | "html" = "json">(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
    };
    query?: {
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
      /** Format of the report: `json` unless given; `html` is a page to print */
      format?: F | undefined;
      /** Language of the words in the file; `en` unless given */
      language?: "en" | "de" | undefined;
    } | undefined;
  }, options?: RequestOptions): Call<{ json: AccountantReport; html: string }[F]>;

  /** A locked return as bookings: for DATEV, as SIE 4, or as CSV */
  makeBookings(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
    };
    body: BookingsRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<FileAnswer>;

  /** Bridge from shop files and recorded events to the figures of a return */
  getReturnBridge(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
    };
    query?: {
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
    } | undefined;
  }, options?: RequestOptions): Call<ReturnBridge>;

  /** The return of a period by Member State of consumption */
  getReturnByCountry(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
    };
    query?: {
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
    } | undefined;
  }, options?: RequestOptions): Call<CountryBreakdown>;

  /** The return as lines to type into a portal, with control totals */
  getEntrySheet(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
    };
    query?: {
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
      /** Decimal sign of the amounts; that of the Member State's portal unless given */
      decimal?: "point" | "comma" | undefined;
    } | undefined;
  }, options?: RequestOptions): Call<EntrySheet>;

  /** Tick lines of the entry sheet that are typed in, or take ticks away */
  tickEntrySheet(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
    };
    query?: {
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
      /** Decimal sign of the amounts; that of the Member State's portal unless given */
      decimal?: "point" | "comma" | undefined;
    } | undefined;
    body: EntrySheetTicks;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<EntrySheet>;

  /** The events behind a figure of a return or a line of its bridge, with their count and sum */
  listReturnEvents(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
    };
    query?: {
      /** Part of the return: `rows` lists the events of the period, `corrections` the events that correct earlier periods. Late changes are listed by `late` */
      part?: "rows" | "corrections" | undefined;
      /** Only events of this section */
      section?: "2a" | "2b" | "2c" | "2d" | undefined;
      /** The Member State where the supply is taxed; EL for Greece, XI for Northern Ireland */
      member_state_of_consumption?: MemberState | undefined;
      /** VAT rate of a row, basis points */
      vat_rate_bps?: number | undefined;
      /** Only events of this kind, `goods` or `services` */
      supply_kind?: "goods" | "services" | undefined;
      /** Only events dispatched or supplied from there */
      from_member_state?: MemberState | undefined;
      /** Only events of this rate category */
      rate_category?: "standard" | "reduced" | undefined;
      /** The period that a correction is of */
      original_period?: string | undefined;
      /** The events that the return leaves out with this code */
      warning?: "registration_missing_excluded" | "registration_overlap_excluded" | "energy_not_yet_in_scheme_excluded" | "needs_review_excluded" | "classification_excluded" | "taxed_at_home_under_scheme_excluded" | "unsupported_rate_category_excluded" | "unsupported_supply_kind_excluded" | "excise_goods_excluded" | "consignment_value_exceeded_excluded" | "consignment_value_unverified_excluded" | "missing_origin_excluded" | "correction_reference_missing_excluded" | "correction_reference_invalid_excluded" | "correction_opening_missing_excluded" | "outside_registration_window_excluded" | "correction_after_three_years_excluded" | "correction_to_former_state_excluded" | "missing_exchange_rate_excluded" | undefined;
      /** Treatments of the events that `warning` leaves out, separated by commas: union_oss, non_union_oss, ioss, domestic, origin_below_threshold, reverse_charge, export, deemed_by_marketplace, outside_scope. Events of before their amounts were kept are found after a recount */
      treatment?: string | undefined;
      /** The events of earlier, declared periods whose changes this return declares (`late_changes`); together with `member_state_of_consumption` and `original_period` those of one entry */
      late?: "true" | undefined;
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<SourceEventList>;

  /** Either view of a return as a CSV or JSON file */
  exportReturn<F extends "csv" | "json">(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
    };
    query: {
      /** The whole return, or by Member State of consumption */
      view: "summary" | "breakdown";
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
      /** Format of the file */
      format: F;
      /** Separator of the fields in CSV; `comma` unless given */
      delimiter?: "comma" | "semicolon" | "tab" | undefined;
      /** Decimal sign in CSV; `point` unless given */
      decimal?: "point" | "comma" | undefined;
      /** Place of the facts about the file in CSV: on every line (`repeat`, unless given) or once in its head (`once`) */
      manifest?: "repeat" | "once" | undefined;
    };
  }, options?: RequestOptions): Call<{ csv: string; json: SummaryExport | BreakdownExport }[F]>;

  /** Either view of a return as a CSV file */
  exportReturnCsv(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
    };
    query: {
      /** The whole return, or by Member State of consumption */
      view: "summary" | "breakdown";
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
      /** Separator of the fields in CSV; `comma` unless given */
      delimiter?: "comma" | "semicolon" | "tab" | undefined;
      /** Decimal sign in CSV; `point` unless given */
      decimal?: "point" | "comma" | undefined;
      /** Place of the facts about the file in CSV: on every line (`repeat`, unless given) or once in its head (`once`) */
      manifest?: "repeat" | "once" | undefined;
    };
  }, options?: RequestOptions): Call<string>;

  /** Either view of a return as a JSON file */
  exportReturnJson(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
    };
    query: {
      /** The whole return, or by Member State of consumption */
      view: "summary" | "breakdown";
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
    };
  }, options?: RequestOptions): Call<SummaryExport | BreakdownExport>;

  /** Errors and warnings of a return's portal files, and the VAT numbers they need */
  checkReturnFiles(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
    };
    query?: {
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
    } | undefined;
  }, options?: RequestOptions): Call<{
    /** The special scheme of the return */
    scheme_type: "union_oss" | "non_union_oss" | "ioss";
    /** A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM */
    period_key: string;
    /** Member State code; EL for Greece, XI for Northern Ireland */
    member_state_identification: string;
    /** Open: what is told is of a draft */
    status: "open" | "locked" | "filed";
    /** Portal formats for the Member State and scheme of the return; empty where there is none */
    items: Array<{
      /** The file format of the portal */
      format: string;
      /** True if the file can be built from the return alone */
      exportable: boolean;
      /** Errors that prevent the file from being built */
      reasons: ReturnFileReason[];
      /** Errors that prevent the file from being built until the request names their rule in `accept` */
      consents: ReturnFileReason[];
      /** Warnings about the file, which `X-Return-Warnings` counts */
      warnings: ReturnFileReason[];
      /** Member States that rows are supplied from, and whether the file needs a VAT number of each */
      establishments: Array<{
        /** Member State code; EL for Greece, XI for Northern Ireland */
        country: string;
        /** The sections that need the number */
        sections: Array<"2a" | "2b" | "2c" | "2d">;
        /** True if the file cannot be built without it */
        required: boolean;
      }>;
    }>;
  }>;

  /** The return as a file for the portal of its Member State */
  makeReturnFile(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
    };
    body: AtOssFileRequest | CzOssei1FileRequest | DeBopV2FileRequest | Es369FileRequest | FiMytaxFileRequest | PlViudo2FileRequest | RoD398FileRequest | SeOss001FileRequest | SkDpossFileRequest | XiHmrcFileRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<FileAnswer>;

  /** A return that was filed elsewhere, as it was recorded */
  getOpening(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
    };
    query?: {
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
    } | undefined;
  }, options?: RequestOptions): Call<Opening>;

  /** Record a return that was filed elsewhere, before the ledger began */
  recordOpening(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
    };
    query?: {
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
    } | undefined;
    body: OpeningRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<Opening>;

  /** Take back an opening that was recorded by mistake, before anything is locked */
  withdrawOpening(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
    };
    query?: {
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
    } | undefined;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<Opening>;

  /** Record a payment of a locked return, in whole or in part */
  recordPayment(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
    };
    query?: {
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
    } | undefined;
    body: PaymentRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<ReturnPayment>;

  /** The amount to pay of a locked return, its reference, and the payments so far */
  getPayment(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
    };
    query?: {
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
    } | undefined;
  }, options?: RequestOptions): Call<ReturnPayment>;

  /** A credit transfer that pays a locked return: pain.001 for a bank, or a QR code */
  makePaymentOrder(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
    };
    body: PaymentOrderRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<FileAnswer>;

  /** Persons who marked the figures of a return as prepared, and whether the figures are current */
  getPreparation(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
    };
    query?: {
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
    } | undefined;
  }, options?: RequestOptions): Call<ReturnPreparation>;

  /** Mark the figures of a return as prepared, for another person to lock, or take the mark back */
  prepareReturn(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
    };
    query?: {
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
      /** False takes your own mark back; marks of other persons stay */
      prepared?: "true" | "false" | undefined;
    } | undefined;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<ReturnPreparation>;

  /** The working paper of a return: an XLSX workbook with a sheet for each subject */
  getWorkingPaper(request: {
    path: {
      /** A special scheme, by its name in paths */
      scheme: SchemeSlug;
      /** A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it */
      period: TaxPeriod;
    };
    query?: {
      /** Id of a registration. Needed where two follow one another in the period: each makes a return */
      registration_id?: number | undefined;
      /** Language of the words in the file; `en` unless given */
      language?: "en" | "de" | undefined;
    } | undefined;
  }, options?: RequestOptions): Call<FileAnswer>;

  /** Empty the sandbox: with a test key, and never the live ledger */
  emptySandbox(request?: Record<string, never>, options?: RequestOptions): Call<Sandbox>;

  /** The sandbox that test keys open, and the times it was emptied */
  getSandbox(request?: Record<string, never>, options?: RequestOptions): Call<Sandbox>;

  /** Move the clock of the sandbox to a later day, and make the notices up to it */
  moveSandboxClock(request: {
    body: SandboxClockRequest;
  }, options?: RequestOptions): Call<SandboxClock>;

  /** Sign out: both tokens of the session open nothing any more */
  endSession(request?: Record<string, never>, options?: RequestOptions): Call<SessionEnd>;

  /** The person of the session, and the organisations they are in */
  getSession(request?: Record<string, never>, options?: RequestOptions): Call<Session>;

  /** Begin a session with the authorization code of the issuer */
  createSession(request: {
    body: SessionRequest;
  }, options?: RequestOptions): Call<SessionTokens>;

  /** Replace both tokens of a session */
  refreshSession(request?: {
    body?: SessionRefresh | undefined;
  }, options?: RequestOptions): Call<SessionTokens>;

  /** Sign out everywhere, or everywhere else */
  endSessions(request?: {
    query?: {
      /** Keep the session of this request if `true`; `false` unless given */
      keep_current?: "true" | "false" | undefined;
    } | undefined;
  }, options?: RequestOptions): Call<SessionsEnd>;

  /** Your own sessions, newest first */
  listSessions(request?: {
    query?: {
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<SessionList>;

  /** End one of your sessions */
  endOneSession(request: {
    path: {
      /** The `id` of one of your sessions */
      id: string;
    };
  }, options?: RequestOptions): Call<SessionEnd>;

  /** The issuer with which persons sign in */
  getSignIn(request?: Record<string, never>, options?: RequestOptions): Call<SignIn>;

  /** The account's source profiles */
  listSources(request?: {
    query?: {
      /** Rows of a page, 1 to 200; all rows unless given */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<SourceList>;

  /** Give a raw source tag a profile */
  createSource(request: {
    body: SourceRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<SourceProfile>;

  /** Source tags that have no profile yet, most recently seen first */
  listUnknownSources(request?: {
    query?: {
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<UnknownSourceList>;

  /** Change or archive a source profile */
  updateSource(request: {
    path: {
      /** The number of the profile */
      id: number;
    };
    body: SourcePatch;
  }, options?: RequestOptions): Call<SourceProfile>;

  /** Committed supply events, by day */
  listSupplyEvents(request?: {
    query?: {
      /** A quarter, YYYY-Qn, or a month, YYYY-MM */
      period?: string | undefined;
      /** Only events with this source tag */
      source_id?: string | undefined;
      /** Only events with this status */
      classification_status?: "classified" | "needs_review" | "excluded" | undefined;
      /** An exclusion or check code; the events counted under it. With `period`, those that returns of the period count. What a return may find by itself (missing exchange rates, registrations, services taxed where the account is identified) needs `period` */
      warning?: "registration_missing_excluded" | "registration_overlap_excluded" | "energy_not_yet_in_scheme_excluded" | "needs_review_excluded" | "classification_excluded" | "taxed_at_home_under_scheme_excluded" | "unsupported_rate_category_excluded" | "unsupported_supply_kind_excluded" | "excise_goods_excluded" | "consignment_value_exceeded_excluded" | "consignment_value_unverified_excluded" | "missing_origin_excluded" | "correction_reference_missing_excluded" | "correction_reference_invalid_excluded" | "correction_opening_missing_excluded" | "outside_registration_window_excluded" | "correction_after_three_years_excluded" | "correction_to_former_state_excluded" | "missing_exchange_rate_excluded" | "rate_given_in_percent" | "rate_category_mismatch" | "vat_on_zero_category" | "vat_on_b2b_sale" | "vat_on_untaxed_sale" | "currency_differs_from_sale" | "refund_above_sale" | "refund_vat_differs_from_sale" | "before_scheme" | "rate_not_in_force" | "rate_of_other_form" | "vat_differs_from_rate" | "refund_before_sale" | "currency_replaced_by_euro" | "location_evidence_missing" | "price_far_above_intrinsic_value" | "deemed_supplier_differs_from_source" | "location_evidence_differs" | "location_evidence_single" | undefined;
      /** Beginning of the name that the shop shows for an order, or that `name_orders` of a commit has kept, with or without `#`, in either case: the events of these orders, by name. Takes no other filter. Imports of earlier versions kept no names */
      order?: string | undefined;
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<SupplyEventList>;

  /** Commit one supply event, or up to 500 */
  commitSupplyEvents(request: {
    query?: {
      /** Handling of the request if one of its events cannot be committed. `refuse` (the default) commits none. `skip` commits the others, and `items` has the outcome of each event; a body that is no list of 1 to 500 events is still rejected */
      on_error?: "refuse" | undefined;
      /** Dry run: `true` writes nothing and returns the response, with its status, that the request would get without it; the `Idempotency-Key` stays unused */
      dry_run?: "true" | "false" | undefined;
      /** Names of orders: `true` keeps each `transaction_id` as the name of its order, by which `order` of the list of events finds them; for orders that people enter */
      name_orders?: "true" | "false" | undefined;
    } | undefined;
    body: CommitSupplyEvents;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
    /** Raw source tag of the request, such as that of a shop. It changes no tax and can have a profile. */
    sourceId?: string | undefined;
  }, options?: RequestOptions): Call<CommittedSupplyEvents>;

  /** Commit one supply event, or up to 500 */
  commitSupplyEvents(request: {
    query: {
      /** Handling of the request if one of its events cannot be committed. `refuse` (the default) commits none. `skip` commits the others, and `items` has the outcome of each event; a body that is no list of 1 to 500 events is still rejected */
      on_error: "skip";
      /** Dry run: `true` writes nothing and returns the response, with its status, that the request would get without it; the `Idempotency-Key` stays unused */
      dry_run?: "true" | "false" | undefined;
      /** Names of orders: `true` keeps each `transaction_id` as the name of its order, by which `order` of the list of events finds them; for orders that people enter */
      name_orders?: "true" | "false" | undefined;
    };
    body: CommitSupplyEvents;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
    /** Raw source tag of the request, such as that of a shop. It changes no tax and can have a profile. */
    sourceId?: string | undefined;
  }, options?: RequestOptions): Call<SupplyEventsApart>;

  /** One committed supply event */
  getSupplyEvent(request: {
    path: {
      /** Your id of the event, unique in the account across sales, refunds and all others. Sent again with the same content it is a duplicate, with other content a conflict */
      event_id: string;
    };
  }, options?: RequestOptions): Call<SupplyEvent>;

  /** Change the classification of a supply event, with a note for the audit trail */
  classifySupplyEvent(request: {
    path: {
      /** Your id of the event, unique in the account across sales, refunds and all others. Sent again with the same content it is a duplicate, with other content a conflict */
      event_id: string;
    };
    body: ReclassifySupplyEvent;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<SupplyEvent>;

  /** One event with its place, its rate, its return and lock, its sale and corrections */
  explainSupplyEvent(request: {
    path: {
      /** Your id of the event, unique in the account across sales, refunds and all others. Sent again with the same content it is a duplicate, with other content a conflict */
      event_id: string;
    };
  }, options?: RequestOptions): Call<EventExplanation>;

  /** Refund a sale or an order, in full or by an amount with VAT */
  refundSupplyEvent(request: {
    path: {
      /** Your id of the event, unique in the account across sales, refunds and all others. Sent again with the same content it is a duplicate, with other content a conflict */
      event_id: string;
    };
    query?: {
      /** Dry run: `true` writes nothing and returns the response, with its status, that the request would get without it; the `Idempotency-Key` stays unused */
      dry_run?: "true" | "false" | undefined;
    } | undefined;
    body: RefundSale;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
    /** Raw source tag of the request, such as that of a shop. It changes no tax and can have a profile. */
    sourceId?: string | undefined;
  }, options?: RequestOptions): Call<RefundedSale>;

  /** The tax classes, with their rate in a country */
  listTaxClasses(request?: {
    query?: {
      /** Rows of a page, 1 to 200; all rows unless given */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
      /** Search words, which must all occur in id, name or description */
      q?: string | undefined;
      /** The `group_slug` of a group of tax classes */
      group?: string | undefined;
      /** Tag of the classes to list */
      tag?: string | undefined;
      /** A country, ISO 3166-1 alpha-2; Greece is GR or EL */
      country?: string | undefined;
      /** A day, or an RFC 3339 time, of which the UTC day counts; today unless given */
      at?: string | undefined;
      /** Form of supply: `electronic` is e-books and other supplies of the kind `tbe_services`; `physical` unless given */
      form?: "physical" | "electronic" | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<TaxClassList>;

  /** One tax class with its rates in force */
  getTaxClass(request: {
    path: {
      /** The id of the class */
      id: string;
    };
    query?: {
      /** A country, ISO 3166-1 alpha-2; Greece is GR or EL */
      country?: string | undefined;
      /** A day, or an RFC 3339 time, of which the UTC day counts; today unless given */
      at?: string | undefined;
      /** Form of supply: `electronic` is e-books and other supplies of the kind `tbe_services`; `physical` unless given */
      form?: "physical" | "electronic" | undefined;
    } | undefined;
  }, options?: RequestOptions): Call<TaxClass>;

  /** VAT rates in a range of days, each with its source */
  listTaxRates(request?: {
    query?: {
      /** Rows of a page, 1 to 200; all rows unless given */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
      /** A country, ISO 3166-1 alpha-2; Greece is GR or EL */
      country?: string | undefined;
      /** A class of `GET /v1/tax-classes` */
      tax_class_id?: string | undefined;
      /** First day of the requested range; today unless given */
      from?: string | undefined;
      /** Last day of the requested range; `from` unless given */
      to?: string | undefined;
      /** Form of supply: `electronic` is e-books and other supplies of the kind `tbe_services`; `physical` unless given */
      form?: "physical" | "electronic" | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<TaxRateList>;

  /** The account's OSS and IOSS registrations, most recent window first */
  listRegistrations(request?: {
    query?: {
      /** Rows of a page, 1 to 200; all rows unless given */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<TaxRegistrationList>;

  /** Add a scheme registration; only a masked form of its number is kept */
  createRegistration(request: {
    body: TaxRegistrationRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<TaxRegistration>;

  /** Change a scheme registration */
  updateRegistration(request: {
    path: {
      /** The number of the registration */
      id: number;
    };
    body: TaxRegistrationPatch;
  }, options?: RequestOptions): Call<TaxRegistration>;

  /** Exclude a registration that was entered wrongly, and add another one in its place */
  replaceRegistration(request: {
    path: {
      /** The number of the registration that was entered wrongly */
      id: number;
    };
    body: TaxRegistrationRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<TaxRegistration>;

  /** Logged calculations, by day */
  listTransactions(request?: {
    query?: {
      /** First day of the range of `transaction_date` */
      from?: IsoDate | undefined;
      /** Last day of the range of `transaction_date`, included */
      to?: IsoDate | undefined;
      /** The transaction's country; EL and GR are the same */
      country?: string | undefined;
      /** Only calculations with this source tag */
      source_id?: string | undefined;
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<TransactionList>;

  /** One logged calculation by id */
  getTransaction(request: {
    path: {
      /** The `transaction_id` of a calculation */
      id: string;
    };
  }, options?: RequestOptions): Call<Transaction>;

  /** Commit a calculation to the ledger as supply events */
  commitTransaction(request: {
    path: {
      /** The `transaction_id` of a calculation */
      id: string;
    };
    query?: {
      /** Dry run: `true` writes nothing and returns the response, with its status, that the request would get without it; the `Idempotency-Key` stays unused */
      dry_run?: "true" | "false" | undefined;
    } | undefined;
    body: CommitTransaction;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<CommittedSupplyEvents>;

  /** Upload links, the newest first, with the files that were asked for and received */
  listUploadLinks(request?: {
    query?: {
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<UploadLinkList>;

  /** Make a link by which a client sends files of one source, without signing in */
  createUploadLink(request: {
    body: UploadLinkRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<CreatedUploadLink>;

  /** End an upload link at once; what it has received stays */
  revokeUploadLink(request: {
    path: {
      /** Id of the upload link, used in paths */
      id: string;
    };
  }, options?: RequestOptions): Call<UploadLink>;

  /** Announce a file of an upload link; returns the address that accepts this file */
  announceUpload(request: {
    body: UploadRequest;
  }, options?: RequestOptions): Call<AcceptedUpload>;

  /** Files that an upload link asks for, by its token */
  openUploadLink(request: {
    body: LinkToken;
  }, options?: RequestOptions): Call<RequestedFiles>;

  /** Have an uploaded file of an upload link looked through; it is not booked */
  receiveUpload(request: {
    path: {
      /** Id of the announced file */
      id: string;
    };
    body: LinkToken;
  }, options?: RequestOptions): Call<ReceivedUpload>;

  /** Check a customer's VAT number in VIES, and keep the answer as evidence */
  checkVatNumber(request: {
    body: VatNumberCheckRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<VatNumberCheck>;

  /** Checks of VAT numbers, the newest first */
  listVatNumberChecks(request?: {
    query?: {
      /** Status of the checks to list */
      status?: "valid" | "invalid" | "pending" | "unanswered" | undefined;
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<VatNumberCheckList>;

  /** One check of a VAT number: its answer, day and consultation number */
  getVatNumberCheck(request: {
    path: {
      /** The id of a check */
      id: string;
    };
  }, options?: RequestOptions): Call<VatNumberCheck>;

  /** Calculate the VAT of a price, or of up to 200, at the rate of its place; stored as transactions */
  calculateVat(request: {
    body: CalculationRequest | CalculationBatch;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
    /** Raw source tag of the request, such as that of a shop. It changes no tax and can have a profile. */
    sourceId?: string | undefined;
  }, options?: RequestOptions): Call<Transaction | Quote | CalculatedItems | QuotedItems>;

  /** Check a turnover against the national SME exemption threshold */
  checkSmeEligibility(request: {
    body: SmeEligibilityRequest;
  }, options?: RequestOptions): Call<SmeEligibility>;

  /** Check OSS turnover of any range, or one IOSS consignment, against its threshold */
  checkThreshold(request: {
    body: ThresholdCheckRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<ThresholdCheck>;

  /** List webhooks, in the order in which they were added */
  listWebhooks(request?: {
    query?: {
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<WebhookList>;

  /** Add a webhook that receives events; returns its signing secret once */
  createWebhook(request: {
    body: WebhookRequest;
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<WebhookWithSecret>;

  /** Remove a webhook and its secrets; what is under way ends */
  deleteWebhook(request: {
    path: {
      /** The `id` of a webhook */
      id: string;
    };
  }, options?: RequestOptions): Call<Webhook>;

  /** One webhook with its status */
  getWebhook(request: {
    path: {
      /** The `id` of a webhook */
      id: string;
    };
  }, options?: RequestOptions): Call<Webhook>;

  /** Change a webhook, disable it, or enable it again */
  updateWebhook(request: {
    path: {
      /** The `id` of a webhook */
      id: string;
    };
    body: WebhookChange;
  }, options?: RequestOptions): Call<Webhook>;

  /** Messages to a webhook in the last 30 days with every attempt, newest first; or those after another one */
  listWebhookDeliveries(request: {
    path: {
      /** The `id` of a webhook */
      id: string;
    };
    query?: {
      /** Rows of a page, 1 to 200 */
      limit?: number | undefined;
      /** The `next_cursor` of the page before; opaque */
      cursor?: string | null | undefined;
      /** Id of a message: lists those after it, the oldest first; `first`: from the first one. Ask again after the last id that came */
      after?: "first" | string | undefined;
      /** Seconds to wait for a message after `after`, if there is none yet; at most 20 */
      wait?: number | undefined;
    } | undefined;
  }, options?: RequestOptions): ListCall<WebhookDeliveryList>;

  /** Send a message again, with the same id */
  replayWebhookDelivery(request: {
    path: {
      /** The `id` of a webhook */
      id: string;
      /** The `id` of a delivery */
      delivery_id: string;
    };
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<WebhookDelivery>;

  /** Replace the secret of a webhook; the former one signs for 24 hours more */
  rotateWebhookSecret(request: {
    path: {
      /** The `id` of a webhook */
      id: string;
    };
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<WebhookWithSecret>;

  /** Send a test message to a webhook */
  testWebhook(request: {
    path: {
      /** The `id` of a webhook */
      id: string;
    };
    /** A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up. */
    idempotencyKey?: string | undefined;
  }, options?: RequestOptions): Call<WebhookDelivery>;
};

/** Where each operation is. */
export const OPERATIONS = {
  getRoot: { method: "GET", path: "/" },
  getConsolePage: { method: "GET", path: "/console" },
  getConsoleFile: { method: "GET", path: "/console/{file}" },
  getDocsPage: { method: "GET", path: "/docs" },
  getDocsScript: { method: "GET", path: "/docs/redoc.standalone.js" },
  getDocsChapterMarkdown: { method: "GET", path: "/docs/{chapter}/{page}" },
  getDocsMarkdown: { method: "GET", path: "/docs/{page}" },
  getHealth: { method: "GET", path: "/health" },
  getLlmsText: { method: "GET", path: "/llms.txt" },
  getOpenApi: { method: "GET", path: "/openapi.json" },
  getReadiness: { method: "GET", path: "/ready" },
  getAccount: { method: "GET", path: "/v1/account", role: "viewer" },
  putAccount: { method: "PUT", path: "/v1/account", role: "owner", fullKey: true },
  listSettingChanges: { method: "GET", path: "/v1/account/changes", list: true, role: "viewer" },
  eraseIdentifiers: { method: "DELETE", path: "/v1/account/identifiers", role: "owner", fullKey: true },
  getIdentifiers: { method: "GET", path: "/v1/account/identifiers", role: "owner" },
  putIdentifiers: { method: "PUT", path: "/v1/account/identifiers", role: "owner", fullKey: true },
  getAccountMails: { method: "GET", path: "/v1/account/mail", role: "owner" },
  setAccountMails: { method: "PUT", path: "/v1/account/mail", role: "owner", fullKey: true },
  listApiKeys: { method: "GET", path: "/v1/api-keys", list: true, role: "owner" },
  createApiKey: { method: "POST", path: "/v1/api-keys", once: true, role: "owner", fullKey: true },
  revokeApiKey: { method: "DELETE", path: "/v1/api-keys/{id}", role: "owner", fullKey: true },
  rotateApiKey: { method: "POST", path: "/v1/api-keys/{id}/rotate", once: true, role: "owner", fullKey: true },
  listNotifications: { method: "GET", path: "/v1/compliance/notifications", list: true, role: "viewer" },
  readNotification: { method: "POST", path: "/v1/compliance/notifications/{id}/read", once: true, role: "preparer", fullKey: true },
  getOverview: { method: "GET", path: "/v1/compliance/overview", role: "viewer" },
  getThresholdStatus: { method: "GET", path: "/v1/compliance/threshold-status", role: "viewer" },
  listConnections: { method: "GET", path: "/v1/connections", list: true, role: "viewer" },
  createConnection: { method: "POST", path: "/v1/connections", once: true, role: "owner", fullKey: true },
  deleteConnection: { method: "DELETE", path: "/v1/connections/{id}", role: "owner", fullKey: true },
  getConnection: { method: "GET", path: "/v1/connections/{id}", role: "viewer" },
  updateConnection: { method: "PATCH", path: "/v1/connections/{id}", role: "owner", fullKey: true },
  setConnectionAccess: { method: "POST", path: "/v1/connections/{id}/access", once: true, role: "owner", fullKey: true },
  startCatchUp: { method: "POST", path: "/v1/connections/{id}/catch-up", once: true, role: "preparer", fullKey: true },
  listInboundDeliveries: { method: "GET", path: "/v1/connections/{id}/deliveries", list: true, role: "viewer" },
  listOpenOrders: { method: "GET", path: "/v1/connections/{id}/open-orders", list: true, role: "viewer" },
  bookOpenOrder: { method: "POST", path: "/v1/connections/{id}/open-orders/{order_id}/book", once: true, role: "preparer", fullKey: true },
  settleOpenOrder: { method: "POST", path: "/v1/connections/{id}/open-orders/{order_id}/settle", once: true, role: "preparer", fullKey: true },
  setConnectionSecret: { method: "POST", path: "/v1/connections/{id}/secret", once: true, role: "owner", fullKey: true },
  listImportFormats: { method: "GET", path: "/v1/import-formats", list: true },
  listImports: { method: "GET", path: "/v1/imports", list: true, role: "viewer" },
  createImport: { method: "POST", path: "/v1/imports", once: true, role: "preparer", fullKey: true },
  getSourceBridge: { method: "GET", path: "/v1/imports/bridge", role: "viewer" },
  getImport: { method: "GET", path: "/v1/imports/{id}", role: "viewer" },
  getImportBridge: { method: "GET", path: "/v1/imports/{id}/bridge", role: "viewer" },
  cancelImport: { method: "POST", path: "/v1/imports/{id}/cancel", once: true, role: "preparer", fullKey: true },
  downloadFindings: { method: "GET", path: "/v1/imports/{id}/findings", role: "viewer" },
  retryImport: { method: "POST", path: "/v1/imports/{id}/retry", once: true, role: "preparer", fullKey: true },
  listImportRows: { method: "GET", path: "/v1/imports/{id}/rows", list: true, role: "viewer" },
  settleImport: { method: "POST", path: "/v1/imports/{id}/settle", once: true, role: "preparer", fullKey: true },
  settleImportRow: { method: "POST", path: "/v1/imports/{id}/settled-rows", once: true, role: "preparer", fullKey: true },
  startImport: { method: "POST", path: "/v1/imports/{id}/start", once: true, role: "preparer", fullKey: true },
  undoImport: { method: "POST", path: "/v1/imports/{id}/undo", once: true, role: "preparer", fullKey: true },
  receiveMessage: { method: "POST", path: "/v1/inbound/{id}" },
  acceptInvitation: { method: "POST", path: "/v1/invitations/accept", once: true },
  getMails: { method: "GET", path: "/v1/mail" },
  setMails: { method: "PUT", path: "/v1/mail" },
  confirmMails: { method: "POST", path: "/v1/mail/confirm" },
  unsubscribeMails: { method: "POST", path: "/v1/mail/unsubscribe" },
  answerAgent: { method: "POST", path: "/v1/mcp", once: true, role: "viewer" },
  listMovements: { method: "GET", path: "/v1/movements", list: true, role: "viewer" },
  exportMovements: { method: "GET", path: "/v1/movements/export", role: "viewer" },
  listAccountNotifications: { method: "GET", path: "/v1/notifications", list: true, role: "viewer" },
  readAccountNotification: { method: "POST", path: "/v1/notifications/{id}/read", once: true, role: "preparer", fullKey: true },
  loadEcbRates: { method: "POST", path: "/v1/operator/ecb-rates", once: true, role: "operator" },
  listRateProposals: { method: "GET", path: "/v1/operator/rate-proposals", list: true, role: "operator" },
  proposeRate: { method: "POST", path: "/v1/operator/rate-proposals", once: true, role: "operator" },
  decideRateProposal: { method: "POST", path: "/v1/operator/rate-proposals/{id}/decisions", once: true, role: "operator" },
  recheckRate: { method: "POST", path: "/v1/operator/rate-proposals/{id}/recheck", once: true, role: "operator" },
  createOrganisation: { method: "POST", path: "/v1/organisations", once: true },
  getOrganisation: { method: "GET", path: "/v1/organisations/{organisation}", role: "viewer" },
  listClientAccounts: { method: "GET", path: "/v1/organisations/{organisation}/accounts", list: true, role: "viewer" },
  createClientAccount: { method: "POST", path: "/v1/organisations/{organisation}/accounts", once: true, role: "owner" },
  importClientAccounts: { method: "POST", path: "/v1/organisations/{organisation}/accounts/import", once: true, role: "owner" },
  updateClientAccount: { method: "PATCH", path: "/v1/organisations/{organisation}/accounts/{account}", role: "preparer" },
  getBoard: { method: "GET", path: "/v1/organisations/{organisation}/board", list: true, role: "viewer" },
  createBulkJob: { method: "POST", path: "/v1/organisations/{organisation}/bulk-jobs", once: true, role: "viewer" },
  getBulkJob: { method: "GET", path: "/v1/organisations/{organisation}/bulk-jobs/{job}", role: "viewer" },
  downloadBulkFiles: { method: "GET", path: "/v1/organisations/{organisation}/bulk-jobs/{job}/file", role: "viewer" },
  withdrawInvitation: { method: "DELETE", path: "/v1/organisations/{organisation}/invitations/{invitation}", role: "owner" },
  listMembers: { method: "GET", path: "/v1/organisations/{organisation}/members", list: true, role: "owner" },
  inviteMember: { method: "POST", path: "/v1/organisations/{organisation}/members", once: true, role: "owner" },
  removeMember: { method: "DELETE", path: "/v1/organisations/{organisation}/members/{person}", role: "owner" },
  updateMember: { method: "PATCH", path: "/v1/organisations/{organisation}/members/{person}", role: "owner" },
  endMemberSessions: { method: "DELETE", path: "/v1/organisations/{organisation}/members/{person}/sessions", role: "owner" },
  listMemberSessions: { method: "GET", path: "/v1/organisations/{organisation}/members/{person}/sessions", list: true, role: "owner" },
  endOneMemberSession: { method: "DELETE", path: "/v1/organisations/{organisation}/members/{person}/sessions/{session}", role: "owner" },
  getRatesFile: { method: "GET", path: "/v1/rates-files/{shop}", role: "viewer" },
  listRecords: { method: "GET", path: "/v1/records", list: true, role: "viewer" },
  createRecords: { method: "POST", path: "/v1/records", once: true, role: "approver", fullKey: true },
  getRecords: { method: "GET", path: "/v1/records/{id}", role: "viewer" },
  downloadRecords: { method: "GET", path: "/v1/records/{id}/files/{file}", role: "viewer" },
  getCountryBreakdown: { method: "GET", path: "/v1/reports/country-vat-breakdown", role: "viewer" },
  exportCountryBreakdown: { method: "GET", path: "/v1/reports/country-vat-breakdown/export", role: "viewer" },
  exportCountryBreakdownCsv: { method: "GET", path: "/v1/reports/country-vat-breakdown/export.csv", role: "viewer" },
  exportCountryBreakdownJson: { method: "GET", path: "/v1/reports/country-vat-breakdown/export.json", role: "viewer" },
  getFilingPrep: { method: "GET", path: "/v1/reports/filing-prep", role: "viewer" },
  listLockedPeriods: { method: "GET", path: "/v1/reports/locked-return-periods/union-oss", list: true, role: "viewer" },
  lockPeriod: { method: "POST", path: "/v1/reports/locked-return-periods/union-oss", once: true, role: "approver", fullKey: true },
  downloadExport: { method: "GET", path: "/v1/reports/locked-return-periods/union-oss/exports/{export_id}", role: "viewer" },
  markPeriodFiled: { method: "POST", path: "/v1/reports/locked-return-periods/union-oss/filed", once: true, role: "approver", fullKey: true },
  listLockedReturns: { method: "GET", path: "/v1/reports/locked-return-periods/{scheme}", list: true, role: "viewer" },
  lockReturn: { method: "POST", path: "/v1/reports/locked-return-periods/{scheme}", once: true, role: "approver", fullKey: true },
  downloadReturnExport: { method: "GET", path: "/v1/reports/locked-return-periods/{scheme}/exports/{export_id}", role: "viewer" },
  markReturnFiled: { method: "POST", path: "/v1/reports/locked-return-periods/{scheme}/filed", once: true, role: "approver", fullKey: true },
  correctFiling: { method: "POST", path: "/v1/reports/locked-return-periods/{scheme}/filed/corrections", once: true, role: "approver", fullKey: true },
  getMultiJurisdiction: { method: "GET", path: "/v1/reports/multi-jurisdiction", role: "viewer" },
  getAccountantReport: { method: "GET", path: "/v1/reports/oss-accountant-report", role: "viewer" },
  getQuarterlySummary: { method: "GET", path: "/v1/reports/oss-quarterly-summary", role: "viewer" },
  exportQuarterlySummary: { method: "GET", path: "/v1/reports/oss-quarterly-summary/export", role: "viewer" },
  exportQuarterlySummaryCsv: { method: "GET", path: "/v1/reports/oss-quarterly-summary/export.csv", role: "viewer" },
  exportQuarterlySummaryJson: { method: "GET", path: "/v1/reports/oss-quarterly-summary/export.json", role: "viewer" },
  getReconciliation: { method: "GET", path: "/v1/reports/reconciliation/{scheme}", file: true, role: "viewer" },
  listReturnFormats: { method: "GET", path: "/v1/return-formats", list: true },
  lockNilReturns: { method: "POST", path: "/v1/returns/{scheme}/nil-returns", once: true, role: "approver", fullKey: true },
  getReturn: { method: "GET", path: "/v1/returns/{scheme}/{period}", role: "viewer" },
  getReturnForAccountant: { method: "GET", path: "/v1/returns/{scheme}/{period}/accountant-report", role: "viewer" },
  makeBookings: { method: "POST", path: "/v1/returns/{scheme}/{period}/bookings", once: true, file: true, role: "viewer" },
  getReturnBridge: { method: "GET", path: "/v1/returns/{scheme}/{period}/bridge", role: "viewer" },
  getReturnByCountry: { method: "GET", path: "/v1/returns/{scheme}/{period}/country-breakdown", role: "viewer" },
  getEntrySheet: { method: "GET", path: "/v1/returns/{scheme}/{period}/entry-sheet", role: "viewer" },
  tickEntrySheet: { method: "POST", path: "/v1/returns/{scheme}/{period}/entry-sheet/ticks", once: true, role: "preparer", fullKey: true },
  listReturnEvents: { method: "GET", path: "/v1/returns/{scheme}/{period}/events", list: true, role: "viewer" },
  exportReturn: { method: "GET", path: "/v1/returns/{scheme}/{period}/export", role: "viewer" },
  exportReturnCsv: { method: "GET", path: "/v1/returns/{scheme}/{period}/export.csv", role: "viewer" },
  exportReturnJson: { method: "GET", path: "/v1/returns/{scheme}/{period}/export.json", role: "viewer" },
  checkReturnFiles: { method: "GET", path: "/v1/returns/{scheme}/{period}/files", role: "viewer" },
  makeReturnFile: { method: "POST", path: "/v1/returns/{scheme}/{period}/files", once: true, file: true, role: "approver" },
  getOpening: { method: "GET", path: "/v1/returns/{scheme}/{period}/opening", role: "viewer" },
  recordOpening: { method: "POST", path: "/v1/returns/{scheme}/{period}/opening", once: true, role: "approver", fullKey: true },
  withdrawOpening: { method: "POST", path: "/v1/returns/{scheme}/{period}/opening/withdrawal", once: true, role: "approver", fullKey: true },
  recordPayment: { method: "POST", path: "/v1/returns/{scheme}/{period}/paid", once: true, role: "approver", fullKey: true },
  getPayment: { method: "GET", path: "/v1/returns/{scheme}/{period}/payment", role: "viewer" },
  makePaymentOrder: { method: "POST", path: "/v1/returns/{scheme}/{period}/payment-order", once: true, file: true, role: "approver" },
  getPreparation: { method: "GET", path: "/v1/returns/{scheme}/{period}/prepared", role: "viewer" },
  prepareReturn: { method: "POST", path: "/v1/returns/{scheme}/{period}/prepared", once: true, role: "preparer", fullKey: true },
  getWorkingPaper: { method: "GET", path: "/v1/returns/{scheme}/{period}/working-paper", file: true, role: "viewer" },
  emptySandbox: { method: "DELETE", path: "/v1/sandbox", role: "owner", fullKey: true },
  getSandbox: { method: "GET", path: "/v1/sandbox", role: "viewer" },
  moveSandboxClock: { method: "PUT", path: "/v1/sandbox/clock", role: "owner", fullKey: true },
  endSession: { method: "DELETE", path: "/v1/session" },
  getSession: { method: "GET", path: "/v1/session" },
  createSession: { method: "POST", path: "/v1/session" },
  refreshSession: { method: "POST", path: "/v1/session/refresh" },
  endSessions: { method: "DELETE", path: "/v1/sessions" },
  listSessions: { method: "GET", path: "/v1/sessions", list: true },
  endOneSession: { method: "DELETE", path: "/v1/sessions/{id}" },
  getSignIn: { method: "GET", path: "/v1/sign-in" },
  listSources: { method: "GET", path: "/v1/sources", list: true, role: "viewer" },
  createSource: { method: "POST", path: "/v1/sources", once: true, role: "owner", fullKey: true },
  listUnknownSources: { method: "GET", path: "/v1/sources/unknown", list: true, role: "viewer" },
  updateSource: { method: "PATCH", path: "/v1/sources/{id}", role: "owner", fullKey: true },
  listSupplyEvents: { method: "GET", path: "/v1/supply-events", list: true, role: "viewer" },
  commitSupplyEvents: { method: "POST", path: "/v1/supply-events", once: true, role: "preparer", fullKey: true },
  getSupplyEvent: { method: "GET", path: "/v1/supply-events/{event_id}", role: "viewer" },
  classifySupplyEvent: { method: "POST", path: "/v1/supply-events/{event_id}/classification", once: true, role: "preparer", fullKey: true },
  explainSupplyEvent: { method: "GET", path: "/v1/supply-events/{event_id}/explanation", role: "viewer" },
  refundSupplyEvent: { method: "POST", path: "/v1/supply-events/{event_id}/refunds", once: true, role: "preparer", fullKey: true },
  listTaxClasses: { method: "GET", path: "/v1/tax-classes", list: true },
  getTaxClass: { method: "GET", path: "/v1/tax-classes/{id}" },
  listTaxRates: { method: "GET", path: "/v1/tax-rates", list: true },
  listRegistrations: { method: "GET", path: "/v1/tax-registrations", list: true, role: "viewer" },
  createRegistration: { method: "POST", path: "/v1/tax-registrations", once: true, role: "owner", fullKey: true },
  updateRegistration: { method: "PATCH", path: "/v1/tax-registrations/{id}", role: "owner", fullKey: true },
  replaceRegistration: { method: "POST", path: "/v1/tax-registrations/{id}/replace", once: true, role: "owner", fullKey: true },
  listTransactions: { method: "GET", path: "/v1/transactions", list: true, role: "viewer" },
  getTransaction: { method: "GET", path: "/v1/transactions/{id}", role: "viewer" },
  commitTransaction: { method: "POST", path: "/v1/transactions/{id}/commit", once: true, role: "preparer", fullKey: true },
  listUploadLinks: { method: "GET", path: "/v1/upload-links", list: true, role: "viewer" },
  createUploadLink: { method: "POST", path: "/v1/upload-links", once: true, role: "preparer", fullKey: true },
  revokeUploadLink: { method: "DELETE", path: "/v1/upload-links/{id}", role: "preparer", fullKey: true },
  announceUpload: { method: "POST", path: "/v1/uploads" },
  openUploadLink: { method: "POST", path: "/v1/uploads/open" },
  receiveUpload: { method: "POST", path: "/v1/uploads/{id}/done" },
  checkVatNumber: { method: "POST", path: "/v1/vat-numbers/check", once: true, role: "preparer", fullKey: true },
  listVatNumberChecks: { method: "GET", path: "/v1/vat-numbers/checks", list: true, role: "viewer" },
  getVatNumberCheck: { method: "GET", path: "/v1/vat-numbers/checks/{id}", role: "viewer" },
  calculateVat: { method: "POST", path: "/v1/vat/calculate", once: true, role: "preparer", fullKey: true },
  checkSmeEligibility: { method: "POST", path: "/v1/vat/sme-eligibility" },
  checkThreshold: { method: "POST", path: "/v1/vat/threshold-check", once: true, role: "viewer" },
  listWebhooks: { method: "GET", path: "/v1/webhooks", list: true, role: "viewer" },
  createWebhook: { method: "POST", path: "/v1/webhooks", once: true, role: "owner", fullKey: true },
  deleteWebhook: { method: "DELETE", path: "/v1/webhooks/{id}", role: "owner", fullKey: true },
  getWebhook: { method: "GET", path: "/v1/webhooks/{id}", role: "viewer" },
  updateWebhook: { method: "PATCH", path: "/v1/webhooks/{id}", role: "owner", fullKey: true },
  listWebhookDeliveries: { method: "GET", path: "/v1/webhooks/{id}/deliveries", list: true, role: "viewer" },
  replayWebhookDelivery: { method: "POST", path: "/v1/webhooks/{id}/deliveries/{delivery_id}/replay", once: true, role: "preparer", fullKey: true },
  rotateWebhookSecret: { method: "POST", path: "/v1/webhooks/{id}/rotate-secret", once: true, role: "owner", fullKey: true },
  testWebhook: { method: "POST", path: "/v1/webhooks/{id}/test", once: true, role: "preparer", fullKey: true },
} as const;
