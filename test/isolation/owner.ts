import { expect } from "vitest";
import { parseApiKey } from "../../shared/api/authentication.ts";
import { insertNotifications } from "../../shared/notifications/store.ts";
import { makeNotification } from "../make/notification.ts";
import { noteOpenOrder } from "../make/open-order.ts";
import { makeImport, makeRefund, makeSale } from "../make/supply-event.ts";
import { type Account, call } from "../stack/api.ts";
import { calculated } from "../stack/calculations.ts";
import { importedFile } from "../stack/imports.ts";
import { committed, newSeller } from "../stack/seller.ts";
import { settleRecords, settleRecount } from "../stack/settle.ts";
import type { Owned } from "./probes.ts";

const LOCKS = "/v1/reports/locked-return-periods/union-oss";

/** Everything of the owner's that has a name has this in it. */
export const MARK = "owner-mark";

/** The Idempotency-Key of the owner's requests. */
export const SAME_KEY = { "Idempotency-Key": "the same" };

const post = async (key: string, path: string, body?: unknown, headers = {}) => {
  const answer = await call(key, "POST", path, body, headers);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};

/** An account that has one of everything, and more of what is numbered than anybody else here. */
export async function newOwner(): Promise<{ readonly account: Account; readonly owned: Owned }> {
  const account = await newSeller("SE", {
    establishment_country: "SE",
    fixed_establishments: [{ country: "PL" }],
    display_name: `${MARK} limited`,
  });
  const registration = { scheme_type: "ioss", member_state_identification: "SE", status: "ended" };
  for (const year of [2022, 2023]) {
    const window = { effective_from: `${year}-01-01`, effective_to: `${year}-12-31` };
    await call(account.full, "POST", "/v1/tax-registrations", { ...registration, ...window });
  }
  for (const name of ["a", "b"]) {
    const source = { source_key: `${MARK}-${name}`, display_name: MARK, channel_type: "pos" };
    await call(account.full, "POST", "/v1/sources", source);
  }
  const opening = { currency: "EUR", filed_at: "2024-04-20", rows: [], filing_reference: MARK };
  await post(account.full, "/v1/returns/union-oss/2024-Q1/opening", opening);
  await committed(account, [
    makeSale({
      event_id: `${MARK}-sale`,
      source_id: `${MARK}-shop`,
      taxable_amount_minor: 777_777,
    }),
    makeRefund({ event_id: `${MARK}-refund`, original_event_id: `${MARK}-sale` }),
    makeRefund({ event_id: `${MARK}-waiting`, original_event_id: `${MARK}-awaited` }),
    makeImport({ event_id: `${MARK}-import` }),
  ]);
  const { transaction_id } = await calculated(account, {}, { "X-Source-ID": `${MARK}-till` });
  const notification = `${account.account}-2026-exceeded`;
  await insertNotifications(account.account, [makeNotification({ id: notification })]);
  await settleRecount(account.account);
  const locked = await post(account.full, `${LOCKS}?period=2025-Q3`, undefined, SAME_KEY);
  await post(account.full, `${LOCKS}/filed?period=2025-Q3`, { filing_reference: MARK });
  const range = { from: "2025-07-01", to: "2025-09-30" };
  const records = await post(account.full, "/v1/records", range);
  await settleRecords(account.account);
  const webhook = await post(account.full, "/v1/webhooks", {
    url: `https://${MARK}.example/hook`,
    events: ["period.locked"],
    description: MARK,
  });
  const connection = await post(account.full, "/v1/connections", {
    kind: "woocommerce",
    source_id: "owner-mark",
    settings: { dispatch_country: "SE" },
  });
  await noteOpenOrder(account.account, String(connection["id"]), "owner-mark");
  const check = await post(account.full, "/v1/vat-numbers/check", { vat_number: "DE811907200" });
  const delivery = await post(account.full, `/v1/webhooks/${webhook["id"]}/test`);
  const link = { source_id: `${MARK}-file`, period_key: "2025-Q3" };
  const uploadLink = await post(account.full, "/v1/upload-links", link);
  const [stored] = locked["exports"] as { readonly id: string }[];
  return {
    account,
    owned: {
      key: parseApiKey(account.readOnly)?.keyId ?? "",
      registration: "3",
      source: "2",
      transaction: transaction_id,
      event: `${MARK}-sale`,
      export: stored?.id ?? "",
      notification,
      records: String(records["id"]),
      import: (await newOwnImport(account)).id,
      uploadLink: String(uploadLink["id"]),
      opening: "2024-Q1",
      webhook: String(webhook["id"]),
      connection: String(connection["id"]),
      vatNumberCheck: String(check["id"]),
      delivery: String(delivery["id"]),
    },
  };
}

/** An import of the owner's that has ended, with something to say of its one row. */
const newOwnImport = (account: Account) =>
  importedFile(account, {
    format: "events_ndjson",
    settings: { source_id: `${MARK}-file` },
    bytes: new TextEncoder().encode(`{"event_id":"${MARK}-row"}\n`),
  });

/** An account in the Union scheme and nothing else, where a return can be made into a file. */
export const newStranger = (): Promise<Account> => newSeller("SK");
