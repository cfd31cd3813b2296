import { readFileSync } from "node:fs";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import {
  FEEDBACK_QUEUE,
  feedbackWorker,
  suppressedBy,
} from "../../../../shared/notifications/mails/send-mail.ts";
import { dynamo } from "../../../../shared/platform/dynamodb/client.ts";
import { mockedClient } from "../../../stack/mocked-client.ts";

/** The examples of Amazon's page on the contents of events that SES publishes to SNS, shortened. */
const events: Readonly<Record<string, unknown>> = JSON.parse(
  readFileSync("test/unit/notifications/mails/ses-events.json", "utf8"),
);
const suppressed = (name: string) => suppressedBy(FEEDBACK_QUEUE.schema.parse(events[name]));

it.for([
  ["permanent_bounce", [{ address: "recipient@example.com", reason: "bounce" }]],
  ["bounce_notification", [{ address: "jane@example.com", reason: "bounce" }]],
  ["transient_bounce", []],
  ["complaint", [{ address: "recipient@example.com", reason: "complaint" }]],
  ["delivery", []],
] as const)("%s suppresses %j", ([name, addresses]) => {
  expect(suppressed(name)).toEqual(addresses);
});

const bounce = { bounceType: "Permanent", bouncedRecipients: [{ emailAddress: "a@b.example" }] };
const complaint = { complainedRecipients: [{ emailAddress: "Anna <a@b.example> " }] };

it.for([
  ["a bounce without recipients", { eventType: "Bounce" }, []],
  ["a complaint without recipients", { eventType: "Complaint" }, []],
  ["another event with those of a bounce", { eventType: "Reject", bounce }, []],
  ["another event with those of a complaint", { eventType: "Open", complaint }, []],
  ["an event of no type", { bounce, complaint }, []],
  ["a complaint", { eventType: "Complaint", bounce, complaint }, ["a@b.example"]],
] as const)("%s suppresses the addresses that it names", ([, event, addresses]) => {
  const suppressed = suppressedBy(FEEDBACK_QUEUE.schema.parse(event));
  expect(suppressed.map(({ address }) => address)).toEqual(addresses);
});

it("the worker of feedback suppresses each address for half a year from its own instant", async () => {
  const table = mockedClient(dynamo);
  table.on(PutCommand).resolves({});
  const now = new Date("2026-11-27T10:00:00.000Z");
  const event = { eventType: "Bounce", bounce: { ...bounce } };
  const Records = [{ messageId: "1", body: JSON.stringify(event) }] as never;
  expect(await feedbackWorker(() => now)({ Records })).toEqual({ batchItemFailures: [] });
  const [stored, ...more] = table.commandCalls(PutCommand).map(({ args }) => args[0].input.Item);
  expect(more).toEqual([]);
  expect(stored).toMatchObject({
    reason: "bounce",
    suppressed_at: now.toISOString(),
    expires_at: Date.parse("2027-05-26T10:00:00.000Z") / 1000,
  });
});
