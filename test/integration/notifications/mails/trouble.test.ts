import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import { type Account, call } from "../../../stack/api.ts";
import { type ImportFile, importedFile } from "../../../stack/imports.ts";
import { type MailServer, startMailServer } from "../../../stack/mail-server.ts";
import { mailAt, mailsTo, tokenIn } from "../../../stack/mails.ts";
import { newSeller } from "../../../stack/seller.ts";
import { startWooShop, WOO_KEYS } from "../../../stack/shop-server.ts";
import { caughtUp, connectedWoo, giveAccess } from "../../../stack/shops.ts";
import { workAt } from "../../../stack/webhooks.ts";

let server: MailServer;
let seller: Account;

beforeAll(async () => {
  server = await startMailServer();
  process.env["SMTP_URL"] = server.url;
});
afterAll(() => server.close());

const mailsOf = (account: LedgerId) =>
  server.received.filter(({ to }) => to.includes(addressOf(account))).map(({ mail }) => mail);
const addressOf = (account: LedgerId) => `${account.toLowerCase()}@mail.example`;

beforeEach(async () => {
  seller = await newSeller("SE", { establishment_country: "SE" });
  const { account, full } = seller;
  await call(full, "PUT", "/v1/account/mail", mailsTo(addressOf(account)));
  await mailAt([account], new Date());
  const token = tokenIn(mailsOf(account)[0]?.text, "mail-confirm");
  expect((await call(undefined, "POST", "/v1/mail/confirm", { token })).status).toBe(200);
});

/** The mails that follow from what has happened, after that of the confirmation. */
async function troubles() {
  const { account } = seller;
  await workAt(account, new Date(Date.now() + 60_000));
  await mailAt([account], new Date(Date.now() + 120_000));
  return mailsOf(account).slice(1);
}

const GOOD = {
  event_id: "shop:1",
  event_type: "sale",
  supply_date: "2025-08-03",
  supply_kind: "goods",
  dispatch_country: "SE",
  consumption_country: "FR",
  currency: "EUR",
  taxable_amount_minor: 100,
  vat_amount_minor: 20,
  vat_rate_bps: 2000,
  rate_category: "standard",
};

const fileOf = (format: string, lines: readonly string[]): ImportFile => ({
  format,
  settings: { source_id: "web-shop" },
  bytes: new TextEncoder().encode(lines.map((line) => `${line}\n`).join("")),
});
const rows = (...lines: string[]) => fileOf("events_ndjson", lines);

it("an import that leaves rows is mailed, and one that leaves none is not", async () => {
  await importedFile(seller, rows(JSON.stringify(GOOD)));
  expect(await troubles()).toEqual([]);
  await importedFile(seller, { ...rows("{}", "{}"), dry_run: true });
  expect(await troubles()).toEqual([]);
  const next = JSON.stringify({ ...GOOD, event_id: "shop:2" });
  const { id, status, counts } = await importedFile(seller, rows(next, "{}", "not json"));
  expect([status, counts.committed, counts.rejected]).toEqual(["completed", 1, 2]);
  const [mail, ...others] = await troubles();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("2 rows of an import from web-shop are not booked");
  expect(mail?.text).toContain(`/console#open=${seller.account}/imports/${id}\n`);
  expect(mail?.headers.has("list-unsubscribe")).toBe(true);
});

it("an import that fails is mailed once", async () => {
  const { status } = await importedFile(seller, {
    ...fileOf("amazon_avtr", ["x"]),
    settings: { source_id: "amazon-eu", supply_kind: "goods" },
  });
  expect(status).toBe("failed");
  expect((await troubles()).map(({ subject }) => subject)).toEqual([
    "An import from amazon-eu has failed",
  ]);
  expect(await troubles()).toHaveLength(1);
});

it("a connection in trouble is mailed when it begins to fail, and again when it does so again", async () => {
  const shop = await startWooShop();
  const connection = await connectedWoo(seller);
  const wrong = { ...WOO_KEYS, secret: `cs_${"0".repeat(40)}` };
  const subject = "The connected shop shop is failing";
  const fails = async () => {
    await giveAccess(connection, shop, wrong);
    await caughtUp(connection);
    return (await troubles()).map((mail) => mail.subject);
  };
  expect(await fails()).toEqual([subject]);
  await caughtUp(connection);
  const [mail, ...others] = await troubles();
  expect(others).toEqual([]);
  expect(mail?.text).toContain("The shop does not accept the keys, or they lack a right.");
  expect(`${mail?.text}${mail?.html}`).not.toContain(wrong.secret);
  await giveAccess(connection, shop, WOO_KEYS);
  await caughtUp(connection);
  expect(await fails()).toEqual([subject, subject]);
  await shop.close();
});
