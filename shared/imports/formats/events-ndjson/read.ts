import type { IsoDate } from "../../../core/calendar/iso-date.ts";
import { IsoDate as Day } from "../../../core/calendar/schema.ts";
import { scannedFault } from "../../../core/input/duplicate-json-keys.ts";
import type { LineRecord } from "../../files/record.ts";
import {
  event,
  type ImportedEvent,
  orRejected,
  type ReadRow,
  RowError,
  type RowOutcome,
} from "../outcome.ts";
import type { NdjsonSettings } from "./format.ts";

/** Reads a line as a submitted event. Its fields are validated like those of a single event. */
export const readEventLine = (
  { at, text }: LineRecord,
  settings: NdjsonSettings,
): readonly ReadRow[] => [{ at, outcome: orRejected(() => outcomeOf(text, settings)) }];

function outcomeOf(text: string, { source_id }: NdjsonSettings): RowOutcome {
  const value = parsed(text);
  const fault = scannedFault(text);
  if (fault?.is === "doubled") {
    throw new RowError("doubled_key", fault.path, "The key stands twice in the line.");
  }
  if (fault) throw new RowError("invalid_value", fault.path, `The line ${fault.message}.`);
  return event([{ source_id, ...value } as ImportedEvent]);
}

/** Returns the day of supply that a line names, if it is one. */
export const eventLineDay = ({ text }: LineRecord): IsoDate | undefined =>
  Day.safeParse((parsed(text) as Partial<ImportedEvent>).supply_date).data;

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported below.
  }
  throw new RowError("not_json", "", "The line is no JSON object.");
}
