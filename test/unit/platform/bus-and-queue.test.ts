import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { busEventOf } from "../../../shared/notifications/crossings.ts";
import { publishEvent } from "../../../shared/platform/event-bus.ts";
import { accountQueue, enqueue, queueWorker } from "../../../shared/platform/queues/queues.ts";
import { makeNotification } from "../../make/notification.ts";
import { mockedClient } from "../../stack/mocked-client.ts";

const bridge = mockedClient(EventBridgeClient);
const sqs = mockedClient(SQSClient);

beforeEach(() => {
  bridge.reset();
  sqs.reset();
  vi.unstubAllEnvs();
});

describe("the event bus", () => {
  const event = busEventOf("shop" as LedgerId, makeNotification({ published_at: undefined }));

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
      crossed_on_eur: null,
      deciding_currency: "EUR",
      registered: false,
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

describe("a queue", () => {
  const queue = accountQueue("accounts");
  const messages = Array.from({ length: 23 }, (_, n) => ({ account: `shop-${n}` }));

  it("gets every message once, ten at a time", async () => {
    vi.stubEnv("ACCOUNTS_QUEUE_URL", "https://queue.example/accounts");
    sqs.on(SendMessageBatchCommand).resolves({ Successful: [], Failed: [] });
    await enqueue(queue, messages);
    const batches = sqs
      .commandCalls(SendMessageBatchCommand)
      .map((call) => call.args[0].input.Entries ?? []);
    expect(batches.map((batch) => batch.length)).toEqual([10, 10, 3]);
    const bodies = batches.flat().map(({ MessageBody }) => JSON.parse(MessageBody ?? ""));
    expect(bodies).toEqual(messages);
    // A worker that several queues share tells them apart by it.
    expect(batches[0]?.[0]?.MessageAttributes?.["queue"]?.StringValue).toBe("accounts");
    for (const batch of batches) {
      expect(new Set(batch.map(({ Id }) => Id)).size).toBe(batch.length);
    }
  });

  it("that has not taken all of them is an error", async () => {
    vi.stubEnv("ACCOUNTS_QUEUE_URL", "https://queue.example/accounts");
    sqs.on(SendMessageBatchCommand).resolves({
      Successful: [],
      Failed: [{ Id: "0", Code: "Busy", SenderFault: false }],
    });
    await expect(enqueue(queue, messages)).rejects.toThrow("SQS refused 1: Busy");
  });

  it.for([
    ["inbound", "shop"],
    ["accounts", undefined],
  ] as const)("%s groups messages by their accounts only if it is fair", async ([name, group]) => {
    vi.stubEnv(`${name.toUpperCase()}_QUEUE_URL`, "https://queue.example/any");
    sqs.on(SendMessageBatchCommand).resolves({ Successful: [], Failed: [] });
    await enqueue(accountQueue(name), [{ account: "shop" }, { account: "sandbox.shop.2" }]);
    const [sent] = sqs.commandCalls(SendMessageBatchCommand);
    const groups = sent?.args[0].input.Entries?.map(({ MessageGroupId }) => MessageGroupId);
    expect(groups).toEqual([group, group]);
  });

  it("needs an address on AWS, so that no message is lost in silence", async () => {
    vi.stubEnv("AWS_LAMBDA_FUNCTION_NAME", "dispatchAccounts");
    await expect(enqueue(queue, messages)).rejects.toThrow("ACCOUNTS_QUEUE_URL is not set");
    await expect(enqueue(queue, [])).resolves.toBeUndefined();
    expect(sqs.calls()).toHaveLength(0);
  });

  it.for(["", "shop", "{}", '{"account":""}', '{"account":"a","more":1}', "null"])(
    "worker hands back the message %j, and does the work of the others",
    async (body) => {
      const worked: string[] = [];
      const worker = queueWorker(queue, async ({ account }) => worked.push(account));
      const Records = [body, '{"account":"shop"}'].map((one, n) => ({
        messageId: `m${n}`,
        body: one,
      }));
      expect(await worker({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: "m0" }] });
      expect(worked).toEqual(["shop"]);
    },
  );

  it("worker gives up after the last attempt, and instead of one where all were killed in the middle", async () => {
    const given: string[] = [];
    const tried: string[] = [];
    const failing = async ({ account }: { readonly account: string }) => {
      tried.push(account);
      throw new Error("busy");
    };
    const bulk = { ...queue, name: "bulk" } as const;
    const worker = queueWorker(bulk, failing, async ({ account }) => given.push(account));
    for (const receives of ["1", "4", "5", "6"]) {
      const attributes = { ApproximateReceiveCount: receives };
      const body = JSON.stringify({ account: receives });
      const { batchItemFailures } = await worker({
        Records: [{ messageId: "m", body, attributes }],
      });
      expect(batchItemFailures).toEqual([{ itemIdentifier: "m" }]);
    }
    expect([tried, given]).toEqual([
      ["1", "4", "5"],
      ["5", "6"],
    ]);
  });
});
