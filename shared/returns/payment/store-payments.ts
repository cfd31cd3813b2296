import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { LedgerId, PeriodKey } from "../../core/ids.ts";
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
 * @throws ConditionalCheckFailedException if another request was faster.
 */
export async function savePayments(ledger: LedgerId, payments: Payments): Promise<void> {
  const isFirst = payments.version === 1;
  await dynamo.send(
    new PutCommand({
      TableName: tableName(),
      Item: { ...paymentsKey(ledger, payments), ...payments },
      ...(isFirst
        ? { ConditionExpression: "attribute_not_exists(pk)" }
        : {
            ConditionExpression: "version = :before",
            ExpressionAttributeValues: { ":before": payments.version - 1 },
          }),
    }),
  );
}
