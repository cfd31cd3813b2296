import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { calculate } from "../../shared/calculation/calculate.ts";
import { calculationFaults } from "../../shared/calculation/request-rules.ts";
import { CalculationRequest } from "../../shared/calculation/schema.ts";
import { newTransaction } from "../../shared/calculation/transaction.ts";
import { Transaction } from "../../shared/calculation/transaction-schema.ts";
import type { IsoDate } from "../../shared/calendar/iso-date.ts";
import { loadSeller } from "../../shared/flows/load-seller.ts";
import { newTransactionId, saveTransaction } from "../../shared/store/transactions.ts";

const plannedIn = ({ currency, supply }: CalculationRequest, day: IsoDate) => ({
  day,
  currency,
  country: supply?.establishment_country,
});

export const handler = accountEndpoint({
  route: routes.calculateVat,
  body: CalculationRequest,
  bodyFaults: calculationFaults,
  sourceTag: true,
  output: Transaction,
  run: async ({ body, account, sourceTag, now, today }) => {
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
