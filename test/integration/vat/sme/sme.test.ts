import { once } from "node:events";
import { request } from "node:http";
import { json } from "node:stream/consumers";
import type { Context } from "aws-lambda";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { handler } from "../../../../functions/sme/check-sme-eligibility.ts";
import type { RequestEvent } from "../../../../shared/api/route.ts";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { MEMBER_STATES } from "../../../../shared/vat/reference-data/member-states.ts";
import { thresholdOn } from "../../../../shared/vat/sme/eligibility.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";
import { call } from "../../../stack/api.ts";
import { preparedFolder } from "../../../stack/prepared-folder.ts";
import { withoutDeadlines } from "../../../stack/put-back.ts";
import { NO_DEADLINES, runStack, type StackProcess } from "../../../stack/run-stack.ts";
import { everyTurn, turn } from "../../../stack/soak.ts";
import { todayWithTimeLeft } from "../../../stack/today.ts";

const PATH = "/v1/vat/sme-eligibility";
const check = (body: unknown) => call(undefined, "POST", PATH, body);
const asked = { country: "DE", currency: "EUR", annual_turnover_nac: 2_500_000 };

const today = await todayWithTimeLeft();
const states = MEMBER_STATES.map(({ code }) => code).filter((code) => !/ES|XI/.test(code));

describe("POST /v1/vat/sme-eligibility", () => {
  it("answers in full, without a key", async () => {
    const reference_date = "2026-11-21";
    expect(
      (await check({ ...asked, annual_turnover_nac: 2_500_001, reference_date })).body,
    ).toEqual({
      country: "DE",
      currency: "EUR",
      annual_turnover_nac: 2_500_001,
      reference_date,
      exemption_threshold_nac: 25_000,
      exemption_threshold_eur: 25_000,
      eligible_for_exemption: false,
      exceeded_by_nac: 1,
      scheme_type: "Regular scheme",
      policy: {
        one_national_annual_threshold: true,
        exclusion_article288_quarantine_period: null,
        voluntary_cessation_article290: true,
      },
      sectorals: [],
      data_situation_on: "2025-01-01",
      accepted: null,
      rates_version: expect.stringContaining("+"),
      accepted_rates: "included",
      disclaimer: expect.stringContaining("cross-border"),
    });
  });

  /** All states on each day in a soak; in `npm test` each of them on one of the days. */
  const DAYS = ["2021-07-01", "2025-01-01", undefined];
  it.for(DAYS.map((day, n) => [day, n] as const))(
    "knows every Member State but Spain on %s",
    async ([reference_date, n]) => {
      for (const country of states.filter((_, m) => everyTurn || (m + turn) % DAYS.length === n)) {
        const day = (reference_date as IsoDate | undefined) ?? today;
        const currency = thresholdOn(country, day, BUILT_IN_RATES)?.currency ?? "none";
        const body = { country, currency, annual_turnover_nac: 0, reference_date };
        expect((await check(body)).body).toMatchObject({
          country,
          reference_date: day,
          eligible_for_exemption: true,
        });
      }
    },
  );
});

