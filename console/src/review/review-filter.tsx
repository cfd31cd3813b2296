import { dayOf } from "../../../shared/core/calendar/dates.ts";
import { Choice, type Option } from "../parts/choice.tsx";
import { Field } from "../parts/field.tsx";
import { periodsOf } from "../period/period-choice.ts";
import { useReader } from "../session/console-context.ts";
import { useKnownSources } from "./known-sources.ts";
import type { ReviewCounts } from "./load-counts.ts";
import { KINDS, type Kind, type ReviewQuery } from "./load-review.ts";

type ReviewFilterProps = {
  readonly query: ReviewQuery;
  readonly onChange: (query: ReviewQuery) => void;
  readonly counts: ReviewCounts | undefined;
};

const GROUPS = ["waiting", "blocking", "warnings"] as const;

/** Displays the choice of what to review, with the number of events, and of a quarter. */
export function ReviewFilter({ query, onChange, counts }: ReviewFilterProps) {
  const { say, format } = useReader();
  const labelOf = (kind: Kind): string => {
    const name = kind === "needs_review" ? say("review.group.waiting") : say.code(kind);
    const count = counts?.get(kind);
    return count ? `${name} (${format.count(count)})` : name;
  };
  return (
    <div class="row">
      <Field label={say("next.look")}>
        <Choice
          value={query.kind}
          groups={GROUPS.map((group) => [
            say(`review.group.${group}`),
            KINDS[group].map((kind): Option<Kind> => [kind, labelOf(kind)]),
          ])}
          onChoose={(kind = query.kind) => onChange({ ...query, kind })}
        />
      </Field>
      <Field label={say("period.label")} width="narrow">
        <Choice
          value={query.period ?? ""}
          none={say("review.allPeriods")}
          options={periodsWith(query.period).map((key) => [key, format.period(key)])}
          onChoose={(period) => onChange({ ...query, period })}
        />
      </Field>
      <SourceChoice query={query} onChange={onChange} />
    </div>
  );
}

/** Returns the quarters that can be chosen, and the month that a link has named. */
function periodsWith(named: string | undefined): readonly string[] {
  const quarters: string[] = periodsOf("union-oss", dayOf(new Date())).map(({ key }) => key);
  return named && !quarters.includes(named) ? [named, ...quarters] : quarters;
}

/** Displays the choice of a shop, where the account has several. */
function SourceChoice({ query, onChange }: Pick<ReviewFilterProps, "query" | "onChange">) {
  const { say } = useReader();
  const sources = useKnownSources();
  if (sources.length < 2) return null;
  return (
    <Field label={say("imports.source")} width="narrow">
      <Choice
        value={query.source ?? ""}
        none={say("review.allSources")}
        options={sources.map(({ source, name }) => [source, name])}
        onChoose={(source) => onChange({ ...query, source })}
      />
    </Field>
  );
}
