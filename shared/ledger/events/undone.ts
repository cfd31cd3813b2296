import type { EventRecord } from "./event-record.ts";

/**
 * An event whose import is undone: it belongs nowhere, counts nowhere, and its id is free for another.
 * What was declared of it by a lock stays declared, and becomes a correction of a later return.
 */
export const undoneRecord = (
  record: EventRecord,
  { at, key_id }: { readonly at: string; readonly key_id: string },
): EventRecord => ({
  ...record,
  undone: true,
  treatment: "outside_scope",
  classification_status: "excluded",
  classification_reasons: ["import_undone"],
  classification_history: [
    ...record.classification_history,
    {
      at,
      key_id,
      from: record.classification_status,
      to: "excluded",
      note: "the import was undone",
    },
  ],
});
