import { type IsoDate, plusDays } from "../../core/calendar/dates.ts";
import { IsoDate as Day } from "../../core/calendar/schema.ts";
import { readAs, UNKNOWN_FIELD } from "../../core/errors/field-errors.ts";
import { NewEvent } from "../../ledger/events/schema.ts";
import { REMOVED_FIELDS } from "../../vat/schemes/event-fields.ts";
import { jsonValues } from "../files/json-values.ts";
import { tableRows } from "../files/table.ts";
import type { NamedForm } from "../files/table-header.ts";
import { textBytes, textLines } from "../files/text-bytes.ts";
import type { ImportFormat, ImportRecord } from "./import-format.ts";
import {
  excluded,
  type ImportedEvent,
  type ReadRow,
  type RowFault,
  type RowOutcome,
  rejected,
} from "./outcome.ts";
import type { RowFaultReason } from "./reasons.ts";
import { KNOWN_FILES, type KnownFile } from "./recognise.ts";
import { factsOfEvents, withValues } from "./row-facts.ts";
import { SeenIds } from "./seen-ids.ts";

/** Returns the faults that the ledger would find in an event; `columnOf` returns a field's name in the file. */
export function eventFaultsOf(
  given: unknown,
  columnOf: (field: string) => string = (field) => field,
): RowFault[] {
  const read = readAs(NewEvent, given);
  if (read.success) return [];
  return read.faults.map(({ field, message }) => ({
    reason: reasonOf(field, message),
    column: columnOf(field),
    message: `${columnOf(field)}: ${message}`,
  }));
}

function reasonOf(field: string, message: string): RowFaultReason {
  if (message.startsWith(UNKNOWN_FIELD) || Object.hasOwn(REMOVED_FIELDS, field))
    return "unknown_field";
  if (message.startsWith("required")) return "missing_value";
  if (field === "supply_date") return "bad_date";
  if (field === "currency") return "unknown_currency";
  if (field.endsWith("_country")) return "not_a_member_state";
  if (message.startsWith("must not be negative")) return "negative_amount";
  if (field.endsWith("_minor")) return "not_a_number";
  return "invalid_value";
}

type FormatInUse = ReturnType<ImportFormat["withSettings"]>;

/**
 * Reads every row of a file, in the order of the file. Holds one record at a time and about 18 bytes for each id. Rows
 * are validated like events of the ledger; `today` limits future days.
 * @throws FileFault if the file does not fit the format
 */
export async function* readImport(
  bytes: AsyncIterable<Uint8Array>,
  format: FormatInUse,
  today: IsoDate,
): AsyncGenerator<ReadRow, void, undefined> {
  const seen = new SeenIds();
  // One day ahead, because the calendar of the shop may be ahead of UTC.
  const latest = plusDays(today, 1);
  for await (const record of recordsOf(textBytes(bytes), format)) {
    for (const row of format.read(record))
      yield withValues(checked(row, { seen, latest, columnOf: format.columnOf }), record);
  }
}

function recordsOf(
  bytes: AsyncIterable<Uint8Array>,
  { file }: FormatInUse,
): AsyncIterable<ImportRecord> {
  if (file.kind === "lines") return textLines(bytes);
  if (file.kind === "json") return jsonValues(bytes, file.names, file.id);
  return tableRows(bytes, file.form, otherForms(file));
}

/** Returns the tables of all other formats, to name a report that was uploaded by mistake. */
const otherForms = ({ format: own }: KnownFile): NamedForm[] =>
  KNOWN_FILES.flatMap((file) =>
    file.kind === "table" && file.format !== own && file.format !== "events_csv" ? [file] : [],
  );

type Note = ReturnType<SeenIds["note"]>;

type Checking = Pick<FormatInUse, "columnOf"> & {
  readonly seen: SeenIds;
  readonly latest: IsoDate;
};

function checked(row: ReadRow, { seen, latest, columnOf }: Checking): ReadRow {
  const events = eventsOf(row);
  if (events.length === 0) return checkedRefund(row, { seen, columnOf });
  const [fault, ...faults] = distinct(
    events.flatMap((event) => faultsWith(event, latest, columnOf)),
  );
  const day = Day.safeParse(events[0]?.supply_date).data;
  const facts = { ...factsOfEvents(events), ...row.facts };
  if (fault) return { at: row.at, day, facts, outcome: rejected(fault, ...faults) };
  const notes = events.map((event) => seen.note(event.event_id, JSON.stringify(event)));
  if (notes.every((note) => note === "new")) return row;
  return { at: row.at, day, facts, outcome: repeated(notes, columnOf) };
}

/** Returns the outcome of a row whose ids the file had before. */
function repeated(notes: readonly Note[], columnOf: FormatInUse["columnOf"]): RowOutcome {
  if (!notes.includes("other")) return excluded("duplicate");
  const message = "The file has this id twice, with different content.";
  return rejected({ reason: "event_id_used_twice", column: columnOf("event_id"), message });
}

/** Checks that the file did not have a refund before, which has no event until its sale is known. */
function checkedRefund(row: ReadRow, { seen, columnOf }: Omit<Checking, "latest">): ReadRow {
  const { at, day, facts, outcome } = row;
  if (outcome.outcome !== "correction") return row;
  const { id } = outcome.draft as { readonly id?: unknown };
  if (id === undefined) return row;
  const key = `refund ${id} of ${outcome.original_key}`;
  const note = seen.note(key, JSON.stringify(outcome.draft));
  return note === "new" ? row : { at, day, facts, outcome: repeated([note], columnOf) };
}

/** Returns the events of a row, including those of corrections before their sale is known. */
function eventsOf({ outcome }: ReadRow): readonly ImportedEvent[] {
  if (outcome.outcome === "event") return outcome.events;
  if (outcome.outcome !== "correction") return [];
  const { draft } = outcome as { draft: { events?: readonly ImportedEvent[] } };
  return draft.events ?? [];
}

/** Returns the faults without repetitions: one column may be the source of several fields and events. */
const distinct = (faults: readonly RowFault[]): RowFault[] => [
  ...new Map(faults.map((fault) => [`${fault.reason} ${fault.message}`, fault])).values(),
];

const faultsWith = (
  event: ImportedEvent,
  latest: IsoDate,
  columnOf: FormatInUse["columnOf"],
): RowFault[] => {
  const faults = eventFaultsOf(event, columnOf);
  return event.supply_date > latest && faults.length === 0
    ? [
        {
          reason: "future_date" as const,
          column: columnOf("supply_date"),
          message: `${event.supply_date} lies after ${latest}.`,
        },
      ]
    : faults;
};
