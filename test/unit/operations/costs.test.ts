import { describe, expect, it } from "vitest";
import { settingsOfStage } from "../../../scripts/checks/templates.ts";
import { Failure } from "../../../scripts/local/failure.ts";
import { usageIn } from "../../../scripts/operate/costs/arguments.ts";
import { billOf, totalOf, type Usage } from "../../../scripts/operate/costs/bill.ts";
import { hoursWith, idleRows, metricsOfCalls } from "../../../scripts/operate/costs/stage.ts";

const PROD = settingsOfStage("prod");
const USAGE: Usage = { orders: 50_000, single: false, settings: { ...PROD, lake: true } };

/** The stage of a new account: `dev` as its file says. */
const settings = settingsOfStage("dev");

/** Most that a month may cost after a year, by orders a month. */
const GOALS: readonly (readonly [what: string, changes: Partial<Usage>, usd: number])[] = [
  ["no order, in a new account", { orders: 0, settings }, 9],
  ["500 orders, one by one, in a new account", { orders: 500, single: true, settings }, 12],
  ["50,000 orders, one by one, in a new account", { single: true, settings }, 15],
  ["5,000,000 orders in batches", { orders: 5_000_000 }, 200],
  [
    "5,000,000 orders one by one, with a journal that waits",
    { orders: 5_000_000, single: true, settings: { ...PROD, lake: true, journalSeconds: 300 } },
    210,
  ],
];

describe("the bill of a month", () => {
  it.each(GOALS)("of %s", (_, changes, most) => {
    expect(totalOf(billOf({ ...USAGE, ...changes }))).toBeLessThanOrEqual(most);
  });

  it("grows with the orders in every row, but for what an idle stage costs", () => {
    const [few, many] = [billOf(USAGE), billOf({ ...USAGE, orders: 10 * USAGE.orders })];
    const idle = new Set(idleRows(USAGE.settings).map(({ name }) => name));
    for (const [n, { name, usd }] of few.entries()) {
      const grown = (many[n]?.usd ?? 0) / usd;
      if (idle.has(name)) expect(grown).toBe(1);
      else expect(grown).toBeGreaterThan(1);
    }
  });

  it("counts a metric by the hours in which it is sent", () => {
    expect(hoursWith(0)).toBe(0);
    expect(hoursWith(1)).toBeCloseTo(1, 2);
    expect(hoursWith(100_000)).toBeCloseTo(730, 6);
    expect(metricsOfCalls(settings, 0, 0)).toBe(0);
  });

  it("has a lake only where one is switched on, for a few dollars", () => {
    const rowOf = (changes: Partial<Usage>) =>
      billOf({ ...USAGE, ...changes }).find(({ name }) => name === "lake");
    expect(rowOf({ settings: PROD })).toBeUndefined();
    expect(rowOf({ orders: 5_000_000 })?.usd).toBeLessThan(3);
  });

  it("has no copies where none are made", () => {
    const names = billOf({ ...USAGE, settings: { ...PROD, backup: null } }).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith("backups"))).toEqual([]);
  });

  it("counts twelve copies: of 1.8 GB a million events, the newest warm", () => {
    const row = billOf({ ...USAGE, orders: 1_000_000 }).find(({ name }) =>
      name.startsWith("backups"),
    );
    const gb = 1.05 * 1.8;
    expect(row?.usd).toBeCloseTo(12 * gb * 0.1 + 66 * gb * 0.03, 6);
  });
});

describe("the number of orders", () => {
  it.each(["20.000", "20,000", "1e3", "0x10", "1_000", " 5", "-5", "", "1000000001"])(
    "%j is refused by name",
    (given) => {
      expect(() => usageIn([`--orders=${given}`])).toThrow(
        `--orders must be a whole number from 0 to 1000000000, in digits alone, such as 200, and not ${JSON.stringify(given)}`,
      );
    },
  );

  it("is digits", () => {
    expect(usageIn(["--orders", "20000"])).toMatchObject({
      orders: 20_000,
      settings: { stage: "dev", journalSeconds: 20, backup: null },
    });
  });

  it.each([[], ["--orders"], ["--order", "5"]])("missing: the usage is printed", (...args) => {
    expect(() => usageIn(args)).toThrow(/^usage: npm run --silent costs/);
  });

  it("of a stage without a file is refused in a sentence", () => {
    const args = ["--orders", "5", "--stage", "nowhere"];
    const sentence =
      "there is no infra/stages/nowhere.json: begin with a copy of infra/stages/prod.example.json";
    expect(() => usageIn(args)).toThrow(new Failure(sentence));
  });

  it("of seconds has a limit too", () => {
    const args = ["--orders", "5", "--journal-seconds", "301"];
    expect(() => usageIn(args)).toThrow("--journal-seconds must be a whole number from 1 to 300");
  });
});
