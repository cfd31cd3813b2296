import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { keepAnswer } from "../../../shared/api/store-idempotency.ts";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { dynamo } from "../../../shared/platform/dynamodb/client.ts";
import { mockedClient } from "../../stack/mocked-client.ts";

it.for([
  ["300,000 letters", "a".repeat(300_000), "SET answer = :answer"],
  ["one letter more", "a".repeat(300_001), "SET expires_at = :over"],
  // 450,000 bytes, which no item of the table can hold.
  ["150,000 signs of three bytes", "\u65e5".repeat(150_000), "SET expires_at = :over"],
] as const)("an answer of %s is stored, or its key is released", async ([, body, expected]) => {
  const table = mockedClient(dynamo);
  table.on(UpdateCommand).resolves({});
  const name = { account: "shop" as LedgerId, slot: "slot", request: "request" };
  await keepAnswer(name, "token", { statusCode: 201, headers: {}, body });
  const [write] = table.commandCalls(UpdateCommand);
  expect(write?.args[0].input.UpdateExpression).toBe(expected);
});
