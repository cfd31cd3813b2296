import * as z from "zod";
import { dayOf } from "../../core/calendar/dates.ts";
import { IsoDate } from "../../core/calendar/schema.ts";
import { amount, type Cell, count, day, label, note } from "../../core/files/csv.ts";
import type { Sheet, SheetColumn } from "../../core/files/xlsx.ts";
import type { Language } from "../../core/language.ts";
import { dayInWords, periodInWords } from "../../notifications/texts.ts";
import { stateWords } from "../../vat/reference-data/state-words.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { StoredBridge } from "../bridge/schema.ts";
import type { Covered } from "../compute/compute.ts";
import type { ComparedLock } from "../locks/compare-lock.ts";
import { currentFiling, type LockedPeriod } from "../locks/locked-period.ts";
import type { PeriodState } from "../locks/state.ts";
import { type DocumentContext, stateOfFile } from "./artifacts.ts";
import { type PaperWord, type Say, sayIn, shortWord } from "./words.ts";

const Instant = z.iso.datetime();

const author = {
  by: z.string().describe("Id of the API key or person"),
  name: z.string().nullable().describe("Name of the person, as the issuer said it; null for a key"),
};

/** The persons and days that stand behind a return. */
const SignOff = z
  .strictObject({
    prepared: z
      .array(z.strictObject({ ...author, at: Instant.nullable() }))
      .describe(
        "Marks on exactly these figures; `at` is null where only the lock names the author",
      ),
    locked: z
      .strictObject({ ...author, at: Instant })
      .nullable()
      .describe("The approver who reviewed and locked the return; null before"),
    filed: z
      .strictObject({
        ...author,
        at: Instant.describe("Time when the filing was recorded, UTC"),
        on: IsoDate.describe("The day the return was submitted"),
        reference: z.string().nullable().describe("The reference of the tax authority"),
      })
      .nullable()
      .describe("The record of the filing; null before"),
  })
  .meta({ id: "ReturnSignOff" });
type SignOff = z.output<typeof SignOff>;

/** The client and the persons that the papers of a return name. */
export const PaperFacts = z.strictObject({
  client: z
    .strictObject({
      display_name: z
        .string()
        .nullable()
        .describe("Name of the account, else of the client in its organisation; null without one"),
      identification_number_masked: z
        .string()
        .nullable()
        .describe("Number of the registration, masked; null if none was entered"),
      intermediary_name: z
        .string()
        .nullable()
        .describe("Name of the intermediary; null without one"),
    })
    .meta({ id: "PaperClient" })
    .describe("The business whose return it is"),
  sign_off: SignOff.describe("Persons who prepared, locked and filed the return, with the days"),
});
export type PaperFacts = z.output<typeof PaperFacts>;

/** The context of a paper: of its file, who it names, and its language. */
export type PaperContext = DocumentContext & {
  readonly facts: PaperFacts;
  readonly language: Language;
  /** The way from the files of shops to the return; absent in papers without it. */
  readonly bridge?: StoredBridge | undefined;
};

/** Builds the client block of a working paper. */
export const clientOnPaper = (
  { display_name }: { readonly display_name?: string | undefined },
  registration: Registration,
): PaperFacts["client"] => ({
  display_name: display_name ?? null,
  identification_number_masked: registration.vat_registration_number_masked ?? null,
  intermediary_name: registration.ioss_intermediary_name ?? null,
});

type Marks = readonly { readonly person: string; readonly prepared_at: string }[];

/** Returns who stands behind a return, with the names of those who are persons. */
export function signOffOf(
  marks: Marks,
  lock:
    | Pick<LockedPeriod, "locked_at" | "locked_by" | "prepared_by" | "filed" | "filing_corrections">
    | undefined,
  names: ReadonlyMap<string, { readonly name?: string | undefined }> = new Map(),
): SignOff {
  const named = (by: string) => ({ by, name: names.get(by)?.name ?? null });
  const prepared = marks.map((mark) => ({ ...named(mark.person), at: mark.prepared_at }));
  const only = lock?.prepared_by;
  const filed = lock && currentFiling(lock);
  return {
    prepared: prepared.length === 0 && only ? [{ ...named(only), at: null }] : prepared,
    locked: lock ? { ...named(lock.locked_by), at: lock.locked_at } : null,
    filed: filed
      ? {
          ...named(filed.recorded_by),
          at: filed.recorded_at,
          on: filed.filed_at,
          reference: filed.filing_reference ?? null,
        }
      : null,
  };
}

