import {
  dayOf,
  type IsoDate,
  type Period,
  periodNamed,
} from "../../../../shared/core/calendar/dates.ts";
import { DomainError } from "../../../../shared/core/errors/errors.ts";
import type { AuthorId, EventId, LedgerId, PeriodKey } from "../../../../shared/core/ids.ts";
import { classifyEvent } from "../../../../shared/ledger/commit/change-event.ts";
import { commitEvents } from "../../../../shared/ledger/commit/commit-events.ts";
import type { NewEvent } from "../../../../shared/ledger/events/schema.ts";
import { changeRegistrations } from "../../../../shared/ledger/settings/change-settings.ts";
import {
  loadRegistrations,
  updateProfile,
} from "../../../../shared/ledger/settings/store-settings.ts";
import { computeReturn } from "../../../../shared/returns/compute/compute.ts";
import { loadDirectDeclarations } from "../../../../shared/returns/load/load-direct-declarations.ts";
import { loadReturn } from "../../../../shared/returns/load/load-return.ts";
import { lockReturn } from "../../../../shared/returns/locks/lock-return.ts";
import { loadLocksOf } from "../../../../shared/returns/locks/store-locks.ts";
import { recordOpening } from "../../../../shared/returns/openings/record-opening.ts";
import { loadOpenings } from "../../../../shared/returns/openings/store-openings.ts";
import type { ReturnRow } from "../../../../shared/returns/schema.ts";
import { storeEcbDays } from "../../../../shared/vat/exchange-rates/store-exchange-rates.ts";
import type { Scheme } from "../../../../shared/vat/schemes/scheme.ts";
import { SCHEMES, schemeNamed } from "../../../../shared/vat/schemes/schemes.ts";
import { atHand } from "../../../make/author.ts";
import { makeRegistration } from "../../../make/registration.ts";
import { settleRecount } from "../../../stack/settle.ts";
import { heldBy, isTooLate, printedSums, RATES, type Sums } from "./held.ts";
import type { History, Step } from "./history.ts";

export const NOW = new Date("2026-03-01T10:00:00Z");

/** What has happened so far, by kind, so that a test can tell that there was something to find. */
export const happened = new Map<string, number>();

const note = (kind: string, more = 1) => happened.set(kind, (happened.get(kind) ?? 0) + more);

/** The rates of the histories, for whoever has a table of his own. */
export async function publishRates(): Promise<void> {
  const days = [...RATES].map(([day, rates]) => ({ day: day as IsoDate, rates }));
  await storeEcbDays(days, NOW);
}

/** A business from outside the Union, which may be in all three schemes. */
export async function newBusiness(account: LedgerId): Promise<void> {
  const rows = [{ establishment_country: "US", fixed_establishments: [] }];
  await updateProfile(account, (seen) => ({ ...seen, rows }), atHand(NOW));
}

/** Carries out a step; a period that cannot be locked now stays as it is. */
export async function carryOut(
  account: LedgerId,
  home: History["home"],
  step: Step,
  now = NOW,
): Promise<void> {
  if (step.do === "commit") await commitEvents(account, step.events as readonly NewEvent[], now);
  if (step.do === "register") await register(account, home, step);
  if (step.do === "recount") note("moved by a recount", (await settleRecount(account)).moved);
  if (step.do === "classify") {
    const change = { at: now.toISOString(), key_id: "key", to: step.to, note: "history" };
    await classifyEvent(account, step.id as EventId, change);
  }
  if (step.do === "lock" || step.do === "open") await declare(account, home, step, now);
}

/** A period that is declared already, or before which something else has come, and others. */
const NOT_NOW: ReadonlySet<string> = new Set([
  ...["period_already_locked", "period_filed_elsewhere", "opening_closed", "opening_conflict"],
  ...["recount_pending", "registration_required"],
]);

type Declaration = Extract<Step, { readonly do: "lock" | "open" }>;

async function declare(
  account: LedgerId,
  home: History["home"],
  step: Declaration,
  now: Date,
): Promise<void> {
  const scheme = schemeNamed(step.scheme);
  const period = periodNamed(step.period) as Period;
  const request = { registration_id: undefined, author: "key" as AuthorId, now };
  try {
    if (step.do === "lock") {
      const lock = await lockReturn(account, scheme, period, { ...request, requireReady: false });
      note(`late changes of ${scheme.id}`, lock.late_changes.length);
    } else await recordOpening(account, openingTo(home), { scheme, period, ...request });
    note(`${step.do} ${scheme.id}`);
  } catch (error) {
    if (!(error instanceof DomainError) || !NOT_NOW.has(error.code)) throw error;
    note(error.code);
  }
}

