import type { Boundaries } from "../../vat/schemes/registration-segments.ts";
import type { ClassificationChange, LedgerEvent } from "../../vat/schemes/supply-event.ts";
import type { Entry } from "../sums/sum.ts";
import type { CallerOverrides } from "./classification.ts";
import type { ConsignmentSum } from "./consignments.ts";
import type { RefundedTotal } from "./refunded-total.ts";

/** A committed event with what the store needs to change it safely. */
export type EventRecord = LedgerEvent & {
  /** Hash of what the caller sent: a replay with the same one is a duplicate. */
  readonly fingerprint: string;
  /** The request that committed it, so that a writer recognises its own work after a lost answer. */
  readonly commit_id: string;
  /** Rises with every change of the event; not with new links to it. */
  readonly version: number;
  readonly committed_at: string;
  /** When the free text that no law asks for was taken out. */
  readonly erased_at?: string | undefined;
  readonly classification_history: readonly ClassificationChange[];
  /** Set while more linked events wait to be moved than fit into one transaction. */
  readonly settling?: true | undefined;
  /** What the caller has decided; the ledger decides the rest, and again when its ground changes. */
  readonly stated?: CallerOverrides | undefined;
  /** What it has added to sums. Whoever takes it out again takes out this. */
  readonly entries: readonly Entry[];
  /** The rules that the entries were made by. */
  readonly rules_version: number;
};

/**
 * What is at an event's key: nothing, the stub of an event that others refer to but that has not
 * arrived (links only), or the event. `links` counts the non-sales that refer to it, `taken_back` is
 * what they take back of it.
 */
export type EventState = {
  readonly event?: EventRecord | undefined;
  readonly links: number;
  readonly taken_back?: RefundedTotal | undefined;
  /** What was there until its import was undone; whatever comes next takes its place. */
  readonly undone?: EventRecord | undefined;
};

/** What an event stands beside: the slot of its original, and its consignment. */
export type RelatedStates = {
  readonly original?: EventState | undefined;
  readonly consignment?: ConsignmentSum | undefined;
};

export const NO_EVENT: EventState = { links: 0 };

/** What a plan may look at: slots and links that were loaded, and what was planned on top of them. */
export type LedgerView = {
  readonly state: (eventId: string) => EventState;
  /** Ids of non-sales that refer to an event, as many as were loaded. */
  readonly linked: (eventId: string) => readonly string[];
  /** What is known of the consignment with this id. */
  readonly consignment: (id: string) => ConsignmentSum;
  /** Where the account's registrations begin and end. */
  readonly boundaries: Boundaries;
};
