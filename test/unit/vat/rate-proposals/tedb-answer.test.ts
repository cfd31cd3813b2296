import { expect, it, test } from "vitest";
import { Dice } from "../../../../scripts/demo/dice.ts";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { TedbAnswerError, tedbRates } from "../../../../shared/vat/rate-proposals/tedb-answer.ts";
import { differencesOf } from "../../../../shared/vat/rate-proposals/tedb-compare.ts";
import { TAX_CLASSES } from "../../../../shared/vat/tax-classes/catalogue.ts";
import { classRateOn } from "../../../../shared/vat/tax-classes/class-rates.ts";
import { answerFor, facts } from "../../../integration/vat/tedb/tedb-server.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";

const day = "2025-08-26" as IsoDate;
const answerOf = (state: string) =>
  answerFor(facts.filter(({ member_state }) => member_state === state));
const GERMANY = answerOf("DE");
const STANDARD = "<ns1:type>DEFAULT</ns1:type><ns1:value>19.0";

/** Returns the new differences that an answer shows. */
function proposedBy(xml: string, state: string): string[] {
  const ownRates = TAX_CLASSES.flatMap(({ id }) => {
    const rate = classRateOn(id, state, day, BUILT_IN_RATES);
    return rate ? [{ ...rate, class_id: id, country: state }] : [];
  });
  return differencesOf(ownRates, tedbRates(xml, { state, day }))
    .filter(({ reviewed }) => reviewed === undefined)
    .map(({ class_id, tedb_bps }) => `${class_id} ${tedb_bps.join("|")}`);
}

test.for([
  ["nothing", () => "", "the answer is empty"],
  ["half an answer", (xml: string) => xml.slice(0, xml.length / 2), "not whole XML"],
  ["a page", () => "<html><body>down</body></html>", "unknown form"],
  ["a page with an open tag", () => "<!DOCTYPE html><html><br><body>down</body></html>", "XML"],
  ["an unknown rate type", (xml: string) => xml.replace("REDUCED_RATE", "NEW"), "unknown form"],
  ["a word for a rate", (xml: string) => xml.replace(">19.0<", ">nineteen<"), "unknown form"],
  [
    "a standard rate of 0",
    (xml: string) => xml.replace(STANDARD, STANDARD.replace("19.0", "0.0")),
    "0 % is no standard rate",
  ],
  [
    "a standard rate of 190",
    (xml: string) => xml.replace(STANDARD, STANDARD.replace("19.0", "190.0")),
    "190 % is no standard rate",
  ],
  ["a reduced rate of 0", (xml: string) => xml.replace(">7.0<", ">0.0<"), "0 % is no reduced rate"],
  [
    "a reduced rate of 70",
    (xml: string) => xml.replace(">7.0<", ">70.0<"),
    "70 % is no reduced rate",
  ],
  [
    "no standard rate",
    (xml: string) =>
      xml.replaceAll(/<ns0:vatRateResults>(?:(?!<ns0:).)*STANDARD.*?<\/ns0:vatRateResults>/g, ""),
    "no standard rate of DE",
  ],
  [
    "no rows",
    (xml: string) => xml.replaceAll(/<ns0:vatRateResults>.*<\/ns0:vatRateResults>/g, ""),
    "unknown form",
  ],
  ["another state", () => answerOf("AT"), "is about AT, not DE"],
  [
    "a later day",
    (xml: string) => xml.replace("2025-07-01+02:00", "2026-07-01+02:00"),
    "after the requested",
  ],
  [
    "a day that does not exist",
    (xml: string) => xml.replace("2025-07-01+02:00", "2025-02-30+02:00"),
    "unknown form",
  ],
  [
    "an unknown class",
    (xml: string) => xml.replaceAll("FOODSTUFFS", "FOOD_2027"),
    "unknown category FOOD_2027",
  ],
  [
    "a fault",
    () =>
      "<e:Envelope xmlns:e='x'><e:Body><e:Fault><faultstring>TEDB-ERR-2</faultstring></e:Fault></e:Body></e:Envelope>",
    "reports a fault: TEDB-ERR-2",
  ],
] as const)("%s is rejected whole", ([, spoil, message]) => {
  const spoilt = spoil(GERMANY);
  expect(spoilt).not.toBe(GERMANY);
  expect(() => tedbRates(spoilt, { state: "DE", day })).toThrow(TedbAnswerError);
  expect(() => tedbRates(spoilt, { state: "DE", day })).toThrow(message);
});

it("proposes a standard rate of a newer reporting date, although TEDB also returns the former one", () => {
  const row = new RegExp(
    `<ns0:vatRateResults>(?:(?!<ns0:).)*${STANDARD}.*?</ns0:vatRateResults>`,
    "g",
  );
  const raised = GERMANY.replace(
    row,
    (old) => old + old.replace("19.0", "20.0").replaceAll("2025-07-01", "2025-08-01"),
  );
  expect(proposedBy(raised, "DE")).toEqual(["standard 2000"]);
});

