import { beforeAll, describe, expect, it } from "vitest";
import { openSandbox, type SandboxAnswer } from "../../../shared/accounts/sandbox.ts";
import { accountPages } from "../../../shared/accounts/store-accounts.ts";
import { parseApiKey } from "../../../shared/api/authentication.ts";
import { type AuthorId, accountOf, type LedgerId, sandboxOf } from "../../../shared/core/ids.ts";
import { operateAccounts } from "../../../shared/operations/lifecycle/operate-accounts.ts";
import {
  emptySandbox,
  removeSandbox,
} from "../../../shared/operations/lifecycle/remove-sandbox.ts";
import { makeSale } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import {
  fillSandbox,
  kindsOf,
  LOCK_PATH,
  orderSale,
  SAME_ORDER,
  testKeysOf,
} from "../../stack/full-sandbox.ts";
import { commit, committed, listed, newSeller, register, shown } from "../../stack/seller.ts";

/* One account, whose sandbox has one of everything, and is emptied again and again. */
let live: Account;
let trial: Account;
/** How many sandboxes there were before that which test keys open. */
let before = 0;

const SANDBOX = "/v1/sandbox";
const opened = () => sandboxOf(accountOf(live.account), before + 1);
const emptyBy = (key: string) => call<SandboxAnswer>(key, "DELETE", SANDBOX);
const sandboxAt = async (key: string) => (await call<SandboxAnswer>(key, "GET", SANDBOX)).body;

/** Empties the sandbox in this process, so that no worker of the stack hears of it. */
async function remaining(): Promise<string> {
  const left = opened();
  await emptySandbox(left, { author: "k" as AuthorId, now: new Date() });
  before += 1;
  return left;
}

const HOUR_MS = 3_600_000;
const nextHour = { now: () => Date.now() + HOUR_MS, until: Number.POSITIVE_INFINITY };

/** What no key leads to: it expires within a day. */
const EXPIRING = ["IDEMPOTENCY"];

beforeAll(async () => {
  live = await newSeller("SE");
  trial = await testKeysOf(live);
  await committed(live, makeSale({ event_id: "in-earnest" }));
  await fillSandbox(trial, opened());
});

describe("emptying a sandbox", () => {
  it("is refused to a live key, and to one that only reads", async () => {
    expect(await emptyBy(live.full)).toMatchObject({
      status: 403,
      body: { error: "test_key_required" },
    });
    expect(await emptyBy(trial.readOnly)).toMatchObject({
      status: 403,
      body: { error: "insufficient_scope" },
    });
    expect((await shown(trial, "order-1")).status).toBe(200);
    expect(await sandboxAt(live.readOnly)).toEqual({
      account: opened(),
      clock: null,
      emptied: [],
    });
  });

  it("leaves nothing to be read, and the account's own ledger as it was", async () => {
    expect(await kindsOf(opened())).toEqual([...EVERY_KIND, ...EXPIRING].sort());
    const left = opened();
    const { status, body } = await emptyBy(trial.full);
    before += 1;
    expect({ status, account: body.account }).toEqual({ status: 200, account: opened() });
    expect(body.emptied).toMatchObject([
      { account: left, emptied_by: parseApiKey(trial.full)?.keyId },
    ]);
    for (const path of LISTS) {
      const list = await call<{ items?: unknown[] }>(trial.readOnly, "GET", path);
      expect([path, list.status, list.body.items]).toEqual([path, 200, []]);
    }
    for (const path of SINGLES) {
      expect([path, (await call(trial.readOnly, "GET", path)).status]).toEqual([path, 404]);
    }
    const profile = await call(trial.readOnly, "GET", "/v1/account");
    expect(profile.body).toMatchObject({ account: opened(), establishment_country: null });
    expect((await listed(live)).body.items.map(({ event_id }) => event_id)).toEqual(["in-earnest"]);
  });

  it("frees ids, keys of repeated requests, and quarters", async () => {
    await register(trial, "SE");
    const other = orderSale(1_234);
    const again = await commit(trial, other, SAME_ORDER as never);
    expect([again.status, again.body.items?.[0]?.status]).toEqual([200, "committed"]);
    expect((await shown(trial, "order-1")).body.vat_amount_minor).toBe(1_234);
    const locked = await call(trial.full, "POST", LOCK_PATH);
    expect(locked.status, locked.text).toBe(201);
  });

  it("removes every kind of item of it, and tells when that is done", async () => {
    const left = sandboxOf(accountOf(live.account), before);
    await removeSandbox(left, { now: Date.now, until: Number.POSITIVE_INFINITY });
    // What leads to the rest stays until nothing can be under way any more.
    expect(await kindsOf(left)).toEqual(["ACCOUNT", ...EXPIRING]);
    expect((await sandboxAt(live.readOnly)).emptied[0]?.removed).toBe(false);
    expect(await removeSandbox(left, nextHour)).toBe(true);
    expect(await kindsOf(left)).toEqual(EXPIRING);
    expect((await sandboxAt(live.readOnly)).emptied[0]?.removed).toBe(true);
    expect((await shown(trial, "order-1")).status).toBe(200);
  });
});

