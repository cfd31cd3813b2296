import { dayOf, periodsBack, plusDays } from "../../../shared/core/calendar/dates.ts";
import { Choice, type Option } from "../parts/choice.tsx";
import { Field } from "../parts/field.tsx";
import { useReader } from "../session/console-context.ts";
import type { BoardFilter } from "./bulk-request.ts";

type BoardFiltersProps = {
  readonly filter: BoardFilter;
  readonly onFilter: (filter: BoardFilter) => void;
};

/** Numbers of days within which returns of the board are due. */
const WITHIN = [10, 30, 100] as const;

const STATES = ["open", "locked", "filed", "running", "filed_elsewhere"] as const;

/** Numbers of recent periods to choose from. */
const QUARTERS = 6;
const MONTHS = 4;
/** Number of days with at least six quarters. */
const LONGEST_DAYS = 552;

/** Narrows the board: by due day, period, state, and mark of preparation. */
export function BoardFilters({ filter, onFilter }: BoardFiltersProps) {
  const { say, format } = useReader();
  const set = (name: keyof BoardFilter) => (value: string) => {
    const { [name]: _, ...others } = filter;
    const chosen = name === "days" ? Number(value) : value;
    onFilter(value === "" ? others : { ...others, [name]: chosen });
  };
  return (
    <div class="row">
      <Select
        label={say("board.due")}
        value={filter.days}
        choices={WITHIN.map((days) => [String(days), say.many("board.within", days)])}
        onChoose={set("days")}
      />
      <Select
        label={say("period.label")}
        value={filter.period_key}
        choices={recentPeriods().map((key) => [key, format.period(key)])}
        onChoose={set("period_key")}
      />
      <Select
        label={say("due.state")}
        value={filter.state}
        choices={STATES.map((state) => [state, say(`state.${state}`)])}
        onChoose={set("state")}
      />
      <Select
        label={say("board.prepared.true")}
        value={filter.prepared}
        choices={(["true", "false"] as const).map((choice) => [
          choice,
          say(`board.prepared.${choice}`),
        ])}
        onChoose={set("prepared")}
      />
    </div>
  );
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

type SelectProps = {
  readonly label: string;
  readonly value: string | number | undefined;
  readonly choices: readonly Option<string>[];
  readonly onChoose: (value: string) => void;
};

function Select({ label, value, choices, onChoose }: SelectProps) {
  const { say } = useReader();
  return (
    <Field label={label} width="narrow">
      <Choice
        value={String(value ?? "")}
        none={say("board.always")}
        options={choices}
        onChoose={(chosen = "") => onChoose(chosen)}
      />
    </Field>
  );
}
