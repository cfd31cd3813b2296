import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { treatmentOf } from "../../vat/schemes/supply-event.ts";
import type { EventRecord } from "../events/event-record.ts";
import { submissionsBehind } from "../events/submission.ts";
import { askedOf } from "./article-63c.ts";

/** In the place of a note: that somebody decided, who and when stays. */
export const ERASED_NOTE = "[erased]";

/** Pieces of free text in events. */
export type TextCounts = Readonly<Record<"descriptions" | "metadata" | "notes", number>>;

export const NO_TEXT: TextCounts = { descriptions: 0, metadata: 0, notes: 0 };

export const addedText = (one: TextCounts, other: TextCounts): TextCounts => ({
  descriptions: one.descriptions + other.descriptions,
  metadata: one.metadata + other.metadata,
  notes: one.notes + other.notes,
});

/**
 * The event without the free text that no law asks for. Of a supply in one of the schemes Art. 63c CIR 282/2011
 * asks for a description, unless a tax class says what it was, and for some pairs of metadata. Everything that is
 * counted, linked or shown in a return stays as it is.
 * @returns the same record when there is nothing to take out
 */
export function withoutFreeText(
  record: EventRecord,
  at: Date,
  fingerprintOf: (value: unknown) => string,
): EventRecord {
  const { lost } = textIn(record);
  if (lost.descriptions + lost.metadata + lost.notes === 0) return record;
  const { description, metadata, classification_history, ...rest } = record;
  const kept = keptMetadata(record);
  const left: EventRecord = {
    ...rest,
    ...(description !== undefined && needsDescription(record) ? { description } : {}),
    ...(Object.keys(kept).length > 0 ? { metadata: kept } : {}),
    classification_history: classification_history.map((step) => ({ ...step, note: ERASED_NOTE })),
    erased_at: at.toISOString(),
    version: record.version + 1,
  };
  // The former one would tell whether somebody has guessed what was erased.
  return { ...left, fingerprint: fingerprintOf(submissionsBehind(left)[0]) };
}

/** How much free text of an event no law asks for, and how much has to stay. */
export function textIn(record: EventRecord): {
  readonly lost: TextCounts;
  readonly kept: TextCounts;
} {
  const { description, metadata = {}, classification_history } = record;
  const descriptions = description === undefined ? 0 : 1;
  const isNeeded = needsDescription(record);
  const pairs = Object.keys(metadata).length;
  const kept = Object.keys(keptMetadata(record)).length;
  const notes = classification_history.filter(({ note }) => note !== ERASED_NOTE).length;
  return {
    lost: { descriptions: isNeeded ? 0 : descriptions, metadata: pairs - kept, notes },
    kept: { descriptions: isNeeded ? descriptions : 0, metadata: kept, notes: 0 },
  };
}

const isInScheme = (record: EventRecord): boolean =>
  SCHEMES.some(({ id }) => id === treatmentOf(record));

/** Points 1(b) and 2(b): the type of the services, or a description of the goods. */
const needsDescription = (record: EventRecord): boolean =>
  isInScheme(record) && record.tax_class_id === undefined;

/** The pairs that a point of the article is taken from, as that point says. */
function keptMetadata(record: EventRecord): Readonly<Record<string, string>> {
  if (!isInScheme(record)) return {};
  const asked = new Set(
    askedOf(record).flatMap(({ source }) =>
      [...source.matchAll(/metadata\.(\w+)/g)].map((m) => m[1]),
    ),
  );
  return Object.fromEntries(
    Object.entries(record.metadata ?? {}).filter(([key]) => asked.has(key)),
  );
}
