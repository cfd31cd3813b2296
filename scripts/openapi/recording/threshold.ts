import { monitorAccounts } from "../../local/monitor-accounts.ts";
import type { Recorder } from "./recorder.ts";

export async function recordThreshold(recorder: Recorder): Promise<void> {
  await recorder.prepare("commitSupplyEvents", {
    body: {
      event_id: "order-3001",
      event_type: "sale",
      supply_date: "2026-08-15",
      supply_kind: "goods",
      dispatch_country: "SE",
      consumption_country: "DE",
      currency: "EUR",
      taxable_amount_minor: 950_000,
      vat_amount_minor: 180_500,
      vat_rate_bps: 1_900,
      rate_category: "standard",
    },
  });
  await monitorAccounts(async () => {});
  await recorder.show("getThresholdStatus", "In the warning band");
  await recorder.show("checkThreshold", "Turnover of a range", {
    body: { threshold_type: "oss", from: "2026-01-01", to: "2026-06-30" },
  });
  await recorder.show("checkThreshold", "One consignment", {
    body: { threshold_type: "ioss", amount_minor: 14_000 },
  });
  const list = await recorder.show("listNotifications", "Unread ones", {
    query: { unread: "true" },
  });
  const [notice] = list["items"] as { readonly id: string }[];
  await recorder.show("readNotification", "Read", { path: { id: notice?.id ?? "" } });
  await recorder.show("listAccountNotifications", "All of them", { query: { limit: "2" } });
  await recorder.show("readAccountNotification", "Read", { path: { id: notice?.id ?? "" } });
  await recorder.show("getOverview", "A covered account");
  await recorder.show("getOverview", "With its returns", { query: { details: "true" } });
}
