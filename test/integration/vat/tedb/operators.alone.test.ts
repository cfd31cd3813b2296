import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { ApiServer } from "../../../../scripts/local/api-server.ts";
import { personId } from "../../../../shared/accounts/people/person.ts";
import { updateProposals } from "../../../../shared/ledger/rates/store-rate-changes.ts";
import { rateProposal } from "../../../make/rate-proposal.ts";
import { callAt } from "../../../stack/api.ts";
import { startApiHere } from "../../../stack/api-here.ts";
import { newOperator, newPerson, OPERATOR, type SignedIn } from "../../../stack/people.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";

const PROPOSALS = "/v1/operator/rate-proposals";
const ID = "DE-standard-1900-2000";

let api: ApiServer;
let operator: SignedIn;
beforeAll(async () => {
  await tableOfOwn();
  vi.stubEnv("OPERATORS", `pe_other ${personId(OPERATOR)}`);
  api = await startApiHere();
  operator = await newOperator();
  await updateProposals((seen) => ({ ...seen, proposals: [rateProposal()] }));
});
afterAll(() => api.stop());

const send = (method: "GET" | "POST", path: string, body?: object) =>
  callAt(api.url, undefined, method, path, body, operator.session);
const decide = (body: object, id = ID) => send("POST", `${PROPOSALS}/${id}/decisions`, body);

it("tells operators, and others, what they are", async () => {
  expect((await send("GET", "/v1/session")).body).toMatchObject({ is_operator: true });
  const { session } = await newPerson();
  const { body } = await callAt(api.url, undefined, "GET", "/v1/session", undefined, session);
  expect(body).toMatchObject({ is_operator: false });
});

it("records who decided, when and why, and applies the rate at once in this process", async () => {
  const acceptance = { action: "accept", valid_from: "2027-01-01", reason: "BGBl. I Nr. 200" };
  expect(await decide(acceptance)).toMatchObject({
    status: 200,
    body: {
      state: "accepted",
      accepted: [{ rate_bps: 2000, valid_from: "2027-01-01" }],
      decisions: [{ action: "accept", by: operator.id, reason: "BGBl. I Nr. 200" }],
    },
  });
  const query = "country=DE&tax_class_id=standard&from=2027-01-01";
  const { body } = await callAt(api.url, undefined, "GET", `/v1/tax-rates?${query}`);
  expect(body).toMatchObject({ items: [{ rate_bps: 2000, accepted: { proposal_id: ID } }] });
  expect((await send("GET", PROPOSALS)).body).toMatchObject({
    items: [{ proposal_id: ID, state: "accepted" }],
    compared_at: null,
  });
});

it.for([
  [{ action: "accept", valid_from: "2027-02-01", reason: "again" }, 409, "rate_proposal_decided"],
  [{ action: "refuse", reason: "" }, 400, "invalid_request"],
  [{ action: "withdraw" }, 400, "invalid_request"],
] as const)("rejects %j", async ([body, status, error]) => {
  expect(await decide(body)).toMatchObject({ status, body: { error } });
});

it("withdraws", async () => {
  expect(await decide({ action: "withdraw", reason: "repealed" })).toMatchObject({
    body: { state: "withdrawn", accepted: [] },
  });
  expect(await decide({ action: "refuse", reason: "x" }, "FR")).toMatchObject({ status: 404 });
});