describe("the removal", () => {
  it("stops when it is late, and says so", async () => {
    await committed(trial, makeSale({ event_id: "late" }));
    const left = await remaining();
    expect(await removeSandbox(left as LedgerId, { now: Date.now, until: 0 })).toBe(false);
    expect(await kindsOf(left)).toContain("EVENT");
    expect(await removeSandbox(left as LedgerId, nextHour)).toBe(true);
    // That run has found something: the next one, which finds nothing, takes the mark.
    expect(await kindsOf(left)).toEqual(["ACCOUNT", ...EXPIRING]);
    await removeSandbox(left as LedgerId, nextHour);
    expect(await kindsOf(left)).toEqual(EXPIRING);
    expect(await removeSandbox(left as LedgerId, nextHour)).toBe(true);
  });

  it("touches no account, and no sandbox that keys open", async () => {
    await expect(removeSandbox(live.account, nextHour)).rejects.toThrow("is no sandbox");
    expect(await removeSandbox(opened(), nextHour)).toBe(true);
    await committed(trial, makeSale({ event_id: "open" }));
    await expect(removeSandbox(opened(), nextHour)).resolves.toBe(true);
    expect((await shown(trial, "open")).status).toBe(200);
  });
});

describe("a sandbox that was emptied", () => {
  it("is emptied once by calls that have found the same one open", async () => {
    const found = opened();
    const by = { author: "k" as AuthorId, now: new Date() };
    const answers = await Promise.all([emptySandbox(found, by), emptySandbox(found, by)]);
    before += 1;
    expect(answers.map((state) => openSandbox(accountOf(live.account), state))).toEqual([
      opened(),
      opened(),
    ]);
  });

  it("is looked after by nobody, and the one in its place is closed with its account", async () => {
    const remainingLedgers = (
      await Array.fromAsync(accountPages((one) => !one.account_state))
    ).flat();
    expect(remainingLedgers).toContain(opened());
    expect(remainingLedgers).not.toContain(sandboxOf(accountOf(live.account), before));
    await operateAccounts({ action: "close", account: accountOf(live.account) }, new Date());
    expect((await emptyBy(trial.full)).status).toBe(403);
    const open = (await Array.fromAsync(accountPages((one) => !one.account_state))).flat();
    expect(open).not.toContain(opened());
  });
});

const LISTS = [
  "/v1/supply-events",
  "/v1/transactions",
  "/v1/tax-registrations",
  "/v1/sources",
  "/v1/sources/unknown",
  "/v1/account/changes",
  "/v1/records",
  "/v1/webhooks",
  "/v1/notifications",
  "/v1/compliance/notifications",
  "/v1/reports/locked-return-periods/union-oss",
];

const SINGLES = ["/v1/supply-events/order-1", "/v1/supply-events/before-2015"];

/** How the partitions begin of all that a sandbox can have. */
const EVERY_KIND = [
  "ACCOUNT",
  "AUDITS",
  "CALCULATION",
  "CHANGES",
  "CONSIGNMENT",
  "DELIVERIES",
  "EVENT",
  "LOCKS",
  "MARKS",
  "OPENINGS",
  "OUTBOX",
  "RECORDS",
  "SOURCE_TAGS",
  "T",
  "TRANSACTION",
  "WEBHOOKS",
  "WEBHOOK_SECRETS",
];
