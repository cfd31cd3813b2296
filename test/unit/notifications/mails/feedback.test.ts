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
