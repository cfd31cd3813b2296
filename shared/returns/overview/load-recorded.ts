import type { LedgerId } from "../../core/ids.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { loadLockStates, loadMarkers } from "../locks/store-locks.ts";
import { loadPayments } from "../payment/store-payments.ts";

/** Loads what is recorded of the returns of a scheme: their locks, payments and markers. */
export const loadRecorded = (ledger: LedgerId, scheme: Scheme) =>
  Promise.all([
    loadLockStates(ledger, scheme.id),
    loadPayments(ledger, scheme.id),
    loadMarkers(ledger, scheme.partitionPrefix),
  ]);
