import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { loadClientsAfter } from "../../../../shared/accounts/people/store-organisations.ts";
import { dynamo } from "../../../../shared/platform/dynamodb/client.ts";
import { mockedClient } from "../../../stack/mocked-client.ts";

const client = (account: string) => ({
  account,
  name: `Client ${account}`,
  created_at: "2026-11-29T00:00:00.000Z",
  created_by: "pn_1",
});

it("clients are read to the limit, though DynamoDB ends a page at one megabyte", async () => {
  const LastEvaluatedKey = { pk: "ORGANISATION_ACCOUNTS#or_1", sk: "a" };
  const table = mockedClient(dynamo);
  table
    .on(QueryCommand)
    .resolvesOnce({ Items: [client("a")], LastEvaluatedKey })
    .resolvesOnce({ Items: [client("b"), client("c")], LastEvaluatedKey })
    .resolves({ Items: [client("d")] });
  expect(await loadClientsAfter("or_1", 5_000)).toHaveLength(4);
  table.reset();
  table
    .on(QueryCommand)
    .resolvesOnce({ Items: [client("a")], LastEvaluatedKey })
    .resolves({ Items: [client("b"), client("c")], LastEvaluatedKey });
  expect(await loadClientsAfter("or_1", 2)).toEqual([client("a"), client("b")]);
});
