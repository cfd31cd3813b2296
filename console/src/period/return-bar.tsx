import type { ComponentChildren } from "preact";
import type { DueReturn, ReturnPayment } from "../../../client/src/eu-vat-client.ts";
import { useOverview } from "../overview/overview-context.ts";
import { LEVELS, PaymentBadge } from "../overview/return-state.tsx";
import { Badge } from "../parts/badge.tsx";
import type { Level } from "../parts/level.ts";
import { usePrintedMargin, usePrintedSignature } from "../parts/printed-pages.ts";
import { useReader } from "../session/console-context.ts";
import { addressOf, schemeName, slugOf } from "../shell/page.ts";
import { notSetOff } from "./figure-parts.ts";
import type { PartProps } from "./part-props.ts";
import { useFigure } from "./return-figure.tsx";
import { hasEnded, isReadinessShown } from "./return-identity.ts";

type ReturnBarProps = PartProps & {
  /** What was paid, where it is known. */
  readonly payment?: ReturnPayment | undefined;
  /** The actions of the page. */
  readonly children?: ComponentChildren;
};

/** Sticky bar: amount due, what of it is still to pay, status, actions. */
export function ReturnBar({ facts, identity, onOpen, payment, children }: ReturnBarProps) {
  const reader = useReader();
  const { say, format } = reader;
  const { shown, lock, opening } = facts;
  const totals = opening?.totals ?? shown.totals;
  const currency = opening?.currency ?? shown.return_currency;
  usePrintedMargin("number", usePrintedName({ facts, identity }));
  usePrintedSignature(lock ?? {});
  const since = lock?.changed_since_lock?.totals.payable_vat_minor ?? 0;
  const of = ["rows", "corrections", "late"] as const;
  const open = useFigure({ facts, identity, onOpen });
  const figure = (text: string, isSince: boolean) => {
    const asked = opening ? undefined : ({ of, measure: "vat", isSince } as const);
    return open(text, say("standing.payable"), asked, notSetOff(reader, shown));
  };
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
      {payment && payment.paid_minor !== 0 && payment.outstanding_minor > 0 && (
        <dl>
          <dt>{say("payment.outstanding")}</dt>
          <dd>{format.amount(payment.outstanding_minor, currency)}</dd>
        </dl>
      )}
      <Badges facts={facts} identity={identity} />
      {children && <span class="buttons">{children}</span>}
    </div>
  );
}

/** Returns the name of a return with its number, as far as it is kept, for printed pages. */
function usePrintedName({ facts, identity }: Pick<PartProps, "facts" | "identity">): string {
  const { say, format } = useReader();
  const [first] = facts.registrations;
  const own = facts.registrations.find(({ id }) => id === identity.registration) ?? first;
  return [
    schemeName(identity.scheme, say),
    format.period(identity.period),
    own?.vat_registration_number_masked,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Displays the next step of a return as a link. */
export function NextStepLink({ facts, identity }: Pick<PartProps, "facts" | "identity">) {
  const { say } = useReader();
  return (
    <a
      class={isDone(facts) || isRunning(facts, identity) ? "button" : "button primary"}
      href={addressOf({ name: "filing", ...identity })}
    >
      {say(`bar.${stepOf(facts)}`)}
    </a>
  );
}

const isDone = ({ lock, opening }: PartProps["facts"]): boolean =>
  lock?.status === "filed" || opening !== undefined;

const isRunning = ({ lock, opening }: PartProps["facts"], { period }: PartProps["identity"]) =>
  !lock && !opening && !hasEnded(period);

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

function stateOf(facts: PartProps["facts"], identity: PartProps["identity"]): DueReturn["state"] {
  const { lock, opening } = facts;
  if (lock) return lock.status;
  if (opening) return "filed_elsewhere";
  return isRunning(facts, identity) ? "running" : "open";
}

/** Displays the state of a return; an open one is ready or not, and may be overdue. */
function Badges({ facts, identity }: Pick<PartProps, "facts" | "identity">) {
  const { say } = useReader();
  const { readiness } = facts;
  const due = useDueReturn(identity);
  const state = stateOf(facts, identity);
  return (
    <span class="badges">
      {due?.overdue && <Badge level="bad">{say("state.overdue")}</Badge>}
      <Badge level={LEVELS[state]}>{say(`state.${state}`)}</Badge>
      {state === "filed" && due?.payment_status && <PaymentBadge status={due.payment_status} />}
      {readiness?.status && isReadinessShown(readiness.status, state) && (
        <Badge level={READINESS[readiness.status] ?? "info"}>{say.code(readiness.status)}</Badge>
      )}
    </span>
  );
}

function useDueReturn({ scheme, period }: PartProps["identity"]): DueReturn | undefined {
  const overview = useOverview();
  if (overview.state !== "ready") return undefined;
  return overview.value.returns.find(
    (dueReturn) => slugOf(dueReturn.scheme_type) === scheme && dueReturn.period_key === period,
  );
}
