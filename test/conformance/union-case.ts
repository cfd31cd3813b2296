import { expect } from "vitest";
import type * as z from "zod";
import type { SupplyEventList } from "../../shared/ledger/events/listing.ts";
import type { EcbDay } from "../../shared/vat/exchange-rates/ecb-csv.ts";
import { storeEcbDays } from "../../shared/vat/exchange-rates/store-exchange-rates.ts";
import { type Account, call, newAccount } from "../stack/api.ts";
import { everyTurn, turn } from "../stack/soak.ts";
import { expectReports, expectTies, reportsOf } from "./reports.ts";
import type { ExpectedReport, Vector } from "./vector.ts";

const EVENTS = "/v1/supply-events";
type Listing = z.output<typeof SupplyEventList>;
type Event = Record<string, unknown>;

/**
 * Plays a case in accounts of its own, given the events in one batch, or singly and backwards, and holds their
 * reports against what is expected. A soak plays each case in both ways, `npm test` each in one of them, in turns.
 */
export async function runUnionCase(vector: Vector): Promise<void> {
  await storeEcbDays(vector.ecb_days as EcbDay[], new Date());
  const events = vector.events.map((event) => ({ ...vector.every_event, ...event }));
  const ways = [inOneBatch, singlyBackwards];
  const isOdd = (vector.id.charCodeAt(vector.id.length - 1) + turn) % 2;
  const taken = everyTurn ? ways : ways.slice(isOdd, isOdd + 1);
  const accounts = await Promise.all(taken.map((give) => give(vector, events)));
  for (const account of accounts) {
    for (const refused of vector.refused) await expectRefused(account, vector, refused);
  }

  for (const [period, expected] of Object.entries(vector.expect)) {
    for (const account of accounts) {
      const reports = await reportsOf(account, period);
      expectReports(reports, vector, period);
      expectTies(reports);
      await expectExclusionsListed(account, period, expected);
    }
  }
}

async function inOneBatch(vector: Vector, events: readonly Event[]): Promise<Account> {
  const account = await accountOf(vector);
  if (events.length > 0) await commit(account, { events });
  return account;
}

async function singlyBackwards(vector: Vector, events: readonly Event[]): Promise<Account> {
  const account = await accountOf(vector);
  for (const event of events.toReversed()) await commit(account, event);
  return account;
}

async function accountOf({ id, account, registration }: Vector): Promise<Account> {
  const owner = await newAccount(`case-${id}`);
  expect((await call(owner.full, "PUT", "/v1/account", account)).status).toBe(200);
  const created = await call(owner.full, "POST", "/v1/tax-registrations", registration);
  expect(created.status).toBe(201);
  return owner;
}

async function commit({ full }: Account, body: object): Promise<void> {
  const { status, body: answer } = await call(full, "POST", EVENTS, body);
  expect(status, JSON.stringify(answer)).toBe(200);
}

async function expectRefused(
  { full }: Account,
  { every_event }: Vector,
  { event, fields }: { readonly event: Event; readonly fields: readonly string[] },
): Promise<void> {
  const { status, body } = await call(full, "POST", EVENTS, { ...every_event, ...event });
  expect(status).toBe(400);
  const details = body["details"] as { field: string }[];
  expect(details.map(({ field }) => field)).toEqual(fields);
}

/** Whoever reads a count must find the events behind it, and why they are there. */
async function expectExclusionsListed(
  { readOnly }: Account,
  period: string,
  { excluded }: ExpectedReport,
): Promise<void> {
  for (const [code, expected] of Map.groupBy(excluded, ({ warning }) => warning)) {
    const path = `${EVENTS}?period=${period}&warning=${code}`;
    const { items } = (await call<Listing>(readOnly, "GET", path)).body;
    expect(items.map(({ event_id }) => event_id).sort()).toEqual(
      expected.map(({ event_id }) => event_id).sort(),
    );
    for (const { event_id, reason } of expected) {
      const item = items.find((one) => one.event_id === event_id);
      if (reason)
        expect([...(item?.classification_reasons ?? []), item?.link_reason]).toContain(reason);
    }
  }
}
