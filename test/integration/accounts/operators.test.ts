import { beforeEach, describe, expect, inject, it } from "vitest";
import { ZodError } from "zod";
import { handler } from "../../../functions/accounts/operate-accounts.ts";
import { linesOfAnswer } from "../../../scripts/operate/accounts/print-answer.ts";
import { issueKey } from "../../../scripts/operate/api-keys/keys.ts";
import { OperatorCommand, RejectedCommand } from "../../../shared/accounts/account.ts";
import { enqueueAccounts, isNotClosed } from "../../../shared/accounts/enqueue-accounts.ts";
import type { EventId } from "../../../shared/core/ids.ts";
import { accountOf, type LedgerId } from "../../../shared/core/ids.ts";
import { ERASED_NOTE } from "../../../shared/ledger/supply-records/free-text.ts";
import { auditLocks } from "../../../shared/operations/audit/audit-locks.ts";
import { operateAccounts } from "../../../shared/operations/lifecycle/operate-accounts.ts";
import { queryAll } from "../../../shared/platform/dynamodb/client.ts";
import { eventKey } from "../../../shared/platform/table/keys.ts";
import { makeRefund, makeSale } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import { auditOf } from "../../stack/audit.ts";
import { runCommand } from "../../stack/run-stack.ts";
import { committed, eventPath, newSeller, type ShownEvent } from "../../stack/seller.ts";
import { sentTo } from "../../stack/sent-messages.ts";
import { settleRecount } from "../../stack/settle.ts";
import { temporaryFolder } from "../../stack/temporary-folder.ts";

const folder = temporaryFolder();
const LOCKS = "/v1/reports/locked-return-periods/union-oss";

const operate = (...args: string[]) =>
  runCommand("scripts/operate/accounts.ts", args, folder, inject("stack").env);

/** What the command does and prints, without a process of its own. */
async function logLines(action: string, account?: LedgerId): Promise<string> {
  const now = new Date();
  const command = OperatorCommand.parse({ action, ...(account === undefined ? {} : { account }) });
  const lines = linesOfAnswer(await operateAccounts(command, now), now.toISOString().slice(0, 10));
  return lines.map((line) => `${line}\n`).join("");
}

const done = (action: "suspend" | "close" | "erase-free-text") =>
  operateAccounts({ action, account: accountOf(seller.account) }, new Date());

const read = (key: string) => call(key, "GET", "/v1/account");
const write = (key: string) => call(key, "PUT", "/v1/account", { establishment_country: "SE" });

let seller: Account;
beforeEach(async () => {
  seller = await newSeller("SE", {
    establishment_country: "SE",
    fixed_establishments: [],
    display_name: "Anna Andersson",
  });
});

describe("a suspended account", () => {
  const refused = { status: 403, body: { error: "account_suspended" } };

  it("is refused whatever it asks for, with every key, until it is let in again", async () => {
    expect(await operate("suspend", seller.account)).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\S+ {2}suspended since .*; 2 keys told\n$/),
      stderr: "",
    });
    for (const key of [seller.full, seller.readOnly]) {
      expect(await read(key)).toMatchObject(refused);
      expect(await write(key)).toMatchObject(refused);
      expect(await call(key, "GET", "/v1/api-keys")).toMatchObject(refused);
    }
    expect(await logLines("resume", seller.account)).toContain("active since");
    expect([(await read(seller.readOnly)).status, (await write(seller.full)).status]).toEqual([
      200, 200,
    ]);
  });

  it("gets no key, neither by an operator nor by a key of its own", async () => {
    await done("suspend");
    const request = { account: seller.account, scope: "full", mode: "live" } as const;
    await expect(issueKey(request, new Date())).rejects.toThrow("the account is suspended");
  });

  it("has no key that slipped through, however keys are made meanwhile", async () => {
    const body = { name: "One of many", scope: "full" };
    const make = () => call<{ api_key?: string }>(seller.full, "POST", "/v1/api-keys", body);
    const made = Array.from({ length: 6 }, make);
    await Promise.all([logLines("suspend", seller.account), ...made]);
    for (const { body: answer } of await Promise.all(made)) {
      if (answer.api_key) expect(await read(answer.api_key)).toMatchObject(refused);
    }
    expect(await read(seller.full)).toMatchObject(refused);
  });

  it("can be repeated, and by the function that only operators may invoke", async () => {
    await done("suspend");
    const answer = await handler({ action: "suspend", account: seller.account });
    expect(answer).toMatchObject({ record: { account_state: "suspended" }, keys: 2 });
    const list = await handler({ action: "list" });
    expect(list).toMatchObject({
      accounts: expect.arrayContaining([
        expect.objectContaining({ account: seller.account, account_state: "suspended" }),
      ]),
    });
    await expect(handler({ action: "delete", account: seller.account })).rejects.toThrow();
  });
});

