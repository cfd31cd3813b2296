import assert from "node:assert/strict";
import { it } from "node:test";
import {
  api,
  connected,
  full,
  lockedQuarter,
  post,
  readOnly,
  saleOf,
  today,
} from "./connected.mjs";

const period = await lockedQuarter();
const PAYMENTS = `/v1/returns/union-oss/${period}/payment`;
const payment = (amount_minor) => ({ period, paid_on: today(), amount_minor });
const paid = async () => (await api(PAYMENTS)).payments.length;
const accept = () => ({ action: "accept", content: { confirm: true } });
const writing = { args: ["--allow-writes"] };

it("lists four tools that write only where the server allows it", async () => {
  await using server = await connected({ EU_VAT_KEY: full }, writing);
  const { tools } = await server.client.listTools();
  const writers = tools.filter(({ annotations }) => !annotations.readOnlyHint);
  assert.deepEqual(
    writers.map(({ name, annotations }) => [name, annotations.destructiveHint]),
    ["record_payment", "mark_prepared", "classify_event", "decide_order"].map((name) => [
      name,
      true,
    ]),
  );
  await using reader = await connected({ EU_VAT_KEY: full });
  const { isError, text } = await reader.call("record_payment", payment(1));
  assert.equal(isError, true);
  assert.match(text, /unknown tool/);
});

it("writes once what a person has confirmed, whose form shows the whole request", async () => {
  const before = await paid();
  const asked = [];
  const confirm = (message) => {
    asked.push(message);
    return accept();
  };
  await using server = await connected({ EU_VAT_KEY: full }, { ...writing, confirm });
  const first = await server.call("record_payment", payment(101));
  assert.equal(first.facts.written, true, first.text);
  assert.equal(await paid(), before + 1);
  assert.equal(
    asked[0],
    [
      "Record a payment of this return?",
      `POST /v1/returns/union-oss/${period}/paid`,
      `paid_on: "${today()}"`,
      "amount_minor: 101",
    ].join("\n"),
  );

  const second = await server.call("record_payment", payment(101));
  assert.equal(second.isError, true);
  assert.match(second.text, /confirmed_before/);
  assert.equal(asked.length, 1);
  assert.equal(await paid(), before + 1);
});

it("asks once for two equal proposals at the same time", async () => {
  const before = await paid();
  let asked = 0;
  const confirm = () => {
    asked += 1;
    return accept();
  };
  await using server = await connected({ EU_VAT_KEY: full }, { ...writing, confirm });
  const both = await Promise.all([1, 2].map(() => server.call("record_payment", payment(102))));
  assert.deepEqual(both.map(({ isError }) => isError === true).sort(), [false, true]);
  assert.equal(asked, 1);
  assert.equal(await paid(), before + 1);
});

const unconfirmed = [
  ["declines", () => ({ action: "decline" })],
  ["closes the form", () => ({ action: "cancel" })],
  ["sends the form without the tick", () => ({ action: "accept", content: { confirm: false } })],
  ["has a client that answers with an error", () => Promise.reject(new Error("no form"))],
];
for (const [what, confirm] of unconfirmed) {
  it(`writes nothing when the person ${what}`, async () => {
    const before = await paid();
    await using server = await connected({ EU_VAT_KEY: full }, { ...writing, confirm });
    const { isError, text } = await server.call("record_payment", payment(103));
    assert.equal(isError, true);
    assert.match(text, /not_confirmed/);
    assert.equal(await paid(), before);
  });
}

it("answers a client without forms with the page of the console, and writes nothing", async () => {
  const before = await paid();
  await using server = await connected({ EU_VAT_KEY: full }, writing);
  const forged = await server.call("record_payment", { ...payment(104), confirm: true });
  assert.equal(forged.isError, true);
  const { facts } = await server.call("record_payment", payment(104));
  assert.equal(facts.written, false);
  assert.ok(facts.confirm_at.endsWith(`/console#/filing/union-oss/${period}`), facts.confirm_at);
  assert.equal(await paid(), before);
});

it("has no more rights than a read-only key", async () => {
  const before = await paid();
  await using server = await connected({ EU_VAT_KEY: readOnly }, { ...writing, confirm: accept });
  const { isError, text } = await server.call("record_payment", payment(105));
  assert.equal(isError, true);
  assert.match(text, /"status":403/);
  assert.equal(await paid(), before);
});

it("classifies one event after a confirmation", async () => {
  const event_id = `to classify ${Date.now()}`;
  await post("/v1/supply-events", saleOf(event_id));
  await using server = await connected({ EU_VAT_KEY: full }, { ...writing, confirm: accept });
  const { facts, text } = await server.call("classify_event", {
    event_id,
    classification_status: "needs_review",
    note: "the customer may be a business",
  });
  assert.equal(facts?.written, true, text);
  const event = await api(`/v1/supply-events/${encodeURIComponent(event_id)}`);
  assert.equal(event.classification_status, "needs_review");
});

it("tells a model why the service refuses a confirmed write", async () => {
  await using server = await connected({ EU_VAT_KEY: full }, { ...writing, confirm: accept });
  const locked = await server.call("mark_prepared", { period });
  assert.match(locked.text, /"error":"period_already_locked".*"status":409/);
  const order = { connection_id: `cn_${"0".repeat(24)}`, order_id: "1001", decision: "book" };
  const unknown = await server.call("decide_order", order);
  assert.match(unknown.text, /"status":404/);
});
