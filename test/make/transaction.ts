import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import type { EventId } from "../../shared/core/ids.ts";
import type { CommitTransaction } from "../../shared/ledger/calculate/commit-transaction.ts";
import type { Transaction } from "../../shared/ledger/calculate/transaction-schema.ts";

export const TRANSACTION_ID = "txn_01k2qzv3w40000000000000000";

/** EUR 100.00 to Germany with 19 %, calculated without a place of supply, with what a test changes. */
export const makeTransaction = (changes: Partial<Transaction> = {}): Transaction => ({
  transaction_id: TRANSACTION_ID,
  created_at: "2025-08-01T10:00:00.000Z",
  transaction_date: "2025-08-01" as IsoDate,
  country: "DE",
  currency: "EUR",
  price_includes_vat: false,
  tax_class_id: "standard",
  vat_rate_bps: 1_900,
  rate_category: "standard",
  gross_amount_minor: 11_900,
  net_amount_minor: 10_000,
  vat_amount_minor: 1_900,
  committed_event_id: null,
  ...changes,
});

/** Goods from Sweden to a consumer in Germany, as they are kept on a transaction. */
export const PLACED_GOODS = {
  supply_kind: "goods",
  member_state_of_consumption: "DE",
  dispatch_country: "SE",
  establishment_country: "SE",
  customer_type: "b2c",
  treated_as: "b2c",
  supplier_role: "seller",
} as const satisfies Transaction["supply"];

/** The parsed body of a commit: a sale of goods from Sweden. */
export const makeCommit = (changes: Partial<CommitTransaction> = {}): CommitTransaction => ({
  event_id: "order-1" as EventId,
  event_type: "sale",
  supply_kind: "goods",
  dispatch_country: "SE",
  ...changes,
});
