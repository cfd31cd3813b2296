import { describe, expect, inject, it } from "vitest";
import { makeSale } from "../../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { newPerson, newPractice } from "../../../stack/people.ts";

type Said = {
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number };
};

const message = (method: string, params?: object, id: number | string = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  ...(params ? { params } : {}),
});

const ask = (key: string | undefined, body: object, headers?: Record<string, string>) =>
  call<Said>(key, "POST", "/v1/mcp", body, headers);

type ToolResult = {
  readonly isError?: true;
  readonly structuredContent: { readonly answer: Record<string, unknown> };
  readonly content: readonly { readonly text: string }[];
};

/** Calls a tool; returns its result. */
async function useTool(key: string | undefined, name: string, given = {}, headers = {}) {
  const { body } = await ask(key, message("tools/call", { name, arguments: given }), headers);
  return body.result as ToolResult;
}

async function seller(): Promise<Account> {
  const account = await newAccount("agent");
  const registration = {
    scheme_type: "union_oss",
    member_state_identification: "SE",
    effective_from: "2021-07-01",
    status: "active",
  };
  await call(account.full, "POST", "/v1/tax-registrations", registration);
  await call(account.full, "POST", "/v1/supply-events", makeSale({ event_id: "one" }));
  return account;
}

describe("POST /v1/mcp", () => {
  it("begins a connection in the version of the client, or in its own newest", async () => {
    const { readOnly } = await newAccount();
    const begin = async (protocolVersion: string) =>
      (await ask(readOnly, message("initialize", { protocolVersion }, "a"))).body;
    expect(await begin("2025-06-18")).toMatchObject({
      jsonrpc: "2.0",
      id: "a",
      result: { protocolVersion: "2025-06-18", capabilities: { tools: {} } },
    });
    expect((await begin("2099-01-01")).result).toMatchObject({ protocolVersion: "2025-11-25" });
    expect((await ask(readOnly, message("ping"))).body.result).toEqual({});
  });

  it("takes a notification without an answer, and says what it has not", async () => {
    const { readOnly } = await newAccount();
    const told = await fetch(`${inject("stack").url}/v1/mcp`, {
      method: "POST",
      headers: { "X-API-Key": readOnly, "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
    });
    expect([told.status, await told.text()]).toEqual([202, ""]);
    const unknown = await ask(readOnly, message("resources/list"));
    expect(unknown.body.error?.code).toBe(-32_601);
    expect((await ask(readOnly, message("tools/call"))).body.error?.code).toBe(-32_602);
    expect((await ask(readOnly, [message("ping")])).status).toBe(400);
  });

  it("streams nothing, and needs a credential", async () => {
    const { readOnly } = await newAccount();
    const headers = { "X-API-Key": readOnly, Accept: "text/event-stream" };
    const got = await fetch(`${inject("stack").url}/v1/mcp`, { headers });
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await ask(undefined, message("tools/list"))).status).toBe(401);
  });

  it("answers with the figures of the API, by the caller's own key", async () => {
    const { readOnly } = await seller();
    const { body } = await call(readOnly, "GET", "/v1/returns/union-oss/2025-Q3");
    const { structuredContent } = await useTool(readOnly, "get_return", { period: "2025-Q3" });
    expect(structuredContent.answer["totals"]).toEqual(body["totals"]);
    expect(body["rows"]).toMatchObject([{ member_state_of_consumption: "DE" }]);
    expect(structuredContent.answer["rows"]).toMatchObject([
      { member_state_of_consumption: "DE", taxable_amount_minor: 10_000, vat_amount_minor: 1_900 },
    ]);
  });

  it("opens to a person the accounts in which they have a role, and no other", async () => {
    const stranger = await newAccount();
    const person = await newPerson();
    const { id, account } = await newPractice(person);
    const headers = person.at(account);
    const clients = await useTool(undefined, "list_clients", {}, headers);
    expect(clients.structuredContent.answer["clients"]).toMatchObject([{ account }]);
    const board = await useTool(undefined, "firm_board", { organisation: id }, headers);
    expect(board.isError).toBeUndefined();
    const given = { account: stranger.account };
    const proposed = await useTool(undefined, "mark_prepared", { period: "2025-Q3" }, headers);
    expect(proposed.structuredContent.answer["confirm_at"]).toMatch(
      new RegExp(`/console#open=${account}/period/union-oss/2025-Q3$`),
    );
    const refused = await useTool(undefined, "due_returns", given, headers);
    expect(refused.content[0]?.text).toContain('"status":403');
  });

  it.each(["full", "readOnly"] as const)(
    "writes nothing with a %s key: it links to the console",
    async (scope) => {
      const account = await seller();
      const classify = { event_id: "one", classification_status: "excluded", note: "twice" };
      const proposed = await useTool(account[scope], "classify_event", classify);
      const again = await useTool(account[scope], "classify_event", classify);
      expect(again).toEqual(proposed);
      expect(proposed.structuredContent.answer).toMatchObject({
        written: false,
        confirm_at: `${inject("stack").url}/console#/review`,
      });
      const forged = await useTool(account[scope], "classify_event", {
        ...classify,
        confirm: true,
      });
      expect(forged.isError).toBe(true);
      const { body } = await call(account.full, "GET", "/v1/supply-events/one");
      expect(body["classification_status"]).toBe("classified");
    },
  );

  it("sends the credential to this API alone, whatever host a caller names", async () => {
    const { readOnly } = await seller();
    const headers = { "X-Forwarded-Host": "attacker.example", Forwarded: "host=attacker.example" };
    const { isError } = await useTool(readOnly, "due_returns", {}, headers);
    expect(isError).toBeUndefined();
  });
});
