import { useOverview } from "../overview/overview-context.ts";
import { Badge } from "../parts/badge.tsx";
import type { Level } from "../parts/level.ts";
import { useReader } from "../session/console-context.ts";
import { addressOf, slugOf } from "../shell/page.ts";
import { notSetOff, partsOfFigure } from "./figure-parts.ts";
import type { PartProps } from "./part-props.ts";
import { ReturnFigure } from "./return-figure.tsx";

/** Sticky bar: amount due, status, next action. */
export function ReturnBar({ facts, identity, onOpen }: PartProps) {
  const reader = useReader();
  const { say, format } = reader;
  const { shown, lock, opening } = facts;
  const totals = opening?.totals ?? shown.totals;
  const currency = opening?.currency ?? shown.return_currency;
  const since = lock?.changed_since_lock?.totals.payable_vat_minor ?? 0;
  const of = ["rows", "corrections", "late"] as const;
  const figure = (text: string, isSince: boolean) => (
    <ReturnFigure
      onOpen={onOpen}
      title={say("standing.payable")}
      note={notSetOff(reader, shown)}
      parts={
        opening ? [] : partsOfFigure({ facts, identity }, reader, { of, measure: "vat", isSince })
      }
    >
      {text}
    </ReturnFigure>
  );
  return (
    <div class="sticky-bar">
      <dl>
        <dt>{say("standing.payable")}</dt>
        <dd>{figure(format.amount(totals.payable_vat_minor, currency), false)}</dd>
        {since !== 0 && (
          <dd class="since">
            {say("standing.since", { amount: "" })}
            {figure(format.change(since, shown.return_currency), true)}
          </dd>
        )}
      </dl>
      <Badges facts={facts} identity={identity} />
      <a
        class={isDone(facts) ? "button" : "button primary"}
        href={addressOf({ name: "filing", ...identity })}
      >
        {say(`bar.${stepOf(facts)}`)}
      </a>
    </div>
  );
}

const isDone = ({ lock, opening }: PartProps["facts"]): boolean =>
  lock?.status === "filed" || opening !== undefined;

function stepOf(facts: PartProps["facts"]): "done" | "locked" | "open" {
  if (isDone(facts)) return "done";
  return facts.lock ? "locked" : "open";
}

const READINESS: Readonly<Record<string, Level>> = {
  ready: "good",
  nil_return: "info",
  nil_return_candidate: "info",
  review_required: "warn",
};

/** Displays the state of a return; an open one is ready or not, and may be overdue. */
function Badges({ facts, identity }: Pick<PartProps, "facts" | "identity">) {
  const { say } = useReader();
  const { lock, opening, readiness } = facts;
  const isOverdue = useOverdue(identity);
  const state = lock?.status ?? (opening ? "filed_elsewhere" : "open");
  return (
    <span class="badges">
      {isOverdue && <Badge level="bad">{say("state.overdue")}</Badge>}
      <Badge level={state === "open" ? "info" : "good"}>{say(`state.${state}`)}</Badge>
      {readiness && state === "open" && (
        <Badge level={READINESS[readiness.status] ?? "info"}>{say.code(readiness.status)}</Badge>
      )}
    </span>
  );
}

function useOverdue({ scheme, period }: PartProps["identity"]): boolean {
  const overview = useOverview();
  if (overview.state !== "ready") return false;
  return overview.value.returns.some(
    (dueReturn) =>
      slugOf(dueReturn.scheme_type) === scheme &&
      dueReturn.period_key === period &&
      dueReturn.overdue,
  );
}
