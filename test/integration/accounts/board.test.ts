import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it, vi } from "vitest";
import { accessOf } from "../../../infra/function-access.ts";
import { recordCommands } from "../../../scripts/bench/harness/engine-calls.ts";
import { BoardQuery } from "../../../shared/accounts/people/board.ts";
import {
  acceptInvitation,
  createClients,
  invite,
  showBoard,
} from "../../../shared/accounts/people/manage-organisations.ts";
import {
  noteFileMade,
  requestBoardCheck,
  saveCheckedRow,
} from "../../../shared/accounts/people/store-board.ts";
import * as jobs from "../../../shared/api/jobs.ts";
import * as routes from "../../../shared/api/routes.ts";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import { accountOf, type LedgerId, type PeriodKey } from "../../../shared/core/ids.ts";
import { commitEvents } from "../../../shared/ledger/commit/commit-events.ts";
import { dynamo, tableName } from "../../../shared/platform/dynamodb/client.ts";
import { boardCheckKey } from "../../../shared/platform/table/people.ts";
import { logger } from "../../../shared/platform/telemetry/telemetry.ts";
import { monitorAccount } from "../../../shared/returns/overview/monitor-account.ts";
import { makeBoardRow } from "../../make/board-row.ts";
import { makeSale } from "../../make/supply-event.ts";
import { call } from "../../stack/api.ts";
import { newPerson, newPractice } from "../../stack/people.ts";
import { atEachCall } from "../../stack/put-back.ts";
import { sentTo } from "../../stack/sent-messages.ts";

type Row = {
  readonly account: LedgerId;
  readonly client_name: string;
  readonly period_key: PeriodKey;
  readonly registration_id: number;
  readonly state: string;
  readonly data_complete: boolean;
  readonly open_questions: number;
  readonly filing_status: string | null;
  readonly payment_status: string | null;
  readonly payable_vat_minor: number | null;
  readonly return_currency: string | null;
  readonly file_made_at: string | null;
  readonly overdue: boolean;
  readonly as_of: string;
};
type Board = {
  readonly items: readonly Row[];
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly next_cursor: string | null;
};

const LOCKS = "/v1/reports/locked-return-periods/union-oss";
const REGISTRATION = {
  scheme_type: "union_oss",
  member_state_identification: "SE",
  effective_from: "2026-01-01",
  status: "active",
};
const RETURN = { scheme_type: "union_oss", period_key: "2026-Q1" as PeriodKey };
const NO_ROLE = "insufficient_role";
const NEVER = async () => {};

