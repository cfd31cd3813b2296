import type { ConsignmentSum } from "../events/consignments.ts";
import type { EventRecord } from "../events/event-record.ts";
import type { TakenBack } from "../events/refunded-total.ts";
import type { Entry } from "../sums/sum.ts";

/** One step of a plan. All steps of a plan go into one transaction, or none. */
export type Step =
  | {
      readonly do: "write";
      readonly record: EventRecord;
      /** The plan holds only while no further event comes to refer to this one. */
      readonly pinned?: true;
    }
  | { readonly do: "link"; readonly original_id: string; readonly event_id: string }
  /** What all non-sales of the original take back of it changes. */
  | { readonly do: "take"; readonly original_id: string; readonly taken: TakenBack }
  /** A consignment becomes this; where it is this already, the plan holds only while it stays so. */
  | { readonly do: "consign"; readonly id: string; readonly sum: ConsignmentSum }
  | { readonly do: "count"; readonly entries: readonly Entry[]; readonly sign: 1 | -1 };

/** DynamoDB takes at most this many actions in one transaction. */
export const ACTIONS_PER_WRITE = 100;

/** The items of the table that a step touches. */
export function itemsOf(step: Step): string[] {
  if (step.do === "write") return [`event ${step.record.event_id}`];
  if (step.do === "take") return [`event ${step.original_id}`];
  if (step.do === "consign") return [`consignment ${step.id}`];
  if (step.do === "link") {
    return [`event ${step.original_id}`, `link ${step.original_id} ${step.event_id}`];
  }
  return step.entries.flatMap(({ book, key }) => [`tally ${book} ${key}`, `mark ${book}`]);
}

/** Whether one transaction takes all of these. */
export const fitOneWrite = (steps: readonly Step[]): boolean =>
  new Set(steps.flatMap(itemsOf)).size <= ACTIONS_PER_WRITE;