describe("a closed account", () => {
  it("can be read and not written to, and says until when its records are kept", async () => {
    await committed(seller, [makeSale()]);
    const closed = await logLines("close", seller.account);
    expect(closed).toContain("closed since");
    // Of a supply in 2025, ten years from the end of that year (Art. 369k(2)).
    expect(closed).toContain("records kept until 2035-12-31");
    expect(await write(seller.full)).toMatchObject({
      status: 403,
      body: { error: "account_closed" },
    });
    expect((await read(seller.full)).status).toBe(200);
    expect((await call(seller.full, "GET", eventPath("sale-1"))).status).toBe(200);
    expect(await logLines("list")).toMatch(
      new RegExp(`^${seller.account} {2}closed since .*2035-12-31$`, "m"),
    );
  });

  it("gets read-only keys from an operator, for whoever has to read it", async () => {
    await done("close");
    const request = { account: seller.account, mode: "live" } as const;
    await expect(issueKey({ ...request, scope: "full" }, new Date())).rejects.toThrow("closed");
    const key = await issueKey({ ...request, scope: "read-only" }, new Date());
    expect((await read(key)).status).toBe(200);
  });

  it("is not sent to the check of thresholds any more, but to audits and recounts", async () => {
    await done("close");
    const sentIf = async (isWanted?: typeof isNotClosed) => {
      using sent = sentTo("audits");
      await enqueueAccounts("audits", isWanted);
      return sent.messages.map(({ account }) => account);
    };
    expect(await sentIf()).toContain(seller.account);
    expect(await sentIf(isNotClosed)).not.toContain(seller.account);
  });

  it("without a supply has nothing that must be kept longer", async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect(await logLines("close", seller.account)).toContain(`records kept until ${today}`);
  });
});

it("erasing free text is refused of an account at work, and of one that there is not", async () => {
  const atWork = await operate("erase-free-text", seller.account);
  expect(atWork).toMatchObject({ code: 2, stderr: expect.stringContaining("is not closed") });
  const nobody = logLines("erase-free-text", "nobody-at-all" as LedgerId);
  await expect(nobody).rejects.toThrow(RejectedCommand);
  await expect(nobody).rejects.toThrow("no account");
  await expect(logLines("close", "nobody-at-all" as LedgerId)).rejects.toThrow(RejectedCommand);
  const usage = { code: 2, stderr: expect.stringMatching(/^usage: /) };
  expect(await operate("erase")).toMatchObject(usage);
  await expect(logLines("suspend")).rejects.toThrow(ZodError);
});

