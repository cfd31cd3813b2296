import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import * as z from "zod";
import { dynamo } from "../../../shared/platform/dynamodb/client.ts";
import { oldestReadable } from "../../../shared/platform/dynamodb/readable-items.ts";
import { mockedClient } from "../../stack/mocked-client.ts";

it("a list reads on for items in the place of unreadable ones, and no further than it needs", async () => {
  process.env["TABLE_NAME"] = "none";
  const pages = [[1, "of another age"], [2, 3], [4]];
  const table = mockedClient(dynamo);
  table.on(QueryCommand).callsFake(async ({ ExclusiveStartKey: after }) => {
    const n = after?.n ?? 0;
    return { Items: pages[n]?.map((value) => ({ value })), LastEvaluatedKey: { n: n + 1 } };
  });
  const parse = (item: object) => z.object({ value: z.int() }).parse(item).value;
  const query = { KeyConditionExpression: "pk = :pk" };
  expect(await oldestReadable(query, { limit: 2 }, parse)).toEqual([1, 2]);
  expect(table.commandCalls(QueryCommand)).toHaveLength(2);
  expect(await oldestReadable(query, { limit: 3 }, parse)).toEqual([1, 2, 3]);
  expect(table.commandCalls(QueryCommand)).toHaveLength(4);
});
