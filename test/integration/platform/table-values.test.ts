import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { dynamo, tableName } from "../../../shared/platform/dynamodb/client.ts";

const Key = { pk: `VALUES#${crypto.randomUUID()}`, sk: "VALUES" };

async function stored(fields: object): Promise<Record<string, unknown> | undefined> {
  const TableName = tableName();
  await dynamo.send(new PutCommand({ TableName, Item: { ...Key, ...fields } }));
  const { Item } = await dynamo.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return Item;
}

it("every digit of a sum comes back, beyond 2^53 as BigInt", async () => {
  const sums = { small: 7, negative: -12, large: 9_007_199_254_740_993n, done: new Set([1, 2]) };
  expect(await stored(sums)).toEqual({ ...Key, ...sums });
});

it("a key may be called as a property of objects", async () => {
  const metadata = { constructor: "c", toString: "t", "a.b": "line\nbreak", empty: "" };
  expect(await stored({ metadata })).toEqual({ ...Key, metadata });
});

it("an undefined field is not stored", async () => {
  const nested = { list: [1, undefined], map: { a: undefined } };
  expect(await stored({ absent: undefined, nested })).toEqual({
    ...Key,
    nested: { list: [1], map: {} },
  });
});

it.each([
  ["a number that is not exact", 2 ** 53],
  ["a number that is none", Number.NaN],
])("%s is not stored at all", async (_, wrong) => {
  await expect(stored({ wrong })).rejects.toThrow();
});
