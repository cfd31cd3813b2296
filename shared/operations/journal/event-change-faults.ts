import * as z from "zod";
import { canonicalText } from "../../core/canonical-text.ts";
import { isReplacement, isUndo, replacementFaults, undoFaults } from "./undone.ts";

/** What of an event the journal looks into. */
const Event = z.object({
  event_type: z.string().optional(),
  committed_at: z.string().optional(),
  classification_status: z.string().optional(),
  classification_history: z
    .array(
      z.looseObject({
        at: z.string(),
        from: z.string(),
        to: z.string(),
        note: z.string().optional(),
      }),
    )
    .default([]),
  version: z.number().optional(),
});
type Event = z.output<typeof Event>;

/** What goes with the free text of an event when that is erased (Art. 17 GDPR), which happens once. */
export const ERASED: readonly string[] = ["description", "erased_at", "fingerprint", "metadata"];

/** Whether the free text of an event was erased by a change. */
export const isErasure = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): boolean => before["erased_at"] === undefined && after["erased_at"] !== undefined;

/** What a write may change beside an event without making it a new version of itself. */
const BESIDE = new Set(["links", "taken_back", "schema_version", "settling"]);

/**
 * What a change of an event shows that the service does not do: audit trails only get longer, by a step that was taken then.
 * @param at the second in which the table saw the change
 */
export function eventChangeFaults(
  before: Readonly<Record<string, unknown>> | undefined,
  after: Readonly<Record<string, unknown>>,
  at: string,
): string[] {
  const now = Event.parse(after);
  const old = before && Event.parse(before);
  if (now.event_type === undefined) return [];
  if (!before || old?.event_type === undefined) return arrivalFaults(now, at);
  if (isReplacement(before, after)) {
    return [...arrivalFaults(now, at), ...replacementFaults(before, after)];
  }
  const erased = isErasure(before, after);
  return [
    ...(isUndo(before, after) ? undoFaults(before, after) : []),
    ...historyFaults(old, now, { at, erased }),
    ...versionFaults(before, after),
  ];
}

function arrivalFaults({ committed_at, classification_history }: Event, at: string): string[] {
  return [
    ...(isOf(committed_at, at) ? [] : [`the event arrived then, and says ${committed_at}`]),
    ...(classification_history.length > 0 ? ["the event arrived with a history"] : []),
  ];
}

type Circumstances = { readonly at: string; readonly erased: boolean };

function historyFaults(old: Event, now: Event, { at, erased }: Circumstances): string[] {
  const [past, present] = [old.classification_history, now.classification_history];
  const kept = present.slice(0, past.length);
  const told = (steps: Event["classification_history"]) =>
    canonicalText(erased ? steps.map(({ note, ...step }) => step) : steps);
  if (told(kept) !== told(past)) {
    return ["classification_history was changed in what it had said"];
  }
  const [step, ...more] = present.slice(past.length);
  if (more.length > 0) return ["classification_history grew by more than a step"];
  const isMoved = old.classification_status !== now.classification_status;
  if (!step) {
    return isMoved && past.length > 0 ? ["the decision of a person was undone by nobody"] : [];
  }
  return [
    ...(isOf(step.at, at) ? [] : [`the step was taken then, and says ${step.at}`]),
    ...(step.from === old.classification_status && step.to === now.classification_status
      ? []
      : ["the step is not from what was to what is"]),
  ];
}

function versionFaults(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const altered = [...names].filter(
    (name) =>
      name !== "version" &&
      !BESIDE.has(name) &&
      canonicalText(before[name] ?? null) !== canonicalText(after[name] ?? null),
  );
  return altered.length > 0 && before["version"] === after["version"]
    ? [`${altered.join(", ")} changed without a new version of the event`]
    : [];
}

/** A request takes seconds; the rest is for clocks that go wrong. */
const APART_MS = 3_600_000;

const isOf = (said: string | undefined, at: string): boolean =>
  said !== undefined && Math.abs(Date.parse(said) - Date.parse(at)) <= APART_MS;