/** A nil return: what a return of somewhere else has declared is no part of the ledger. */
export const openingTo = (home: History["home"]) => ({
  currency: home === "DK" ? ("DKK" as const) : ("EUR" as const),
  filed_at: "2026-02-01" as IsoDate,
  rows: [],
  corrections: [],
});

/** The periods that were filed elsewhere, `<scheme> <period>`. */
export async function filedElsewhere(account: LedgerId): Promise<ReadonlySet<string>> {
  const openings = await Promise.all(
    SCHEMES.map(({ id }) => loadOpenings(account, id, "2000-01", "2100-Q4")),
  );
  return new Set(openings.flat().map((one) => `${one.scheme_type} ${one.period_key}`));
}

/** One registration in each scheme, which begins and ends elsewhere with each step, or is entered anew. */
async function register(
  account: LedgerId,
  home: History["home"],
  { scheme, window: { from, to }, anew }: Step & { readonly do: "register" },
): Promise<void> {
  const fields = {
    scheme_type: scheme,
    member_state_identification: home,
    effective_from: from,
    status: to === undefined ? "active" : "ended",
    ...(to === undefined ? {} : { effective_to: to }),
  } as const;
  const decide: Parameters<typeof changeRegistrations>[1] = ({ items, last_id, ...all }) => {
    const now = items.find((row) => row.scheme_type === scheme && row.status !== "excluded");
    const id = now && !anew ? now.id : last_id + 1;
    const others = items.filter((row) => row !== now);
    const excluded = now && anew ? [{ ...now, status: "excluded" as const }] : [];
    const row = makeRegistration({ id, ...fields });
    return { ...all, last_id: Math.max(last_id, id), items: [...others, ...excluded, row] };
  };
  await changeRegistrations(account, decide, atHand(NOW));
}

/**
 * What all returns say: the locked ones as they were frozen, the open ones as they stand; and what is declared directly,
 * after the last return. Those that were filed `elsewhere` have said nothing of the ledger.
 */
async function declaredBy(account: LedgerId, elsewhere: ReadonlySet<string>): Promise<Sums> {
  const sums: Sums = new Map();
  const speaking = PERIODS.filter(({ scheme, key }) => !elsewhere.has(`${scheme.id} ${key}`));
  for (const { scheme, key } of speaking) {
    for (const row of await declaredIn(account, scheme, key)) {
      const { original_period = key, member_state_of_consumption: state } = row;
      if (isTooLate(original_period, key)) throw new Error(`${key} corrects ${original_period}`);
      const name = [scheme.id, original_period, state].join(" ");
      sums.set(name, (sums.get(name) ?? 0) + row.vat_amount_minor);
    }
  }
  const { items } = await loadRegistrations(account);
  const direct = await loadDirectDeclarations(account, SCHEMES, items, dayOf(NOW));
  note("declared directly", direct.length);
  for (const one of direct) {
    const name = [one.scheme_type, one.original_period, one.member_state_of_consumption].join(" ");
    sums.set(name, (sums.get(name) ?? 0) + one.vat_amount_minor);
  }
  return sums;
}

/** A row of a period, or a correction of another one. */
type Declared = Pick<ReturnRow, "member_state_of_consumption" | "vat_amount_minor"> & {
  readonly original_period?: string;
};

/** All periods that a day of a history lies in, and those that may declare their changes. */
const MONTHS = [
  "2021-08",
  "2021-09",
  "2024-08",
  "2024-09",
  "2024-11",
  "2024-12",
  "2025-01",
  "2025-02",
  "2025-03",
  "2025-04",
];
const QUARTERS = ["2021-Q3", "2024-Q3", "2024-Q4", "2025-Q1", "2025-Q2"];
export const PERIODS = SCHEMES.flatMap((scheme) =>
  (scheme.period_kind === "month" ? MONTHS : QUARTERS).map((key) => ({ scheme, key })),
);

export async function declaredIn(
  account: LedgerId,
  scheme: Scheme,
  key: string,
): Promise<Declared[]> {
  const period = periodNamed(key) as Period;
  const [frozen] = await loadLocksOf(account, scheme.id, key as PeriodKey);
  if (frozen) return [...frozen.rows, ...frozen.corrections];
  const computed = computeReturn((await loadReturn(account, { scheme, period })).input);
  return computed.status === "covered"
    ? [...computed.report.rows, ...computed.report.corrections]
    : [];
}

/** What is declared of an account once, and what its ledger holds: the same, when all is right. */
export async function declaredAndHeld(account: LedgerId, history: History) {
  const elsewhere = await filedElsewhere(account);
  return {
    declared: printedSums(await declaredBy(account, elsewhere)),
    held: printedSums(heldBy(history, elsewhere)),
  };
}
