import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { expect } from "vitest";
import { issueKey } from "../../scripts/operate/api-keys/keys.ts";
import { type IsoDate, quarterOn } from "../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../shared/core/ids.ts";
import { insertNotifications } from "../../shared/notifications/store.ts";
import { auditOnce } from "../../shared/operations/audit/audit-due-quarters.ts";
import { dynamo, tableName } from "../../shared/platform/dynamodb/client.ts";
import { inParcel } from "../make/consignment.ts";
import { makeNotification } from "../make/notification.ts";
import { makeRefund, makeSale } from "../make/supply-event.ts";
import { type Account, call } from "./api.ts";
import { calculated, commitOf } from "./calculations.ts";
import { noteSecrets, secretOf } from "./kept-logs.ts";
import { committed, register } from "./seller.ts";
import { settleRecords, settleRecount } from "./settle.ts";

/** Test keys of an account, which open its sandbox. */
export async function testKeysOf({ account }: Account): Promise<Account> {
  const keys = { account, mode: "test" } as const;
  const full = await issueKey({ ...keys, scope: "full" }, new Date());
  const readOnly = await issueKey({ ...keys, scope: "read-only" }, new Date());
  noteSecrets([full, readOnly].map(secretOf));
  return { account, full, readOnly };
}

export const LOCK_PATH = "/v1/reports/locked-return-periods/union-oss?period=2025-Q3";

export const SAME_ORDER = { "Idempotency-Key": "order-1" };

/** What the same sale is committed as, before and after. */
export const orderSale = (vat_amount_minor = 1_900) =>
  makeSale({ event_id: "order-1", dispatch_country: "SE", vat_amount_minor });

const MIXED = {
  tax_class_id: undefined,
  gross_amount_minor: undefined,
  price_includes_vat: false,
  lines: [
    { tax_class_id: "books", gross_amount_minor: 1_000 },
    { tax_class_id: "standard", gross_amount_minor: 2_000 },
  ],
};

async function posted(key: string, path: string, body?: unknown, headers = {}) {
  const answer = await call(key, "POST", path, body, headers);
  expect(answer.status, `${path} ${answer.text}`).toBeLessThan(300);
  return answer.body;
}

/** Puts what leads to other items into the sandbox that these keys open: refunds, parcels, calculations. */
export async function fillLedger(trial: Account): Promise<void> {
  await committed(trial, [
    makeSale({ event_id: "before-2015", supply_date: "2014-05-05" as IsoDate }),
    makeRefund({ event_id: "early-refund", original_event_id: "still-to-come" }),
    makeRefund({ event_id: "refund-of-basket", original_event_id: "basket-1" }),
    inParcel("in-a-parcel", 10_000),
  ]);
  const { transaction_id } = await calculated(trial, MIXED, { "X-Source-ID": "till" });
  const basket = { event_id: "basket-1", event_type: "sale", supply_kind: "goods" };
  const split = await commitOf(trial, transaction_id, { ...basket, dispatch_country: "SE" });
  expect(split.status, split.text).toBe(200);
}

/** Puts one of everything that a ledger can hold into it. */
export async function fillSandbox(trial: Account, ledger: LedgerId): Promise<void> {
  await call(trial.full, "PUT", "/v1/account", { establishment_country: "SE" });
  await register(trial, "SE");
  await posted(trial.full, "/v1/sources", {
    source_key: "shop",
    display_name: "Shop",
    channel_type: "pos",
  });
  const { id } = await posted(trial.full, "/v1/webhooks", {
    url: "https://shop.example/hook",
    events: ["period.locked"],
  });
  await posted(trial.full, `/v1/webhooks/${id}/test`);
  await posted(trial.full, "/v1/returns/union-oss/2024-Q1/opening", {
    currency: "EUR",
    filed_at: "2024-04-20",
    rows: [],
  });
  await committed(trial, orderSale(), SAME_ORDER as never);
  await committed(trial, makeRefund({ event_id: "refund", original_event_id: "order-1" }));
  await fillLedger(trial);
  await calculated(trial);
  await insertNotifications(ledger, [makeNotification({ id: `${ledger}-2026-exceeded` })]);
  await settleRecount(ledger);
  await posted(trial.full, LOCK_PATH);
  await posted(trial.full, "/v1/records", { from: "2025-07-01", to: "2025-09-30" });
  await settleRecords(ledger);
  await auditOnce(ledger, quarterOn("2025-08-01" as IsoDate), new Date());
}

/** The kinds of items of a ledger in the table, by how their partitions begin. */
export async function kindsOf(ledger: string): Promise<string[]> {
  const kinds = new Set<string>();
  let after: Record<string, unknown> | undefined;
  do {
    const page = await dynamo.send(
      new ScanCommand({
        TableName: tableName(),
        ProjectionExpression: "pk",
        FilterExpression: "contains(pk, :ledger)",
        ExpressionAttributeValues: { ":ledger": `#${ledger}` },
        ...(after ? { ExclusiveStartKey: after } : {}),
      }),
    );
    for (const { pk } of page.Items ?? []) {
      const [kind = "", owner] = String(pk).split("#");
      if (owner === ledger) kinds.add(kind);
    }
    after = page.LastEvaluatedKey;
  } while (after);
  return [...kinds].sort();
}