it("shows how far the return of a client is, from its data to its payment", async () => {
  const owner = await newPerson("owner");
  const { id, account } = await newPractice(owner);
  const at = owner.at(account as LedgerId);
  const send = (method: "GET" | "POST" | "PATCH", path: string, body?: object) =>
    call<Record<string, never>>(undefined, method, path, body, at);
  const board = async (query = "") =>
    (
      await call<Board>(
        undefined,
        "GET",
        `/v1/organisations/${id}/board${query}`,
        undefined,
        owner.session,
      )
    ).body;
  const row = async () =>
    (await board()).items.find(({ period_key }) => period_key === "2026-Q1") as Row;
  const check = () => monitorAccount(account as LedgerId, new Date(), NEVER);
  await send("POST", "/v1/tax-registrations", REGISTRATION);
  const sale = { ...makeSale({ currency: "EUR" }), supply_date: "2026-02-03" };
  await send("POST", "/v1/supply-events", { events: [sale] });
  expect(await board()).toEqual({
    items: [],
    people: [],
    intermediaries: [],
    next_cursor: null,
  });
  await check();
  const checked = await row();
  expect(checked).toMatchObject({
    client_name: "Client",
    state: "open",
    data_complete: true,
    open_questions: 0,
    payment_status: null,
    file_made_at: null,
    overdue: true,
  });
  await send("POST", "/v1/supply-events", {
    events: [{ ...makeSale(), supply_date: "2026-02-04" }],
  });
  expect(await row()).toEqual(checked);
  const marks = (method: "GET" | "POST", query = "") =>
    send(method, `/v1/returns/union-oss/2026-Q1/prepared${query}`);
  expect((await marks("GET")).body).toMatchObject({ marks: [], is_current: false });
  expect((await marks("POST")).body).toMatchObject({ is_current: true });
  const prepared_at = expect.any(String);
  const prepared_by = owner.id;
  expect(await row()).toMatchObject({ prepared_at });
  expect((await marks("POST", "?prepared=false")).body).toMatchObject({ marks: [] });
  expect(await row()).toMatchObject({ prepared_at: null, prepared_by: null });
  await marks("POST");
  await check();
  expect(await row()).toMatchObject({ prepared_at });
  await send("POST", "/v1/supply-events", {
    events: [{ ...makeSale({ event_id: "after" }), supply_date: "2026-02-05" }],
  });
  expect((await marks("GET")).body).toMatchObject({ marks: [{}], is_current: false });
  await check();
  expect(await row()).toMatchObject({ prepared_at: null, prepared_by: null, locked_by: null });
  await marks("POST");
  await check();
  expect(await row()).toMatchObject({ prepared_at, prepared_by });
  const { payable_vat_minor, return_currency } = await row();
  const locked = await send("POST", `${LOCKS}?period=2026-Q1`);
  expect(locked.status, locked.text).toBe(201);
  expect(await row()).toMatchObject({
    state: "locked",
    filing_status: null,
    prepared_at: null,
    prepared_by,
    locked_by: owner.id,
    ...{ payable_vat_minor, return_currency: "EUR" },
    overdue: true,
  });
  expect([payable_vat_minor, return_currency]).toEqual([expect.any(Number), "EUR"]);
  expect((await board()).people).toEqual([{ id: owner.id, name: "owner" }]);
  const signers = { prepared: "owner", locked: "owner" };
  expect((await send("GET", `${LOCKS}?period=2026-Q1`)).body).toMatchObject({
    current_period: { signers },
  });
  const sheet = await send("GET", "/v1/returns/union-oss/2026-Q1/entry-sheet");
  expect(sheet.body).toMatchObject({ signers });
  await send("POST", `${LOCKS}/filed?period=2026-Q1`);
  expect(await row()).toMatchObject({ state: "filed", overdue: false });
  const paid = await send("POST", "/v1/returns/union-oss/2026-Q1/paid", {
    paid_on: "2026-04-30",
    amount_minor: 1,
  });
  expect(paid.status, paid.text).toBe(201);
  expect(await row()).toMatchObject({ payment_status: "part_paid" });
  const name = { ...(await row()), filing_due_date: "2026-04-30", scheme_type: "union_oss" };
  await noteFileMade(account as LedgerId, name, new Date());
  expect((await row()).file_made_at).not.toBeNull();
  await check();
  expect(await row()).toMatchObject({ state: "filed", payment_status: "part_paid" });
  expect(await row()).toMatchObject({ prepared_by, locked_by: owner.id, payable_vat_minor });
  expect((await board("?due_before=2026-04-30")).items).toEqual([]);
  const { items, next_cursor } = await board("?limit=1");
  expect([items.length, next_cursor === null]).toEqual([1, false]);
  const rest = await board(`?cursor=${next_cursor}`);
  expect([...items, ...rest.items]).toEqual((await board()).items);
});

it("is of those with a role, each with the accounts of their roles", async () => {
  const owner = await newPerson("owner");
  const stranger = await newPerson("stranger");
  const { id } = await newPractice(owner);
  const { status } = await call(
    undefined,
    "GET",
    `/v1/organisations/${id}/board`,
    undefined,
    stranger.session,
  );
  expect(status).toBe(404);
});

