import type { Fault } from "./errors.ts";

/*
 * Limits on the size of an error response. Field names come from the caller: without a limit, the response to a request
 * of 6 MB would exceed the maximum response size.
 */
const MOST_FAULTS = 100;
const LONGEST_FIELD = 300;
const LONGEST_MESSAGE = 1_000;
const FAULTS_IN_SUMMARY = 3;

/** Returns the faults as a response lists them: the first hundred, then the number of remaining faults. */
export function renderFaults(
  faults: readonly Fault[],
  { most = MOST_FAULTS, longestField = LONGEST_FIELD } = {},
): Fault[] {
  const told = faults.slice(0, most).map((fault) => ({
    ...fault,
    field: shortened(fault.field, longestField),
    message: renderMessage(fault.message),
  }));
  const more = faults.length - told.length;
  return more > 0 ? [...told, { field: "", message: `and ${more} more` }] : told;
}

export const renderMessage = (message: string): string => shortened(message, LONGEST_MESSAGE);

/** Summarises the faults in one sentence for people. */
export function summaryOf(faults: readonly Fault[]): string {
  const lines = faults.slice(0, FAULTS_IN_SUMMARY).map(({ field, event_id, message }) => {
    const places = [
      ...(field ? [shortened(field, LONGEST_FIELD)] : []),
      ...(event_id === undefined ? [] : [`(${event_id})`]),
    ];
    return places.length > 0 ? `${places.join(" ")}: ${message}` : message;
  });
  const more = faults.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

const shortened = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
