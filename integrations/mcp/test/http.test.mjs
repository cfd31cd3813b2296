import assert from "node:assert/strict";
import { it } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { api, connected, lockedQuarter, readOnly, today, url } from "./connected.mjs";

/** Connects the SDK's own client to the endpoint of the service. */
async function overHttp(key, confirm) {
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler(ElicitRequestSchema, confirm);
  const headers = { "X-API-Key": key };
  await client.connect(
    new StreamableHTTPClientTransport(new URL("/v1/mcp", url), { requestInit: { headers } }),
  );
  return client;
}

const unasked = () => assert.fail("no form over HTTP");

it("has the tools and answers of the local server, for the SDK's client over HTTP", async () => {
  const client = await overHttp(readOnly, unasked);
  await using local = await connected({ EU_VAT_KEY: readOnly }, { args: ["--allow-writes"] });
  assert.deepEqual((await client.listTools()).tools, (await local.client.listTools()).tools);
  assert.equal(client.getInstructions(), local.client.getInstructions());
  const period = await lockedQuarter();
  for (const [name, given] of [
    ["get_return", { period }],
    ["payment_due", { period }],
    ["threshold_status", {}],
    ["vat_rates", { country: "FR" }],
  ]) {
    const { structuredContent } = await client.callTool({ name, arguments: given });
    assert.deepEqual(structuredContent, (await local.call(name, given)).structuredContent);
  }
  await client.ping();
  await client.close();
});

it("writes nothing over HTTP, also for a client that has forms", async () => {
  const period = await lockedQuarter();
  const payment = `/v1/returns/union-oss/${period}/payment`;
  const before = await api(payment);
  const client = await overHttp(process.env.VAT_API_KEY, unasked);
  const given = { period, paid_on: today(), amount_minor: 106 };
  const { structuredContent } = await client.callTool({ name: "record_payment", arguments: given });
  assert.equal(structuredContent.answer.written, false);
  assert.deepEqual(await api(payment), before);
  await client.close();
});

it("lets nobody in without a key", async () => {
  await assert.rejects(overHttp("vat_live_no", unasked), /401|invalid_api_key/);
});