describe("erasing free text", () => {
  const PERSONAL = "Greta Garbo";
  const metadata = { quantity: "2", invoice_number: "2025-17", gift_note: `for ${PERSONAL}` };
  const sale = makeSale({ description: `A book for ${PERSONAL}`, metadata });
  const domestic = makeSale({
    event_id: "at-home",
    consumption_country: "SE",
    vat_rate_bps: 2_500,
    vat_amount_minor: 2_500,
    description: PERSONAL,
    metadata: { order_number: "17", customer: PERSONAL },
  });
  const classed = makeSale({
    event_id: "classed",
    tax_class_id: "books",
    vat_rate_bps: 700,
    vat_amount_minor: 700,
    rate_category: "reduced",
    description: PERSONAL,
  });
  const fetched = async (id: string) =>
    (await call<ShownEvent>(seller.full, "GET", eventPath(id))).body;

  beforeEach(async () => {
    await committed(seller, [sale, domestic, classed, makeRefund()]);
    const note = `${PERSONAL} has called`;
    const path = `${eventPath("refund-1")}/classification`;
    await call(seller.full, "POST", path, { classification_status: "excluded", note });
    const source = { source_key: "shop", display_name: PERSONAL, channel_type: "pos" };
    await call(seller.full, "POST", "/v1/sources", source);
    await settleRecount(seller.account);
    await call(seller.full, "POST", `${LOCKS}?period=2025-Q3`);
  });

  it("takes out what no law asks for, keeps what Art. 63c asks for, and says which and why", async () => {
    const summary = `/v1/reports/oss-quarterly-summary?period=2025-Q3`;
    const before = (await call(seller.full, "GET", summary)).text;
    const itemBefore = await domesticItem();
    await done("close");
    const lines = await logLines("erase-free-text", seller.account);
    expect(lines).toContain("erased: 2 descriptions, 3 pairs of metadata and 1 notes in 4 events");
    expect(lines).toContain("stays until 2035-12-31, as Art. 17(3)(b) GDPR allows");
    expect(lines).toMatch(
      / {2}4 supplies: .*\n.*Art\. 369\(2\), 369k\(2\), 369x\(2\).*Art\. 63c\(1\)/,
    );
    expect(lines).toMatch(/ {2}1 descriptions .*\n.*Art\. 63c\(1\)\(b\), \(2\)\(b\)/);
    expect(lines).toMatch(/ {2}2 metadata .*\n.*Art\. 63c/);
    expect(lines).toMatch(/ {2}1 locked returns .*\n.*nobody can change or delete them/);
    const { quantity, invoice_number } = metadata;
    expect(await fetched("sale-1")).toMatchObject({ description: sale.description });
    expect((await fetched("sale-1")).metadata).toEqual({ quantity, invoice_number });
    expect(await fetched("at-home")).toHaveProperty("description", null);
    expect(await fetched("at-home")).toHaveProperty("metadata", null);
    expect(await fetched("classed")).toHaveProperty("description", null);
    const [step] = (await fetched("refund-1")).classification_history;
    expect(step).toMatchObject({ to: "excluded", note: ERASED_NOTE, key_id: expect.any(String) });
    expect((await fetched("classed")).erased_at).toEqual(expect.any(String));
    expect((await call(seller.full, "GET", summary)).text).toBe(before);
    expect((await read(seller.full)).text).not.toContain("Anna Andersson");
    expect((await call(seller.full, "GET", "/v1/sources")).text).not.toContain(PERSONAL);
    expectNoGuess(itemBefore, await domesticItem());
    await expectUnbroken();
  });

  const domesticItem = async () =>
    (
      await queryAll({
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": eventKey(seller.account, "at-home" as EventId).pk },
      })
    )[0];
  type Item = Awaited<ReturnType<typeof domesticItem>>;

  /** Nothing is left in the table that tells whether a guess at a text was right. */
  function expectNoGuess(before: Item, after: Item): void {
    expect(JSON.stringify(before)).toContain(PERSONAL);
    expect(JSON.stringify(after)).not.toContain(PERSONAL);
    expect(after?.["fingerprint"]).not.toBe(before?.["fingerprint"]);
  }

  /** Expects right sums, locks and audit after the erasure, and that a second one erases nothing. */
  async function expectUnbroken(): Promise<void> {
    const { differences, faults } = await auditOf(seller.account);
    expect({ differences, faults }).toEqual({ differences: [], faults: [] });
    expect((await auditLocks(seller.account)).faults).toEqual([]);
    const again = await logLines("erase-free-text", seller.account);
    expect(again).toContain("erased: 0 descriptions, 0 pairs of metadata and 0 notes in 0 events");
    expect(again).toContain("  1 descriptions of supplies");
  }
});
