import { readAs } from "../../core/errors/field-errors.ts";
import { NewEvent } from "../../ledger/events/schema.ts";
import type { RowFault } from "./outcome.ts";
import type { RowFaultReason } from "./reasons.ts";

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
  if (message === "unknown field") return "unknown_field";
  if (message === "required") return "missing_value";
  if (field === "supply_date") return "bad_date";
  if (field === "currency") return "unknown_currency";
  if (field.endsWith("_country")) return "not_a_member_state";
  if (message.startsWith("must not be negative")) return "negative_amount";
  if (field.endsWith("_minor")) return "not_a_number";
  return "invalid_value";
}
