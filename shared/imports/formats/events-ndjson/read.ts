import * as z from "zod";
import type { IsoDate } from "../../../core/calendar/dates.ts";
import { IsoDate as Day } from "../../../core/calendar/schema.ts";
import { scannedFault } from "../../../core/input/duplicate-json-keys.ts";
import type { LineRecord } from "../../files/csv-record.ts";
import { importFormat, type WithRates } from "../import-format.ts";
import {
  event,
  type ImportedEvent,
  orNone,
  orRejected,
  type ReadRow,
  RowError,
  type RowOutcome,
} from "../outcome.ts";
import { EVENTS_NDJSON_FILE } from "../recognise.ts";
import type { RowAmount } from "../row-facts.ts";
import { SourceId } from "../settings.ts";

/** Reads a line as a submitted event. Its fields are validated like those of a single event. */
const readEventLine = ({ at, text }: LineRecord, settings: NdjsonSettings): readonly ReadRow[] => [
  { at, outcome: orRejected(() => outcomeOf(text, settings)) },
];

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
const eventLineDay = ({ text }: LineRecord): IsoDate | undefined =>
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

const eventIn = ({ text }: LineRecord): Partial<ImportedEvent> => orNone(() => parsed(text)) ?? {};

function eventLineOrder(line: LineRecord): unknown {
  const { transaction_id, event_id } = eventIn(line);
  return transaction_id ?? event_id;
}

function eventLineAmount(line: LineRecord): RowAmount {
  const { consumption_country: country, currency, ...amounts } = eventIn(line);
  const sign = ["sale", "adjustment"].includes(String(amounts.event_type)) ? 1 : -1;
  const gross = () =>
    sign * (Number(amounts.taxable_amount_minor) + Number(amounts.vat_amount_minor));
  return { country, currency, gross };
}

const NdjsonSettings = z.strictObject({
  source_id: SourceId.describe("Given to events that name none themselves"),
});

type NdjsonSettings = WithRates<z.output<typeof NdjsonSettings>>;

export const EVENTS_NDJSON = importFormat<LineRecord, NdjsonSettings>({
  isBeta: false,
  file: EVENTS_NDJSON_FILE,
  settings: NdjsonSettings,
  read: readEventLine,
  dayOf: eventLineDay,
  orderOf: eventLineOrder,
  amountOf: eventLineAmount,
});
