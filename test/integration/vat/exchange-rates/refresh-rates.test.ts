import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { handler } from "../../../../functions/exchange-rates/refresh-rates.ts";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { dynamo, tableName } from "../../../../shared/platform/dynamodb/client.ts";
import { ecbDayKey } from "../../../../shared/platform/table/keys.ts";
import { refreshRates } from "../../../../shared/vat/exchange-rates/refresh-rates.ts";
import {
  loadEcbRange,
  storeEcbDays,
} from "../../../../shared/vat/exchange-rates/store-exchange-rates.ts";
import { dailyXml, historyXml, makeDay } from "../../../make/ecb-xml.ts";
import { type EcbServer, ERROR_PAGE, startEcbServer } from "../../../stack/ecb-server.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";

const DAILY = "eurofxref-daily.xml";
const HISTORY = "eurofxref-hist-90d.xml";
/** A Friday, after 18:00 in Frankfurt. */
const now = new Date("2026-11-20T17:05:00Z");
const friday = makeDay("2026-11-20", { USD: "1.1610", NOK: "11.5829" });
const thursday = makeDay("2026-11-19", { USD: "1.1600", NOK: "11.6" });

let ecb: EcbServer;
beforeAll(async () => {
  ecb = await startEcbServer();
});
afterAll(() => ecb.close());

beforeEach(async () => {
  await tableOfOwn();
  vi.stubEnv("ECB_BASE_URL", ecb.url);
  ecb.files.clear();
  ecb.files.set(DAILY, dailyXml(friday));
  ecb.files.set(HISTORY, historyXml([friday, thursday]));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const all = () => loadEcbRange("1999-01-01" as IsoDate, "2100-01-01" as IsoDate);
const known = (...days: { day: string; rates: Record<string, string> }[]) =>
  storeEcbDays(
    days.map(({ day, rates }) => ({ day: day as IsoDate, rates })),
    now,
  );

async function revisionsOf(day: string): Promise<unknown> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: ecbDayKey(day) }),
  );
  return Item?.["revisions"];
}

const THURSDAY = { day: "2026-11-19", rates: { USD: "1.16", NOK: "11.6" } };
const FRIDAY = { day: "2026-11-20", rates: { USD: "1.161", NOK: "11.5829" } };
const STORED = [THURSDAY, FRIDAY];

describe("both files in order", () => {
  it("are stored, once", async () => {
    expect(await refreshRates(now)).toMatchObject({ stored: 2, corrected: 0, faults: [] });
    expect(await all()).toEqual(STORED);
    expect(await refreshRates(now)).toMatchObject({ stored: 0, corrected: 0, faults: [] });
    expect(await revisionsOf("2026-11-20")).toEqual([]);
  });

  it("a corrected rate takes the place of the old one, which is kept", async () => {
    await known(THURSDAY, { day: "2026-11-20", rates: { USD: "1.161", NOK: "11.8529" } });
    expect(await refreshRates(now)).toMatchObject({
      ...{ stored: 1, corrected: 1, faults: [] },
      differing: ["NOK of 2026-11-20: stored 11.8529, the ECB has published 11.5829"],
    });
    expect(await all()).toEqual(STORED);
    expect(await revisionsOf("2026-11-20")).toEqual([
      { currency: "NOK", old_rate: "11.8529", new_rate: "11.5829", replaced_at: now.toISOString() },
    ]);
  });

  it("a day that the history was short of is filled in", async () => {
    await known(FRIDAY);
    expect(await refreshRates(now)).toMatchObject({ stored: 1, corrected: 0 });
    expect(await all()).toEqual(STORED);
  });

  it("two refreshes at once store the same", async () => {
    await Promise.all([refreshRates(now), refreshRates(now), refreshRates(now)]);
    expect(await all()).toEqual(STORED);
    expect(await revisionsOf("2026-11-20")).toEqual([]);
  });
});

