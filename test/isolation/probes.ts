import { isOfAccount } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
import { MAIL_KINDS } from "../../shared/notifications/mails/mail.ts";
import { OPEN_ORDER } from "../make/open-order.ts";

type RouteName = keyof typeof routes;
export type AccountRoute = {
  [Name in RouteName]: (typeof routes)[Name]["scope"] extends "read" | "write" ? Name : never;
}[RouteName];

/** What the owner has, and the stranger must not reach. Ids of numbers are such as only he has. */
export type Owned = {
  readonly key: string;
  readonly registration: string;
  readonly source: string;
  readonly transaction: string;
  readonly event: string;
  readonly export: string;
  readonly notification: string;
  readonly records: string;
  readonly import: string;
  readonly uploadLink: string;
  /** The period of a return that he has filed elsewhere. */
  readonly opening: string;
  readonly webhook: string;
  readonly connection: string;
  readonly vatNumberCheck: string;
  /** Of a message to that webhook. */
  readonly delivery: string;
};

/** Ids of the same form that nobody has. */
export const UNKNOWN: Owned = {
  key: "0123456789abcdef",
  registration: "77",
  source: "77",
  transaction: "20250801T000000000Z-0000000000000000",
  event: "nobody-has-this",
  export: "union-oss.2025-Q3.quarterly_summary.csv.0123456789abcdef",
  notification: "nobody-2026-exceeded",
  records: "20250801T000000000Z-00000000",
  import: "20250801T000000000Z-00000000",
  uploadLink: "20250801T000000000Z-00000000",
  opening: "2023-Q4",
  webhook: "wh_0123456789abcdef",
  connection: "cn_0123456789abcdef01234567",
  vatNumberCheck: "vc_0123456789abcdef01234567",
  delivery: "msg_20250801T000000000Z_0123456789abcdef",
};

