import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";

/** The program under test: the installed one, or the one of this folder. */
export const PROGRAM =
  process.env.EU_VAT_MCP ?? new URL("../dist/eu-vat-mcp.js", import.meta.url).pathname;

export const { VAT_API_URL: url, VAT_API_KEY: full, VAT_READ_ONLY_KEY: readOnly } = process.env;

/**
 * Starts the server and connects the SDK's own client to it.
 * @param confirm answers the form that a person would see; without it the client has no forms
 */
export async function connected(env, { args = [], confirm } = {}) {
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: confirm ? { elicitation: { form: {} } } : {} },
  );
  if (confirm) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => confirm(params.message));
  }
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, ...args],
      env: { EU_VAT_URL: url, ...env },
    }),
  );
  const call = async (name, given = {}) => {
    const result = await client.callTool({ name, arguments: given });
    return { ...result, text: result.content[0].text, facts: result.structuredContent?.answer };
  };
  return { client, call, [Symbol.asyncDispose]: () => client.close() };
}

/** Calls the API itself. */
export async function api(path, { key = full, headers = {}, ...init } = {}) {
  const response = await fetch(new URL(path, url), {
    ...init,
    headers: {
      ...(key ? { "X-API-Key": key } : {}),
      ...(init.body ? { "Content-Type": "application/json" } : {}),
      ...headers,
    },
  });
  const body = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
  return body;
}

export const post = (path, body, rest = {}) =>
  api(path, { method: "POST", body: JSON.stringify(body), ...rest });

/** The newest quarter of the demo account that is locked. */
export async function lockedQuarter() {
  const { items } = await api("/v1/reports/locked-return-periods/union-oss");
  return items[0].period_key;
}

export const today = () => new Date().toISOString().slice(0, 10);

/** A sale of today from Sweden to Germany. */
export const saleOf = (event_id, fields = {}) => ({
  event_id,
  event_type: "sale",
  supply_date: today(),
  supply_kind: "goods",
  customer_type: "b2c",
  dispatch_country: "SE",
  consumption_country: "DE",
  currency: "EUR",
  taxable_amount_minor: 1_000,
  vat_amount_minor: 190,
  vat_rate_bps: 1_900,
  rate_category: "standard",
  ...fields,
});
