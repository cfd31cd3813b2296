import { dayOf, periodsBack, plusDays } from "../../../shared/core/calendar/dates.ts";
import { Choice, type Option } from "../parts/choice.tsx";
import { Field } from "../parts/field.tsx";
import { useReader } from "../session/console-context.ts";
import type { BoardView } from "./board-view.ts";

export type BoardFiltersProps = {
  readonly view: BoardView;
  readonly onView: (view: BoardView) => void;
};

/** Numbers of days within which returns of the board are due. */
const WITHIN = [10, 30, 100] as const;

const STATES = ["open", "locked", "filed", "running", "filed_elsewhere"] as const;

/** Numbers of recent periods to choose from. */
const QUARTERS = 6;
const MONTHS = 4;
/** Number of days with at least six quarters. */
const LONGEST_DAYS = 552;

type FiltersProps = BoardFiltersProps & { readonly intermediaries: readonly string[] };

/** Narrows the board by due day, period, state, mark of preparation and intermediary, and groups it. */
export function BoardFilters({ view, onView, intermediaries }: FiltersProps) {
  const set = (name: keyof BoardView, value: string) => {
    const { [name]: _, ...others } = view;
    const chosen = name === "days" ? Number(value) : value;
    onView(value === "" ? others : { ...others, [name]: chosen });
  };
  return useFilters(intermediaries).map(({ name, label, none, choices }) => (
    <Field key={name} label={label} width="narrow">
      <Choice
        value={String(view[name] ?? "")}
        none={none}
        options={choices}
        onChoose={(chosen = "") => set(name, chosen)}
      />
    </Field>
  ));
}

type Filter = {
  readonly name: keyof BoardView;
  readonly label: string;
  /** The text of no choice. */
  readonly none: string;
  readonly choices: readonly Option<string>[];
};

function useFilters(intermediaries: readonly string[]): readonly Filter[] {
  const { say, format } = useReader();
  const days = WITHIN.map((days) => [String(days), say.many("board.within", days)] as const);
  const periods = recentPeriods().map((key) => [key, format.period(key)] as const);
  const states = STATES.map((state) => [state, say(`state.${state}`)] as const);
  const prepared = (["true", "false"] as const).map(
    (choice) => [choice, say(`board.prepared.${choice}`)] as const,
  );
  const known = intermediaries.map((one) => [one, one] as const);
  const groups = [
    ["client", say("clients.name")],
    ["period", say("period.label")],
    ...(known.length > 0 ? [["intermediary", say("board.intermediary")] as const] : []),
  ] as const;
  return [
    ["days", "board.due", "board.always", days] as const,
    ["period_key", "period.label", "board.allPeriods", periods] as const,
    ["state", "due.state", "board.allStates", states] as const,
    ["prepared", "board.prepared.true", "board.both", prepared] as const,
    ["intermediary", "board.intermediary", "board.allIntermediaries", known] as const,
    ["group", "board.group", "board.noGroup", groups] as const,
  ]
    .filter(([name]) => name !== "intermediary" || known.length > 0)
    .map(([name, label, none, choices]) => ({ name, label: say(label), none: say(none), choices }));
}

/** Returns the keys of recent quarters and months, the running ones included. */
function recentPeriods(): string[] {
  const today = dayOf(new Date());
  const recent = (["quarter", "month"] as const).flatMap((kind) => {
    const count = kind === "quarter" ? QUARTERS : MONTHS;
    return periodsBack(kind, today, plusDays(today, -LONGEST_DAYS)).slice(0, count);
  });
  return recent.map(({ key }) => key);
}
