/** Tolerance for the time of a change. A request takes seconds; the rest allows for wrong clocks. */
const TOLERANCE_MS = 3_600_000;

/** True if an instant in an item is the time at which the table recorded the change. */
export const isAtTime = (said: string | undefined, at: string): boolean =>
  said !== undefined && Math.abs(Date.parse(said) - Date.parse(at)) <= TOLERANCE_MS;

/** Difference between two changes of one transaction, by the table's clock, which is exact to a second. */
const ONE_TRANSACTION_MS = 2_000;

/** True if two changes may belong to one transaction. */
export const isSameInstant = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) <= ONE_TRANSACTION_MS;
