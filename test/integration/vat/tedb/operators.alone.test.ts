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

const LAW = { source: "SFS 2026:200", source_url: "https://svenskforfattningssamling.se/200" };
const threshold = {
  kind: "sme_threshold",
  country: "SE",
  currency: "SEK",
  threshold_nac: 150_000,
  valid_from: "2027-01-01",
  ...LAW,
};

it("takes proposals by hand, and applies an accepted threshold from its day on in public", async () => {
  const proposed = await send("POST", PROPOSALS, threshold);
  expect(proposed).toMatchObject({
    status: 201,
    body: { kept_nac: 120_000, state: "open", is_accepted: false, by: operator.id, ...LAW },
  });
  const id = "SE-sme-150000-from-2027-01-01";
  expect((await decide({ action: "accept", reason: "law" }, id)).body).toMatchObject({
    state: "accepted",
    is_accepted: true,
  });
  const check = (reference_date: string) => {
    const turnover = { country: "SE", currency: "SEK", annual_turnover_nac: 14_000_000 };
    const body = { ...turnover, reference_date };
    return callAt(api.url, undefined, "POST", "/v1/vat/sme-eligibility", body);
  };
  expect((await check("2026-12-31")).body).toMatchObject({ exemption_threshold_nac: 120_000 });
  expect((await check("2027-01-01")).body).toMatchObject({
    exemption_threshold_nac: 150_000,
    eligible_for_exemption: true,
    accepted: { proposal_id: id, ...LAW },
    accepted_rates: "included",
  });
  expect((await send("GET", PROPOSALS)).body).toMatchObject({
    sme_thresholds: [{ proposal_id: id, decisions: [{ action: "accept", by: operator.id }] }],
  });
});

it("withdraws", async () => {
  expect(await decide({ action: "withdraw", reason: "repealed" })).toMatchObject({
    body: { state: "withdrawn", accepted: [] },
  });
  expect(await decide({ action: "refuse", reason: "x" }, "FR")).toMatchObject({ status: 404 });
});
