import type { IsoDate } from "../../../../shared/calendar/iso-date.ts";
import { type Period, periodKeyOn, periodNamed } from "../../../../shared/calendar/period.ts";
import { classifyEvent } from "../../../../shared/flows/classify-event.ts";
import { commitEvents } from "../../../../shared/flows/commit-events.ts";
import { loadReturn } from "../../../../shared/flows/load-return.ts";
import { lockReturn } from "../../../../shared/flows/lock-return.ts";
import type { NewEvent } from "../../../../shared/ledger/schema.ts";
import { DomainError } from "../../../../shared/refusals/errors.ts";
import { drawReturn } from "../../../../shared/returns/draw.ts";
import type { Scheme } from "../../../../shared/schemes/scheme.ts";
import { SCHEMES, schemeNamed } from "../../../../shared/schemes/schemes.ts";
import { updateProfile } from "../../../../shared/store/account-profiles.ts";
import { loadLocksOf } from "../../../../shared/store/locked-periods.ts";
import { updateRegistrations } from "../../../../shared/store/registrations.ts";
import { makeRegistration } from "../../../make/registration.ts";
import { MONTHS, QUARTERS, type Step } from "./history.ts";

const NOW = new Date("2026-03-01T10:00:00Z");

/** A business from outside the Union that is registered in all three schemes, in euro. */
export async function newBusiness(account: string): Promise<void> {
  await updateProfile(account, (seen) => ({
    ...seen,
    rows: [{ establishment_country: "US", fixed_establishments: [] }],
  }));
  const items = SCHEMES.map(({ id }, n) =>
    makeRegistration({
      id: n + 1,
      scheme_type: id,
      member_state_identification: "IE",
      effective_from: "2021-07-01" as IsoDate,
    }),
  );
  const all = { last_id: items.length, items };
  await updateRegistrations(account, (seen) => ({ ...seen, ...all }), NOW);
}

/** Carries out a step; a period that is locked already stays so. */
export async function carryOut(account: string, step: Step): Promise<void> {
  if (step.do === "commit") await commitEvents(account, step.events, NOW);
  if (step.do === "classify") {
    const change = { at: NOW.toISOString(), key_id: "key", to: step.to, note: "history" };
    await classifyEvent(account, step.id, change);
  }
  if (step.do !== "lock") return;
  const period = periodNamed(step.period) as Period;
  try {
    const request = { keyId: "key", now: NOW, requireReady: false };
    await lockReturn(account, schemeNamed(step.scheme), period, request);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "period_already_locked") throw error;
  }
}

/** VAT by scheme, original period and Member State. */
export type Sums = Map<string, number>;

const add = (sums: Sums, parts: readonly string[], vat: number) =>
  sums.set(parts.join(" "), (sums.get(parts.join(" ")) ?? 0) + vat);

/** What all returns say: the locked ones as they were frozen, the open ones as they stand. */
export async function declaredBy(account: string): Promise<Sums> {
  const sums: Sums = new Map();
  for (const scheme of SCHEMES) {
    for (const key of scheme.period_kind === "month" ? MONTHS_AROUND : QUARTERS_AROUND) {
      const report = await reportOf(account, scheme, periodNamed(key) as Period);
      for (const row of report.rows) {
        add(sums, [scheme.id, key, row.member_state_of_consumption], row.vat_amount_minor);
      }
      for (const row of report.corrections) {
        const parts = [scheme.id, row.original_period, row.member_state_of_consumption];
        add(sums, parts, row.vat_amount_minor);
      }
    }
  }
  return sums;
}

/** All periods that a day of a history lies in, and those that may declare their changes. */
const MONTHS_AROUND = [
  ...["2024-08", "2024-09", "2024-10", "2024-11", "2024-12"],
  ...MONTHS,
  ...["2025-05"],
];
const QUARTERS_AROUND = [...QUARTERS, "2025-Q3"];

async function reportOf(account: string, scheme: Scheme, period: Period) {
  const [frozen] = await loadLocksOf(account, scheme.id, period.key);
  if (frozen) return frozen;
  const drawn = drawReturn(await loadReturn(account, scheme, period));
  if (drawn.status !== "covered") throw new Error(`${scheme.id} ${period.key}: ${drawn.status}`);
  return drawn.report;
}

/** What the ledger holds, counted from the events alone: each change belongs to its sale's period. */
export function heldBy(steps: readonly Step[]): Sums {
  const events = steps.flatMap((step) => (step.do === "commit" ? step.events : []));
  const excluded = new Map<string, boolean>();
  for (const step of steps) {
    if (step.do === "classify") excluded.set(step.id, step.to === "excluded");
  }
  const byId = new Map(events.map((event) => [event.event_id, event]));
  const sums: Sums = new Map();
  for (const event of events) {
    const sale = byId.get(event.original_event_id ?? event.event_id) as NewEvent;
    if (excluded.get(sale.event_id)) continue;
    const scheme = schemeNamed(SCHEME_OF[sale.supply_kind as keyof typeof SCHEME_OF]);
    const period = periodKeyOn(scheme.period_kind, sale.supply_date);
    const sign = event.event_type === "refund" ? -1 : 1;
    add(
      sums,
      [scheme.id, period, sale.consumption_country as string],
      sign * event.vat_amount_minor,
    );
  }
  return sums;
}

const SCHEME_OF = {
  goods: "union_oss",
  tbe_services: "non_union_oss",
  imported_goods: "ioss",
} as const;

/** Sums without those that come to nothing, in order. */
export const shownSums = (sums: Sums) =>
  [...sums].filter(([, vat]) => vat !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
