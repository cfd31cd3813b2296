import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import type { ApiServer } from "../../../../scripts/local/api-server.ts";
import { personId } from "../../../../shared/accounts/people/person.ts";
import { dayOf, type IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { Transaction } from "../../../../shared/ledger/calculate/transaction-schema.ts";
import { type ChangedRate, recheckRates } from "../../../../shared/ledger/recount/recheck-rates.ts";
import { recountWorker } from "../../../../shared/ledger/recount/recount.ts";
import { compareTaxRates } from "../../../../shared/ledger/tax-rates/compare-tax-rates.ts";
import { askTedb } from "../../../../shared/vat/downloads.ts";
import { decideRate } from "../../../../shared/vat/rate-proposals/decide-rate.ts";
import {
  changedBy,
  type RateDecision,
} from "../../../../shared/vat/rate-proposals/rate-decision.ts";
import type { RateProposal } from "../../../../shared/vat/rate-proposals/rate-proposal.ts";
import {
  loadOverlay,
  loadProposals,
  loadVatRates,
} from "../../../../shared/vat/rate-proposals/store-rate-proposals.ts";
import { NO_OVERLAY } from "../../../../shared/vat/reference-data/vat-rates.ts";
import { listRates } from "../../../../shared/vat/tax-classes/rate-list.ts";
import type { TaxClassDetail } from "../../../../shared/vat/tax-classes/schema.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { type Account, callAt, newAccount } from "../../../stack/api.ts";
import { startApiHere } from "../../../stack/api-here.ts";
import { makeCalculation } from "../../../stack/calculations.ts";
import { newOperator, OPERATOR } from "../../../stack/people.ts";
import { withoutDeadlines } from "../../../stack/put-back.ts";
import { runCommand } from "../../../stack/run-stack.ts";
import { sentTo } from "../../../stack/sent-messages.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";
import { raisedAhead, startTedb, type Tedb } from "./tedb-server.ts";

/*
 * Germany raises its standard rate on 2025-12-01. The comparison sees it in August, an operator accepts it by the
 * command, and it is in force on its day: no process is started again.
 */
const ID = "DE-standard-1900-2000";
const FROM = "2025-12-01" as IsoDate;
const WHO = ["--by", "anna", "--reason", "BGBl. 2025 I Nr. 200"];

let api: ApiServer;
let tedb: Tedb;
let shop: Account;
beforeAll(async () => {
  withoutDeadlines();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-08-26T05:00:00Z") });
  await tableOfOwn();
  tedb = await startTedb(raisedAhead);
  vi.stubEnv("TEDB_URL", tedb.url);
  api = await startApiHere();
  vi.stubEnv("OPERATORS", personId(OPERATOR));
  shop = await newAccount();
});
afterAll(async () => {
  vi.useRealTimers();
  await api.stop();
  await tedb.close();
});

const at = (time: string) => vi.setSystemTime(new Date(time));

/** Moves the clock past the lifetime of the accepted rates in a process. */
const later = () => vi.setSystemTime(Date.now() + 300_000);

async function rates(...args: readonly string[]): Promise<void> {
  const env = { ...inject("stack").env, TABLE_NAME: process.env["TABLE_NAME"] ?? "" };
  expect(await runCommand("scripts/operate/rates.ts", args, "none", env)).toMatchObject({
    code: 0,
  });
  later();
}

/** Decides as the command does, in this process. */
async function decided(decision: RateDecision): Promise<void> {
  await decideRate(ID, decision, "anna");
  later();
}

const catalogue = async (classId = "standard") => {
  const path = `/v1/tax-classes/${classId}?country=DE`;
  const { body, headers } = await callAt<TaxClassDetail>(api.url, undefined, "GET", path);
  const { rates_version, rates } = body;
  return { rates_version, rate: rates[0], etag: headers.get("etag") };
};

/** The rate of a calculation of today. */
async function calculated() {
  const { transaction_date: _, ...today } = makeCalculation();
  const path = "/v1/vat/calculate";
  const { body } = await callAt<Transaction>(api.url, shop.full, "POST", path, today);
  return { rate: body.vat_rate_bps, vat: body.vat_amount_minor, rates_version: body.rates_version };
}

let count = 0;
/** The codes of the checks of a sale at a rate on a day. */
async function checks(vat_rate_bps: number, supply_date: string): Promise<string[]> {
  count += 1;
  const amounts = { vat_rate_bps, vat_amount_minor: vat_rate_bps };
  const sale = makeSale({ event_id: `s-${count}`, supply_date: supply_date as never, ...amounts });
  type Items = { items: { checks: { code: string }[] }[] };
  const { body } = await callAt<Items>(api.url, shop.full, "POST", "/v1/supply-events", sale);
  return body.items.flatMap((item) => item.checks.map(({ code }) => code));
}

/** Responses of the public catalogue, byte for byte, with their tags. */
const PUBLIC = ["tax-classes", "tax-classes/bicycles?country=DE", "tax-rates?from=2021-07-01"];
const published = () =>
  Promise.all(
    PUBLIC.map(async (path) => {
      const { text, headers } = await callAt(api.url, undefined, "GET", `/v1/${path}`);
      return [text, headers.get("etag")];
    }),
  );

/** The rates of a calculation and the checks of sales, which need the built-in rows. */
const used = async () => ({
  calculated: await calculated(),
  right: await checks(1900, "2025-08-26"),
  wrong: await checks(2000, "2025-08-26"),
});

it("changes nothing while the service is offline: TEDB unreachable, no operator, nothing accepted", async () => {
  const today = dayOf(new Date());
  const before = { published: await published(), used: await used() };
  expect(JSON.parse(before.published[2]?.[0] ?? "")).toEqual(
    listRates({ from: "2021-07-01" as IsoDate, to: undefined }, today, BUILT_IN_RATES),
  );
  expect(before.used).toEqual({ calculated: BEFORE, right: [], wrong: ["rate_not_in_force"] });
  vi.stubEnv("TEDB_URL", "http://127.0.0.1:9/");
  const run = await compareTaxRates(new Date(), (question) => askTedb(question, { pauseMs: 1 }));
  vi.stubEnv("TEDB_URL", tedb.url);
  expect(run).toMatchObject({ compared: 0, open: 0, standard_rates: [] });
  expect(run.faults).toHaveLength(54);
  expect(run.faults[0]).toMatch(/^AT on 2025-08-26: TEDB at .* does not answer/);
  later();
  expect({ published: await published(), used: await used() }).toEqual(before);
  expect(await loadOverlay()).toEqual(NO_OVERLAY);
});

const BEFORE = { rate: 1900, vat: 1900, rates_version: "2026-09-23+0" };

/** The service knows Germany alone: fewer calls, where the number of states does not matter. */
const germanyAlone: typeof askTedb = (question) =>
  question.state === "DE" ? askTedb(question) : Promise.resolve({ fault: "not asked" });

it("changes nothing while it is proposed", async () => {
  expect(await compareTaxRates(new Date(), germanyAlone)).toMatchObject({
    open: 1,
    standard_rates: [ID],
  });
  expect(await calculated()).toEqual(BEFORE);
  expect(await catalogue()).toMatchObject({ rate: { rate_bps: 1900, valid_to: null } });
});

it("is announced in the catalogue once it is accepted, and not yet in force", async () => {
  const { etag } = await catalogue();
  await rates("accept", ID, "--from", FROM, ...WHO);
  expect(await calculated()).toEqual({ ...BEFORE, rates_version: "2026-09-23+1" });
  const announced = await catalogue();
  expect(announced).toMatchObject({
    rates_version: "2026-09-23+1",
    rate: { rate_bps: 1900, valid_to: "2025-12-01T00:00:00Z" },
  });
  expect(announced.etag).not.toBe(etag);
});

it("is in force on its day, also for the classes that follow the standard rate", async () => {
  at("2025-11-30T23:59:59Z");
  expect(await calculated()).toMatchObject({ rate: 1900, vat: 1900 });
  expect(await checks(1900, "2025-11-30")).toEqual([]);
  at("2025-12-01T00:00:00Z");
  expect(await calculated()).toEqual({ rate: 2000, vat: 1983, rates_version: "2026-09-23+1" });
  const now = { rate_bps: 2000, valid_from: "2025-12-01T00:00:00Z", valid_to: null };
  expect(await catalogue()).toMatchObject({ rate: now });
  expect(await catalogue("bicycles")).toMatchObject({ rate: now });
  expect(await catalogue("food")).toMatchObject({ rate: { rate_bps: 700 } });
  expect(await checks(2000, "2025-12-01")).toEqual([]);
  expect(await checks(1900, "2025-12-01")).toEqual(["rate_not_in_force"]);
  expect(await checks(1900, "2025-11-30")).toEqual([]);
});

it("is in the list of rates with the decision that it comes from", async () => {
  const query = "country=DE&tax_class_id=bicycles&from=2025-11-30&to=2025-12-01";
  type Rows = { items: { rate_bps: number; accepted: object | null }[] };
  const { body } = await callAt<Rows>(api.url, undefined, "GET", `/v1/tax-rates?${query}`);
  expect(body.items.map(({ rate_bps, accepted }) => [rate_bps, accepted])).toEqual([
    [1900, null],
    [
      2000,
      {
        proposal_id: ID,
        source: "TEDB 2025-12-01",
        source_url: null,
        accepted_at: expect.any(String),
      },
    ],
  ]);
});

const recheck = (...more: readonly string[]) =>
  runCommand("scripts/operate/rates.ts", ["recheck", ID, ...more], "none", {
    ...inject("stack").env,
    TABLE_NAME: process.env["TABLE_NAME"] ?? "",
  });

/** Counts as the command does, in this process. */
async function differing() {
  const { proposals } = await loadProposals();
  const found = proposals.find(({ proposal_id }) => proposal_id === ID);
  const counts = [];
  for await (const recheck of recheckRates(
    changedBy(found as RateProposal) as ChangedRate,
    await loadVatRates(),
    false,
  )) {
    counts.push(recheck.calculations, ...recheck.events.values());
  }
  return counts;
}

it("has nothing to recheck while it came before its events", async () => {
  expect(await differing()).toEqual([]);
});

it("is as before after its withdrawal, and does not come back by the next comparison", async () => {
  await decided({ action: "withdraw", reason: "repealed" });
  expect(await calculated()).toEqual({ ...BEFORE, rates_version: "2026-09-23+2" });
  expect(await checks(2000, "2025-12-01")).toEqual(["rate_not_in_force"]);
  expect(await compareTaxRates(new Date(), germanyAlone)).toMatchObject({ standard_rates: [] });
});

it("leaves the checks of events until somebody confirms their number, without a recount", async () => {
  type Shown = { checks: { code: string }[]; version?: number };
  const event = async (id: string) =>
    (await callAt<Shown>(api.url, shop.full, "GET", `/v1/supply-events/${id}`)).body.checks;
  const pending = async () =>
    (await callAt(api.url, shop.full, "GET", "/v1/compliance/overview")).text;
  // Since the withdrawal, one sale at 20 % is checked by the former rate, and one at 19 %.
  expect(await recheck("--confirm", "3")).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("events 2025-Q4: 2; calculations 1\n2 events differ"),
    stderr: "2 events differ, not 3\n",
  });
  expect(await event("s-6")).toEqual([]);
  expect((await recheck("--confirm", "2")).stdout).toContain("2 events have new checks");
  expect(await event("s-6")).toMatchObject([{ code: "rate_not_in_force" }]);
  expect(await event("s-7")).toEqual([]);
  expect(await differing()).toEqual([1]);
  expect(await pending()).toContain('"recount_pending":null');
});

