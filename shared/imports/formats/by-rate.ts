import {
  type Correction,
  event,
  excluded,
  type ImportedEvent,
  type Original,
  type RowOutcome,
  unresolved,
} from "./outcome.ts";

/** The events of a correction, complete but for the sale they correct. */
export type UnlinkedEvents = { readonly events: readonly ImportedEvent[] };

/** Links each event of a correction to the part of its sale that had the same rate. */
export function linkedByRate(
  { draft, details }: Correction<UnlinkedEvents>,
  original: Original | undefined,
): RowOutcome {
  if (!original) return unresolved("original_not_found", { details });
  if ("left_out" in original) return excluded("original_left_out");
  const linked = draft.events.map((one) => {
    const same = original.parts.find(({ vat_rate_bps }) => vat_rate_bps === one.vat_rate_bps);
    return same && { ...one, original_event_id: same.event_id };
  });
  const complete = linked.filter((one) => one !== undefined);
  return complete.length === linked.length
    ? event(complete)
    : unresolved("original_not_found", { details });
}
