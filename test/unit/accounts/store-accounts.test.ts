import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { accountRecordPages } from "../../../shared/accounts/store-accounts.ts";
import { dynamo } from "../../../shared/platform/dynamodb/client.ts";
import { mockedClient } from "../../stack/mocked-client.ts";

it("accounts are read page by page, and pages without any are left out", async () => {
  const record = { account: "shop", created_at: "2026-11-27T00:00:00.000Z", version: 1 };
  const LastEvaluatedKey = { pk: "ACCOUNTS" };
  mockedClient(dynamo)
    .on(QueryCommand)
    .resolvesOnce({ Items: [], LastEvaluatedKey })
    .resolvesOnce({ Items: [record, record], LastEvaluatedKey })
    .resolves({ Items: [record] });
  const pages = await Array.fromAsync(accountRecordPages());
  expect(pages).toEqual([[record, record], [record]]);
});
