import { dayOf } from "../../core/calendar/iso-date.ts";
import { amount, type Cell, count, label } from "../../core/files/cells.ts";
import type { Sheet, SheetColumn } from "../../core/files/xlsx.ts";
import { dayInWords, periodInWords } from "../../notifications/texts.ts";
import type { Covered } from "../compute/compute.ts";
import { shortWord } from "./code-words.ts";
import { type PaperMaking, type SignOff, stateOfPaper } from "./paper-facts.ts";
import { type PaperWord, type Say, sayIn } from "./paper-words.ts";

/** A return with everything that its paper says, in the language of the paper. */
export type Paper = {
  readonly drawn: Covered;
  readonly making: PaperMaking;
  readonly say: Say;
  /** The short word of a code. */
  readonly word: (code: string | null) => string | null;
};

export const paperOf = (drawn: Covered, making: PaperMaking): Paper => ({
  drawn,
  making,
  say: sayIn(making.language),
  word: (code) => code && shortWord(code, making.language),
});

/** Returns a column with a head of the paper's words. */
export const column = ({ say }: Paper, word: PaperWord, width: number): SheetColumn => ({
  head: say(word),
  width,
});

/** Returns a column of amounts; the currency is in its header, so that the cells are plain numbers. */
const moneyColumn = ({ say, drawn }: Paper, word: PaperWord): SheetColumn => ({
  head: `${say(word)} (${drawn.report.return_currency})`,
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
  const { return_currency } = paper.drawn.report;
  const cellsOf = (line: FigureLine): Cell[] => [
    ...place.map((_, n) => line.place[n] ?? label(null)),
    ...figures.map(([, kind], n) => {
      const figure = line.figures[n] ?? 0;
      return kind === "count" ? count(figure) : amount(figure, return_currency);
    }),
    ...rest.map((_, n) => line.rest?.[n] ?? label(null)),
  ];
  const sums = figures.map((_, n) => lines.reduce((sum, one) => sum + (one.figures[n] ?? 0), 0));
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

/** Returns an instant as text: 20 October 2025, 09:00 UTC. */
export const instantInWords = ({ making }: Paper, instant: string): string =>
  `${dayInWords(dayOf(new Date(instant)), making.language)}, ${instant.slice(11, 16)} UTC`;

type Author = { readonly by: string; readonly name: string | null };

/** Returns the name of a person, or the id of a person or an API key. */
export const authorInWords = ({ say }: Paper, { by, name }: Author): string =>
  name ?? (by.startsWith("pe_") ? by : `${say("key")} ${by}`);

/** Returns the three parts of the page header: the client, the return, and its status. */
export function pageHeader(paper: Paper): readonly [string, string, string] {
  const { drawn, making } = paper;
  const { client, sign_off } = making.facts;
  const { scheme, period, registration } = drawn;
  const name = client.display_name ?? registration.member_state_identification;
  const number = client.identification_number_masked;
  return [
    number ? `${name} (${number})` : name,
    `${scheme.titles[making.language]}, ${periodInWords(period.key, making.language)}`,
    statusInWords(paper, sign_off),
  ];
}

/** Returns the status of a return with its day: locked on, or filed on. */
export function statusInWords({ making, word }: Paper, sign_off: SignOff): string {
  const state = String(word(stateOfPaper(sign_off)));
  const { filed, locked } = sign_off;
  const on = filed?.on ?? (locked && dayOf(new Date(locked.at)));
  return on ? `${state}, ${dayInWords(on, making.language)}` : state;
}
