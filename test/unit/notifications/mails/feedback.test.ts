import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FEEDBACK_QUEUE, suppressedBy } from "../../../../shared/notifications/mails/feedback.ts";

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
  const told = suppressedBy(FEEDBACK_QUEUE.schema.parse(event));
  expect(told.map(({ address }) => address)).toEqual(addresses);
});
