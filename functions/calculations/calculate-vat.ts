import * as z from "zod";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import { calculate, loadSeller } from "../../shared/ledger/calculate/calculate.ts";
import { calculateBatch, quoteBatch } from "../../shared/ledger/calculate/calculate-batch.ts";
import {
  bodyFaults,
  CalculatedItems,
  CalculationBatch,
  CalculationRequest,
  QuotedItems,
} from "../../shared/ledger/calculate/schema.ts";
import {
  newTransactionId,
  saveTransaction,
} from "../../shared/ledger/calculate/store-transactions.ts";
import { newTransaction, quoteOf } from "../../shared/ledger/calculate/transaction.ts";
import {
  QuotedTransaction,
  TransactionView,
  transactionView,
} from "../../shared/ledger/calculate/transaction-schema.ts";
import { eventIdAt } from "../../shared/ledger/commit/event-id-at.ts";
import { findDeclared } from "../../shared/returns/locks/find-declared.ts";
import { loadVatRates } from "../../shared/vat/rate-proposals/store-rate-proposals.ts";

const plannedIn = ({ currency, supply }: CalculationRequest, day: IsoDate) => ({
  day,
  currency,
  country: supply?.establishment_country,
});

export const handler = accountEndpoint({
  route: routes.calculateVat,
  body: z.union([CalculationRequest, CalculationBatch]),
  bodyFaults,
  eventIdAt,
  sourceTag: true,
  output: z.union([TransactionView, QuotedTransaction, CalculatedItems, QuotedItems]),
  prepare: loadVatRates,
  run: async ({ body, ledger, sourceTag, now, today }, rates) => {
    const isStored = body.store !== false;
    if ("items" in body) {
      const request = { ledger, rates, sourceTag, now, today, findDeclared };
      return isStored
        ? { items: await calculateBatch(body.items, request) }
        : { items: await quoteBatch(body.items, request) };
    }
    const day = body.transaction_date ?? today;
    const seller = body.supply && (await loadSeller(ledger, plannedIn(body, day), today));
    const calculation = calculate(body, day, rates, seller);
    if (!isStored) return transactionView(quoteOf(calculation, now, sourceTag));
    const transaction = newTransaction(calculation, {
      transaction_id: newTransactionId(now),
      created_at: now.toISOString(),
      source_id: sourceTag,
    });
    await saveTransaction(ledger, transaction, today);
    return transactionView(transaction);
  },
});
