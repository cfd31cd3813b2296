import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { EcbXmlError, parseEcbXml } from "../../../../shared/vat/exchange-rates/ecb-xml.ts";
import { dailyXml, historyXml, makeDay } from "../../../make/ecb-xml.ts";

/** A Friday. */
const TODAY = "2026-11-20" as IsoDate;
const daily = dailyXml(makeDay(TODAY));
const history = historyXml([
  makeDay("2026-11-20"),
  makeDay("2026-11-19", { USD: "1.1602" }),
  makeDay("2026-11-18", { USD: "1.1590", BGN: "1.9558" }),
]);

const parse = (text: string) => parseEcbXml(text, TODAY);

/** What the parser says against a text. */
function refusal(text: string): string {
  try {
    return `accepted: ${JSON.stringify(parse(text))}`;
  } catch (error) {
    if (error instanceof EcbXmlError) return error.message;
    throw error;
  }
}

describe("the files of the ECB", () => {
  it("the daily one: single quotes, padded rates", () => {
    expect(parse(daily)).toEqual([
      { day: TODAY, rates: { USD: "1.161", JPY: "180.25", NOK: "11.5829", ISK: "147" } },
    ]);
  });

  it("the one of 90 days: double quotes, in one line, the newest day first", () => {
    expect(parse(history).map(({ day }) => day)).toEqual([
      "2026-11-18",
      "2026-11-19",
      "2026-11-20",
    ]);
    expect(parse(history)[0]?.rates).toEqual({ USD: "1.159", BGN: "1.9558" });
  });

  it("with a byte order mark, and a newline at the end", () => {
    expect(parse(`\ufeff${daily}\n`)).toEqual(parse(daily));
  });

  it("a day twice with the same rates, however they are padded, counts once", () => {
    const twice = historyXml([makeDay(TODAY), makeDay(TODAY, { ...parse(daily)[0]?.rates })]);
    expect(parse(twice)).toEqual(parse(daily));
  });
});

describe("what is refused whole", () => {
  test.for([
    ["an empty file", "", /no XML/],
    ["a page of HTML", "<!DOCTYPE html><html><body>Sorry</body></html>", /web page/],
    ["HTML without a document type", "<HTML><BODY></BODY></HTML>", /web page/],
    ["a text", "Service Unavailable", /no XML/],
    ["JSON", '{"error":"moved"}', /no XML/],
    ["other XML", "<rates/>", /structure at gesmes:Envelope/],
    ["another namespace", daily.replace("eurofxref", "euroxref"), /structure at .*xmlns/],
    ["no namespace", daily.replace(/ xmlns="[^"]+"/, ""), /structure at .*xmlns/],
    ["no sender", daily.replace(/<gesmes:Sender>.*<\/gesmes:Sender>/s, ""), /Sender/],
    ["no days", historyXml([]), /structure at .*Cube/],
    ["a day without rates", dailyXml(makeDay(TODAY, {})), /structure at .*Cube/],
    ["an unknown attribute", daily.replace("rate='1.1610'", "rate='1.1610' x='1'"), /"@x"/],
    ["a rate too few", daily.replace("rate='1.1610'", ""), /@rate/],
    ["a text between the rates", daily.replace("<Cube currency", "1.2 <Cube currency"), /#text/],
    ["two documents", daily + daily, /no XML/],
    ["an entity", daily.replace("1.1610", "&#49;.1610"), /@rate: is no positive/],
    ["a negative rate", daily.replace("1.1610", "-1.1610"), /@rate: is no positive/],
    ["a rate of zero", daily.replace("1.1610", "0.0000"), /@rate: is zero/],
    ["a rate with a comma", daily.replace("1.1610", "1,1610"), /@rate: is no positive/],
    ["a rate with an exponent", daily.replace("1.1610", "1e3"), /@rate: is no positive/],
    ["no rate at all", daily.replace("1.1610", "N/A"), /@rate: is no positive/],
    ["a currency in small letters", daily.replace("USD", "usd"), /@currency: is no currency/],
    ["a currency of two letters", daily.replace("USD", "US"), /@currency: is no currency/],
    ["the euro", daily.replace("USD", "EUR"), /@currency: is the currency the others/],
    ["a currency twice", daily.replace("JPY", "USD"), /USD twice on 2026-11-20/],
    ["tomorrow", dailyXml(makeDay("2026-11-23")), /2026-11-23 is yet to come/],
    ["a Saturday", dailyXml(makeDay("2026-11-14")), /publishes no rates on 2026-11-14/],
    ["Good Friday", dailyXml(makeDay("2026-04-03")), /publishes no rates on 2026-04-03/],
    ["a day that does not exist", dailyXml(makeDay("2026-02-30")), /structure at .*@time/],
    ["a day in words", dailyXml(makeDay("20 November 2026")), /structure at .*@time/],
    [
      "a day twice with another rate",
      historyXml([makeDay(TODAY), makeDay(TODAY, { USD: "1.1611" })]),
      /2026-11-20 is given twice, differently/,
    ],
    [
      "one bad day among good ones",
      history.replace("1.1602", "1.16o2"),
      /Cube\/1\/Cube\/0\/@rate: is no positive/,
    ],
  ] as const)("%s", ([, text, says]) => {
    expect(refusal(text)).toMatch(says);
  });

  it("a file cut off anywhere", () => {
    for (const whole of [daily, history]) {
      for (let length = 0; length < whole.length; length += 1) {
        expect(refusal(whole.slice(0, length))).not.toMatch(/^accepted/);
      }
    }
  });

  it("a file with any character lost or doubled gives the same rates or none", () => {
    fc.assert(
      fc.property(fc.nat({ max: daily.length - 1 }), fc.boolean(), (at, doubled) => {
        const broken =
          daily.slice(0, at) + (doubled ? daily[at]?.repeat(2) : "") + daily.slice(at + 1);
        const inValue = /\d|[.A-Z]/.test(daily[at] ?? "");
        const said = refusal(broken);
        const unharmed = `accepted: ${JSON.stringify(parse(daily))}`;
        expect(inValue || said === unharmed || !said.startsWith("accepted")).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});

it("reads back what was written, in either layout", () => {
  const rate = fc.tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 0, max: 9_999 }));
  const rates = fc.dictionary(
    fc.stringMatching(/^[A-Z]{3}$/).filter((currency) => currency !== "EUR"),
    rate.map(([units, decimals]) => `${units}.${String(decimals).padStart(4, "0")}`),
    { minKeys: 1, maxKeys: 40 },
  );
  fc.assert(
    fc.property(rates, (printed) => {
      const [fromDaily] = parse(dailyXml(makeDay(TODAY, printed)));
      const [fromHistory] = parse(historyXml([makeDay(TODAY, printed)]));
      expect(fromDaily).toEqual(fromHistory);
      const numbers = (all: Record<string, string> = {}) =>
        Object.entries(all).map(([currency, text]) => [currency, Number(text)]);
      expect(numbers(fromDaily?.rates)).toEqual(numbers(printed));
    }),
    { numRuns: 50 },
  );
});