it("has one check for many changed questions", async () => {
  const owner = await newPerson("owner");
  const { account } = await newPractice(owner);
  const startedAt = Date.now();
  const requested = [0, 1, 4, 5].map(
    (s) => () => requestBoardCheck(account as LedgerId, new Date(startedAt + s * 1000)),
  );
  const sent: boolean[] = [];
  for (const request of requested) sent.push(await request());
  expect(sent).toEqual([true, false, false, true]);
  expect(await requestBoardCheck("of-no-organisation" as LedgerId, new Date())).toBe(false);
});

it("has its check some seconds after the first request, and the request is kept for a day", async () => {
  const { id, account } = await newPractice(await newPerson("owner"));
  const now = new Date();
  using sent = sentTo("accounts");
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const asked = await requestBoardCheck(account as LedgerId, now);
  const later = await requestBoardCheck(account as LedgerId, new Date(now.getTime() + 4_000));
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  expect([asked, later]).toEqual([true, false]);
  expect(sent.messages.filter((message) => message.account === account)).toEqual([{ account }]);
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: boardCheckKey(id, accountOf(account)) }),
  );
  const second = Math.floor(now.getTime() / 1000);
  expect(Item).toMatchObject({ check_at: second + 5, expires_at: second + 86_400 });
});

it("is checked each hour even where a check cannot be requested", async () => {
  const { account } = await newPractice(await newPerson("owner"));
  vi.spyOn(logger, "warn").mockReturnValue();
  const stop = atEachCall(dynamo, (next, { commandName }) => (args) => {
    if (commandName === "UpdateItemCommand") throw new Error("the table refuses it");
    return next(args);
  });
  expect(await requestBoardCheck(account as LedgerId, new Date())).toBe(false);
  stop();
  expect(logger.warn).toHaveBeenCalledWith(
    "no check requested",
    expect.objectContaining({ account }),
  );
});

it("is written by no commit", () => {
  const writers = Object.entries<Parameters<typeof accessOf>[0]>({ ...routes, ...jobs })
    .filter(([, row]) => accessOf(row).uses.includes("UpdateItem board"))
    .map(([name]) => name);
  expect(writers.sort()).toEqual(
    [
      "checkAccount",
      "lockNilReturns",
      "lockPeriod",
      "lockReturn",
      "makeReturnFile",
      "markPeriodFiled",
      "markReturnFiled",
      "prepareReturn",
      "recordPayment",
      "runBulkJob",
    ].sort(),
  );
});

it("is read in three calls of the table and one for names, and untouched by a commit of a client", async () => {
  const owner = await newPerson("owner");
  const { id, account } = await newPractice(owner);
  const names = Array.from({ length: 39 }, (_, n) => ({ name: `Client ${n}` }));
  const made = await createClients(id, names, { person: owner.id, now: new Date() });
  const accounts = [account, ...made.map(({ client }) => client.account)];
  await Promise.all(accounts.map((account) => saveYear(id, account as LedgerId, owner.id)));
  const show = () =>
    showBoard(id, owner.id, BoardQuery.parse({}), { today: "2026-03-01" as IsoDate });
  const reads = await recordCommands(show);
  expect([(await show()).items.length, reads.length]).toEqual([160, 4]);
  const commands = await recordCommands(() =>
    commitEvents(account as LedgerId, [makeSale()], new Date()),
  );
  const touched = commands.map(({ input }) => JSON.stringify(input));
  expect(touched.some((one) => one.includes(account))).toBe(true);
  expect(touched.filter((one) => one.includes("BOARD#"))).toEqual([]);
});

/** Writes the rows of a year, as a check does. */
const saveYear = (organisation: string, account: LedgerId, prepared_by: string) =>
  Promise.all(
    [1, 2, 3, 4].map((quarter) =>
      saveCheckedRow(
        organisation,
        makeBoardRow({
          account: accountOf(account),
          period_key: `2025-Q${quarter}` as PeriodKey,
          filing_due_date: `2025-1${quarter % 3}-30` as IsoDate,
          prepared_by,
        }),
        new Date(),
      ),
    ),
  );

