import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { seeded } from "../../../../scripts/demo/dice.ts";
import { type IsoDate, plusDays } from "../../../../shared/core/calendar/dates.ts";
import type { checkTurnover } from "../../../../shared/vat/threshold/check.ts";
import { makeSale, type SentEvent } from "../../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { committed, type EventList, listed, type ShownEvent } from "../../../stack/seller.ts";
import { lengthOf } from "../../../stack/soak.ts";

type OssCheck = ReturnType<typeof checkTurnover>;

/*
 * A year of many days and six currencies through HTTP, and the same figures from the listed events,
 * the shipped rates and another arithmetic.
 */
const CURRENCIES = { EUR: 2, USD: 2, SEK: 2, JPY: 0, GBP: 2, HUF: 2 } as const;
type Currency = keyof typeof CURRENCIES;
const COUNTRIES = ["DE", "FR", "EL", "XI"] as const;
/** Of a year: 200 in a soak. */
const DAYS = lengthOf("ROUNDS", 50, 200);
/** The fewer sales, the larger. */
const MOST = 500_000 / DAYS;
const LIMIT = 1_000_000;

const random = seeded(2024);
const upTo = (most: number): number => Math.floor(random() * most);

/** One in nine does not count: business customers, and what has no place. */
function saleOn(day: number, currency: Currency): SentEvent {
  const { dispatch_country, ...sale } = makeSale({
    event_id: `${day}-${currency}`,
    supply_date: plusDays("2024-01-01" as IsoDate, Math.floor((day * 366) / DAYS)),
    currency,
    taxable_amount_minor: upTo(CURRENCIES[currency] === 0 ? MOST : MOST * (1 + upTo(3))),
    consumption_country: COUNTRIES[upTo(COUNTRIES.length)] as (typeof COUNTRIES)[number],
  });
  const odd = upTo(18);
  if (odd === 0) return sale;
  return { ...sale, dispatch_country: "SE", customer_type: odd === 1 ? "b2b" : "b2c" };
}

async function allListed(account: Account): Promise<ShownEvent[]> {
  const events: ShownEvent[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: EventList = (await listed(account, `?limit=200${cursor && `&cursor=${cursor}`}`))
      .body;
    events.push(...page.items);
    cursor = page.next_cursor;
  }
  return events;
}

const counts = (event: ShownEvent): boolean =>
  event.event_type === "sale" &&
  event.classification_status === "classified" &&
  event.customer_type === "b2c" &&
  event.dispatch_country !== undefined &&
  event.dispatch_country !== event.consumption_country;

/** The shipped rates, read without the service's reader. */
const rates = new Map(
  readFileSync(
    new URL("../../../../shared/vat/reference-data/ecb-history.csv", import.meta.url),
    "utf8",
  )
    .split("\n")
    .map((row) => row.split(",") as [string, string, string])
    .map(([day, currency, rate]) => [`${day} ${currency}`, rate]),
);

function rateOn(day: IsoDate, currency: string): string {
  if (currency === "EUR") return "1";
  const rate = rates.get(`${day} ${currency}`);
  return rate ?? rateOn(plusDays(day, -1), currency);
}

/** Cents in fixed point with fifty decimals: the cut-off part of 1,200 sales is far below a half. */
const POINT = 10n ** 50n;

function cents(event: ShownEvent): bigint {
  const [units = "", decimals = ""] = rateOn(event.supply_date, event.currency).split(".");
  const perUnit = 10n ** BigInt(2 - CURRENCIES[event.currency as Currency] + decimals.length);
  return (BigInt(event.taxable_amount_minor) * perUnit * POINT) / BigInt(units + decimals);
}

type Counted = ShownEvent & { readonly cents: bigint };

const total = (events: readonly Counted[]): number =>
  Number((events.reduce((sum, event) => sum + event.cents, 0n) * 2n + POINT) / (POINT * 2n));

function recount(events: readonly Counted[]) {
  const days = [...new Set(events.map((event) => event.supply_date))].sort();
  const countries = [...new Set(events.map((event) => event.consumption_country))].sort();
  const upToDay = (day: IsoDate) => events.filter((event) => event.supply_date <= day);
  return {
    current_minor: total(events),
    crossed_on: days.find((day) => total(upToDay(day)) > LIMIT) ?? null,
    countries: countries.map((code) => ({
      member_state_of_consumption: code,
      amount_minor: total(events.filter((event) => event.consumption_country === code)),
    })),
  };
}

it("equals a recount of the ledger, over the year and over any part of it", async () => {
  const account = await newAccount();
  const events = Array.from({ length: DAYS }, (_, day) =>
    (Object.keys(CURRENCIES) as Currency[]).map((currency) => saleOn(day, currency)),
  ).flat();
  for (let at = 0; at < events.length; at += 400) {
    await committed(account, events.slice(at, at + 400));
  }
  const counted = (await allListed(account))
    .filter(counts)
    .map((event): Counted => ({ ...event, cents: cents(event) }));
  expect(counted.length).toBeGreaterThan(5 * DAYS);
  expect(counted.length).toBeLessThan(events.length);

  const ranges = [
    ["2024-01-01", "2024-12-31"],
    ["2024-01-01", "2024-06-30"],
    ["2024-03-29", "2024-04-02"],
    ["2023-07-01", "2024-10-15"],
  ] as const;
  for (const [from, to] of ranges) {
    const body = { threshold_type: "oss", from, to };
    const answer = await call<OssCheck>(account.readOnly, "POST", "/v1/vat/threshold-check", body);
    const within = counted.filter(({ supply_date: day }) => from <= day && day <= to);
    expect(answer.body).toMatchObject({ ...recount(within), eur_only: false });
  }
  const whole = recount(counted);
  expect(whole.current_minor).toBeGreaterThan(LIMIT);
  expect(whole.crossed_on).not.toBeNull();

  const after = { threshold_type: "oss", from: "2025-01-01", to: "2025-01-31" };
  const next = await call<OssCheck>(account.readOnly, "POST", "/v1/vat/threshold-check", after);
  expect(next.body.previous_year).toEqual({
    year: 2024,
    current_minor: whole.current_minor,
    exceeded: true,
    eur_only: false,
  });
});
