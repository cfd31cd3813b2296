import { expect, it } from "vitest";
import type { ReturnNotice } from "../../../shared/notifications/notification.ts";
import { noticeEvent, thresholdEvent } from "../../../shared/notifications/webhooks/message.ts";
import { makeNotification } from "../../make/notification.ts";

const of = { id: "notice-1", created_at: "2026-10-20T08:00:00.000Z", scheme_type: "union_oss" };
const period_key = "2026-Q3";
const filing_due_date = "2026-10-31";
const period_keys = ["2026-Q2", "2026-Q3"];

/** A notice, and what its event has besides the notice's id, scheme and period. */
it.for([
  [{ kind: "late_change.recorded", changes: 3 }, {}],
  [{ kind: "return.unpaid", filing_due_date }, { filing_due_date }],
  [
    { kind: "return.overdue", filing_due_date, period_keys },
    { filing_due_date, period_keys },
  ],
  [
    { kind: "return.due_soon", filing_due_date, days_before: 10 },
    { filing_due_date, days_left: 10 },
  ],
] as const)("the event of the notice %j has %j", ([notice, more]) => {
  // Until the last moment of a day as many days are left as at its beginning.
  const now = new Date("2026-10-21T23:59:59.999Z");
  const event = noticeEvent({ ...of, period_key, ...notice } as ReturnNotice, now);
  expect(event).toEqual({
    type: notice.kind,
    data: { notification_id: "notice-1", scheme_type: "union_oss", period_key, ...more },
  });
});

it.for([
  ["vat.threshold.exceeded", "exceeded"],
  ["vat.threshold.warning", "warning"],
] as const)("the event of %s names the line: %s", ([kind, line]) => {
  const { read_at, created_at, ...crossing } = makeNotification({ kind });
  const { id, kind: _, ...data } = crossing;
  expect(thresholdEvent(makeNotification({ kind }))).toEqual({
    type: "threshold.crossed",
    data: { notification_id: id, line, ...data },
  });
});
