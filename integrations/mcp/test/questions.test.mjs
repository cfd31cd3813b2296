import assert from "node:assert/strict";
import { after, it } from "node:test";
import { api, connected, lockedQuarter, readOnly } from "./connected.mjs";

/** Fields of an answer whose values are those of the API's response, wherever the tool has put them. */
function sameFigures(answer, document) {
  const held = new Map();
  note(document, held);
  const found = new Map();
  note(answer, found);
  assert.ok([...found.values()].flat().length > 0, "the answer has no figure");
  for (const [field, values] of found) {
    for (const value of values) assert.ok(held.get(field)?.includes(value), `${field}: ${value}`);
  }
}

/** Notes every figure of a document by the name of its field. */
function note(value, figures, field = "") {
  if (typeof value === "number" || /^exact_|_amount$/.test(field)) {
    figures.set(field, [...(figures.get(field) ?? []), value]);
  } else if (Array.isArray(value)) {
    for (const item of value) note(item, figures, field);
  } else if (value && typeof value === "object") {
    for (const [name, part] of Object.entries(value)) note(part, figures, name);
  }
}

const QUARTER = await lockedQuarter();
const RETURN = `/v1/returns/union-oss/${QUARTER}`;

/** Fifteen questions of an accountant: tool, arguments, the request with the figures, and fields that the answer must have. */
const QUESTIONS = [
  ["What is due?", "due_returns", {}, "/v1/compliance/overview?details=true", ["returns"]],
  [
    "What is still open?",
    "open_questions",
    {},
    "/v1/compliance/overview?details=true",
    ["returns"],
  ],
  ["What does the return say?", "get_return", { period: QUARTER }, RETURN, ["totals", "rows"]],
  [
    "What is corrected in it?",
    "get_return",
    { period: QUARTER, part: "corrections" },
    RETURN,
    ["corrections"],
  ],
  [
    "What is owed to each Member State?",
    "get_return",
    { period: QUARTER, part: "balances" },
    RETURN,
    ["balances"],
  ],
  [
    "What is behind the French row?",
    "events_behind_figure",
    { period: QUARTER, member_state_of_consumption: "FR" },
    `${RETURN}/events?member_state_of_consumption=FR&limit=25`,
    ["figure", "events"],
  ],
  ["What is left out, and why?", "left_out_events", { period: QUARTER }, RETURN, ["left_out"]],
  [
    "Which events have no reference to their sale?",
    "left_out_events",
    { period: QUARTER, code: "correction_reference_invalid_excluded" },
    `${RETURN}/events?warning=correction_reference_invalid_excluded&limit=25`,
    ["figure", "events"],
  ],
  [
    "What has changed since the lock?",
    "changes_since_lock",
    { period: QUARTER },
    RETURN,
    ["changed_since_lock", "declared_in", "changed_lines"],
  ],
  [
    "What is to pay, to whom, by when, under which reference?",
    "payment_due",
    { period: QUARTER },
    `${RETURN}/payment`,
    ["member_state_identification", "payment_due_date", "outstanding_minor", "reference_form"],
  ],
  [
    "What do the checks find?",
    "check_findings",
    { period: QUARTER },
    `/v1/reports/filing-prep?period=${QUARTER}`,
    ["union_oss", "ioss"],
  ],
  [
    "Which sales have a rate that was not in force?",
    "events_with_check",
    { period: QUARTER, code: "rate_not_in_force" },
    `/v1/supply-events?period=${QUARTER}&warning=rate_not_in_force`,
    ["events"],
  ],
  [
    "Is the threshold crossed?",
    "threshold_status",
    {},
    "/v1/compliance/threshold-status",
    ["checks"],
  ],
  [
    "Why is this sale taxed there?",
    "explain_event",
    { event_id: `${QUARTER}-sale-0002` },
    `/v1/supply-events/${QUARTER}-sale-0002/explanation`,
    ["event", "place", "rate", "return"],
  ],
  [
    "Which rates has France?",
    "vat_rates",
    { country: "FR" },
    "/v1/tax-rates?country=FR",
    ["rates"],
  ],
];

/** Reading needs no more than a read-only key. */
const server = await connected({ EU_VAT_KEY: readOnly });
after(() => server.client.close());

for (const [question, tool, given, path, fields] of QUESTIONS) {
  it(`${question} (${tool})`, async () => {
    const { facts, structuredContent, isError, text } = await server.call(tool, given);
    assert.equal(isError, undefined, text);
    for (const field of fields) assert.ok(facts[field] !== undefined, `${field} is missing`);
    // The number of lines is counted here; the cursor test compares it.
    const { line_count: _, ...figures } = facts;
    sameFigures(figures, await api(path));
    assert.match(structuredContent.sources.page, /^docs\/[\w-]+\.md$/);
    assert.ok(structuredContent.sources.requests.length > 0);
    assert.deepEqual(JSON.parse(text), structuredContent);
  });
}

it("calculates the VAT of a price and stores nothing", async () => {
  const before = await api("/v1/transactions");
  const { facts } = await server.call("calculate_vat", {
    country: "FR",
    currency: "EUR",
    gross_amount_minor: 12_000,
    price_includes_vat: true,
    supply_kind: "goods",
  });
  assert.equal(facts.vat_amount_minor, 2_000);
  assert.equal(facts.treatment, "union_oss");
  assert.deepEqual(await api("/v1/transactions"), before);
});

it("reads a return on by its cursor, until all rows were there", async () => {
  const rows = [];
  let cursor;
  do {
    const { facts, structuredContent } = await server.call("get_return", {
      period: QUARTER,
      ...(cursor ? { cursor } : {}),
    });
    assert.equal(facts.line_count, (await api(RETURN)).rows.length);
    rows.push(...facts.rows);
    cursor = structuredContent.next_cursor;
  } while (cursor);
  assert.equal(rows.length, (await api(RETURN)).rows.length);
});

it("lists tools that all read, and none that locks, files or writes", async () => {
  const { tools } = await server.client.listTools();
  assert.ok(tools.length >= 15);
  for (const { annotations, outputSchema } of tools) {
    assert.equal(annotations.readOnlyHint, true);
    assert.equal(outputSchema.type, "object");
  }
  assert.doesNotMatch(tools.map(({ name }) => name).join(), /lock_|file_|submit|delete|import/);
});