const stateOfPaper = ({ locked, filed }: SignOff): PeriodState => {
  if (filed) return "filed";
  return locked ? "locked" : "open";
};

/** A return with everything that its paper says, in the language of the paper. */
export type Paper = {
  readonly computed: Covered;
  readonly context: PaperContext;
  readonly say: Say;
  /** The short word of a code. */
  readonly word: (code: string | null) => string | null;
};

export const paperOf = (computed: Covered, context: PaperContext): Paper => ({
  computed,
  context,
  say: sayIn(context.language),
  word: (code) => code && shortWord(code, context.language),
});

export const column = ({ say }: Paper, word: PaperWord, width: number): SheetColumn => ({
  head: say(word),
  width,
});

/** Returns a column of amounts; the currency is in its header, so that the cells are plain numbers. */
const moneyColumn = ({ say, computed }: Paper, word: PaperWord): SheetColumn => ({
  head: `${say(word)} (${computed.report.return_currency})`,
  width: 22,
});

export const yesOrNo = ({ say }: Paper, is: boolean): Cell => label(say(is ? "yes" : "no"));

/** A column of figures: amounts in the return's currency, or counts. */
type FigureColumn = readonly [word: PaperWord, kind: "amount" | "count"];

/** A line of a table: the cells that place it, its figures, and cells after them. */
export type FigureLine = {
  readonly place: readonly Cell[];
  readonly figures: readonly number[];
  readonly rest?: readonly Cell[];
};

type FigureTable = {
  readonly name: PaperWord;
  readonly place: readonly SheetColumn[];
  readonly figures: readonly FigureColumn[];
  readonly rest?: readonly SheetColumn[];
  readonly lines: readonly FigureLine[];
  /** Lines below the sums. */
  readonly below?: readonly FigureLine[];
};

/** Builds a table of figures with the sum of each column below. */
export function figureSheet(
  paper: Paper,
  { name, place, figures, rest = [], lines, below = [] }: FigureTable,
): Sheet {
  const { return_currency } = paper.computed.report;
  const cellsOf = (line: FigureLine): Cell[] => [
    ...place.map((_, n) => line.place[n] ?? label(null)),
    ...figures.map(([, kind], n) => {
      const figure = line.figures[n] ?? 0;
      return kind === "count" ? count(figure) : amount(figure, return_currency);
    }),
    ...rest.map((_, n) => line.rest?.[n] ?? label(null)),
  ];
  const sums = figures.map((_, n) => lines.reduce((sum, line) => sum + (line.figures[n] ?? 0), 0));
  return {
    name: paper.say(name),
    columns: [
      ...place,
      ...figures.map(([word, kind]) =>
        kind === "count" ? column(paper, word, 12) : moneyColumn(paper, word),
      ),
      ...rest,
    ],
    lines: lines.map(cellsOf),
    totals: [{ place: [label(paper.say("total"))], figures: sums }, ...below].map(cellsOf),
    isFiltered: true,
  };
}

/** Returns a period as the heading of the paper has it. */
export const periodIn = ({ context }: Paper, key: string | null | undefined): string | null =>
  key ? periodInWords(key, context.language) : null;

/** Returns an instant as text: 20 October 2025, 09:00 UTC. */
const instantInWords = ({ context }: Paper, instant: string): string =>
  `${dayInWords(dayOf(new Date(instant)), context.language)}, ${instant.slice(11, 16)} UTC`;

type SignedAuthor = { readonly by: string; readonly name: string | null };

/** Returns the name of a person, or the id of a person or an API key. */
const authorInWords = ({ say }: Paper, { by, name }: SignedAuthor): string =>
  name ?? (by.startsWith("pe_") ? by : `${say("key")} ${by}`);

