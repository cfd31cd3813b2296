import { dayOf } from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { type Declared, type FindDeclared, NOT_DECLARED } from "../../ledger/events/declared-in.ts";
import type { EventRecord } from "../../ledger/events/event-record.ts";
import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import { namedPeriodOf, returnPartition } from "../../ledger/sums/sum.ts";
import { schemeOf, taxPeriodOf } from "../../vat/schemes/schemes.ts";
import type { Declarers } from "../openings/store-openings.ts";
import { declaredOf, placeOfEvent } from "./declaring-return.ts";
import type { PeriodMarkers } from "./locked-period.ts";
import { loadMarkers } from "./store-locks.ts";

const NO_MARKERS: PeriodMarkers = new Map();

/** Largest number of periods of a scheme whose markers are read by themselves, not with all of the scheme. */
const FEW_PERIODS = 2;

/**
 * Finds the returns that declare events. A running period cannot be locked, so its events need no read. Those of a
 * period that has ended need its markers, and those of the whole scheme only if it is declared.
 */
export const findDeclared: FindDeclared = (ledger, registrations, now) =>
  findKnowing(ledger, { registrations }, now);

function findKnowing(
  ledger: LedgerId,
  { registrations, declaring }: Declarers,
  now: Date,
): ReturnType<FindDeclared> {
  const today = dayOf(now);
  const loading = new Map<string, Promise<PeriodMarkers>>();
  const load = (partitions: string): Promise<PeriodMarkers> => {
    const markers = loading.get(partitions) ?? loadMarkers(ledger, partitions);
    loading.set(partitions, markers);
    // A failure belongs to the caller that waits for these markers.
    markers.catch(() => undefined);
    return markers;
  };
  const markersOf = async (event: EventRecord): Promise<PeriodMarkers> => {
    const place = placeOfEvent(event);
    if (!place || declaring?.has(place.scheme.id) === false) return NO_MARKERS;
    const { scheme, period, key } = place;
    // What names its period depends on an opening of that one.
    if (namedPeriodOf(key) !== undefined) return load(scheme.partitionPrefix);
    if (period.lastDay >= today) return NO_MARKERS;
    if (declaring) return load(scheme.partitionPrefix);
    const partition = returnPartition(scheme, period.key);
    const markers = await load(`${partition}|`);
    const { locks = [], openings = [] } = markers.get(partition) ?? {};
    return locks.length + openings.length === 0 ? markers : load(scheme.partitionPrefix);
  };
  return {
    expect: (events) => {
      const ended = events.filter((event) => taxPeriodOf(event).lastDay < today);
      for (const [scheme, own] of Map.groupBy(ended, schemeOf)) {
        const names = own.map((event) => `${returnPartition(scheme, taxPeriodOf(event).key)}|`);
        const partitions = [...new Set(names)];
        const isMany = partitions.length > FEW_PERIODS;
        const loaded = (isMany ? [scheme.partitionPrefix] : partitions).map(load);
        if (isMany)
          for (const one of partitions) loading.set(one, loaded[0] as (typeof loaded)[number]);
      }
    },
    of: async (event) =>
      declaredOf(event, { registrations, markers: await markersOf(event), today }),
  };
}

/** Loads where some events are declared, under the current registrations unless some are given. */
export async function loadDeclared(
  ledger: LedgerId,
  events: readonly EventRecord[],
  now: Date,
  known?: Declarers,
): Promise<(event: EventRecord) => Declared> {
  const finder = findKnowing(
    ledger,
    known ?? { registrations: (await loadRegistrations(ledger)).items },
    now,
  );
  if (!known?.declaring) finder.expect(events);
  const found = await Promise.all(
    events.map(async (event) => [event.event_id, await finder.of(event)] as const),
  );
  const declared = new Map(found);
  return ({ event_id }) => declared.get(event_id) ?? NOT_DECLARED;
}
