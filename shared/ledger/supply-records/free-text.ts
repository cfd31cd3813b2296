import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { treatmentOf } from "../../vat/schemes/supply-event.ts";
import type { EventRecord } from "../events/event-record.ts";
import { FREE_TEXT_FIELDS, type FreeTextField } from "../events/field-uses.ts";
import { submissionsOf } from "../events/submission.ts";
import { requestedOf } from "./supply-record.ts";

/** Replaces an erased note. The decision, its author and its time are kept. */
export const ERASED_NOTE = "[erased]";

/** Number of pieces of free text in events. */
export type TextCounts = Readonly<Record<"descriptions" | "metadata" | "notes", number>>;

export const NO_TEXT: TextCounts = { descriptions: 0, metadata: 0, notes: 0 };

export const addedText = (one: TextCounts, other: TextCounts): TextCounts => ({
  descriptions: one.descriptions + other.descriptions,
  metadata: one.metadata + other.metadata,
  notes: one.notes + other.notes,
});

/**
 * Returns the event without the free text that no law requires. For a supply in a scheme, Art. 63c CIR 282/2011
 * requires a description, unless a tax class says what was supplied, and some metadata. Amounts, links and everything
 * in a return stay unchanged.
 * @returns the same record if there is nothing to erase
 */
export function withoutFreeText(
  record: EventRecord,
  at: Date,
  fingerprintOf: (value: unknown) => string,
): EventRecord {
  const { lost } = textIn(record);
  if (lost.descriptions + lost.metadata + lost.notes === 0) return record;
  const left: EventRecord = {
    ...record,
    ...retainedText(record),
    classification_history: record.classification_history.map((step) => ({
      ...step,
      note: ERASED_NOTE,
    })),
    erased_at: at.toISOString(),
    version: record.version + 1,
  };
  // The former fingerprint would confirm a guess of the erased text.
  return { ...left, fingerprint: fingerprintOf(submissionsOf(left)[0]) };
}

/** Counts the free text of an event that no law requires, and the free text that must be kept. */
export function textIn(record: EventRecord): {
  readonly lost: TextCounts;
  readonly kept: TextCounts;
} {
  const all = piecesOf(record);
  const retained = piecesOf(retainedText(record));
  const { classification_history } = record;
  const notes = classification_history.filter(({ note }) => note !== ERASED_NOTE).length;
  return {
    lost: {
      descriptions: all.descriptions - retained.descriptions,
      metadata: all.metadata - retained.metadata,
      notes,
    },
    kept: { ...retained, notes: 0 },
  };
}

type FreeText = Pick<EventRecord, FreeTextField>;

/** Counts each pair of metadata separately, and every other text as a description. */
const piecesOf = (text: FreeText) => ({
  descriptions: FREE_TEXT_FIELDS.filter(
    (field) => field !== "metadata" && text[field] !== undefined,
  ).length,
  metadata: Object.keys(text.metadata ?? {}).length,
});

/** Selects the part of a free text that Art. 63c CIR 282/2011 requires; undefined if it requires none of it. */
const REQUIRED_TEXT: {
  readonly [Field in FreeTextField]: (record: EventRecord) => EventRecord[Field];
} = {
  description: (record) => (needsDescription(record) ? record.description : undefined),
  metadata: (record) => {
    const pairs = requiredMetadata(record);
    return Object.keys(pairs).length > 0 ? pairs : undefined;
  },
};

const retainedText = (record: EventRecord): FreeText =>
  Object.fromEntries(FREE_TEXT_FIELDS.map((field) => [field, REQUIRED_TEXT[field](record)]));

const isInScheme = (record: EventRecord): boolean =>
  SCHEMES.some(({ id }) => id === treatmentOf(record));

/**
 * True if a description is required: the type of the services, or a description of the goods (points 1(b) and 2(b)).
 */
const needsDescription = (record: EventRecord): boolean =>
  isInScheme(record) && record.tax_class_id === undefined;

/** Returns the metadata that provides a point of the article. */
function requiredMetadata(record: EventRecord): Readonly<Record<string, string>> {
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

/** Data of a closed account that is kept, and the law that requires it. */
export type Remainder = {
  readonly what: string;
  /** Number of items; null if they are not counted. */
  readonly count: number | null;
  readonly why: string;
  readonly law: string;
};

const TEN_YEARS =
  "Art. 369(2), 369k(2), 369x(2) VAT Directive: ten years from the end of the year of the supply";

type RetainedCounts = {
  readonly events: number;
  readonly locks: number;
  readonly text: TextCounts;
};

/** The data that stays, with the function that counts it in what an erasure found. */
const RETAINED: readonly (Omit<Remainder, "count"> & {
  readonly count: ((found: RetainedCounts) => number) | null;
})[] = [
  {
    what: "supplies: id, day, kind, places, currency, amounts, rate, what they correct, treatment",
    count: ({ events }) => events,
    why: "what a Member State of consumption checks returns against",
    law: `${TEN_YEARS}; Art. 63c(1)(a), (c) to (g), (2)(a), (c) to (g) CIR 282/2011`,
  },
  {
    what: "descriptions of supplies in a scheme that no tax class describes",
    count: ({ text }) => text.descriptions,
    why: "the type of the services, or the description of the goods",
    law: "Art. 63c(1)(b), (2)(b) CIR 282/2011",
  },
  {
    what: "metadata of supplies in a scheme: quantity, payments, invoice, delivery address, proof of return, order",
    count: ({ text }) => text.metadata,
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
    count: ({ locks }) => locks,
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

/**
 * Lists the data that is kept after the free text of an account is erased. Art. 17(3)(b) GDPR allows it: the law
 * requires this processing. Data that no law requires is erased.
 */
export const erasureReport = (found: RetainedCounts): Remainder[] =>
  RETAINED.map(({ what, count, why, law }) => ({ what, count: count?.(found) ?? null, why, law }));
