import { parseReturnKey, returnBook, type TallyLine } from "../../ledger/sums/sum-key.ts";
import { exclusionOfSum, isOfOtherRegistration, type ReturnRules } from "../compute/assign-sums.ts";
import { rowKeyOf } from "../compute/rows.ts";

/** Which figure of a return: its row, its correction, its warning; what is left out stays open. */
export type Figure = {
  readonly section?: string | undefined;
  readonly country?: string | undefined;
  readonly rate_bps?: number | undefined;
  readonly supply_kind?: string | undefined;
  readonly from_member_state?: string | undefined;
  readonly rate_category?: string | undefined;
  readonly original_period?: string | undefined;
  readonly warning?: string | undefined;
};

/** Where an event is counted: in which book, and under which key of it. */
type Counted = { readonly counted_in: string; readonly counted_as: string };

/** What an event is among, in the words of figures. */
type Placed = { readonly [Field in keyof Figure]?: string | number | null };

/** Whether an event is behind a figure of the return that `rules` make, sorted as its sums are. */
export function isBehind(event: Counted, figure: Figure, rules: ReturnRules): boolean {
  const placed = placedIn(event, rules);
  return (
    placed !== undefined &&
    Object.entries(figure).every(
      ([field, asked]) => asked === undefined || placed[field as keyof Figure] === asked,
    )
  );
}

/** Undefined where the return does not look at the event: it is of another one. */
function placedIn({ counted_in, counted_as }: Counted, rules: ReturnRules): Placed | undefined {
  const { scheme, period, coverage } = rules;
  if (counted_in !== returnBook(scheme, period.key) || coverage.status !== "covered") {
    return undefined;
  }
  const key = parseReturnKey(counted_as);
  if (key.family === "check" || isOfOtherRegistration(key.segment, rules)) return undefined;
  const warning = exclusionOfSum(key, rules);
  if (warning) return { warning };
  if (key.family === "line") return placedLine(key, rules, coverage.registration);
  if (key.family !== "correction") return undefined;
  return { country: key.consumption_country, original_period: key.original_period };
}

function placedLine(
  line: TallyLine,
  { scheme }: ReturnRules,
  { member_state_identification }: { readonly member_state_identification: string },
): Placed {
  const row = rowKeyOf(line, { scheme, member_state_identification });
  return {
    section: row.section,
    country: row.member_state_of_consumption,
    rate_bps: row.vat_rate_bps,
    supply_kind: row.supply_kind,
    from_member_state: row.from_member_state,
    rate_category: row.rate_category,
  };
}
