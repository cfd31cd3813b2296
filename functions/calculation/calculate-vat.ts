import * as z from "zod";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { bodyFaults } from "../../shared/calculation/batch-rules.ts";
import { CalculatedItems, CalculationBatch } from "../../shared/calculation/batch-schema.ts";
import { calculate } from "../../shared/calculation/calculate.ts";
import { CalculationRequest } from "../../shared/calculation/schema.ts";
import { newTransaction } from "../../shared/calculation/transaction.ts";
import { Transaction } from "../../shared/calculation/transaction-schema.ts";
import type { IsoDate } from "../../shared/calendar/iso-date.ts";
import { calculateBatch } from "../../shared/flows/calculate-batch.ts";
import { loadSeller } from "../../shared/flows/load-seller.ts";
import { eventIdAt } from "../../shared/ledger/event-id-at.ts";
import { newTransactionId, saveTransaction } from "../../shared/store/transactions.ts";

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
  output: z.union([Transaction, CalculatedItems]),
  run: async ({ body, account, sourceTag, now, today }) => {
    if ("items" in body) {
      return { items: await calculateBatch(body.items, { account, sourceTag, now, today }) };
    }
    const day = body.transaction_date ?? today;
    const seller = body.supply && (await loadSeller(account, plannedIn(body, day), today));
    const transaction = newTransaction(calculate(body, day, seller), {
      transaction_id: newTransactionId(now),
      created_at: now.toISOString(),
      source_id: sourceTag,
    });
    await saveTransaction(account, transaction, today);
    return transaction;
  },
});