const twice = [friday, friday, thursday];
const LAST_90_DAYS = historyXml([friday, thursday]);

describe("a bad file", () => {
  test.for([
    ["truncated", LAST_90_DAYS.slice(0, -100), /no XML/],
    ["a page of HTML with status 200", ERROR_PAGE, /web page/],
    ["a day twice, differently", historyXml([...twice, makeDay("2026-11-20")]), /given twice/],
    ["a day to come", historyXml([makeDay("2026-11-23"), friday]), /yet to come/],
    ["a Sunday", historyXml([makeDay("2026-11-15"), friday]), /publishes no rates/],
    ["a negative rate", LAST_90_DAYS.replace("11.6", "-11.6"), /no positive/],
    ["empty", "", /no XML/],
  ] as const)("%s: nothing of it is used, and the other one is", async ([, text, says]) => {
    ecb.files.set(HISTORY, text);
    const { stored, faults } = await refreshRates(now);
    expect({ stored, faults }).toEqual({ stored: 1, faults: [expect.stringMatching(says)] });
    expect(faults[0]).toMatch(/^eurofxref-hist-90d\.xml: /);
    expect(await all()).toEqual([FRIDAY]);
  });

  it("a day twice with the same rates does no harm", async () => {
    ecb.files.set(HISTORY, historyXml(twice));
    expect(await refreshRates(now)).toMatchObject({ stored: 2, faults: [] });
    expect(await all()).toEqual(STORED);
  });

  it("changes nothing of what is stored", async () => {
    await known(THURSDAY, FRIDAY);
    ecb.files.set(DAILY, dailyXml(makeDay("2026-11-20", { USD: "1161" })).slice(0, -5));
    ecb.files.set(HISTORY, ERROR_PAGE);
    const { stored, faults } = await refreshRates(now);
    expect({ stored, faults: faults.length }).toEqual({ stored: 0, faults: 2 });
    expect(await all()).toEqual(STORED);
  });

  it("is left out where the two disagree", async () => {
    ecb.files.set(DAILY, dailyXml(makeDay("2026-11-20", { USD: "1.1610", NOK: "11.8529" })));
    const { faults } = await refreshRates(now);
    expect(faults).toEqual(["NOK of 2026-11-20: the files disagree, 11.8529 and 11.5829"]);
    expect(await all()).toEqual([THURSDAY, { day: "2026-11-20", rates: { USD: "1.161" } }]);
  });
});

describe("a rate that nobody would believe", () => {
  const slip = makeDay("2026-11-20", { USD: "1161.0", NOK: "11.5829" });

  it("is left out, is reported, and fails the job each time until it is confirmed", async () => {
    ecb.files.set(DAILY, dailyXml(slip));
    ecb.files.set(HISTORY, historyXml([slip, thursday]));
    const message = expect.stringMatching(
      /^USD of 2026-11-20 is not taken: 1161 .* 1\.16 of 2026-11-19/,
    );
    expect(await refreshRates(now)).toMatchObject({ stored: 2, faults: [message] });
    expect(await all()).toEqual([THURSDAY, { day: "2026-11-20", rates: { NOK: "11.5829" } }]);
    expect(await refreshRates(now)).toMatchObject({ stored: 0, faults: [message] });
    await known({ day: "2026-11-20", rates: { USD: "1161" } });
    expect(await refreshRates(now)).toMatchObject({ stored: 0, faults: [] });
    expect((await all()).at(-1)?.rates["USD"]).toBe("1161");
  });
});

