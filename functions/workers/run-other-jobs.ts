import { sharedWorker } from "../../shared/platform/queues/shared-worker.ts";

export const handler = sharedWorker({
  dispatchAccounts: () => import("../threshold/dispatch-accounts.ts"),
  accounts: () => import("../threshold/check-account.ts"),
  refreshRates: () => import("../exchange-rates/refresh-rates.ts"),
  compareTaxRates: () => import("../tax-rates/compare-tax-rates.ts"),
  dispatchAudits: () => import("../ledger/dispatch-audits.ts"),
  audits: () => import("../ledger/audit-account.ts"),
  checkEvidence: () => import("../journal/check-evidence.ts"),
  dispatchRecounts: () => import("../ledger/dispatch-recounts.ts"),
  recounts: () => import("../ledger/recount-account.ts"),
  records: () => import("../records/write-records.ts"),
  drops: () => import("../imports/take-drop.ts"),
  imports: () => import("../imports/read-import-file.ts"),
  largefiles: () => import("../imports/read-large-file.ts"),
  chunks: () => import("../imports/commit-import-part.ts"),
  dispatchCatchUps: () => import("../connections/dispatch-catch-ups.ts"),
  dispatchRemovals: () => import("../accounts/dispatch-removals.ts"),
  removals: () => import("../accounts/remove-sandbox.ts"),
  dispatchWebhooks: () => import("../webhooks/dispatch-webhooks.ts"),
  dispatchMails: () => import("../mails/dispatch-mails.ts"),
  feedback: () => import("../mails/suppress-address.ts"),
});
