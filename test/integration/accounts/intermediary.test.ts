import { strFromU8, unzipSync } from "fflate";
import { expect, it, vi } from "vitest";
import {
  dayOf,
  type IsoDate,
  type Period,
  periodBefore,
  periodOn,
  plusDays,
} from "../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { monitorAccount } from "../../../shared/returns/overview/monitor-account.ts";
import { makeImport } from "../../make/supply-event.ts";
import { call } from "../../stack/api.ts";
import { newPerson, newPractice, type SignedIn } from "../../stack/people.ts";

/** The month whose returns are due now, and the month before it. */
const MONTH = periodBefore(periodOn("month", dayOf(new Date())));
const BEFORE = periodBefore(MONTH);

const HEADER =
  "name,reference,establishment_country,scheme_type,member_state_identification,effective_from,vat_registration_number,ioss_intermediary_name,ioss_intermediary_number";
const lineOf = (n: number, number: string) =>
  `Seller ${n},${n},CN,ioss,NL,${BEFORE.firstDay},${number},Delta Fiscal B.V.,IN5281234567`;
const FILE = [HEADER, lineOf(1, "IM5280000011"), lineOf(2, "IM5280000022"), "Other AB,3,,,,,,,"];

type Board = {
  readonly items: readonly {
    readonly client_name: string;
    readonly period_key: string;
    readonly registration_number_masked: string | null;
  }[];
  readonly intermediaries: readonly { readonly period_key: string }[];
};

/** An order from China to France with 20 per cent on EUR `net`. */
const sale = (event_id: string, supply_date: IsoDate, net_minor: number) =>
  makeImport({
    event_id,
    supply_date,
    ...{ consumption_country: "FR", vat_rate_bps: 2_000 },
    ...{ taxable_amount_minor: net_minor, vat_amount_minor: net_minor / 5 },
  });

async function newSellers(owner: SignedIn) {
  const { id } = await newPractice(owner);
  const path = `/v1/organisations/${id}/accounts/import`;
  const { status, text, body } = await call<{
    readonly items: readonly { readonly account: LedgerId }[];
  }>(undefined, "POST", path, { csv: FILE.join("\n") }, owner.session);
  expect(status, text).toBe(200);
  const accounts = body.items.map(({ account }) => account);
  const send = async (account: LedgerId, method: "GET" | "POST", at: string, sent?: object) => {
    const answer = await call<never>(undefined, method, at, sent, owner.at(account));
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  const [one, other] = accounts as [LedgerId, LedgerId];
  await send(one, "POST", "/v1/supply-events", {
    events: [sale("a", MONTH.firstDay, 10_000), sale("before", BEFORE.firstDay, 5_000)],
  });
  await send(other, "POST", "/v1/supply-events", { events: [sale("b", MONTH.lastDay, 2_000)] });
  return { id, accounts: [one, other] as const, send };
}

const boardOf = async (owner: SignedIn, id: string, query: string) => {
  const path = `/v1/organisations/${id}/board?${query}`;
  return (await call<Board>(undefined, "GET", path, undefined, owner.session)).body;
};

const check = (account: LedgerId) => monitorAccount(account, new Date(), async () => {});
const lock = (period: Period) => `/v1/reports/locked-return-periods/ioss?period=${period.key}`;

it("the sellers of an intermediary are one list of what is due to its Member State, one return each", async () => {
  const owner = await newPerson("owner");
  const { id, accounts, send } = await newSellers(owner);
  const [one, other] = accounts;
  for (const account of accounts) await check(account);
  const of = `intermediary=${encodeURIComponent("Delta Fiscal B.V.")}&period_key=${MONTH.key}`;
  const board = await boardOf(owner, id, of);
  const [, month] = MONTH.key.split("-");
  const common = {
    member_state_identification: "NL",
    intermediary_name: "Delta Fiscal B.V.",
    intermediary_number_masked: "IN528*****67",
  };
  expect(board.items.toSorted((a, b) => (a.client_name < b.client_name ? -1 : 1))).toMatchObject([
    {
      ...common,
      client_name: "Seller 1",
      registration_number_masked: "IM528*****11",
      payment_reference: `NL/IM528*****11/M${month}.${MONTH.key.slice(0, 4)}`,
      payable_vat_minor: 2_000,
      correction_vat_minor: 0,
    },
    { ...common, client_name: "Seller 2", registration_number_masked: "IM528*****22" },
  ]);
  const due = { ...common, period_key: MONTH.key, filing_due_date: MONTH.filingDueDate };
  const total = {
    ...due,
    return_currency: "EUR",
    returns: 2,
    returns_without_amount: 0,
    payable_vat_minor: 2_400,
    correction_vat_minor: 0,
  };
  expect(board.intermediaries).toEqual([{ ...total, open_returns: 2, outstanding_minor: 2_400 }]);
  for (const account of accounts) await send(account, "POST", lock(MONTH));
  await send(one, "POST", `/v1/returns/ioss/${MONTH.key}/paid`, {
    paid_on: plusDays(MONTH.lastDay, 1),
    amount_minor: 1_500,
  });
  await check(other);
  expect((await boardOf(owner, id, of)).intermediaries).toEqual([
    { ...total, open_returns: 0, outstanding_minor: 900 },
  ]);
  expect((await boardOf(owner, id, "intermediary=IN528*****99")).items).toEqual([]);
  const both = await boardOf(owner, id, "intermediary=IN528*****67");
  expect(both.intermediaries.map(({ period_key }) => period_key)).toEqual([BEFORE.key, MONTH.key]);
});

it("a payment order pays each return of an intermediary under the number of its seller", async () => {
  const owner = await newPerson("owner");
  const { id, accounts, send } = await newSellers(owner);
  for (const account of accounts) await send(account, "POST", lock(MONTH));
  const body = {
    action: "download",
    returns: accounts.map((account) => ({ account, scheme_type: "ioss", period_key: MONTH.key })),
    payments: {
      debtor: { name: "Delta Fiscal B.V.", iban: "FR1420041010050500013M02606" },
      creditors: [{ member_state: "NL", name: "Belastingdienst", iban: "DE89370400440532013000" }],
    },
  };
  const jobs = `/v1/organisations/${id}/bulk-jobs`;
  const made = await call<{ id: string }>(undefined, "POST", jobs, body, owner.session);
  expect(made.status, made.text).toBe(202);
  const job = `${jobs}/${made.body.id}`;
  await vi.waitUntil(
    async () =>
      (await call(undefined, "GET", job, undefined, owner.session)).body["state"] === "ended",
    { timeout: 60_000 },
  );
  const link = `${job}/file?redirect=false`;
  const { body: found } = await call<{ location: string }>(
    ...([undefined, "GET", link, undefined, owner.session] as const),
  );
  const files = unzipSync(new Uint8Array(await (await fetch(found.location)).arrayBuffer()));
  const order = strFromU8(files["payments.xml"] ?? new Uint8Array());
  const [year, month] = MONTH.key.split("-");
  expect(order.match(/<EndToEndId>[^<]+/g)).toEqual([
    `<EndToEndId>NL/IM5280000011/M${month}.${year}`,
    `<EndToEndId>NL/IM5280000022/M${month}.${year}`,
  ]);
  expect(order).toContain("<CtrlSum>24.00</CtrlSum>");
});
