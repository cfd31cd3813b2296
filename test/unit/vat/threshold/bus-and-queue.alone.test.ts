import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { busEventOf } from "../../../../shared/notifications/crossings.ts";
import { publishEvent } from "../../../../shared/platform/event-bus.ts";
import { sendAccounts } from "../../../../shared/platform/queues/account-queue.ts";
import { accountIn, messageFor } from "../../../../shared/platform/queues/messages.ts";
import { makeNotification } from "../../../make/notification.ts";

const bridge = mockClient(EventBridgeClient);
const sqs = mockClient(SQSClient);

beforeEach(() => {
  bridge.reset();
  sqs.reset();
  vi.unstubAllEnvs();
});

describe("the event bus", () => {
  const event = busEventOf("shop", makeNotification({ published_at: undefined }));

  it("gets the crossing with its id, its account and no trace of who has read it", async () => {
    vi.stubEnv("EVENT_BUS_NAME", "events");
    bridge.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: [{ EventId: "1" }] });
    await publishEvent(event);
    const [call] = bridge.commandCalls(PutEventsCommand);
    const [entry] = call?.args[0].input.Entries ?? [];
    expect(entry).toMatchObject({
      EventBusName: "events",
      Source: "eu-vat-compliance",
      DetailType: "vat.threshold.exceeded",
      Time: new Date("2026-11-20T12:00:00.000Z"),
    });
    expect(JSON.parse(entry?.Detail ?? "")).toEqual({
      account: "shop",
      id: "shop-2026-exceeded",
      year: 2026,
      threshold_minor: 1_000_000,
      currency: "EUR",
      current_minor: 1_234_567,
      percentage_used: 123,
      crossed_on: null,
      eur_only: false,
      created_at: "2026-11-20T12:00:00.000Z",
    });
  });

  it("is asked again when it refuses an entry", async () => {
    vi.stubEnv("EVENT_BUS_NAME", "events");
    bridge.on(PutEventsCommand).resolves({
      FailedEntryCount: 1,
      Entries: [{ ErrorCode: "ThrottlingException" }],
    });
    await expect(publishEvent(event)).rejects.toThrow("ThrottlingException");
  });

  it("is the log where there is none", async () => {
    const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    await publishEvent(event);
    expect(JSON.parse(String(written.mock.calls[0]?.[0]))).toMatchObject({
      bus: "none",
      ...JSON.parse(JSON.stringify(event)),
    });
    written.mockRestore();
    expect(bridge.calls()).toHaveLength(0);
  });
});

describe("the queue", () => {
  const accounts = Array.from({ length: 23 }, (_, n) => `shop-${n}`);

  it("gets every account once, ten at a time", async () => {
    vi.stubEnv("ACCOUNT_QUEUE_URL", "https://queue.example/accounts");
    sqs.on(SendMessageBatchCommand).resolves({ Successful: [], Failed: [] });
    await sendAccounts(accounts);
    const batches = sqs
      .commandCalls(SendMessageBatchCommand)
      .map((call) => call.args[0].input.Entries ?? []);
    expect(batches.map((batch) => batch.length)).toEqual([10, 10, 3]);
    expect(batches.flat().map(({ MessageBody }) => accountIn(MessageBody ?? ""))).toEqual(accounts);
    for (const batch of batches) {
      expect(new Set(batch.map(({ Id }) => Id)).size).toBe(batch.length);
    }
  });

  it("says when it has not taken all of them", async () => {
    vi.stubEnv("ACCOUNT_QUEUE_URL", "https://queue.example/accounts");
    sqs.on(SendMessageBatchCommand).resolves({
      Successful: [],
      Failed: [{ Id: "0", Code: "Busy", SenderFault: false }],
    });
    await expect(sendAccounts(accounts)).rejects.toThrow("SQS refused 1: Busy");
  });

  it("needs an address", async () => {
    await expect(sendAccounts(["shop"])).rejects.toThrow("ACCOUNT_QUEUE_URL is not set");
    expect(sqs.calls()).toHaveLength(0);
  });

  it.for(["", "shop", "{}", '{"account":""}', '{"account":"a","more":1}', "null"])(
    "message %j is none of ours",
    (body) => {
      expect(() => accountIn(body)).toThrow();
    },
  );

  it("message and account go together", () => {
    expect(accountIn(messageFor("shop"))).toBe("shop");
  });
});
