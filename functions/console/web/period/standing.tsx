import { periodNamed } from "../../../../shared/core/calendar/period.ts";
import { Badge } from "../parts/badge.tsx";
import { Card } from "../parts/card.tsx";
import type { Level } from "../parts/level.ts";
import { Notice } from "../parts/notice.tsx";
import { useReader } from "../session/console-context.ts";
import type { Lock } from "./load-period.ts";
import type { PartProps } from "./period-page.tsx";

const LEVELS: Readonly<Record<string, Level>> = {
  ready: "good",
  nil_return: "info",
  nil_return_candidate: "info",
  review_required: "warn",
};

/** Displays the status of the return, the amount due, and the due day. */
export function Standing({ facts: { drawn, lock, readiness }, which }: PartProps) {
  const { say, format } = useReader();
  const { totals, return_currency: currency } = drawn;
  const due = periodNamed(which.period)?.filingDueDate;
  const figures: [string, string][] = [
    [say("standing.payable"), format.amount(totals.payable_vat_minor, currency)],
    [say("standing.taxable"), format.amount(totals.taxable_minor, currency)],
    [say("standing.current"), format.amount(totals.current_vat_minor, currency)],
    [say("standing.corrections"), format.amount(totals.correction_vat_minor, currency)],
    [say("standing.due"), due ? format.day(due) : ""],
    [say("standing.filedIn"), format.country(drawn.member_state_identification)],
    [say("standing.events"), eventsOf(drawn, say, format)],
  ];
  return (
    <Card
      title={say("standing.title")}
      aside={
        <span class="badges">
          <Badge level={lock ? "good" : "info"}>{say(`state.${lock?.status ?? "open"}`)}</Badge>
          {readiness && !lock && (
            <Badge level={LEVELS[readiness.status] ?? "info"}>{say.code(readiness.status)}</Badge>
          )}
        </span>
      }
    >
      <dl class="figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {drawn.recount_pending && <Notice level="info">{say("attention.recount")}</Notice>}
      {lock && <LockStanding lock={lock} />}
    </Card>
  );
}

function eventsOf(
  drawn: PartProps["facts"]["drawn"],
  say: ReturnType<typeof useReader>["say"],
  format: ReturnType<typeof useReader>["format"],
): string {
  return say("standing.eventCounts", {
    included: format.count(drawn.included_source_event_count),
    total: format.count(drawn.total_source_event_count),
  });
}

/** Displays the instants of lock and filing, and the changes of the period since. */
function LockStanding({ lock }: { readonly lock: Lock }) {
  const { say, format } = useReader();
  const { filed, changed_since_lock: change } = lock;
  const vat = change?.totals.payable_vat_minor ?? 0;
  return (
    <>
      <p>
        {say("standing.lockedWith", {
          instant: format.instant(lock.locked_at),
          amount: format.amount(lock.totals.payable_vat_minor, lock.return_currency),
        })}
      </p>
      {filed && (
        <p>
          {say("standing.filed", { day: format.day(filed.filed_at) })}{" "}
          <bdi class="mark">{filed.filing_reference}</bdi>
        </p>
      )}
      {change?.changed && (
        <Notice level="warn">
          {say("standing.changed", { amount: format.amount(vat, lock.return_currency) })}
        </Notice>
      )}
    </>
  );
}
