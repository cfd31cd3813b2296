import { periodNamed } from "../../../shared/core/calendar/dates.ts";
import { Card } from "../parts/card.tsx";
import { Notice } from "../parts/notice.tsx";
import { useReader } from "../session/console-context.ts";
import { LockStatus } from "./lock-standing.tsx";
import type { PartProps } from "./part-props.ts";

type ReturnStatusProps = Pick<PartProps, "facts" | "identity">;

/** Displays the totals of the return and the due day: as locked or filed, with the changes since. */
export function ReturnStatus(props: ReturnStatusProps) {
  const { say } = useReader();
  const { lock, opening, isRecounting } = props.facts;
  const state = lock?.status ?? (opening ? "filed_elsewhere" : "open");
  return (
    <Card title={say(`standing.title.${state}`)}>
      <Figures {...props} />
      {isRecounting && <Notice level="info">{say.code("rule.recount_pending")}</Notice>}
      {lock && <LockStatus lock={lock} identity={props.identity} />}
    </Card>
  );
}

/** The figures that have an amount in the totals of a return. */
const AMOUNTS = [
  ["standing.payable", "payable_vat_minor"],
  ["standing.taxable", "taxable_minor"],
  ["standing.current", "current_vat_minor"],
  ["corrections.title", "correction_vat_minor"],
] as const;

function Figures({ facts, identity }: ReturnStatusProps) {
  const { say, format } = useReader();
  const { shown, lock, opening } = facts;
  const totals = opening?.totals ?? shown.totals;
  const currency = opening?.currency ?? shown.return_currency;
  const change = lock?.changed_since_lock;
  const due = periodNamed(identity.period)?.filingDueDate;
  const sinceAmount = (minor = 0) =>
    minor === 0 ? undefined : format.change(minor, shown.return_currency);
  const eventChange = change?.source_event_count_difference ?? 0;
  return (
    <dl class="figures">
      {AMOUNTS.map(([name, amount]) => (
        <Figure key={name} name={say(name)} since={sinceAmount(change?.totals[amount])}>
          {format.amount(totals[amount], currency)}
        </Figure>
      ))}
      <Figure name={say("due.day")}>{due ? format.day(due) : ""}</Figure>
      <Figure name={say("registrations.state")}>
        {format.country(shown.member_state_identification)}
      </Figure>
      <Figure
        name={say("standing.events")}
        since={eventChange === 0 ? undefined : format.countChange(eventChange)}
      >
        {say("standing.eventCounts", {
          included: format.count(shown.included_source_event_count),
          total: format.count(shown.total_source_event_count),
        })}
      </Figure>
    </dl>
  );
}

type FigureProps = {
  readonly name: string;
  readonly children: string;
  /** The change since the lock, if there is one. */
  readonly since?: string | undefined;
};

function Figure({ name, children, since }: FigureProps) {
  const { say } = useReader();
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {since && <dd class="since">{say("standing.since", { amount: since })}</dd>}
    </div>
  );
}
