import type { TextCounts } from "./free-text.ts";

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
export const remainsOf = ({ events, locks, text }: Counted): Remainder[] => [
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
