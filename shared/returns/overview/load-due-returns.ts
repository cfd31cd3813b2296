import type { IsoDate } from "../../core/calendar/iso-date.ts";
import {
  type Period,
  type PeriodKind,
  periodBefore,
  periodOn,
} from "../../core/calendar/period.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { drawReturn } from "../compute/compute.ts";
import { lookBack } from "../load/load-over-corrections.ts";
import { loadReturnUnder } from "../load/load-return.ts";
import { loadLocks } from "../locks/locked-periods.ts";
import { openingsIn } from "../locks/period-markers.ts";
import { loadMarks } from "../locks/store-markers.ts";
import { type DueReturn, dueReturn, type ReturnGround } from "./due-returns.ts";

/** How many periods are looked at, the running one included: a year and a half, and four months. */
const LOOKED_AT: Readonly<Record<PeriodKind, number>> = { quarter: 6, month: 4 };

/**
 * The returns of the last periods of every scheme, under each registration that makes one, the newest first
 * in each scheme. What is locked is not drawn anew.
 */
export async function loadDueReturns(
  account: string,
  registrations: readonly Registration[],
  today: IsoDate,
): Promise<DueReturn[]> {
  const ofSchemes = await Promise.all(
    SCHEMES.map((scheme) => loadOfScheme(account, scheme, registrations, today)),
  );
  return ofSchemes.flat();
}

type Made = Pick<ReturnGround, "period" | "registration">;

async function loadOfScheme(
  account: string,
  scheme: Scheme,
  registrations: readonly Registration[],
  today: IsoDate,
): Promise<DueReturn[]> {
  const made: Made[] = lastPeriods(scheme.period_kind, today).flatMap((period) =>
    inForce(registrations, scheme.id, period.firstDay, period.lastDay).map((registration) => ({
      period,
      registration,
    })),
  );
  if (made.length === 0) return [];
  const [locks, marks] = await Promise.all([
    loadLocks(account, scheme.id, made.length),
    loadMarks(account, scheme.book),
  ]);
  const openings = openingsIn(marks);
  const grounds = made.map(async (one): Promise<ReturnGround> => {
    const isOfIt = (other: { readonly period_key: string; readonly registration_id: number }) =>
      other.period_key === one.period.key && other.registration_id === one.registration.id;
    const lock = locks.find(isOfIt);
    if (lock) return { ...one, lock };
    if (openings.some(isOfIt)) return { ...one, isFiledElsewhere: true };
    return { ...one, drawn: await draw(account, scheme, one, { registrations, today }) };
  });
  return (await Promise.all(grounds)).map((ground) => dueReturn(ground, today));
}

function lastPeriods(kind: PeriodKind, today: IsoDate): Period[] {
  const found = [periodOn(kind, today)];
  while (found.length < LOOKED_AT[kind]) found.push(periodBefore(found.at(-1) as Period));
  return found;
}

type Ground = { readonly registrations: readonly Registration[]; readonly today: IsoDate };

/** Of a period that runs nobody asks yet whether it can be filed. */
async function draw(
  account: string,
  scheme: Scheme,
  { period, registration }: Made,
  { registrations, today }: Ground,
) {
  const coverage = { status: "covered", registration } as const;
  const drawn = drawReturn(await loadReturnUnder(account, scheme, period, registrations, coverage));
  return today > period.lastDay ? lookBack(account, drawn, registrations) : drawn;
}
