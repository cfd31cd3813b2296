import type { ComponentChildren } from "preact";
import type { LockedReturn } from "../../../client/src/eu-vat-client.ts";
import { periodNamed } from "../../../shared/core/calendar/dates.ts";
import { sourceEventsOfFigure } from "../events/source-events.ts";
import { Card } from "../parts/card.tsx";
import { Notice } from "../parts/notice.tsx";
import { useReader, type Words } from "../session/console-context.ts";
import { type Asked, partsOfFigure } from "./figure-parts.ts";
import { LockStatus } from "./lock-standing.tsx";
import type { PartProps } from "./part-props.ts";
import { sumOf } from "./rate-sums.ts";
import { ReturnFigure } from "./return-figure.tsx";

type ReturnStatusProps = Pick<PartProps, "facts" | "identity" | "onOpen">;

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

/** The figures that have an amount in the totals of a return, and what they add up. */
const AMOUNTS = [
  ["standing.payable", "payable_vat_minor", ["rows", "corrections", "late"], "vat"],
  ["standing.taxable", "taxable_minor", ["rows"], "taxable"],
  ["standing.current", "current_vat_minor", ["rows"], "vat"],
  ["corrections.title", "correction_vat_minor", ["corrections", "late"], "vat"],
] as const;

function Figures({ facts, identity, onOpen }: ReturnStatusProps) {
  const reader = useReader();
  const { say, format } = reader;
  const { shown, lock, opening } = facts;
  const totals = opening?.totals ?? shown.totals;
  const currency = opening?.currency ?? shown.return_currency;
  const change = lock?.changed_since_lock;
  const due = periodNamed(identity.period)?.filingDueDate;
  const opened = (name: string, text: string, asked: Asked) => (
    <ReturnFigure
      onOpen={onOpen}
      title={name}
      note={asked.of.length === 3 ? notSetOff(reader, shown) : undefined}
      parts={opening ? [] : partsOfFigure({ facts, identity }, reader, asked)}
    >
      {text}
    </ReturnFigure>
  );
  const eventChange = change?.source_event_count_difference ?? 0;
  return (
    <dl class="figures">
      {AMOUNTS.map(([name, amount, of, measure]) => {
        const minor = change?.totals[amount] ?? 0;
        const changed = format.change(minor, shown.return_currency);
        return (
          <Figure
            key={name}
            name={say(name)}
            since={
              minor === 0
                ? undefined
                : opened(say("standing.sinceOf", { name: say(name) }), changed, {
                    of,
                    measure,
                    isSince: true,
                  })
            }
          >
            {opened(say(name), format.amount(totals[amount], currency), { of, measure })}
          </Figure>
        );
      })}
      <Figure name={say("due.day")}>{due ? format.day(due) : ""}</Figure>
      <Figure name={say("registrations.state")}>
        {format.country(shown.member_state_identification)}
      </Figure>
      <Figure
        name={say("standing.events")}
        since={eventChange === 0 ? undefined : format.countChange(eventChange)}
      >
        <EventCounts facts={facts} identity={identity} onOpen={onOpen} />
      </Figure>
    </dl>
  );
}

/** Displays how many of the events are in the return; opens them, and those that it leaves out. */
function EventCounts({ facts: { shown }, identity, onOpen }: ReturnStatusProps) {
  const { say, format } = useReader();
  const { included_source_event_count: included, total_source_event_count: total } = shown;
  const value = { measure: "count", value: total } as const;
  return (
    <ReturnFigure
      onOpen={onOpen}
      title={say("standing.events")}
      parts={
        total === 0 ? [] : [{ sourceEvents: sourceEventsOfFigure(identity, {}), shown: value }]
      }
    >
      {say("standing.eventCounts", {
        included: format.count(included),
        total: format.count(total),
      })}
    </ReturnFigure>
  );
}

/** Returns the sentence about balances below zero, which are no part of what is to be paid. */
function notSetOff({ say, format }: Words, { balances, return_currency }: LockedReturn) {
  const minor = sumOf(balances, (row) => Math.min(0, row.payable_vat_minor));
  return minor === 0
    ? undefined
    : say("balances.notSetOff", { amount: format.amount(minor, return_currency) });
}

type FigureProps = {
  readonly name: string;
  readonly children: ComponentChildren;
  /** The change since the lock, if there is one. */
  readonly since?: ComponentChildren;
};

function Figure({ name, children, since }: FigureProps) {
  const { say } = useReader();
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {since && (
        <dd class="since">
          {say("standing.since", { amount: "" })}
          {since}
        </dd>
      )}
    </div>
  );
}
