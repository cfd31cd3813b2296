import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { monthsOf, type Period, periodBefore, quarterOn } from "../../core/calendar/period.ts";
import { jsonInteger } from "../../core/money/decimal-string.ts";
import { loadSums } from "../../ledger/sums/store-sums.ts";
import type { RunningSum } from "../../ledger/sums/sum.ts";
import { parseReturnKey, returnPartition } from "../../ledger/sums/sum-key.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { ComputedReturn } from "../compute/compute.ts";
import type { UnregisteredSupplies } from "../schema.ts";

/**
 * Counts the supplies of a period, or of the quarter around a month, that belong to a scheme without a registration.
 * Supplies that rightly belong in no return are not counted.
 */
export async function loadUnregistered(
  account: string,
  period: Period,
  registrations: readonly Registration[],
  load = loadSums,
): Promise<UnregisteredSupplies[]> {
  const quarter = quarterOn(period.firstDay);
  const open = SCHEMES.flatMap((scheme) =>
    (scheme.period_kind === "month" ? monthsOf(quarter) : [quarter])
      .filter((one) => inForce(registrations, scheme.id, one.firstDay, one.lastDay).length === 0)
      .map((one) => ({ scheme, one })),
  );
  const counted = await Promise.all(
    open.map(async ({ scheme, one }) => ({
      scheme_type: scheme.id,
      period_key: one.key as UnregisteredSupplies["period_key"],
      event_count: countOf(await load(account, returnPartition(scheme, one.key))),
    })),
  );
  return counted.filter(({ event_count }) => event_count > 0);
}

/** Counts the supplies without a registration of the running quarter and the one before. */
export async function loadRecentUnregistered(
  account: string,
  registrations: readonly Registration[],
  today: IsoDate,
): Promise<UnregisteredSupplies[]> {
  const running = quarterOn(today);
  const counted = await Promise.all(
    [periodBefore(running), running].map((one) => loadUnregistered(account, one, registrations)),
  );
  return counted.flat();
}

const countOf = (sums: readonly RunningSum[]): number =>
  jsonInteger(
    sums
      .filter(({ key }) => mayBeDeclared(key))
      .reduce((count, { amounts }) => count + (amounts["event_count"] ?? 0n), 0n),
  );

function mayBeDeclared(key: string): boolean {
  const parsed = parseReturnKey(key);
  if (parsed.family === "excluded") return parsed.status === "open";
  return parsed.family !== "check";
}

/** Counts the supplies without a registration of other schemes, in the period of a return. */
export async function loadUnregisteredBeside(
  account: string,
  {
    scheme,
    period,
    registrations,
  }: Pick<ComputedReturn["input"], "scheme" | "period" | "registrations">,
  load = loadSums,
): Promise<UnregisteredSupplies[]> {
  const found = await loadUnregistered(account, period, registrations, load);
  return found.filter(({ scheme_type }) => scheme_type !== scheme.id);
}

/** Adds the supplies of schemes without a registration to a return that would otherwise be a nil return. */
export async function withUnregistered<One extends ComputedReturn>(
  account: string,
  drawn: One,
  registrations: readonly Registration[],
): Promise<One> {
  if (drawn.total_source_event_count > 0) return drawn;
  const input = { ...drawn.input, registrations };
  return { ...drawn, unregistered: await loadUnregisteredBeside(account, input) };
}
