import {
  type Correction,
  event,
  excluded,
  type ImportedEvent,
  type Original,
  type RowOutcome,
  unresolved,
} from "./outcome.ts";

/** The events of a correction, complete except for the sale that they correct. */
export type UnlinkedEvents = {
  readonly events: readonly ImportedEvent[];
  /** True if the sale was taxed at home. A former version left such sales out. */
  readonly isOfHome?: boolean;
};

/** Links each event of a correction to the part of its sale with the same rate. */
export function linkedByRate(
  { draft, details }: Correction<UnlinkedEvents>,
  original: Original | undefined,
): RowOutcome {
  if (!original && !draft.isOfHome) return unresolved("original_not_found", { details });
  if (!original || "left_out" in original) return excluded("original_left_out");
  const linked = draft.events.map((event) => {
    const same = original.parts.find(({ vat_rate_bps }) => vat_rate_bps === event.vat_rate_bps);
    return same && { ...event, original_event_id: same.event_id };
  });
  const complete = linked.filter((part) => part !== undefined);
  return complete.length === linked.length
    ? event(complete)
    : unresolved("original_not_found", { details });
}
