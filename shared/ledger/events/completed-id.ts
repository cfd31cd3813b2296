/** Maximum length of the id of an event. */
const LONGEST = 100;
const COMPLETED = "-completed";

/**
 * Returns the id of the complete event that replaces one with a missing fact. It follows from the id of the other, so
 * that a second attempt is a duplicate and edits of the sale find it.
 */
export const completedId = <Id extends string>(event_id: Id): Id =>
  `${event_id.slice(0, LONGEST - COMPLETED.length)}${COMPLETED}` as Id;
