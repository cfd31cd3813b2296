import type { QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { dynamo, PAGE_LIMIT, tableName } from "./client.ts";
import { QueryCommand } from "./commands.ts";

/** What is asked of the table, whichever page of it. */
type Query = Omit<QueryCommandInput, "TableName" | "ExclusiveStartKey">;

type Item = Record<string, unknown>;

/** Where a page ended, or where one is to begin behind. */
export type StartKey = Record<string, unknown> | undefined;

/** One page of a query: what lies behind `after`, at most PAGE_LIMIT rows unless it says otherwise. */
export async function queryPage(query: Query, after?: StartKey) {
  const { Items = [], LastEvaluatedKey } = await dynamo.send(
    new QueryCommand({
      TableName: tableName(),
      Limit: PAGE_LIMIT,
      ...query,
      ExclusiveStartKey: after,
    }),
  );
  return { items: Items as Item[], next: LastEvaluatedKey as StartKey };
}

/** The pages of a query; each is handed on before the next one is read. */
export async function* pages(query: Query): AsyncGenerator<Item[]> {
  let after: StartKey;
  do {
    const { items, next } = await queryPage(query, after);
    yield items;
    after = next;
  } while (after);
}

/** All rows of a query. */
export const queryAll = async (query: Query): Promise<Item[]> =>
  (await Array.fromAsync(pages(query))).flat();
