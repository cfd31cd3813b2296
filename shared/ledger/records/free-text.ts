import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { treatmentOf } from "../../vat/schemes/supply-event.ts";
import type { EventRecord } from "../events/event-record.ts";
import { submissionsOf } from "../events/submission.ts";
import { requestedOf } from "./article-63c.ts";

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
  const kept = storedMetadata(record);
  const left: EventRecord = {
    ...rest,
    ...(description !== undefined && needsDescription(record) ? { description } : {}),
    ...(Object.keys(kept).length > 0 ? { metadata: kept } : {}),
    classification_history: classification_history.map((step) => ({ ...step, note: ERASED_NOTE })),
    erased_at: at.toISOString(),
    version: record.version + 1,
  };
  // The former one would tell whether somebody has guessed what was erased.
  return { ...left, fingerprint: fingerprintOf(submissionsOf(left)[0]) };
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
  const kept = Object.keys(storedMetadata(record)).length;
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
function storedMetadata(record: EventRecord): Readonly<Record<string, string>> {
  if (!isInScheme(record)) return {};
  const asked = new Set(
    requestedOf(record).flatMap(({ source }) =>
      [...source.matchAll(/metadata\.(\w+)/g)].map((m) => m[1]),
    ),
  );
  return Object.fromEntries(
    Object.entries(record.metadata ?? {}).filter(([key]) => asked.has(key)),
  );
}

/** Something that stays of a closed account, and the law that wants it so. */
export type Remainder = {
  readonly what: string;
  /** How many there are; null where nobody counts them. */
  readonly count: number | null;
  readonly why: string;
  readonly law: string;
};

const TEN_YEARS =
  "Art. 369(2), 369k(2), 369x(2) VAT Directive: ten years from the end of the year of the supply";

type Counted = { readonly events: number; readonly locks: number; readonly text: TextCounts };

/**
 * What stays after the free text of an account is erased. That it may is Art. 17(3)(b) GDPR: processing that is
 * required by law; what is not required is erased.
 */
export const erasureReport = ({ events, locks, text }: Counted): Remainder[] => [
  {
    what: "supplies: id, day, kind, places, currency, amounts, rate, what they correct, treatment",
    count: events,
    why: "what a Member State of consumption checks returns against",
    law: `${TEN_YEARS}; Art. 63c(1)(a), (c) to (g), (2)(a), (c) to (g) CIR 282/2011`,
  },
  {
    what: "descriptions of supplies in a scheme that no tax class describes",
    count: text.descriptions,
    why: "the type of the services, or the description of the goods",
    law: "Art. 63c(1)(b), (2)(b) CIR 282/2011",
  },
  {
    what: "metadata of supplies in a scheme: quantity, payments, invoice, delivery address, proof of return, order",
    count: text.metadata,
    why: "points that the article asks for, under the names of docs/records.md",
    law: "Art. 63c(1)(b), (h) to (l), (2)(b), (h) to (l) CIR 282/2011",
  },
  {
    what: "evidence of where a customer was",
    count: null,
    why: "what the place of supply was decided by",
    law: "Art. 63c(1)(k) CIR 282/2011; Art. 24f of the same",
  },
  {
    what: "locked returns with their files, and what says that they were filed",
    count: locks,
    why: "the returns as they were declared; nobody can change or delete them before their time",
    law: TEN_YEARS,
  },
  {
    what: "records that were written for an authority",
    count: null,
    why: "files as they were handed over, in a bucket that keeps them; they hold what stood in supplies then",
    law: `Art. 63c(3) CIR 282/2011; ${TEN_YEARS}`,
  },
  {
    what: "registrations, establishments and openings, with masked numbers",
    count: null,
    why: "whose returns they are, and which supplies belong to them",
    law: TEN_YEARS,
  },
  {
    what: "files of imports: exports for 7 days, what was read of them for 400",
    count: null,
    why: "they end by themselves; an operator may delete them before, as docs/operations.md says",
    law: "Art. 5(1)(e) GDPR",
  },
  {
    what: "who decided about supplies and keys: key ids, days, decisions without their notes",
    count: null,
    why: "that records are what they were, or who changed them",
    law: "Art. 5(1)(f), 5(2) GDPR",
  },
  {
    what: "sums, calculations and notifications: amounts, days and places",
    count: null,
    why: "what returns and thresholds are computed from; they name nobody",
    law: TEN_YEARS,
  },
  {
    what: "copies of the table: point-in-time recovery (35 days), backups, the journal where there is one",
    count: null,
    why: "they end by themselves, on the days that the stage is set to",
    law: "Art. 32(1)(c), 17(3)(b) GDPR",
  },
];
