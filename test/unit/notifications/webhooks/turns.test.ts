import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it, test } from "vitest";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import {
  freeShare,
  MOST_OF_AN_ACCOUNT,
  pausedUntil,
  shareWindow,
} from "../../../../shared/notifications/webhooks/delivery.ts";
import { takeTurn } from "../../../../shared/notifications/webhooks/store-turns.ts";
import { listensTo } from "../../../../shared/notifications/webhooks/webhook.ts";
import { dynamo } from "../../../../shared/platform/dynamodb/client.ts";
import { mockedClient } from "../../../stack/mocked-client.ts";

test.for([
  ["2026-11-27T10:15:00.000Z", "2026-11-27T10:15:00.000Z"],
  ["2026-11-27T10:15:59.999Z", "2026-11-27T10:15:00.000Z"],
  ["2026-11-27T10:16:00.000Z", "2026-11-27T10:16:00.000Z"],
] as const)("messages of %s are counted in the minute from %s", ([at, start]) => {
  expect(shareWindow(new Date(at))).toEqual({
    start,
    seconds: 60,
    ends_at: Date.parse(start) / 1000 + 60,
  });
});

test.for([
  [1, 1, 1],
  [30, 1, 1],
  [31, 1, 0],
  [32, 5, 3],
  [40, 5, 0],
  [5, 5, 5],
] as const)(
  "of %i messages of a minute with %i wanted ones, %i are within the share",
  ([counted, wanted, free]) => {
    expect(MOST_OF_AN_ACCOUNT).toBe(30);
    expect(freeShare(counted, wanted)).toBe(free);
  },
);

test.for([
  [0, undefined],
  [2, undefined],
  [3, 1],
  [4, 5],
  [5, 15],
  [6, 30],
  [7, 60],
  [50, 60],
] as const)(
  "after %i timeouts in a row a webhook is paused for %s minutes",
  ([timeouts, minutes]) => {
    const now = new Date("2026-11-27T10:00:00.000Z");
    const until = pausedUntil(timeouts, now);
    expect(until && (Date.parse(until) - now.getTime()) / 60_000).toBe(minutes);
  },
);

test("a turn that is neither free nor taken is asked for ten times, while others take and end it", async () => {
  const table = mockedClient(dynamo);
  const refused = new ConditionalCheckFailedException({ message: "", $metadata: {} });
  table.on(UpdateCommand).rejects(refused).on(GetCommand).resolves({});
  const name = { webhook_id: "wh_1", message_id: "1" };
  const answer = await takeTurn("shop" as LedgerId, name, new Date(), "2026-11-27T10:01:00.000Z");
  expect(answer).toEqual({ busy: true });
  // Each time it is claimed first, and then waited for.
  expect(table.commandCalls(UpdateCommand)).toHaveLength(20);
});

describe("a webhook", () => {
  const created_at = "2026-11-27T10:00:00.000Z";
  const webhook = { created_at, events: ["period.locked"] } as unknown as Parameters<
    typeof listensTo
  >[0];
  const at = (timestamp: string, type: "period.locked" | "period.filed" = "period.locked") => ({
    type,
    timestamp,
  });

  it("receives its own events from its creation on, while it is enabled", () => {
    expect(listensTo(webhook, at(created_at))).toBe(true);
    expect(listensTo(webhook, at("2026-11-27T10:00:00.001Z"))).toBe(true);
    expect(listensTo(webhook, at("2026-11-27T09:59:59.999Z"))).toBe(false);
    expect(listensTo(webhook, at(created_at, "period.filed"))).toBe(false);
    expect(listensTo({ ...webhook, disabled_at: created_at }, at(created_at))).toBe(false);
  });
});
