import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { bookOf } from "../table/tally-partition.ts";
import { dynamo, PAGE_LIMIT, tableName } from "./dynamo.ts";

/**
 * Every book that the account has sums in, found by reading the whole table: what no period leads to is
 * found as well. For people with a profile of their own; no function may scan.
 */
export async function scanBooks(account: string): Promise<string[]> {
  const books = new Set<string>();
  let after: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamo.send(
      new ScanCommand({
        TableName: tableName(),
        ProjectionExpression: "pk",
        ConsistentRead: true,
        Limit: PAGE_LIMIT,
        ...(after ? { ExclusiveStartKey: after } : {}),
      }),
    );
    for (const { pk } of Items) {
      const book = bookOf(account, String(pk));
      if (book !== undefined) books.add(book);
    }
    after = LastEvaluatedKey;
  } while (after);
  return [...books].sort();
}
