import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { it } from "node:test";
import { api, connected, saleOf } from "./connected.mjs";

const { VAT_SESSION_FILE, VAT_ACCESS_TOKEN } = process.env;
const CLIENTS = 60;

/** The quarter that ended last, and a day in it. */
function endedQuarter() {
  const now = new Date();
  const quarter = Math.floor(now.getUTCMonth() / 3);
  const year = now.getUTCFullYear() - (quarter === 0 ? 1 : 0);
  const ended = quarter === 0 ? 4 : quarter;
  const month = `${ended * 3}`.padStart(2, "0");
  return { period: `${year}-Q${ended}`, supply_date: `${year}-${month}-10` };
}

const { period, supply_date } = endedQuarter();

/** Calls the API as the person of the firm. */
const asPerson = (path, body, account) =>
  api(path, {
    key: null,
    headers: {
      Authorization: `Bearer ${VAT_ACCESS_TOKEN}`,
      ...(account ? { "X-Account": account } : {}),
    },
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });

/** Makes a firm of 60 clients with a return each; every third has a sale without a country of dispatch. */
async function firm() {
  const { id } = await asPerson("/v1/organisations", { name: "Sixty clients" });
  const lines = Array.from({ length: CLIENTS }, (_, i) => `Client ${i};${1_000 + i}`);
  const csv = `name;reference\n${lines.join("\n")}\n`;
  await asPerson(`/v1/organisations/${id}/accounts/import`, { csv });
  const { items } = await asPerson(`/v1/organisations/${id}/accounts?limit=200`);
  for (const [i, { account }] of items.entries()) {
    const registration = {
      scheme_type: "union_oss",
      member_state_identification: "SE",
      effective_from: period.replace(/-Q(\d)$/, (_, q) => `-${`${q * 3 - 2}`.padStart(2, "0")}-01`),
      status: "active",
    };
    await asPerson("/v1/tax-registrations", registration, account);
    const { dispatch_country, ...sale } = saleOf(`sale-${i}`, { supply_date });
    const known = i % 3 === 0 ? {} : { dispatch_country };
    await asPerson("/v1/supply-events", { ...sale, ...known }, account);
  }
  return { id, accounts: items };
}

/** Waits until the hourly job, which runs every few seconds here, has written the board. */
async function writtenBoard(id) {
  for (;;) {
    const { items } = await asPerson(
      `/v1/organisations/${id}/board?period_key=${period}&state=open`,
    );
    if (items.length === CLIENTS) return items;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Reads all pages of a tool; returns their answers. */
async function pagesOf(server, tool, given) {
  const pages = [];
  let cursor;
  do {
    const { facts, structuredContent, text } = await server.call(tool, {
      ...given,
      ...(cursor ? { cursor } : {}),
    });
    assert.ok(facts, text);
    pages.push(facts);
    cursor = structuredContent.next_cursor;
  } while (cursor);
  return pages;
}

/** The firm of these tests, made once, with its board as the API has it. */
const { id: organisation } = await firm();
const board = await writtenBoard(organisation);

it("answers each question in at most three tool calls", async () => {
  await using server = await connected({ EU_VAT_SESSION_FILE: VAT_SESSION_FILE });

  // The first calls of a session at the same time: one of them renews it.
  const [clients] = await Promise.all([
    pagesOf(server, "list_clients", { organisation }),
    ...Array.from({ length: 4 }, () => pagesOf(server, "firm_board", { organisation, period })),
  ]);
  assert.ok(clients.length <= 3);
  assert.equal(clients.flatMap((page) => page.clients).length, CLIENTS);

  const due = await pagesOf(server, "firm_board", { organisation, period, state: "open" });
  assert.ok(due.length <= 3);
  assert.deepEqual(
    due.flatMap((page) => page.returns.map((row) => [row.account, row.open_questions])).sort(),
    board.map((row) => [row.account, row.open_questions]).sort(),
  );

  const blocked = await pagesOf(server, "clients_not_ready", { organisation, period });
  assert.ok(blocked.length <= 3);
  const returns = blocked.flatMap((page) => page.returns);
  assert.equal(returns.length, CLIENTS / 3);
  for (const { account, questions } of returns) {
    const overview = await asPerson("/v1/compliance/overview?details=true", undefined, account);
    const one = overview.returns.find(({ period_key }) => period_key === period);
    assert.deepEqual(
      questions.map(({ code, count }) => [code, count]),
      one.open_questions.map(({ code, count }) => [code, count]),
    );
  }
});

it("opens the account of a client by its id, and none of another firm", async () => {
  await using server = await connected({ EU_VAT_SESSION_FILE: VAT_SESSION_FILE });
  const [{ account }] = board;
  const found = await server.call("get_return", { account, period });
  assert.equal(found.facts.period_key, period);
  const stranger = await server.call("get_return", { account: "demo", period });
  assert.match(stranger.text, /"status":403/);
});

it("says that a session has ended", async () => {
  const file = `${VAT_SESSION_FILE}.ended`;
  await writeFile(file, JSON.stringify({ refresh_token: "ended" }));
  await using server = await connected({ EU_VAT_SESSION_FILE: file });
  const { isError, text } = await server.call("firm_board");
  assert.equal(isError, true);
  assert.match(text, /"session_ended".*sign in again/);
});
