import { dayOf } from "../../../shared/core/calendar/dates.ts";
import { useLoad } from "../loading/use-load.ts";
import { useOverview } from "../overview/overview-context.ts";
import { Choice, type Option } from "../parts/choice.tsx";
import { Field } from "../parts/field.tsx";
import { periodsOf } from "../period/period-choice.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { useKnownSources } from "./known-sources.ts";
import { loadCounts, type ReviewCounts } from "./load-counts.ts";
import { KINDS, type Kind, type ReviewQuery } from "./load-review.ts";

type ReviewFilterProps = {
  readonly query: ReviewQuery;
  readonly onChange: (query: ReviewQuery) => void;
  /** True once the list is there, which the counts would slow down. */
  readonly isListed: boolean;
};

const GROUPS = ["waiting", "blocking", "warnings"] as const;

/** Displays the choice of what to review, with the number of events, and of a quarter. */
export function ReviewFilter({ query, onChange, isListed }: ReviewFilterProps) {
  const { say, format } = useReader();
  const counts = useCounts(isListed);
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
          options={periodsOf("union-oss", dayOf(new Date())).map(({ key }) => [
            key,
            format.period(key),
          ])}
          onChoose={(period) => onChange({ ...query, period })}
        />
      </Field>
      <SourceChoice query={query} onChange={onChange} />
    </div>
  );
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

/** Returns the counts once they are there; the page does not wait for them. */
function useCounts(isListed: boolean): ReviewCounts | undefined {
  const { client, account } = useSession();
  const overview = useOverview();
  const facts = isListed && overview.state === "ready" ? overview.value : undefined;
  const counts = useLoad(`review counts ${account} ${facts?.overview.as_of}`, async (signal) =>
    facts ? loadCounts(client, facts, signal) : undefined,
  );
  return counts.state === "ready" ? counts.value : undefined;
}
