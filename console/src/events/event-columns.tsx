import type { ComponentChildren } from "preact";
import { Badge } from "../parts/badge.tsx";
import type { Column } from "../parts/data-table.tsx";
import { useReader, type Words } from "../session/console-context.ts";
import { orderOf } from "./event-facts.ts";
import { type EventSums, exactSum, type ListedEvent, signOf } from "./event-sums.ts";

type ColumnOptions = {
  /** Opens one event in full. */
  readonly onOpen: (id: string) => void;
  /** The sum of the displayed events. */
  readonly sums?: EventSums | undefined;
  /** True if the displayed events are one page of several, so that their sum is no total. */
  readonly isPage?: boolean;
  /** Content below the status of an event. */
  readonly below?: (event: ListedEvent) => ComponentChildren;
};

/** Returns the columns of committed events. Text from callers is rendered as text only. */
export function eventColumns(
  { say, format }: Words,
  { onOpen, sums, isPage, below }: ColumnOptions,
): Column<ListedEvent>[] {
  const signed = (supplyEvent: ListedEvent, minor: number) =>
    format.amount(signOf(supplyEvent) * minor, supplyEvent.currency);
  const total = (minor: number | undefined) =>
    sums && minor !== undefined ? { total: format.amount(minor, sums.currency) } : {};
  return [
    {
      head: say("event.id"),
      ...(sums && isPage ? { total: say("events.thisPage") } : {}),
      cell: (event) => (
        <>
          <button type="button" class="opens" onClick={() => onOpen(event.event_id)}>
            <bdi class="mark">{event.event_id}</bdi>
          </button>
          {orderOf(event) && <bdi class="mark why">{orderOf(event)}</bdi>}
        </>
      ),
    },
    {
      head: say("event.day"),
      sortBy: ({ supply_date }) => supply_date,
      cell: ({ supply_date, event_type }) => (
        <Below text={say.code(event_type)}>{format.day(supply_date)}</Below>
      ),
    },
    {
      head: say.code("field.country"),
      cell: ({ consumption_country }) =>
        consumption_country ? format.country(consumption_country) : "",
    },
    {
      head: say("standing.taxable"),
      figure: true,
      sortBy: (supplyEvent) => signOf(supplyEvent) * supplyEvent.taxable_amount_minor,
      cell: (supplyEvent) => signed(supplyEvent, supplyEvent.taxable_amount_minor),
      ...total(sums?.taxable_minor),
    },
    {
      head: say("event.vat"),
      figure: true,
      sortBy: (supplyEvent) => signOf(supplyEvent) * supplyEvent.vat_amount_minor,
      cell: (supplyEvent) => (
        <Below
          text={supplyEvent.vat_rate_bps === null ? "" : format.rate(supplyEvent.vat_rate_bps)}
        >
          {signed(supplyEvent, supplyEvent.vat_amount_minor)}
        </Below>
      ),
      ...total(sums?.vat_minor),
    },
    {
      head: say("due.state"),
      cell: (supplyEvent) => (
        <>
          <Status event={supplyEvent} />
          {below?.(supplyEvent)}
        </>
      ),
    },
  ];
}

/** Returns the columns of what events contribute to a return in its currency, with their sum on this page. */
export function contributionColumns(
  { say, format }: Words,
  events: readonly ListedEvent[],
  currency: string,
): Column<ListedEvent>[] {
  const total = (field: "taxable_amount" | "vat_amount") => format.decimal(exactSum(events, field));
  return [
    {
      head: say("column.taxable", { currency }),
      figure: true,
      cell: ({ in_return }) => in_return && format.decimal(in_return.taxable_amount),
      total: total("taxable_amount"),
    },
    {
      head: say("column.vat", { currency }),
      figure: true,
      cell: ({ in_return }) =>
        in_return && (
          <Below
            text={in_return.exchange_rates
              .map(({ currency, rate, date }) =>
                say("event.rate", { currency, rate: format.decimal(rate), day: format.day(date) }),
              )
              .join("; ")}
          >
            {format.decimal(in_return.vat_amount)}
          </Below>
        ),
      total: total("vat_amount"),
    },
  ];
}

type BelowProps = { readonly children: string; readonly text: string };

/** Displays a value, and below it what it goes with. */
const Below = ({ children, text }: BelowProps) => (
  <span>
    <span class="in-one-line">{children}</span>
    <small class="why">{text}</small>
  </span>
);

/** Exclusion codes that add nothing to the classification. */
const SAID: readonly string[] = ["needs_review_excluded", "classification_excluded"];

/** Displays whether an event is in a return, and why not. */
function Status({ event }: { readonly event: ListedEvent }) {
  const { say } = useReader();
  const { classification_status: status, exclusion_code } = event;
  const isLeftOut = status === "classified" && exclusion_code !== null;
  const why = [
    ...event.classification_reasons,
    ...(exclusion_code && !SAID.includes(exclusion_code) ? [exclusion_code] : []),
    ...event.checks.map(({ code }) => code),
  ];
  return (
    <div>
      {isLeftOut ? say.code("excluded") : say.code(status)}
      {event.after_lock && <Badge level="info">{say("events.afterLock")}</Badge>}
      {why.map((code) => (
        <small key={code} class="why">
          {say.code(code)}
        </small>
      ))}
      {event.description && <bdi class="mark why">{event.description}</bdi>}
    </div>
  );
}
