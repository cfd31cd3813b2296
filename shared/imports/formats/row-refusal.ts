import { type RowFault, type RowOutcome, rejected } from "./outcome.ts";
import type { RowFaultReason } from "./reasons.ts";

/** Thrown while a row is read: the row is rejected for this, and the file goes on. */
export class RowRefusal extends Error {
  readonly fault: RowFault;

  constructor(reason: RowFaultReason, column: string, message: string) {
    super(message);
    this.name = "RowRefusal";
    this.fault = { reason, column, message };
  }
}

/** What `read` answers, or the rejection of the row that it refuses. */
export function orRejected<T>(read: () => T): T | RowOutcome {
  try {
    return read();
  } catch (error) {
    if (error instanceof RowRefusal) return rejected(error.fault);
    throw error;
  }
}