/** Returns the three parts of the page header: the client, the return, and its status. */
export function pageHeader(paper: Paper): readonly [string, string, string] {
  const { computed, context } = paper;
  const { client, sign_off } = context.facts;
  const { scheme, period, registration } = computed;
  const name = client.display_name ?? registration.member_state_identification;
  const number = client.identification_number_masked;
  return [
    number ? `${name} (${number})` : name,
    `${scheme.titles[context.language]}, ${periodInWords(period.key, context.language)}`,
    statusInWords(paper, sign_off),
  ];
}

/** Returns the status of a return with its day: locked on, or filed on. */
function statusInWords({ context, word }: Paper, sign_off: SignOff): string {
  const state = String(word(stateOfPaper(sign_off)));
  const { filed, locked } = sign_off;
  const on = filed?.on ?? (locked && dayOf(new Date(locked.at)));
  return on ? `${state}, ${dayInWords(on, context.language)}` : state;
}

/** A line of the summary: what it is, and its value. */
export type Fact = readonly [word: PaperWord, cell: Cell];

/** Returns a Member State by code and name. */
export const stateIn = ({ context }: Pick<Paper, "context">, code: string): string =>
  `${code} ${stateWords(context.language)(code)}`;

function identity(paper: Paper): Fact[] {
  const { computed, context } = paper;
  const { report, period, registration, scheme } = computed;
  const { client } = context.facts;
  return [
    ["client", label(client.display_name)],
    ["number", label(client.identification_number_masked)],
    ...(client.intermediary_name
      ? [["intermediary", label(client.intermediary_name)] as const]
      : []),
    ["scheme", label(scheme.titles[context.language])],
    ["period", label(periodInWords(period.key, context.language))],
    ["first_day", day(period.firstDay)],
    ["last_day", day(period.lastDay)],
    ["due", day(period.filingDueDate)],
    ["identification", label(stateIn(paper, report.member_state_identification))],
    ["registration", count(registration.id)],
    ["return_currency", label(report.return_currency)],
  ];
}

/** Returns who prepared, reviewed, locked and filed the return. */
function signOff(paper: Paper): Fact[] {
  const { say, context } = paper;
  const { sign_off } = context.facts;
  const { prepared, locked, filed } = sign_off;
  const signed = (signature: { by: string; name: string | null; at: string | null }) =>
    [authorInWords(paper, signature), signature.at && instantInWords(paper, signature.at)]
      .filter(Boolean)
      .join(", ");
  const approver = label(locked ? signed(locked) : say("not_yet"));
  return [
    ["status", label(statusInWords(paper, sign_off))],
    ["prepared", note(prepared.map(signed).join("; ") || say("nobody"))],
    ["reviewed", approver],
    ["locked", approver],
    ["filed", filed ? day(filed.on) : label(say("not_yet"))],
    ...(filed
      ? ([
          ["filed_by", label(signed(filed))],
          ["reference", label(filed.reference)],
        ] as const)
      : []),
  ];
}

/** Returns the filing state, and what has changed since the lock. */
function filingStateFacts(paper: Paper): Fact[] {
  const { computed, context, say, word } = paper;
  const state = stateOfFile(computed, context);
  const { shown } = context;
  return [
    [shown ? "filing_state_at_lock" : "filing_state", label(word(state.filing_status))],
    // The sentence with the counts exists in English alone; a German reader finds the counts below.
    ...(context.language === "en"
      ? ([["explanation", note(state.filing_status_detail)]] as const)
      : []),
    ["nil", yesOrNo(paper, state.nil_return_eligible)],
    ["recount", yesOrNo(paper, context.recount_pending !== null)],
    ...(shown
      ? ([
          [
            "changed",
            shown.changes ? yesOrNo(paper, shown.changes.changed) : label(say("unknown")),
          ],
          ["declared_in", label(declaredInWords(paper, shown))],
        ] as const)
      : []),
  ];
}

function declaredInWords({ say, context }: Paper, { declared_in }: ComparedLock): string {
  if (!declared_in) return say("nothing_to_declare");
  const periods = declared_in.map((key) => periodInWords(key, context.language));
  return periods.join(", ") || say("no_return");
}

/** Returns the client, the return, who stands behind it, and its filing state. */
export const summaryFacts = (paper: Paper): Fact[] => [
  ...identity(paper),
  ...signOff(paper),
  ["made_at", label(instantInWords(paper, paper.context.generated_at))],
  ...filingStateFacts(paper),
];
