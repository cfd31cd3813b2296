import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { requestBoardCheck } from "../../../../shared/accounts/people/store-board.ts";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import { dynamo } from "../../../../shared/platform/dynamodb/client.ts";
import { logger } from "../../../../shared/platform/telemetry/telemetry.ts";
import { mockedClient } from "../../../stack/mocked-client.ts";
import { sentTo } from "../../../stack/sent-messages.ts";

const table = mockedClient(dynamo);
const now = new Date("2026-11-27T10:00:00.000Z");
const seconds = now.getTime() / 1000;
const RECORD = { account: "shop", created_at: "2026-11-27T09:00:00.000Z" };

beforeEach(() => {
  table.reset();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => void vi.useRealTimers());

const inOrganisation = () =>
  table.on(GetCommand).resolves({ Item: { ...RECORD, organisation: "or_1" } });

/** Requests a check, and says what it returned, how often it was noted, and what is sent after some seconds. */
async function requested(after: number) {
  using sent = sentTo("accounts");
  const isFirst = await requestBoardCheck("shop" as LedgerId, now);
  vi.advanceTimersByTime(after * 1000);
  const noted = table.commandCalls(UpdateCommand).length;
  return { isFirst, noted, sent: sent.messages };
}

it.for([
  [4.999, []],
  [5, [{ account: "shop" }]],
] as const)("%s seconds after its request a check has been sent: %j", async ([after, sent]) => {
  inOrganisation().on(UpdateCommand).resolves({});
  expect(await requested(after)).toEqual({ isFirst: true, noted: 1, sent });
  const [first] = table.commandCalls(UpdateCommand);
  expect(first?.args[0].input.ExpressionAttributeValues).toMatchObject({
    ":at": seconds + 5,
    ":now": seconds,
    ":expires_at": seconds + 86_400,
  });
});

it("a check that is on its way is not requested again", async () => {
  const refused = new ConditionalCheckFailedException({ message: "", $metadata: {} });
  inOrganisation().on(UpdateCommand).rejects(refused);
  const warned = vi.spyOn(logger, "warn");
  expect(await requested(60)).toEqual({ isFirst: false, noted: 1, sent: [] });
  expect(warned).not.toHaveBeenCalled();
});

it.for([
  ["of no organisation", RECORD],
  ["without a record", undefined],
] as const)("no check of an account %s is requested", async ([, record]) => {
  table.on(GetCommand).resolves(record ? { Item: record } : {});
  expect(await requested(60)).toEqual({ isFirst: false, noted: 0, sent: [] });
});

it("a request that fails disturbs nobody, and is in the log", async () => {
  inOrganisation().on(UpdateCommand).rejects(new Error("no answer"));
  const warned = vi.spyOn(logger, "warn").mockReturnValue();
  expect(await requested(60)).toEqual({ isFirst: false, noted: 1, sent: [] });
  const about = expect.objectContaining({ account: "shop" });
  expect(warned).toHaveBeenCalledExactlyOnceWith("no check requested", about);
});
