import * as z from "zod";
import { CommitResponse, CommittedItem, EVENTS_PER_REQUEST } from "../events/schema.ts";

/** Query parameter `dry_run` of routes that commit. */
export const DryRun = z
  .enum(["true", "false"])
  .optional()
  .describe(
    "`true` writes nothing and answers what the request would be answered without it, with the same status; an `Idempotency-Key` is not used up",
  );

/** Query of POST /v1/supply-events. */
export const CommitQuery = z.strictObject({
  on_error: z
    .enum(["refuse", "skip"])
    .optional()
    .describe(
      "What becomes of the other events when one cannot be committed. `refuse`, as when it is left out: none is. `skip`: they are, and each of `items` says what became of its event; a body that is no list of 1 to 500 is refused all the same",
    ),
  dry_run: DryRun,
});

/** A body whose events are validated separately: one event, or a list of events without other fields. */
const PartialCommit = z
  .looseObject({ events: z.array(z.unknown()).min(1).max(EVENTS_PER_REQUEST).optional() })
  .superRefine(({ events, ...others }, { addIssue }) => {
    if (events === undefined) return;
    for (const name of Object.keys(others)) {
      addIssue({ code: "custom", path: [name], message: "unknown field" });
    }
  });

/** Returns the schema of a body for a partial commit; undefined if the body is validated as a whole. */
export const bodyOfPartialCommit = (query: unknown): z.ZodType | undefined =>
  CommitQuery.safeParse(query).data?.on_error === "skip" ? PartialCommit : undefined;

/**
 * Maximum number of faults per event, if each event is reported separately: ten faults and the number of further
 * faults.
 */
const FAULTS_PER_ITEM = 11;

const ItemFault = z.strictObject({
  field: z.string(),
  event_id: z.string().optional(),
  message: z.string(),
});

const RejectedItem = z
  .strictObject({
    event_id: z.string().nullable(),
    status: z.enum(["conflict", "rejected"]),
    faults: z.array(ItemFault).min(1).max(FAULTS_PER_ITEM),
  })
  .meta({ id: "RefusedSupplyEvent" });
export type RejectedItem = z.output<typeof RejectedItem>;

const Count = z.int().min(0);

/** The result of each event, if events that cannot be committed are skipped. */
export const PartialCommitResult = z
  .strictObject({
    items: z.array(z.union([CommittedItem, RejectedItem])),
    counts: z.strictObject({
      committed: Count,
      duplicate: Count,
      conflict: Count,
      rejected: Count,
    }),
  })
  .meta({ id: "SupplyEventsApart" });
export type PartialCommitResult = z.output<typeof PartialCommitResult>;

/** The response of a commit; a PartialCommitResult with `on_error=skip`. */
export const CommitAnswer = z.union([CommitResponse, PartialCommitResult]);
