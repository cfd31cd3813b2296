import { expect, it } from "vitest";
import { noteFileMade } from "../../../shared/accounts/people/store-board.ts";
import { requestBoardCheck } from "../../../shared/accounts/people/store-board-checks.ts";
import { routes } from "../../../shared/api/routes.ts";
import { jobs } from "../../../shared/platform/jobs/jobs.ts";
import type { TableAccess } from "../../../shared/platform/table/access.ts";
import { monitorAccount } from "../../../shared/returns/overview/monitor-account.ts";
import { makeSale } from "../../make/supply-event.ts";
import { call } from "../../stack/api.ts";
import { newPerson, newPractice } from "../../stack/people.ts";

type Row = {
  readonly account: string;
  readonly client_name: string;
  readonly period_key: string;
  readonly registration_id: number;
  readonly state: string;
  readonly data_complete: boolean;
  readonly open_questions: number;
  readonly filing_status: string | null;
  readonly payment_status: string | null;
  readonly file_made_at: string | null;
  readonly overdue: boolean;
  readonly as_of: string;
};
type Board = { readonly items: readonly Row[]; readonly next_cursor: string | null };

const LOCKS = "/v1/reports/locked-return-periods/union-oss";
const NEVER = async () => {};

it("shows how far the return of a client is, from its data to its payment", async () => {
  const owner = await newPerson("owner");
  const { id, account } = await newPractice(owner);
  const at = owner.at(account);
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
  const check = () => monitorAccount(account, new Date(), NEVER);
  await send("POST", "/v1/tax-registrations", {
    scheme_type: "union_oss",
    member_state_identification: "SE",
    effective_from: "2026-01-01",
    status: "active",
  });
  const sale = { ...makeSale({ currency: "EUR" }), supply_date: "2026-02-03" };
  await send("POST", "/v1/supply-events", { events: [sale] });
  expect(await board()).toEqual({ items: [], next_cursor: null });
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
  const locked = await send("POST", `${LOCKS}?period=2026-Q1`);
  expect(locked.status, locked.text).toBe(201);
  expect(await row()).toMatchObject({ state: "locked", filing_status: null, overdue: true });
  await send("POST", `${LOCKS}/filed?period=2026-Q1`);
  expect(await row()).toMatchObject({ state: "filed", overdue: false });
  const paid = await send("POST", "/v1/returns/union-oss/2026-Q1/paid", {
    paid_on: "2026-04-30",
    amount_minor: 1,
  });
  expect(paid.status, paid.text).toBe(201);
  expect(await row()).toMatchObject({ payment_status: "part_paid" });
  const name = { ...(await row()), filing_due_date: "2026-04-30", scheme_type: "union_oss" };
  await noteFileMade(account, name, new Date());
  expect((await row()).file_made_at).not.toBeNull();
  await check();
  expect(await row()).toMatchObject({ state: "filed", payment_status: "part_paid" });
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
  const begun = Date.now();
  const requested = [0, 1, 4, 5].map(
    (s) => () => requestBoardCheck(account, new Date(begun + s * 1000)),
  );
  const sent: boolean[] = [];
  for (const request of requested) sent.push(await request());
  expect(sent).toEqual([true, false, false, true]);
  expect(await requestBoardCheck("of-no-organisation", new Date())).toBe(false);
});

it("is written by no commit", () => {
  const writes = ({ table }: { readonly table: TableAccess }) =>
    table === "none" ? [] : (table.writes ?? []);
  const writers = Object.entries({ ...routes, ...jobs })
    .filter(([, row]) => writes(row).includes("board"))
    .map(([name]) => name);
  expect(writers.sort()).toEqual(
    [
      "checkAccount",
      "lockPeriod",
      "lockReturn",
      "makeReturnFile",
      "markPeriodFiled",
      "markReturnFiled",
      "recordPayment",
    ].sort(),
  );
});
