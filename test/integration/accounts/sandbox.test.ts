import { beforeEach, describe, expect, it } from "vitest";
import { accountPages } from "../../../shared/accounts/store-accounts.ts";
import { accountOf, sandboxOf } from "../../../shared/core/ids.ts";
import { operateAccounts } from "../../../shared/operations/lifecycle/operate-accounts.ts";
import { makeSale } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import { noteSecrets, secretOf } from "../../stack/kept-logs.ts";
import {
  commit,
  committed,
  listed,
  newSeller,
  register,
  shown,
  summaryOf,
} from "../../stack/seller.ts";
import { settleRecount } from "../../stack/settle.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";
import { trialOf } from "../../stack/trial.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const LOCKS = "/v1/reports/locked-return-periods/union-oss";
const QUARTER = "2025-Q4";
const sale = (changes = {}) => makeSale({ supply_date: "2025-11-03" as never, ...changes });

let live: Account;
/** The same account, by test keys. */
let trial: Account;

beforeEach(async () => {
  live = await newSeller("SE");
  trial = await trialOf(live);
});

const pendingOf = async ({ readOnly }: Account) => {
  const path = `/v1/reports/oss-quarterly-summary?period=${QUARTER}`;
  return (await call(readOnly, "GET", path)).body["recount_pending"];
};

const registrationsOf = async ({ readOnly }: Account) =>
  (await call<{ items: unknown[] }>(readOnly, "GET", "/v1/tax-registrations")).body.items.length;

describe("a test key", () => {
  it("opens a ledger of its own: what it commits is nowhere else", async () => {
    await register(trial, "DE");
    const [tried, sold] = [sale({ vat_amount_minor: 1 }), sale()];
    await committed(trial, tried);
    expect((await listed(live)).body.items).toEqual([]);
    expect(await shown(live, tried.event_id)).toMatchObject({ status: 404 });
    expect((await summaryOf(live, QUARTER)).rows).toEqual([]);
    await committed(live, { ...sold, event_id: tried.event_id });
    expect((await shown(trial, tried.event_id)).body.vat_amount_minor).toBe(1);
    expect((await shown(live, tried.event_id)).body.vat_amount_minor).toBe(sold.vat_amount_minor);
  });

  it("has registrations and a profile of its own, and says whose ledger it opens", async () => {
    expect(await registrationsOf(trial)).toBe(0);
    await call(trial.full, "PUT", "/v1/account", { establishment_country: "FR" });
    const [tried, own] = await Promise.all(
      [trial, live].map(({ readOnly }) => call(readOnly, "GET", "/v1/account")),
    );
    expect(tried?.body).toMatchObject({
      account: `sandbox.${live.account}`,
      establishment_country: "FR",
    });
    expect(own?.body).toMatchObject({ account: live.account, establishment_country: null });
  });

  it("locks the sandbox's quarter, and leaves the account's open", async () => {
    await register(trial, "DE");
    await committed(trial, sale({ dispatch_country: "DE" }));
    const locked = await call(trial.full, "POST", `${LOCKS}?period=${QUARTER}`);
    expect(locked.status, locked.text).toBe(201);
    expect((await call(live.full, "POST", `${LOCKS}?period=${QUARTER}`)).status).toBe(201);
  });

  it("sees its own answer under an Idempotency-Key, not the account's", async () => {
    await register(trial, "DE");
    const once = { "Idempotency-Key": "order-1" };
    const [one, other] = [sale(), sale()];
    expect((await commit(live, one, once as never)).status).toBe(200);
    const { status, headers } = await call(trial.full, "POST", "/v1/supply-events", other, once);
    expect([status, headers.get("idempotency-replayed")]).toEqual([200, null]);
  });

  itInTurn(
    "made by the account itself opens it as well, and so does the one that replaces it",
    async () => {
      await register(trial, "DE");
      const ask = (path: string, body?: object) =>
        call<{ id: string; api_key: string }>(live.full, "POST", `/v1/api-keys${path}`, body);
      const made = (await ask("", { name: "Trial", scope: "read-only", mode: "test" })).body;
      const fresh = (await ask(`/${made.id}/rotate`)).body;
      noteSecrets([made.api_key, fresh.api_key].map(secretOf));
      for (const readOnly of [made.api_key, fresh.api_key]) {
        expect(await registrationsOf({ ...trial, readOnly })).toBe(1);
      }
    },
  );
});

describe("a sandbox", () => {
  it("is recounted and listed like an account", async () => {
    await committed(trial, sale());
    await register(trial, "DE", "2025-11-01");
    expect(await pendingOf(trial)).toEqual(expect.any(Object));
    await settleRecount(sandboxOf(accountOf(live.account)));
    expect(await pendingOf(trial)).toBeNull();
  });

  it("is suspended, closed and erased with its account", async () => {
    await register(trial, "DE");
    const { event_id } = sale();
    await committed(trial, {
      ...sale({ event_id }),
      metadata: { gift_note: "for Anna Andersson" },
    });
    const order = (action: "suspend" | "resume" | "close" | "erase-free-text") =>
      operateAccounts({ action, account: accountOf(live.account) }, new Date());
    await order("suspend");
    expect(await shown(trial, event_id)).toMatchObject({ status: 403 });
    await order("resume");
    await order("close");
    expect(await commit(trial, sale())).toMatchObject({ status: 403 });
    const open = (await Array.fromAsync(accountPages((one) => !one.account_state))).flat();
    expect(open).not.toContain(sandboxOf(accountOf(live.account)));
    expect((await shown(trial, event_id)).text).toContain("Anna");
    await order("erase-free-text");
    const { status, text } = await shown(trial, event_id);
    expect([status, text.includes("Anna")]).toEqual([200, false]);
  });
});