/** Every row of the specification's table, in its order. */
describe("an error", () => {
  const changed = (change: Record<string, unknown>) => ({ ...asked, ...change });
  it.for<[code: string, status: number, body: unknown]>([
    ["invalid_json", 400, "{"],
    ["invalid_json", 400, ""],
    ["invalid_json", 400, "country=DE"],
    ["invalid_country", 400, changed({ country: "DEU" })],
    ["invalid_country", 400, changed({ country: "D" })],
    ["invalid_country", 400, changed({ country: "de" })],
    ["invalid_country", 400, changed({ country: "D1" })],
    ["invalid_country", 400, changed({ country: "ZZ" })],
    ["invalid_country", 400, changed({ country: "" })],
    ["invalid_country", 400, changed({ country: null })],
    ["invalid_country", 400, changed({ country: undefined })],
    ["invalid_country", 400, changed({ country: 49 })],
    ["invalid_currency", 400, changed({ currency: "EU" })],
    ["invalid_currency", 400, changed({ currency: "eur" })],
    ["invalid_currency", 400, changed({ currency: "EURO" })],
    ["invalid_currency", 400, changed({ currency: "QQQ" })],
    ["invalid_currency", 400, changed({ currency: undefined })],
    ["invalid_turnover", 400, changed({ annual_turnover_nac: -1 })],
    ["invalid_turnover", 400, changed({ annual_turnover_nac: 0.5 })],
    ["invalid_turnover", 400, changed({ annual_turnover_nac: "100" })],
    ["invalid_turnover", 400, changed({ annual_turnover_nac: 2 ** 53 })],
    ["invalid_turnover", 400, changed({ annual_turnover_nac: undefined })],
    ["invalid_reference_date", 400, changed({ reference_date: "2026-02-29" })],
    ["invalid_reference_date", 400, changed({ reference_date: "21.11.2026" })],
    ["invalid_reference_date", 400, changed({ reference_date: "2026-11-21T00:00:00Z" })],
    ["invalid_reference_date", 400, changed({ reference_date: null })],
    ["invalid_request", 400, changed({ year: 2026 })],
    ["invalid_request", 400, []],
    ["invalid_request", 400, null],
    ["no_sme_data", 404, changed({ country: "ES" })],
    ["no_sme_data", 404, changed({ country: "GR" })],
    ["no_sme_data", 404, changed({ country: "US", currency: "USD" })],
    ["no_sme_data", 404, changed({ country: "XI", currency: "GBP" })],
    ["no_sme_data", 404, changed({ reference_date: "2021-06-30" })],
    ["currency_mismatch", 422, changed({ currency: "USD" })],
    ["currency_mismatch", 422, changed({ country: "PL" })],
    ["currency_mismatch", 422, changed({ country: "BG", currency: "BGN" })],
    ["currency_mismatch", 422, changed({ country: "HR", reference_date: "2022-12-31" })],
  ])("%s (%i): %j", async ([error, status, body]) => {
    expect(await check(body)).toMatchObject({ status, body: { error } });
  });

  /** Each request has all faults from a place in the order on. */
  it("of several is the first of the table, and all fields are named", async () => {
    const faults = {
      country: "X",
      currency: "X",
      annual_turnover_nac: -1,
      reference_date: "2026-02-30",
      extra: 1,
    };
    const order = ["country", "currency", "annual_turnover_nac", "reference_date", "extra"];
    const codes = ["country", "currency", "turnover", "reference_date", "request"];
    for (const [at, code] of codes.entries()) {
      const wrong = Object.entries(faults).filter(([field]) => order.indexOf(field) >= at);
      const { body } = await check({ ...asked, ...Object.fromEntries(wrong) });
      expect(body).toMatchObject({ error: `invalid_${code}` });
      const { details } = body as { details: { field: string }[] };
      expect(details.map(({ field }) => field).sort()).toEqual(
        wrong.map(([field]) => field).sort(),
      );
    }
    const nothing = { country: "ES", currency: "USD", annual_turnover_nac: 1 };
    expect(await check({ ...nothing, reference_date: "2026-02-30" })).toMatchObject({
      status: 400,
    });
    expect(await check(nothing)).toMatchObject({ status: 404 });
  });
});

/**
 * A stack of its own with a low limit and one long window, and without deadlines: a count that the table does not answer
 * within a second lets the call through.
 */
describe("the rate limit, through HTTP", () => {
  const LIMIT = 12;
  const dataDir = preparedFolder();
  let stack: StackProcess;
  let url: string;

  beforeAll(async () => {
    stack = runStack(dataDir, ["--no-demo"], {
      SME_RATE_LIMIT: String(LIMIT),
      SME_RATE_WINDOW_SECONDS: "999999999",
      NODE_OPTIONS: NO_DEADLINES,
    });
    url = (await stack.ready).url;
  });
  afterAll(() => stack.end("SIGTERM"));

  /** Each test calls from an address of its own: all of 127.0.0.0/8 is this machine. */
  async function from(localAddress: string, headers: Record<string, string> = {}, body = asked) {
    const options = { method: "POST", localAddress, headers, agent: false } as const;
    const sent = request(`${url}${PATH}`, options).end(JSON.stringify(body));
    const [response] = await once(sent, "response");
    const wait = Number(response.headers["retry-after"]);
    return { status: response.statusCode as number, wait, body: await json(response) };
  }

  const statuses = (answers: { status: number }[]) =>
    answers.map(({ status }) => status).sort((a, b) => a - b);
  const exactly = (passed: number, refused: number) => [
    ...Array.from({ length: passed }, () => 200),
    ...Array.from({ length: refused }, () => 429),
  ];

  it("lets exactly the limit through, of three times as many at once", async () => {
    const all = Array.from({ length: 3 * LIMIT }, () => from("127.0.0.11"));
    expect(statuses(await Promise.all(all))).toEqual(exactly(LIMIT, 2 * LIMIT));
  });

  it("does not believe X-Forwarded-For", async () => {
    const forged = (n: number) => ({
      "X-Forwarded-For": `198.51.100.${n}`,
      Forwarded: `for=198.51.100.${n}`,
      "X-Real-IP": `198.51.100.${n}`,
    });
    const all = Array.from({ length: LIMIT + 5 }, (_, n) => from("127.0.0.12", forged(n)));
    expect(statuses(await Promise.all(all))).toEqual(exactly(LIMIT, 5));
    const victim = { "X-Forwarded-For": "127.0.0.12" };
    expect(await from("127.0.0.13", victim)).toMatchObject({ status: 200 });
  });

  it("says when to come back, in the form of every error", async () => {
    for (let n = 0; n < LIMIT; n++) await from("127.0.0.14");
    const { status, wait, body } = await from("127.0.0.14");
    expect({ status, body }).toEqual({
      status: 429,
      body: {
        error: "rate_limited",
        message: `too many requests; try again in ${wait} s`,
        doc_url: expect.stringContaining("/docs#section/Errors/"),
        request_id: expect.any(String),
      },
    });
    expect(Number.isInteger(wait) && wait >= 1 && wait <= 999_999_999).toBe(true);
  });

  it("counts also what is refused for its content, and looks at nothing of a call too many", async () => {
    const misspelt = { ...asked, country: "de" };
    const answers = [];
    for (let n = 0; n <= LIMIT; n++) answers.push(await from("127.0.0.15", {}, misspelt));
    expect(answers.map(({ status }) => status)).toEqual([...Array(LIMIT).fill(400), 429]);
  });

  it("leaves other routes alone", async () => {
    for (let n = 0; n <= LIMIT; n++) {
      expect((await fetch(`${url}/v1/tax-classes/food`)).status).toBe(200);
    }
  });
});