it("has a reason for every difference of 2025-08-26", () => {
  const states = [...new Set(facts.map(({ member_state }) => member_state))];
  expect(states).toHaveLength(27);
  expect(states.flatMap((state) => proposedBy(answerOf(state), state))).toEqual([]);
});

/** The ways in which an answer is damaged. Each takes a number below 1 for the place. */
const DAMAGES: readonly ((xml: string, at: number, more: number) => string)[] = [
  (xml, at) => xml.slice(0, at * xml.length),
  (xml, at) => xml.slice(at * xml.length),
  (xml, at, more) => cut(xml, at, 1 + more * 40, ""),
  (xml, at, more) => cut(xml, at, 1, String.fromCharCode(more * 0x2ff)),
  (xml, at, more) =>
    cut(xml, at, 0, ["<", "&", "]]>", "<!--", "\0", "<ns1:rate>"][Math.floor(more * 6)] ?? ""),
  (xml, at) => ofTag(xml, at, (tag) => tag.toUpperCase()),
  (xml, at) => ofTag(xml, at, () => "<ns1:rate/>"),
  (xml, at, more) => ofValue(xml, at, () => String(Math.floor(more * 1_000))),
  (xml, at, more) =>
    ofValue(xml, at, () => ["", "-7.0", "1e3", "NaN", "19,0", "0x13"][Math.floor(more * 6)] ?? ""),
  (xml, at) => ofResult(xml, at, (row) => row + row),
  (xml, at) => ofResult(xml, at, () => ""),
  (xml, at) =>
    ofResult(xml, at, (row) => row.replace(/situationOn>[^<]*/, "situationOn>2031-01-01")),
];

const cut = (xml: string, at: number, length: number, by: string) => {
  const from = Math.floor(at * xml.length);
  return xml.slice(0, from) + by + xml.slice(from + length);
};

function ofMatch(xml: string, pattern: RegExp, at: number, change: (found: string) => string) {
  const all = [...xml.matchAll(pattern)];
  const one = all[Math.floor(at * all.length)];
  if (!one) return xml;
  return xml.slice(0, one.index) + change(one[0]) + xml.slice(one.index + one[0].length);
}
const ofTag = (xml: string, at: number, change: (found: string) => string) =>
  ofMatch(xml, /<ns[01]:\w+>/g, at, change);
const ofValue = (xml: string, at: number, change: () => string) =>
  ofMatch(xml, /(?<=<ns1:value>)[^<]*/g, at, change);
const ofResult = (xml: string, at: number, change: (found: string) => string) =>
  ofMatch(xml, /<ns0:vatRateResults>.*?<\/ns0:vatRateResults>/g, at, change);

/** Every pair of a category and a rate that a text contains, read without the parser of the service. */
function ratesIn(xml: string): Set<number> {
  return new Set(
    [...xml.matchAll(/<ns1:value>([\d.]+)<\/ns1:value>/g)].map(([, text]) =>
      Math.round(Number(text) * 100),
    ),
  );
}

it("makes no wrong proposal of 150 damaged answers, and never crashes", () => {
  const dice = new Dice("tedb");
  const roll = () => dice.whole(0, 999_999) / 1_000_000;
  // Of the states with the shortest answers, which are the fastest to read.
  const states = Object.entries(Object.groupBy(facts, ({ member_state }) => member_state))
    .sort(([, a = []], [, b = []]) => a.length - b.length)
    .map(([state]) => state)
    .slice(0, 6);
  const counts = { rejected: 0, harmless: 0, proposing: 0 };
  for (let round = 0; round < 150; round += 1) {
    const state = states[Math.floor(roll() * states.length)] ?? "DE";
    const xml = answerOf(state);
    const damaged = DAMAGES[round % DAMAGES.length]?.(xml, roll(), roll()) ?? "";
    try {
      const proposed = proposedBy(damaged, state);
      // A document in which every row is whole is believed; its rates must be in it and between 0 and 30 %.
      const present = ratesIn(damaged);
      for (const rate of proposed.flatMap((one) => one.split(" ")[1]?.split("|") ?? [])) {
        expect(present).toContain(Number(rate));
        expect(Number(rate)).toBeLessThanOrEqual(3_000);
      }
      expect(proposed.filter((one) => one.startsWith("standard"))).toEqual(
        standardChanged(xml, damaged) ? expect.any(Array) : [],
      );
      counts[proposed.length > 0 ? "proposing" : "harmless"] += 1;
    } catch (error) {
      expect(error, `${state}, round ${round}`).toBeInstanceOf(TedbAnswerError);
      counts.rejected += 1;
    }
  }
  expect(counts.rejected + counts.harmless + counts.proposing).toBe(150);
  expect(counts.rejected).toBeGreaterThan(75);
  console.info("tedb fuzz", counts);
});

/** True if the damage has changed the value of a standard rate. */
const standardChanged = (before: string, after: string): boolean =>
  String(standardValues(before)) !== String(standardValues(after));
const standardValues = (xml: string) =>
  [...xml.matchAll(/DEFAULT<\/ns1:type><ns1:value>([^<]*)/g)].map(([, value]) => value);
