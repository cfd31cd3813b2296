import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { LedgerId, PeriodKey } from "../../core/ids.ts";
import { PAYMENTS_RIGHT, rightPuts } from "../../platform/credentials/rights.ts";
import { dynamo, queryAll, tableName } from "../../platform/dynamodb/client.ts";
import { paymentsKey, paymentsOf } from "../../platform/table/periods.ts";
import { Payments } from "./schema.ts";

/** Reads the payments of the returns of a scheme, or of one period of it, strongly consistent. */
export async function loadPayments(
  ledger: LedgerId,
  scheme: string,
  period?: PeriodKey,
): Promise<Payments[]> {
  const items = await queryAll({ ...paymentsOf(ledger, scheme, period), ConsistentRead: true });
  return items.map((item) => Payments.parse(item));
}

/**
 * Writes the payments of a return over the version before.
 * @throws TransactionCanceledException if another request was faster.
 */
export async function savePayments(ledger: LedgerId, payments: Payments): Promise<void> {
  const isFirst = payments.version === 1;
  const key = paymentsKey(ledger, payments);
  const Put = {
    TableName: tableName(),
    Item: { ...key, ...payments },
    ...(isFirst
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : {
          ConditionExpression: "version = :before",
          ExpressionAttributeValues: { ":before": payments.version - 1 },
        }),
  };
  const { recorded_by: author = null, recorded_at: at = "" } = payments.payments.at(-1) ?? {};
  const row = rightPuts(tableName(), PAYMENTS_RIGHT, key, payments, { author, at });
  await dynamo.send(new TransactWriteCommand({ TransactItems: [{ Put }, ...row] }));
}
