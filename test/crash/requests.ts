import { type IsoDate, type Period, quarterOf } from "../../shared/core/calendar/dates.ts";
import { makeRefund, makeSale, type SentEvent } from "../make/supply-event.ts";

export const EVENTS = "/v1/supply-events";
export const LOCKS = "/v1/reports/locked-return-periods/union-oss";

type Draw = (n: number) => number;

export type Sent = {
  readonly path: string;
  readonly body?: unknown;
  /** The ids of the events in it. */
  readonly ids: readonly string[];
  answer?: { readonly status: number; readonly body: Record<string, unknown> };
};

/** One quarter a round, so that each can be locked in it. */
const quarterAt = (round: number): Period =>
  quarterOf(`${2006 + Math.floor(round / 4)}-Q${(round % 4) + 1}`) as Period;

/** What one client sends in one round, without end; `below` draws a whole number below another one. */
export function* requestsOf(client: number, round: number, below: Draw): Generator<Sent> {
  const { key: period, firstDay } = quarterAt(round);
  const booked: string[] = [];
  for (let n = 0; ; n += 1) {
    const parts = saleAndRefunds(`${round}-${client}-${n}`, firstDay, n, below);
    for (const part of parts.filter(({ length }) => length > 0)) yield commitOf(part);
    booked.push(`${round}-${client}-${n}-sale`);
    yield reclassificationOf(booked[below(booked.length)] as string, n);
    if (client === 0 && n % 3 === 1) yield { path: `${LOCKS}?period=${period}`, ids: [] };
  }
}

/** Every second time the refunds come before their sale; every fifth time more than move at once. */
function saleAndRefunds(
  prefix: string,
  supply_date: IsoDate,
  n: number,
  below: Draw,
): SentEvent[][] {
  const sale = makeSale({ event_id: `${prefix}-sale`, supply_date });
  const refunds = Array.from({ length: n % 5 === 4 ? 35 : below(3) }, (_, m) =>
    makeRefund({
      event_id: `${prefix}-refund-${m}`,
      original_event_id: sale.event_id,
      supply_date,
    }),
  );
  return n % 2 ? [[sale], refunds] : [refunds, [sale]];
}

const reclassificationOf = (id: string, n: number): Sent => ({
  path: `${EVENTS}/${id}/classification`,
  body: { classification_status: n % 2 ? "classified" : "excluded", note: "crash test" },
  ids: [],
});

const commitOf = (events: readonly SentEvent[]): Sent => ({
  path: EVENTS,
  body: { events },
  ids: events.map(({ event_id }) => event_id),
});
