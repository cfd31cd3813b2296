import { expect, it } from "vitest";
import type { AccountNotification } from "../../../client/src/eu-vat-client.ts";
import { pageAbout } from "../../../console/src/notifications/page-about.ts";
import { addressOf } from "../../../console/src/shell/page.ts";

type About = Pick<AccountNotification, "kind" | "about">;

const NOTHING: About["about"] = {
  year: null,
  line: null,
  scheme_type: null,
  period_key: null,
  filing_due_date: null,
  webhook_id: null,
  connection_id: null,
  import_id: null,
};
const OF_RETURN = { scheme_type: "non_union_oss", period_key: "2026-Q2" } as const;

it.for([
  ["return.due_soon", OF_RETURN, "#/filing/non-union-oss/2026-Q2"],
  ["return.unpaid", OF_RETURN, "#/filing/non-union-oss/2026-Q2"],
  ["return.overdue", OF_RETURN, "#/period/non-union-oss/2026-Q2"],
  ["late_change.recorded", OF_RETURN, "#/period/non-union-oss/2026-Q2"],
  ["late_change.recorded", { scheme_type: "ioss", period_key: "2026-05" }, "#/period/ioss/2026-05"],
  ["connection.failing", { connection_id: "cn_1" }, "#/connections"],
  ["import.failed", { import_id: "im_1" }, "#/imports/im_1"],
  ["upload_link.unanswered", {}, "#/imports"],
  ["webhook.disabled", { webhook_id: "wh_1" }, "#/webhooks"],
  ["threshold.crossed", { year: 2026, line: "warning" }, "#/overview"],
] as const)("a notification of %s about %j leads to %s", ([kind, about, address]) => {
  expect(addressOf(pageAbout({ kind, about: { ...NOTHING, ...about } }))).toBe(address);
});
