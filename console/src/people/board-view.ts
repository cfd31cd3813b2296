import type { BoardRow } from "../../../client/src/eu-vat-client.ts";
import { dayOf, plusDays } from "../../../shared/core/calendar/dates.ts";

type BoardFilter = {
  /** Number of days within which a return is due. */
  readonly days?: number;
  readonly period_key?: string;
  readonly state?: BoardRow["state"];
  readonly prepared?: "true" | "false";
};

/** Filters and grouping of the board; the reader may save them under a name. */
export type BoardView = BoardFilter & {
  readonly standing?: Standing;
  /** The key of an intermediary: its returns alone are the list of what it owes. */
  readonly intermediary?: string;
  readonly group?: "client" | "period" | "intermediary";
};

/** Returns the query of a view. Standing and intermediary are not in it, because the page offers all of them. */
export const boardQuery = ({
  days,
  standing: _,
  intermediary: __,
  group: ___,
  ...filter
}: BoardView) => ({
  ...filter,
  ...(days === undefined ? {} : { due_before: plusDays(dayOf(new Date()), days + 1) }),
});

export const STANDINGS = [
  "review_required",
  "ready",
  "nil_return",
  "running",
  "locked",
  "filed",
] as const;
/** The next task of a return. */
export type Standing = (typeof STANDINGS)[number];

/** Returns the standing of a return; an old open one, which is not computed, is to be checked. */
export function standingOf({
  state,
  filing_status,
}: Pick<BoardRow, "state" | "filing_status">): Standing {
  if (state === "open") return filing_status ?? "review_required";
  return state === "filed_elsewhere" ? "filed" : state;
}

/** True if a view may leave returns out; a grouped one shows all. */
export const isNarrowed = ({ group: _, ...filters }: BoardView): boolean =>
  Object.keys(filters).length > 0;

type Represented = Pick<
  BoardRow,
  "intermediary_name" | "intermediary_number_masked" | "member_state_identification"
>;

/** Returns the name and the number of the intermediary of a return, which tell it from others; "" without one. */
export const intermediaryOf = ({
  intermediary_name,
  intermediary_number_masked,
  member_state_identification: state,
}: Represented): string => {
  const known = [intermediary_name, intermediary_number_masked].flatMap((part) => part ?? []);
  return known.length > 0 ? [...known, state].join(" · ") : "";
};

/** Returns the intermediaries of rows by name. */
export const intermediariesIn = (rows: readonly BoardRow[]): string[] =>
  [...new Set(rows.map(intermediaryOf))].filter(Boolean).sort();

/** Returns the number of rows of each standing that there is, and of the chosen one, which may have become empty. */
export function countsOf(
  rows: readonly BoardRow[],
  chosen?: Standing,
): readonly (readonly [Standing, number])[] {
  const byStanding = Map.groupBy(rows, standingOf);
  return STANDINGS.flatMap((standing) => {
    const count = byStanding.get(standing)?.length ?? 0;
    return count > 0 || standing === chosen ? [[standing, count] as const] : [];
  });
}

/**
 * Returns the rows of a view by due day, those of one day by client. The clients are put in order first: comparing texts by
 * the rules of a language is slow, and a client has many rows.
 */
export function rowsInOrder(
  rows: readonly BoardRow[],
  { standing, intermediary }: Pick<BoardView, "standing" | "intermediary">,
  locale: string,
): BoardRow[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const clients = [...new Map(rows.map((row) => [row.account, row])).values()].sort(
    (one, other) =>
      compare(one.client_name, other.client_name) || compare(one.account, other.account),
  );
  const places = new Map(clients.map(({ account }, place) => [account, place]));
  const placeOf = ({ account }: BoardRow) => places.get(account) ?? 0;
  return rows
    .filter((row) => standing === undefined || standingOf(row) === standing)
    .filter((row) => intermediary === undefined || intermediaryOf(row) === intermediary)
    .sort(
      (one, other) =>
        // Days as text are in order.
        Number(one.filing_due_date > other.filing_due_date) -
          Number(one.filing_due_date < other.filing_due_date) || placeOf(one) - placeOf(other),
    );
}

/** A view that the reader has kept under a name. */
type KeptView = { readonly name: string; readonly view: BoardView };

const storeOf = (organisation: string): string => `eu-vat-board ${organisation}`;

/** Reads the views that are kept in this browser; none if another program wrote there. */
export function keptViews(organisation: string): readonly KeptView[] {
  try {
    return JSON.parse(localStorage.getItem(storeOf(organisation)) ?? "[]") as KeptView[];
  } catch {
    return [];
  }
}

/** Keeps a view under its name, in the place of one of the same name. */
export const keepView = (organisation: string, kept: KeptView): readonly KeptView[] =>
  stored(organisation, [...others(organisation, kept.name), kept]);

export const forgetView = (organisation: string, name: string): readonly KeptView[] =>
  stored(organisation, others(organisation, name));

const others = (organisation: string, name: string): KeptView[] =>
  keptViews(organisation).filter((kept) => kept.name !== name);

function stored(organisation: string, views: readonly KeptView[]): readonly KeptView[] {
  localStorage.setItem(storeOf(organisation), JSON.stringify(views));
  return views;
}
