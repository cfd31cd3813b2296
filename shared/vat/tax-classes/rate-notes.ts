import { type IsoDate, plusDays } from "../../core/calendar/dates.ts";
import { toIsoCode } from "../reference-data/member-states.ts";
import notes from "../reference-data/rate-notes.json" with { type: "json" };
import { RATES_COMPLETE_FROM } from "../reference-data/vat-rates.ts";
import type { RateWindow } from "./class-rates.ts";

/**
 * State → class → first day of a rate, empty for that of the table → what the class cannot tell of its scope. A table
 * of its own, since few functions need it.
 */
const NOTES: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> =
  notes;

/** Returns what a reader has to know of the scope of a built-in rate, with its source; null where it has no note. */
export function rateNote(classId: string, state: string, rate: RateWindow): string | null {
  const key = rate.applies_to === "electronic" ? `${classId}@electronic` : classId;
  const day = rate.valid_from === RATES_COMPLETE_FROM ? "" : rate.valid_from;
  return rate.accepted ? null : (NOTES[state]?.[key]?.[day] ?? null);
}

/** Returns a rate as the API reports it: Greece as GR, and the end as the first day without the rate. */
export function apiRate(classId: string, state: string, rate: RateWindow) {
  const { rate_bps, valid_from, valid_to, applies_to } = rate;
  return {
    country: toIsoCode(state),
    rate_bps,
    valid_from: midnight(valid_from),
    valid_to: valid_to && midnight(plusDays(valid_to, 1)),
    applies_to,
    rate_note: rateNote(classId, state, rate),
  };
}

/** Formats a calendar day as the first instant of that day in UTC, as the API reports it. */
const midnight = (day: IsoDate): string => `${day}T00:00:00Z`;