/** The handler itself, under a clock and with addresses of the test's choice. */
describe("the rate limit, from window to window", () => {
  beforeAll(withoutDeadlines);
  beforeEach(() => {
    vi.stubEnv("SME_RATE_LIMIT", "2");
    vi.stubEnv("SME_RATE_WINDOW_SECONDS", "30");
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:25.500Z") });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });

  async function statusFrom(sourceIp: string, headers = {}): Promise<number> {
    const requestContext = { requestId: "r1", http: { sourceIp } };
    const event = {
      headers,
      body: JSON.stringify(asked),
      requestContext,
    } as unknown as RequestEvent;
    return ((await handler(event, {} as Context)) as { statusCode: number }).statusCode;
  }
  const statusesOf = async (addresses: string[]) => {
    const all = [];
    for (const address of addresses) all.push(await statusFrom(address));
    return all;
  };
  const times = (n: number, address: string) => Array.from({ length: n }, () => address);

  it("opens again when the window is over, not before", async () => {
    expect(await statusesOf(times(3, "192.0.2.1"))).toEqual([200, 200, 429]);
    vi.setSystemTime("2026-11-21T12:00:29.999Z");
    expect(await statusesOf(times(1, "192.0.2.1"))).toEqual([429]);
    vi.setSystemTime("2026-11-21T12:00:30.000Z");
    expect(await statusesOf(times(3, "192.0.2.1"))).toEqual([200, 200, 429]);
  });

  it("does not carry unused calls over", async () => {
    expect(await statusesOf(times(1, "192.0.2.2"))).toEqual([200]);
    vi.setSystemTime("2026-11-21T13:00:00Z");
    expect(await statusesOf(times(3, "192.0.2.2"))).toEqual([200, 200, 429]);
  });

  it("believes the edge who called, where there is one, and else nobody", async () => {
    const from = (viewer: string) => statusFrom("192.0.2.5", { "x-viewer-address": viewer });
    for (const viewer of ["198.51.100.1", "198.51.100.2"]) expect(await from(viewer)).toBe(200);
    expect(await from("198.51.100.3")).toBe(429);
    vi.stubEnv("BEHIND_EDGE", "1");
    for (const viewer of ["198.51.100.4", "198.51.100.5"]) expect(await from(viewer)).toBe(200);
    expect(await from("198.51.100.4")).toBe(200);
    expect(await from("198.51.100.4")).toBe(429);
    expect(await from("198.51.100.5")).toBe(200);
  });

  it("counts each client for itself, and a /64 network as one", async () => {
    expect(await statusesOf(times(3, "192.0.2.3"))).toEqual([200, 200, 429]);
    expect(await statusesOf(["192.0.2.4", "::ffff:192.0.2.4", "192.0.2.4"])).toEqual([
      200, 200, 429,
    ]);
    const network = ["2001:db8::1", "2001:db8::2", "2001:db8:0:0:ffff::3", "2001:db8:0:1::1"];
    expect(await statusesOf(network)).toEqual([200, 200, 429, 200]);
  });

  it("refuses to work with a setting that is a slip", async () => {
    vi.stubEnv("SME_RATE_LIMIT", "sixty");
    const logged = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    expect(await statusFrom("192.0.2.5")).toBe(500);
    expect(String(logged.mock.lastCall)).toContain("SME_RATE_LIMIT must be a whole number");
    logged.mockRestore();
  });
});