describe("a bad server", () => {
  test.for([
    ["an error page", undefined, /the server answers 404$/],
    [
      "a body that ends too early",
      (response) => {
        response.writeHead(200, { "content-length": String(LAST_90_DAYS.length) });
        response.write(LAST_90_DAYS.slice(0, 300), () => response.destroy());
      },
      /terminated/,
    ],
    ["a cut connection", (response) => response.destroy(), /fetch failed/],
    [
      "a body without end",
      (response) => {
        const megabyte = " ".repeat(1_000_000);
        for (let n = 0; n < 3; n += 1) response.write(megabyte);
      },
      /more than 1500000 bytes/,
    ],
    [
      "something that is not UTF-8",
      (response) => response.end(Buffer.from([0x3c, 0xff, 0xfe, 0x3e])),
      /not valid/,
    ],
    [
      "a redirect to a page",
      (response) => response.writeHead(302, { location: "/elsewhere" }).end(),
      /the server answers 404$/,
    ],
  ] satisfies [string, Parameters<EcbServer["files"]["set"]>[1] | undefined, RegExp][])(
    "%s",
    async ([, served, says]) => {
      if (served === undefined) ecb.files.delete(HISTORY);
      else ecb.files.set(HISTORY, served);
      const { stored, faults } = await refreshRates(now);
      expect({ stored, faults }).toEqual({ stored: 1, faults: [expect.stringMatching(says)] });
      expect(await all()).toEqual([FRIDAY]);
    },
  );

  it("nobody at home", async () => {
    vi.stubEnv("ECB_BASE_URL", "http://127.0.0.1:1");
    const { stored, faults } = await refreshRates(now);
    expect({ stored, faults: faults.length }).toEqual({ stored: 0, faults: 2 });
    expect(await all()).toEqual([]);
  });
});

describe("the function", () => {
  /** The function's own metrics among all that it logs. */
  const lines = () =>
    vi
      .mocked(process.stdout.write)
      .mock.calls.map(([line]) => JSON.parse(String(line)))
      .filter((line) => "EcbFaults" in line);
  const at = (instant: string) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(instant) });
  };

  beforeEach(() => {
    vi.spyOn(process.stdout, "write").mockReturnValue(true);
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
  });

  it("writes the alarm's metric in the form that CloudWatch reads", async () => {
    at("2026-11-20T17:05:00Z");
    await handler();
    const [line] = lines();
    expect(line).toMatchObject({
      _aws: {
        Timestamp: Date.parse("2026-11-20T17:05:00Z"),
        CloudWatchMetrics: [{ Namespace: "EuVat", Dimensions: [["service", "job"]] }],
      },
      job: "refreshRates",
      EcbDaysStored: 2,
      EcbRatesCorrected: 0,
      EcbFaults: 0,
    });
    const [{ Metrics }] = line._aws.CloudWatchMetrics;
    for (const { Name, Unit } of Metrics) {
      expect(Unit).toBe("Count");
      expect(line[Name]).toBeTypeOf("number");
    }
    expect(Metrics.map(({ Name }: { Name: string }) => Name)).toContain("EcbDaysMissing");
  });

  it("counts today as missing from 18:00 in Frankfurt on, and not before", async () => {
    ecb.files.set(DAILY, dailyXml(thursday));
    ecb.files.set(HISTORY, historyXml([thursday]));
    at("2026-11-20T16:50:00Z");
    const before = await handler();
    at("2026-11-20T17:05:00Z");
    const after = await handler();
    expect(before.missing_days).not.toContain("2026-11-20");
    expect(after.missing_days.at(-1)).toBe("2026-11-20");
    const counts = lines().map((line) => line.EcbDaysMissing);
    expect(counts).toEqual([before.missing_days.length, after.missing_days.length]);
    expect(after.missing_days).not.toContain("2026-11-19");
  });

  it("fails when a file was bad, after it has stored the other and counted", async () => {
    at("2026-11-20T17:05:00Z");
    ecb.files.set(DAILY, ERROR_PAGE);
    await expect(handler()).rejects.toThrow("eurofxref-daily.xml: this is a web page");
    expect(await all()).toEqual(STORED);
    expect(lines()).toMatchObject([{ EcbFaults: 1, EcbDaysStored: 2 }]);
  });
});
