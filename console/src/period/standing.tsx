import type { ComponentChildren } from "preact";
import { periodNamed } from "../../../shared/core/calendar/dates.ts";
import { Card } from "../parts/card.tsx";
import { Notice } from "../parts/notice.tsx";
import { useReader } from "../session/console-context.ts";
import { type Asked, notSetOff } from "./figure-parts.ts";
import { LockStatus } from "./lock-standing.tsx";
import type { PartProps } from "./part-props.ts";
import { ReturnFigure, useFigure } from "./return-figure.tsx";

type ReturnStatusProps = Pick<PartProps, "facts" | "identity" | "onOpen">;

/** Displays the totals of the return and the due day: as locked or filed, with the changes since. */
export function ReturnStatus(props: ReturnStatusProps) {
  const { say } = useReader();
  const { lock, opening, isRecounting, assumption } = props.facts;
  const later = assumption?.later_correction_count ?? 0;
  const state = lock?.status ?? (opening ? "filed_elsewhere" : "open");
  return (
    <Card title={say(`standing.title.${state}`)}>
      <Figures {...props} />
      {isRecounting && <Notice level="info">{say.code("rule.recount_pending")}</Notice>}
      {assumption && (
        <Notice level="warn">
          {say("standing.assumed")} {later > 0 && say.many("standing.assumedLater", later)}
        </Notice>
      )}
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

/** Displays the totals of the return, each with its change since the lock. */
function Totals({ facts, identity, onOpen }: ReturnStatusProps) {
  const reader = useReader();
  const { say, format } = reader;
  const { shown, lock, opening } = facts;
  const totals = opening?.totals ?? shown.totals;
  const currency = opening?.currency ?? shown.return_currency;
  const change = lock?.changed_since_lock?.totals;
  const open = useFigure({ facts, identity, onOpen });
  const opened = (title: string, text: string, asked: Asked) => {
    const note = asked.of.length === 3 ? notSetOff(reader, shown) : undefined;
    return open(text, title, opening ? undefined : asked, note);
  };
  const since = (name: string, minor: number, asked: Asked) =>
    minor !== 0 &&
    opened(say("standing.sinceOf", { name }), format.change(minor, shown.return_currency), {
      ...asked,
      isSince: true,
    });
  return (
    <>
      {AMOUNTS.map(([name, amount, of, measure]) => (
        <Figure
          key={name}
          name={say(name)}
          since={since(say(name), change?.[amount] ?? 0, { of, measure })}
        >
          {opened(say(name), format.amount(totals[amount], currency), { of, measure })}
        </Figure>
      ))}
    </>
  );
}

function Figures({ facts, identity, onOpen }: ReturnStatusProps) {
  const { say, format } = useReader();
  const { shown, lock } = facts;
  const eventChange = lock?.changed_since_lock?.source_event_count_difference ?? 0;
  const due = periodNamed(identity.period)?.filingDueDate;
  return (
    <dl class="figures">
      <Totals facts={facts} identity={identity} onOpen={onOpen} />
      <Figure name={say("due.day")}>{due ? format.day(due) : ""}</Figure>
      <Figure name={say("registrations.state")}>
        {format.country(shown.member_state_identification)}
      </Figure>
      <Figure
        name={say("standing.events")}
        since={
          eventChange !== 0 && (
            <ReturnFigure
              onOpen={onOpen}
              title={say("standing.sinceOf", { name: say("standing.events") })}
              parts={[
                {
                  sourceEvents: { identity, query: {} },
                  shown: { measure: "count", value: eventChange, isSince: true },
                },
              ]}
            >
              {format.countChange(eventChange)}
            </ReturnFigure>
          )
        }
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
      parts={total === 0 ? [] : [{ sourceEvents: { identity, query: {} }, shown: value }]}
    >
      {say("standing.eventCounts", {
        included: format.count(included),
        total: format.count(total),
      })}
    </ReturnFigure>
  );
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
