import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { handler } from "../../../../functions/tax-rates/compare-tax-rates.ts";
import { compareTaxRates } from "../../../../shared/ledger/tax-rates/compare-tax-rates.ts";
import { dynamo } from "../../../../shared/platform/dynamodb/client.ts";
import { readFile } from "../../../../shared/platform/s3/write-once.ts";
import { askTedb } from "../../../../shared/vat/downloads.ts";
import { loadProposals } from "../../../../shared/vat/rate-proposals/store-rate-proposals.ts";
import { atEachCall } from "../../../stack/put-back.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";
import { EMPTY_404, RAISED, raisedAhead, startTedb, type Tedb } from "./tedb-server.ts";

/** The day of the recorded facts. */
const now = new Date("2025-08-26T05:00:00Z");
let tedb: Tedb;
beforeAll(async () => {
  tedb = await startTedb();
});
afterAll(() => tedb.close());

beforeEach(async () => {
  await tableOfOwn();
  vi.stubEnv("TEDB_URL", tedb.url);
  tedb.serving((xml) => xml);
  tedb.asked.length = 0;
  return () => vi.unstubAllEnvs();
});

it("asks for each state, one a call, of today and of a coming day, and proposes nothing when nothing has changed", async () => {
  const run = await compareTaxRates(now);
  expect(run).toEqual({ compared: 54, open: 0, standard_rates: [], faults: [] });
  expect(tedb.asked).toHaveLength(54);
  expect(new Set(tedb.asked.map(({ day }) => day))).toEqual(new Set(["2025-08-26", "2025-12-24"]));
});

it("sees a standard rate before its day, with the stored answer, once, and tells of it at once", async () => {
  tedb.serving(raisedAhead);
  const run = await compareTaxRates(now);
  expect(run).toMatchObject({ open: 1, standard_rates: ["DE-standard-1900-2000"], faults: [] });
  const { proposals, last_run, version } = await loadProposals();
  expect(proposals).toMatchObject([
    {
      proposal_id: "DE-standard-1900-2000",
      kept_bps: 1900,
      tedb_bps: [2000],
      reason: "standard_rate_differs",
      situation_on: "2025-12-01",
      seen_for: "2025-12-24",
      source: "TEDB 2025-12-01",
      state: "open",
    },
  ]);
  const [{ answer } = { answer: { key: "", sha256: "" } }] = proposals;
  const stored = await readFile(answer?.key ?? "");
  expect([stored?.sha256, stored?.text]).toEqual([
    answer?.sha256,
    expect.stringMatching(RAISED.source.replace("19", "20")),
  ]);
  expect(last_run?.answers).toHaveLength(54);

  // The next run finds the same, and adds nothing.
  await compareTaxRates(new Date("2025-08-28T05:00:00Z"), germanyAlone);
  const after = await loadProposals();
  expect([after.version, after.proposals]).toEqual([version + 1, proposals]);
});

it("changes nothing by bad answers, keeps them as they came, and tells of each", async () => {
  const page = "<html><body>down for maintenance</body></html>";
  const half = (xml: string) => xml.slice(0, xml.length / 2);
  tedb.serving((xml, question) => {
    if (question.state === "AT") return EMPTY_404;
    if (question.state === "BE") return page;
    if (question.state === "BG") return half(xml);
    if (question.state === "CY") return (response) => response.destroy();
    return raisedAhead(xml, question);
  });
  const ask = (question: Parameters<typeof askTedb>[0]) => askTedb(question, { pauseMs: 1 });
  const run = await compareTaxRates(now, ask);
  expect(run).toMatchObject({ compared: 46, open: 1 });
  expect(run.faults.filter((fault) => fault.includes("2025-08-26"))).toEqual([
    "AT on 2025-08-26: TEDB answers 404 without a body: it does not know the operation (SOAPAction) or the address",
    "BE on 2025-08-26: the answer has an unknown form: no vatRateResults: Invalid input: expected array, received undefined",
    "BG on 2025-08-26: the answer is not whole XML",
    expect.stringMatching(/^CY on 2025-08-26: TEDB at .* does not answer: fetch failed/),
  ]);
  const { last_run } = await loadProposals();
  const belgium = last_run?.answers.find(({ country }) => country === "BE");
  expect((await readFile(belgium?.answer?.key ?? ""))?.text).toBe(page);
});

it("gives up on a state that does not answer in time, and fails for the alarm", async () => {
  tedb.serving((xml, { state }) => (state === "AT" ? () => undefined : xml));
  expect(
    await askTedb({ state: "AT", day: "2025-08-26" as never }, { patienceMs: 50, pauseMs: 1 }),
  ).toEqual({
    fault: expect.stringContaining("does not answer: The operation was aborted due to timeout"),
  });
  tedb.serving((_, { state }) => (state === "AT" ? EMPTY_404 : "<html/>"));
  await expect(handler()).rejects.toThrow(/AT on .*404 without a body/);
});

/** The service knows Germany alone: fewer calls, where the number of states does not matter. */
const germanyAlone: typeof askTedb = (question) =>
  question.state === "DE" ? askTedb(question) : Promise.resolve({ fault: "not asked" });

it("loses nothing when it dies at its write: the next run finds the same", async () => {
  tedb.serving(raisedAhead);
  for (const [isCarriedOut, stored] of [
    [false, 0],
    [true, 1],
  ] as const) {
    const end = atEachCall(dynamo, (next, { commandName = "" }) => async (args) => {
      if (!/^(?:Put|TransactWrite)/.test(commandName)) return next(args);
      if (isCarriedOut) await next(args);
      throw new Error("killed");
    });
    await expect(compareTaxRates(now, germanyAlone)).rejects.toThrow("killed");
    end();
    expect((await loadProposals()).proposals).toHaveLength(stored);
  }
  expect(await compareTaxRates(now, germanyAlone)).toMatchObject({ open: 1, compared: 2 });
});
