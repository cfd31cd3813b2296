import { expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { readEcbFiles } from "../../../../shared/vat/exchange-rates/ecb-feed.ts";
import { dailyXml, historyXml, makeDay } from "../../../make/ecb-xml.ts";

const TODAY = "2026-11-20" as IsoDate;
const yesterday = makeDay("2026-11-19", { USD: "1.16" });
const daily = (text: string) => ({ file: "eurofxref-daily.xml", text }) as const;
const history = (text: string) => ({ file: "eurofxref-hist-90d.xml", text }) as const;

it("takes what both files say once, and what one alone says", () => {
  const today = makeDay(TODAY, { USD: "1.1610" });
  const both = [daily(dailyXml(today)), history(historyXml([today, yesterday]))];
  expect(readEcbFiles(both, TODAY)).toEqual({
    days: [yesterday, { day: TODAY, rates: { USD: "1.161" } }],
    faults: [],
  });
});

it("uses nothing of a bad file, and all of a good one", () => {
  const bad = daily(dailyXml(makeDay(TODAY)).slice(0, -30));
  expect(readEcbFiles([bad, history(historyXml([yesterday]))], TODAY)).toEqual({
    days: [yesterday],
    faults: [expect.stringMatching(/^eurofxref-daily\.xml: this is no XML/)],
  });
});

it("names the file that could not be fetched", () => {
  const unreachable = { file: "eurofxref-daily.xml", fault: "the server answers 503" } as const;
  expect(readEcbFiles([unreachable], TODAY)).toEqual({
    days: [],
    faults: ["eurofxref-daily.xml: the server answers 503"],
  });
});

it("leaves out a rate on which the files disagree, and no other", () => {
  const files = [
    daily(dailyXml(makeDay(TODAY, { NOK: "11.8529", USD: "1.16" }))),
    history(historyXml([makeDay(TODAY, { NOK: "11.5829", USD: "1.16" }), yesterday])),
  ];
  expect(readEcbFiles(files, TODAY)).toEqual({
    days: [yesterday, { day: TODAY, rates: { USD: "1.16" } }],
    faults: ["NOK of 2026-11-20: the files disagree, 11.8529 and 11.5829"],
  });
  const onlyDisputed = [
    daily(dailyXml(makeDay(TODAY, { NOK: "1" }))),
    history(historyXml([makeDay(TODAY, { NOK: "2" })])),
  ];
  expect(readEcbFiles(onlyDisputed, TODAY).days).toEqual([]);
});