type Result = {
  readonly account: LedgerId;
  readonly result: string;
  readonly error: string | null;
};
type Job = {
  readonly id: string;
  readonly state: string;
  readonly results: readonly Result[];
  readonly details?: readonly { readonly field: string }[];
};

it("lets a person lock and file for many clients, each under the role there", async () => {
  const owner = await newPerson("owner");
  const { id, account } = await newPractice(owner);
  const by = { person: owner.id, now: new Date() };
  const [other] = await createClients(id, [{ name: "Other", reference: "7" }], by);
  const elsewhere = await newPractice(await newPerson("stranger"));
  const preparer = await newPerson("preparer");
  const { token } = await invite(id, { role: "preparer" }, by);
  await acceptInvitation(token, { person: preparer.id, now: by.now });
  const clients = [account, String(other?.client.account)];
  for (const client of clients) {
    await call(
      undefined,
      "POST",
      "/v1/tax-registrations",
      REGISTRATION,
      owner.at(client as LedgerId),
    );
  }
  const jobs = `/v1/organisations/${id}/bulk-jobs`;
  const send = (body: object, { session } = owner) =>
    call<Job>(undefined, "POST", jobs, body, session);
  const ended = async (body: object, person = owner): Promise<Result[]> => {
    const { status, body: made, text } = await send(body, person);
    expect(status, text).toBe(202);
    const job = async () =>
      (await call<Job>(undefined, "GET", `${jobs}/${made.id}`, undefined, owner.session)).body;
    await vi.waitUntil(async () => (await job()).state === "ended", { timeout: 30_000 });
    return [...(await job()).results];
  };
  const outcomes = (results: readonly Result[]) =>
    results.map(({ result, error }) => error ?? result);
  const returns = [...clients, elsewhere.account].map((one) => ({ ...RETURN, account: one }));
  expect(outcomes(await ended({ action: "check", returns }))).toEqual(["done", "done", NO_ROLE]);
  const ofPreparer = await ended({ action: "lock", returns }, preparer);
  expect(outcomes(ofPreparer)).toEqual([NO_ROLE, NO_ROLE, NO_ROLE]);
  const prepared = await ended({ action: "prepare", returns }, preparer);
  expect(outcomes(prepared)).toEqual(["done", "done", NO_ROLE]);
  const twice = await ended({ action: "prepare", returns }, preparer);
  expect(outcomes(twice)).toEqual(["unchanged", "unchanged", NO_ROLE]);
  const takenBack = await ended({ action: "unprepare", returns }, preparer);
  expect(outcomes(takenBack)).toEqual(["done", "done", NO_ROLE]);
  expect(outcomes(await ended({ action: "prepare", returns }, preparer))).toEqual(
    outcomes(prepared),
  );
  const early = returns.map((one) => ({ ...one, submitted_on: "2026-03-30" }));
  expect(outcomes(await ended({ action: "lock", returns: early }))).toEqual([
    "invalid_request",
    "invalid_request",
    NO_ROLE,
  ]);
  const submitted = returns.map((one) => ({ ...one, submitted_on: "2026-04-10" }));
  const misplaced = await send({ action: "file", returns: submitted });
  expect(misplaced.body.details?.[0]?.field).toBe("returns.0.submitted_on");
  expect(outcomes(await ended({ action: "lock", returns: submitted }))).toEqual([
    "done",
    "done",
    NO_ROLE,
  ]);
  const again = await ended({ action: "lock", returns });
  expect(outcomes(again)).toEqual(["unchanged", "unchanged", NO_ROLE]);
  const csv = `account;reference;scheme_type;period_key;filed_at\n${account};;union_oss;2026-Q1;2026-04-20\n;7;union_oss;2026-Q1;2026-03-20\n`;
  expect(outcomes(await ended({ action: "file", csv }))).toEqual(["done", "invalid_request"]);
  const faulty = await send({ action: "file", csv: "account,scheme_type,period_key\nx,union,1\n" });
  expect(faulty.body.details?.map(({ field }) => field)).toEqual([
    "csv.line_2.scheme_type",
    "csv.line_2.period_key",
  ]);
});
