import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ApiServer } from "../../../../scripts/local/api-server.ts";
import { personId } from "../../../../shared/accounts/people/person.ts";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { updateProposals } from "../../../../shared/vat/rate-proposals/store-rate-proposals.ts";
import { dailyXml, historyXml, makeDay } from "../../../make/ecb-xml.ts";
import { rateProposal } from "../../../make/rate-proposal.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { callAt, newAccount } from "../../../stack/api.ts";
import { startApiHere } from "../../../stack/api-here.ts";
import { startEcbServer } from "../../../stack/ecb-server.ts";
import { newOperator, newPerson, OPERATOR, type SignedIn } from "../../../stack/people.ts";
import { withoutDeadlines } from "../../../stack/put-back.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";

const PROPOSALS = "/v1/operator/rate-proposals";
const ID = "DE-standard-1900-2000";

let api: ApiServer;
let operator: SignedIn;
beforeAll(async () => {
  withoutDeadlines();
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

describe("exchange rates that are missing", () => {
  const load = (body: object) => send("POST", "/v1/operator/ecb-rates", body);
  const file = (...rows: readonly string[]) => ({
    from: "file",
    csv: ["date,currency,rate", ...rows, ""].join("\n"),
  });

  it("are loaded from a file, and the sales that were left out count", async () => {
    const shop = await newAccount();
    const ask = (method: "GET" | "POST", path: string, body?: object) =>
      callAt(api.url, shop.full, method, path, body);
    const registration = { scheme_type: "union_oss", member_state_identification: "SE" };
    const since = { effective_from: "2025-07-01", status: "active" };
    await ask("POST", "/v1/tax-registrations", { ...registration, ...since });
    const supply_date = "2025-08-15" as IsoDate;
    const sale = makeSale({ event_id: "in-krona", supply_date, currency: "SEK" });
    expect((await ask("POST", "/v1/supply-events", sale)).status).toBe(200);
    const ofReturn = async () => (await ask("GET", "/v1/returns/union-oss/2025-Q3")).text;
    expect(await ofReturn()).toContain('"missing_exchange_rate_excluded"');
    expect(await load(file("2025-09-30,SEK,11.0565"))).toMatchObject({
      status: 200,
      body: { stored: 1, corrected: 0, faults: [] },
    });
    expect(await ofReturn()).not.toContain('"missing_exchange_rate_excluded"');
  });

  it.for([
    [["2025-09-30,SEK,eleven"], "line 2"],
    [["2039-09-30,SEK,11.1"], "2039-09-30, which is in the future"],
    [["2025-10-01,SEK,110.565"], "SEK of 2025-10-01 is not taken: 110.565 is more than 1.5 times"],
  ] as const)("are not taken from a file with %j: %s", async ([rows, message]) => {
    const { status, text } = await load(file(...rows));
    expect([status, text]).toEqual([400, expect.stringContaining(message)]);
  });

  it("are taken although they jump, if an operator confirms it", async () => {
    const confirmed = { ...file("2025-10-01,SEK,110.565"), confirm_jumps: true };
    expect((await load(confirmed)).body).toMatchObject({ stored: 1 });
  });

  it("are loaded from the ECB, and it says when the ECB does not answer", async () => {
    const ecb = await startEcbServer();
    vi.stubEnv("ECB_BASE_URL", ecb.url);
    const day = makeDay("2026-11-20", { USD: "1.1610" });
    ecb.files.set("eurofxref-daily.xml", dailyXml(day));
    ecb.files.set("eurofxref-hist-90d.xml", historyXml([day]));
    expect((await load({ from: "ecb" })).body).toMatchObject({ stored: 1, faults: [] });
    await ecb.close();
    expect((await load({ from: "ecb" })).body).toMatchObject({
      stored: 0,
      faults: [expect.stringContaining("eurofxref-daily.xml"), expect.any(String)],
    });
  });
});
