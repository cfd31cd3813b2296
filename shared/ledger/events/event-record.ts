import type { EventId } from "../../core/ids.ts";
import type { Boundaries } from "../../vat/schemes/registration-segments.ts";
import type { ClassificationChange, LedgerEvent } from "../../vat/schemes/supply-event.ts";
import type { Entry } from "../sums/sum.ts";
import type { CallerOverrides } from "./classification.ts";
import type { ConsignmentSum } from "./consignments.ts";
import type { RefundedTotal } from "./links.ts";

/** A committed event with the fields that the store needs to change it safely. */
export type EventRecord = LedgerEvent & {
  /** Hash of the submitted event: a replay with the same hash is a duplicate. */
  readonly fingerprint: string;
  /** The request that committed the event, so that a writer recognises its own work after a lost response. */
  readonly commit_id: string;
  /** Incremented with every change of the event, but not with new links to it. */
  readonly version: number;
  readonly committed_at: string;
  /** The time at which free text was erased that no law requires. */
  readonly erased_at?: string | undefined;
  readonly classification_history: readonly ClassificationChange[];
  /** Set while linked events that did not fit into one transaction wait to be moved. */
  readonly propagating?: true | undefined;
  /** Facts stated by the caller. The ledger decides the rest, and again when profile or registrations change. */
  readonly stated?: CallerOverrides | undefined;
  /** The entries that the event has added to sums. A later change removes exactly these entries. */
  readonly entries: readonly Entry[];
  /**
   * The instant at which another event or a recount moved it to another place in a return; absent if only its own commit
   * and reclassifications have placed it. A lock of before does not include it there.
   */
  readonly moved_at?: string | undefined;
  /** The version of the rules that produced the entries. */
  readonly rules_version: number;
};

/**
 * The state at the key of an event: nothing, an event, or the stub of an event that has not arrived but that non-sales
 * refer to. `links` counts the non-sales that refer to the event; `taken_back` is their refunded total.
 */
export type EventState = {
  readonly event?: EventRecord | undefined;
  readonly links: number;
  readonly taken_back?: RefundedTotal | undefined;
  /** The event that was here until its import was undone; a new event replaces it. */
  readonly undone?: EventRecord | undefined;
};

/** The related states of an event: its original and its consignment. */
export type RelatedStates = {
  readonly original?: EventState | undefined;
  readonly consignment?: ConsignmentSum | undefined;
};

export const NO_EVENT: EventState = { links: 0 };

/** The data that a plan may read: entries and links that were loaded, with the planned changes applied. */
export type LedgerView = {
  readonly state: (eventId: EventId) => EventState;
  /** Ids of the loaded non-sales that refer to an event. */
  readonly linked: (eventId: EventId) => readonly EventId[];
  readonly consignment: (id: string) => ConsignmentSum;
  /** The boundaries of the account's registrations. */
  readonly boundaries: Boundaries;
};