it("changes nothing when it is refused", async () => {
  await decided({ action: "reopen", reason: "adopted after all" });
  await decided({ action: "refuse", reason: "not adopted" });
  expect(await calculated()).toEqual({ ...BEFORE, rates_version: "2026-09-23+2" });
  expect(await compareTaxRates(new Date(), germanyAlone)).toMatchObject({ standard_rates: [] });
});

describe("an operator's recheck over HTTP", () => {
  const path = `/v1/operator/rate-proposals/${ID}/recheck`;
  /** Requests a recheck, has the worker carry it out, and returns the response and the result. */
  async function rechecked(body: object) {
    using sent = sentTo<object>("recounts");
    const { session } = await newOperator();
    const answer = await callAt(api.url, undefined, "POST", path, body, session);
    const Records = sent.take().map((one) => ({ messageId: "1", body: JSON.stringify(one) }));
    expect(await recountWorker()({ Records })).toEqual({ batchItemFailures: [] });
    const { proposals } = await loadProposals();
    const { recheck } = proposals.find(({ proposal_id }) => proposal_id === ID) ?? {};
    return { status: answer.status, body: answer.body, recheck };
  }
  const checksOf = async (id: string) => {
    const path = `/v1/supply-events/${id}`;
    type Shown = { checks: { code: string }[] };
    const { body } = await callAt<Shown>(api.url, shop.full, "GET", path);
    return body.checks.map(({ code }) => code);
  };

  it("counts events, accounts and periods, and checks anew once their number is confirmed", async () => {
    await decided({ action: "reopen", reason: "adopted after all" });
    await decided({ action: "accept", valid_from: FROM, reason: "BGBl. 2025 I Nr. 200" });
    expect(await checksOf("s-6")).toEqual(["rate_not_in_force"]);
    expect(await rechecked({ confirm: 3 })).toMatchObject({
      status: 409,
      body: { error: "rate_recheck_conflict" },
    });
    expect(await rechecked({})).toMatchObject({
      status: 202,
      body: { recheck: { state: "counting", events: null } },
      recheck: { state: "counted", events: 3, accounts: 1, periods: 1 },
    });
    expect(await rechecked({ confirm: 99 })).toMatchObject({
      status: 409,
      body: { message: "3 events differ, not 99" },
    });
    expect(await checksOf("s-6")).toEqual(["rate_not_in_force"]);
    expect(await rechecked({ confirm: 3 })).toMatchObject({
      status: 202,
      body: { recheck: { state: "applying", events: 3 } },
      recheck: { state: "applied" },
    });
    expect([await checksOf("s-6"), await checksOf("s-7")]).toEqual([[], ["rate_not_in_force"]]);
  });

  it("checks nothing anew when other events differ by then: their number waits for another confirmation", async () => {
    await decided({ action: "withdraw", reason: "repealed" });
    expect((await rechecked({})).recheck).toMatchObject({ state: "counted", events: 3 });
    expect((await recheck("--confirm", "3")).stdout).toContain("3 events have new checks");
    expect((await rechecked({ confirm: 3 })).recheck).toMatchObject({
      state: "counted",
      events: 0,
    });
  });

  it("is not carried out twice, nor by two operators at once", async () => {
    using sent = sentTo<object>("recounts");
    const { session } = await newOperator();
    const send = () => callAt(api.url, undefined, "POST", path, {}, session);
    const statuses = (await Promise.all([send(), send()])).map(({ status }) => status).sort();
    expect(statuses).toEqual([202, 409]);
    const [message] = sent.messages;
    const record = { messageId: "1", body: JSON.stringify(message) };
    for (const Records of [[record], [record]]) {
      expect(await recountWorker()({ Records })).toEqual({ batchItemFailures: [] });
    }
  });
});