/** How a route is called; one with an id in its path is called with that of the owner's thing. */
export type Probe = {
  readonly id?: keyof Owned;
  /** What stands in its path and belongs to nobody. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
};

const PERIOD = "period=2025-Q3";
const SCHEME = { scheme: "union-oss" };
const RETURN = { ...SCHEME, period: "2025-Q3" };

/** The first line of the entry sheet of a nil return without a number: a hash of its content. */
const NIL_LINE = "8af08f79bf4c2a345396";

/** One for every route that needs a key: a new route without one fails the test. */
export const PROBES: Readonly<Record<AccountRoute, Probe>> = {
  getAccount: {},
  putAccount: { body: { establishment_country: "DE" } },
  getIdentifiers: {},
  putIdentifiers: { body: { items: [] } },
  eraseIdentifiers: {},
  getAccountMails: {},
  setAccountMails: {
    body: {
      address: null,
      language: "en",
      enabled: true,
      kinds: Object.fromEntries(MAIL_KINDS.map((kind) => [kind, true])),
    },
  },
  listApiKeys: {},
  createApiKey: { body: { name: "Stranger", scope: "full" } },
  rotateApiKey: { id: "key" },
  revokeApiKey: { id: "key" },
  getSandbox: {},
  emptySandbox: {},
  moveSandboxClock: { body: { today: "2026-01-01" } },
  listSettingChanges: {},
  listRegistrations: {},
  createRegistration: {
    body: {
      scheme_type: "non_union_oss",
      member_state_identification: "DE",
      effective_from: "2024-01-01",
      status: "active",
    },
  },
  updateRegistration: { id: "registration", body: { status: "excluded" } },
  replaceRegistration: {
    id: "registration",
    body: {
      scheme_type: "non_union_oss",
      member_state_identification: "DE",
      effective_from: "2024-01-01",
      status: "active",
    },
  },
  listSources: {},
  createSource: {
    body: { source_key: "owner-mark-shop", display_name: "Shop", channel_type: "owned_store" },
  },
  updateSource: { id: "source", body: { active: false } },
  listUnknownSources: {},
  calculateVat: {
    body: {
      country: "DE",
      currency: "EUR",
      tax_class_id: "standard",
      gross_amount_minor: 11_900,
      price_includes_vat: true,
      transaction_date: "2025-08-01",
    },
  },
  listTransactions: {},
  getRatesFile: { path: { shop: "woocommerce" } },
  getTransaction: { id: "transaction" },
  commitTransaction: {
    id: "transaction",
    body: {
      event_id: "taken-over",
      event_type: "sale",
      supply_kind: "goods",
      dispatch_country: "SE",
    },
  },
  commitSupplyEvents: {
    body: {
      event_id: "owner-mark-sale",
      event_type: "sale",
      supply_date: "2025-08-01",
      supply_kind: "goods",
      consumption_country: "FR",
      dispatch_country: "SE",
      currency: "EUR",
      taxable_amount_minor: 100,
      vat_amount_minor: 20,
      vat_rate_bps: 2_000,
      rate_category: "standard",
    },
  },
  listSupplyEvents: { query: "source_id=owner-mark-shop" },
  getSupplyEvent: { id: "event" },
  explainSupplyEvent: { id: "event" },
  refundSupplyEvent: {
    id: "event",
    body: { event_id: "owner-mark-refund", supply_date: "2025-08-02", in_full: true },
  },
  classifySupplyEvent: { id: "event", body: { classification_status: "excluded", note: "mine" } },
  getQuarterlySummary: { query: PERIOD },
  getCountryBreakdown: { query: PERIOD },
  exportQuarterlySummary: { query: `${PERIOD}&format=json` },
  exportQuarterlySummaryCsv: { query: PERIOD },
  exportQuarterlySummaryJson: { query: PERIOD },
  exportCountryBreakdownCsv: { query: PERIOD },
  exportCountryBreakdownJson: { query: PERIOD },
  exportCountryBreakdown: { query: `${PERIOD}&format=csv` },
  getAccountantReport: { query: PERIOD },
  checkReturnFiles: { path: RETURN },
  makeReturnFile: {
    path: RETURN,
    body: { format: "sk_dposs", filer: { vat_number: "SK1234567890" }, draft: true },
  },
  getEntrySheet: { path: RETURN },
  tickEntrySheet: { path: RETURN, body: { line_ids: [NIL_LINE], ticked: true } },
  getReturn: { path: RETURN },
  getReturnByCountry: { path: RETURN },
  getReturnBridge: { path: RETURN },
  exportReturnCsv: { path: RETURN, query: "view=summary" },
  exportReturnJson: { path: RETURN, query: "view=breakdown" },
  exportReturn: { path: RETURN, query: "view=summary&format=json" },
  getReturnForAccountant: { path: RETURN },
  getWorkingPaper: { path: RETURN },
  listReturnEvents: { path: RETURN },
  getReconciliation: { path: SCHEME },
  recordOpening: {
    path: { ...SCHEME, period: "2024-Q1" },
    body: { currency: "EUR", filed_at: "2024-04-20", rows: [] },
  },
  getOpening: { id: "opening", path: SCHEME },
  withdrawOpening: { id: "opening", path: SCHEME },
  lockNilReturns: { path: SCHEME, body: { period_keys: ["2025-Q2"] } },
  getPayment: { path: RETURN },
  getPreparation: { path: RETURN },
  prepareReturn: { path: RETURN },
  recordPayment: { path: RETURN, body: { paid_on: "2025-10-20", amount_minor: 100 } },
  makePaymentOrder: {
    path: RETURN,
    body: {
      format: "epc_qr",
      creditor: { name: "Stranger", iban: "DE89370400440532013000" },
      reference: "SE/1/Q3.2025",
      amount_minor: 100,
    },
  },
  makeBookings: {
    path: RETURN,
    body: {
      format: "csv",
      accounts: {
        clearing_account: "1460",
        vat_account: "1767",
        revenue: [{ account: "8320" }],
      },
    },
  },
  getFilingPrep: { query: PERIOD },
  getMultiJurisdiction: { query: PERIOD },
  listLockedPeriods: { query: PERIOD },
  lockPeriod: { query: PERIOD },
  markPeriodFiled: { query: PERIOD, body: { filing_reference: "stranger" } },
  downloadExport: { id: "export" },
  listLockedReturns: { path: SCHEME, query: PERIOD },
  lockReturn: { path: SCHEME, query: PERIOD },
  markReturnFiled: { path: SCHEME, query: PERIOD, body: { filing_reference: "stranger" } },
  correctFiling: { path: SCHEME, query: PERIOD, body: { filed_at: "2026-10-15" } },
  downloadReturnExport: { id: "export", path: SCHEME },
  createRecords: { body: { from: "2025-07-01", to: "2025-09-30" } },
  listRecords: {},
  getRecords: { id: "records" },
  downloadRecords: { id: "records", path: { file: "1.csv" } },
  createImport: {
    body: {
      format: "events_ndjson",
      source_id: "shop",
      settings: {},
      size_bytes: 100,
    },
  },
  createUploadLink: { body: { source_id: "shop", period_key: "2026-Q3" } },
  listUploadLinks: {},
  revokeUploadLink: { id: "uploadLink" },
  listImports: {},
  getImport: { id: "import" },
  startImport: { id: "import", body: {} },
  cancelImport: { id: "import" },
  retryImport: { id: "import" },
  undoImport: { id: "import" },
  settleImport: { id: "import" },
  settleImportRow: { id: "import", body: { row: "1", event_id: "taken-over" } },
  getImportBridge: { id: "import" },
  getSourceBridge: { query: "source_id=shop" },
  listImportRows: { id: "import" },
  downloadFindings: { id: "import" },
  listMovements: { query: "month=2026-10" },
  exportMovements: { query: "month=2026-10" },
  getThresholdStatus: {},
  checkThreshold: {
    body: { threshold_type: "oss", from: "2025-01-01", to: "2025-12-31" },
  },
  getOverview: {},
  listNotifications: {},
  readNotification: { id: "notification" },
  listAccountNotifications: {},
  readAccountNotification: { id: "notification" },
  checkVatNumber: { body: { vat_number: "DE811907100" } },
  listVatNumberChecks: {},
  getVatNumberCheck: { id: "vatNumberCheck" },
  answerAgent: {
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "due_returns" } },
  },
  listConnections: {},
  createConnection: {
    body: { kind: "woocommerce", source_id: "owner-mark", settings: { dispatch_country: "SE" } },
  },
  getConnection: { id: "connection" },
  updateConnection: { id: "connection", body: { paused: true } },
  deleteConnection: { id: "connection" },
  setConnectionSecret: { id: "connection" },
  setConnectionAccess: {
    id: "connection",
    body: {
      address: "https://stranger.example",
      key: `ck_${"a".repeat(40)}`,
      secret: `cs_${"b".repeat(40)}`,
    },
  },
  startCatchUp: { id: "connection", body: {} },
  listInboundDeliveries: { id: "connection" },
  listOpenOrders: { id: "connection" },
  bookOpenOrder: { id: "connection", path: { order_id: OPEN_ORDER } },
  settleOpenOrder: { id: "connection", path: { order_id: OPEN_ORDER } },
  listWebhooks: {},
  createWebhook: { body: { url: "https://stranger.example/hook", events: ["period.locked"] } },
  getWebhook: { id: "webhook" },
  updateWebhook: { id: "webhook", body: { enabled: false } },
  deleteWebhook: { id: "webhook" },
  rotateWebhookSecret: { id: "webhook" },
  testWebhook: { id: "webhook" },
  listWebhookDeliveries: { id: "webhook" },
  replayWebhookDelivery: { id: "webhook" },
};

/** The path of a route with these ids, and its query. */
export function pathOf(name: AccountRoute, ids: Owned): string {
  const { id, path: fixed = {}, query } = PROBES[name];
  const path = routes[name].path.replaceAll(/\{(\w+)\}/g, (_, part) =>
    encodeURIComponent(fixed[part] ?? (part === "delivery_id" ? ids.delivery : id ? ids[id] : "")),
  );
  return query ? `${path}?${query}` : path;
}

export const accountRoutes = (Object.keys(routes) as RouteName[]).filter(
  (name): name is AccountRoute => isOfAccount(routes[name]),
);
