import { textHash } from "../../core/hash.ts";
import type { EventId, LedgerId } from "../../core/ids.ts";
import { completedId } from "../../ledger/events/completed-id.ts";
import type { EventRecord } from "../../ledger/events/event-record.ts";
import { loadEventStates } from "../../ledger/events/store-events.ts";
import { isTaxedAtHome } from "../formats/home-sale.ts";
import type { ImportedEvent } from "../formats/outcome.ts";
import { isStripeMinor } from "../formats/stripe-invoices/minor-units.ts";

type BookedEvent = {
  /** The id by which the reader names the event; the event itself has another one after an edit. */
  readonly base: EventId;
  readonly event: ImportedEvent;
  /** The differences of later edits, in their order. They name the event. */
  readonly adjustments: readonly ImportedEvent[];
};

/** The bookings of an order, and the ids that were ever given to its events. */
export type Bookings = {
  readonly booked: readonly BookedEvent[];
  readonly used: readonly EventId[];
};

export const NO_BOOKINGS: Bookings = { booked: [], used: [] };

/** The events of an order as the shop has it now. */
export type WantedEvents = {
  readonly sales: readonly ImportedEvent[];
  /** Undefined if not every refund can be read: then none that is booked is taken back. */
  readonly refunds: readonly ImportedEvent[] | undefined;
  /** Refunds beside those that are booked. */
  readonly added?: readonly ImportedEvent[];
  /**
   * True if the shop says that the order is not paid. A sale that is booked stays then: VAT became chargeable with the
   * supply or the payment (Art. 63, 65 VAT Directive), and a sum that is due lowers nothing (Art. 90).
   */
  readonly isUnpaid?: boolean;
};

/** The ids to take back, the events to commit, both in this order, and the bookings afterwards. */
export type OrderPlan = {
  readonly take_back: readonly EventId[];
  readonly commit: readonly ImportedEvent[];
  readonly after: Bookings;
  /** True if the bookings stay as they are, and the order waits for a person. */
  readonly isOpen?: boolean;
};

const LONGEST_ID = 100;

/** Appends to an id; one that becomes too long ends in a hash of itself. */
function withSuffix(id: EventId, suffix: string): EventId {
  const whole = `${id}:${suffix}`;
  if (whole.length <= LONGEST_ID) return whole as EventId;
  const hash = textHash(id).toString(36);
  return `${id.slice(0, LONGEST_ID - hash.length - suffix.length - 2)}:${hash}:${suffix}` as EventId;
}

const isRefund = ({ event }: BookedEvent): boolean => event.event_type === "refund";

/** The facts that an adjustment cannot change: it follows the sale that it names. */
const PLACED_BY = [
  "supply_kind",
  "dispatch_country",
  "establishment_country",
  "origin_country",
  "consumption_country",
  "currency",
  "vat_rate_bps",
  "rate_category",
] as const satisfies readonly (keyof ImportedEvent)[];

/**
 * True if an adjustment can lead from a booked event to the wanted one. The ledger fills in the establishment. A tax of home
 * and one of the destination may have the same rate.
 */
const isSamePlace = (booked: ImportedEvent, wanted: ImportedEvent): boolean =>
  isTaxedAtHome(booked) === isTaxedAtHome(wanted) &&
  PLACED_BY.every(
    (field) =>
      booked[field] === wanted[field] ||
      (field === "establishment_country" && wanted[field] === undefined),
  );

type OrderAmounts = { readonly net: number; readonly vat: number };

function amountsWithAdjustments({ event, adjustments }: BookedEvent): OrderAmounts {
  const all = [event, ...adjustments];
  return {
    net: all.reduce((sum, event) => sum + event.taxable_amount_minor, 0),
    vat: all.reduce((sum, event) => sum + event.vat_amount_minor, 0),
  };
}

/** Returns the sales of an order as its reader would name them, with the amounts that stand. */
export const salesIn = ({ booked }: Pick<Bookings, "booked">): readonly ImportedEvent[] =>
  booked
    .filter((booking) => !isRefund(booking))
    .map((booking) => {
      const { net, vat } = amountsWithAdjustments(booking);
      return {
        ...booking.event,
        event_id: booking.base,
        taxable_amount_minor: net,
        vat_amount_minor: vat,
      };
    });

/** Returns what is booked of an order, with VAT and less its refunds. */
export const bookedGross = ({ booked }: Pick<Bookings, "booked">): number =>
  booked.reduce((sum, booking) => {
    const { net, vat } = amountsWithAdjustments(booking);
    return sum + (isRefund(booking) ? -1 : 1) * (net + vat);
  }, 0);

/** Collects the steps from the bookings to what the shop says. */
class Steps {
  readonly #used: Set<EventId>;
  readonly #takenBack: EventId[] = [];
  readonly #committed: ImportedEvent[] = [];
  readonly booked: BookedEvent[] = [];

  constructor({ used }: Bookings) {
    this.#used = new Set(used);
  }

  keep(booking: BookedEvent): void {
    this.booked.push(booking);
  }

  /** Takes an event back, its adjustments first. */
  takeBack({ event, adjustments }: BookedEvent): void {
    this.#takenBack.push(...adjustments.map(({ event_id }) => event_id).reverse(), event.event_id);
  }

  /** Books an event, under an id that was never used. */
  book(event: ImportedEvent): BookedEvent {
    const base = event.event_id;
    const own = { ...event, event_id: this.#freeId(base) };
    const booking = { base, event: own, adjustments: [] };
    this.#committed.push(own);
    this.booked.push(booking);
    return booking;
  }

  /** Books the difference to the amounts that the shop has now, on the day of the sale. */
  adjust(booking: BookedEvent, wanted: ImportedEvent): void {
    const before = amountsWithAdjustments(booking);
    const net = wanted.taxable_amount_minor - before.net;
    const vat = wanted.vat_amount_minor - before.vat;
    if ((net === 0 && vat === 0) || isInStripeUnits(before, wanted)) {
      this.keep(booking);
      return;
    }
    const { event } = booking;
    const adjustment: ImportedEvent = {
      ...placeOf(event),
      event_id: this.#freeId(withSuffix(event.event_id, `a${booking.adjustments.length + 1}`)),
      event_type: "adjustment",
      original_event_id: event.event_id,
      supply_date: event.supply_date,
      taxable_amount_minor: net,
      vat_amount_minor: vat,
      source_id: event.source_id,
      transaction_id: event.transaction_id,
    };
    this.#committed.push(adjustment);
    this.booked.push({ ...booking, adjustments: [...booking.adjustments, adjustment] });
  }

  #freeId(base: EventId): EventId {
    const edits = Array.from({ length: this.#used.size + 1 }, (_, n) =>
      n === 0 ? base : withSuffix(base, `e${n}`),
    );
    const free = edits.find((id) => !this.#used.has(id)) ?? base;
    this.#used.add(free);
    return free;
  }

  get plan(): OrderPlan {
    return {
      take_back: this.#takenBack,
      commit: this.#committed,
      after: { booked: this.booked, used: [...this.#used] },
    };
  }
}

const isInStripeUnits = (before: OrderAmounts, wanted: ImportedEvent): boolean =>
  isStripeMinor(before.net, wanted.taxable_amount_minor, wanted.currency) &&
  isStripeMinor(before.vat, wanted.vat_amount_minor, wanted.currency);

const placeOf = (event: ImportedEvent) =>
  Object.fromEntries(
    PLACED_BY.flatMap((field) => (event[field] === undefined ? [] : [[field, event[field]]])),
  ) as Pick<ImportedEvent, (typeof PLACED_BY)[number]>;

/**
 * Plans the steps from the bookings of an order to what the shop says now. The result depends on that alone, and not on
 * the edits in between: all of them are booked on the day of the sale, so that a lost message changes no period. A sale
 * whose place, rate or currency has changed is taken back whole and booked anew; its refunds follow it. After a lock of
 * the period that is a late change (Art. 369g VAT Directive). A booked order that is not paid keeps its bookings and is
 * open, unless all of it was given back: only there the result depends on what came before.
 */
export function planOrder(before: Bookings, wanted: WantedEvents): OrderPlan {
  if (wanted.isUnpaid && before.booked.length > 0) {
    // Nothing is due of an order that was given back whole.
    return { take_back: [], commit: [], after: before, isOpen: bookedGross(before) !== 0 };
  }
  const steps = new Steps(before);
  const refunds = before.booked.filter(isRefund);
  const sales = before.booked.filter((booking) => !isRefund(booking));
  const remainingRefunds = withAdded(
    wanted.refunds ?? asBooked(refunds, sales),
    wanted.added ?? [],
  );
  const moved = movedSales(sales, wanted);
  // The refunds of a sale are reversed before the sale.
  for (const booking of refunds) {
    if (!stays(booking, remainingRefunds, moved, sales)) steps.takeBack(booking);
  }
  for (const booking of sales) {
    if (moved.has(booking.base)) steps.takeBack(booking);
  }
  for (const sale of wanted.sales) planSale(steps, sales, moved, sale);
  for (const refund of remainingRefunds) planRefund(steps, { refunds, sales }, moved, refund);
  return steps.plan;
}

/** Returns the bases of the sales that are no longer wanted, or no longer in this place. */
function movedSales(sales: readonly BookedEvent[], wanted: WantedEvents): ReadonlySet<EventId> {
  const isGone = ({ base, event }: BookedEvent) => {
    const now = wanted.sales.find(({ event_id }) => event_id === base);
    return !now || !isSamePlace(event, now);
  };
  return new Set(sales.filter(isGone).map(({ base }) => base));
}

/** Returns the booked refunds as the reader would name them: refunds that cannot be read now stand while their sale does. */
const asBooked = (
  refunds: readonly BookedEvent[],
  sales: readonly BookedEvent[],
): readonly ImportedEvent[] =>
  refunds.map(({ base, event }) => {
    const sale = sales.find((booking) => booking.event.event_id === event.original_event_id);
    return { ...event, event_id: base, original_event_id: sale?.base };
  });

/** Adds refunds to others; of two of one name the added one stays. */
const withAdded = (
  refunds: readonly ImportedEvent[],
  added: readonly ImportedEvent[],
): readonly ImportedEvent[] => [
  ...refunds.filter(({ event_id }) => !added.some((event) => event.event_id === event_id)),
  ...added,
];

const isSameRefund = (booked: ImportedEvent, wanted: ImportedEvent): boolean =>
  isSamePlace(booked, wanted) &&
  booked.supply_date === wanted.supply_date &&
  (isInStripeUnits(amountsOf(booked), wanted) ||
    (booked.taxable_amount_minor === wanted.taxable_amount_minor &&
      booked.vat_amount_minor === wanted.vat_amount_minor));

const amountsOf = (event: ImportedEvent): OrderAmounts => ({
  net: event.taxable_amount_minor,
  vat: event.vat_amount_minor,
});

/** True if a booked refund is still wanted as it is, and names its sale, which stays where it is. */
function stays(
  booking: BookedEvent,
  wanted: readonly ImportedEvent[],
  moved: ReadonlySet<EventId>,
  sales: readonly BookedEvent[],
): boolean {
  const now = wanted.find(({ event_id }) => event_id === booking.base);
  if (!now || !isSameRefund(booking.event, now)) return false;
  const { original_event_id: base } = now;
  const sale = sales.find((other) => other.base === base);
  const isNamed = !sale || sale.event.event_id === booking.event.original_event_id;
  return isNamed && !(base && moved.has(base));
}

function planSale(
  steps: Steps,
  sales: readonly BookedEvent[],
  moved: ReadonlySet<EventId>,
  sale: ImportedEvent,
): void {
  const before = sales.find(({ base }) => base === sale.event_id);
  if (!before) steps.book(sale);
  else if (!moved.has(before.base)) steps.adjust(before, sale);
  else steps.book({ ...sale, supply_date: before.event.supply_date });
}

function planRefund(
  steps: Steps,
  {
    refunds,
    sales,
  }: { readonly refunds: readonly BookedEvent[]; readonly sales: readonly BookedEvent[] },
  moved: ReadonlySet<EventId>,
  refund: ImportedEvent,
): void {
  const before = refunds.find(({ base }) => base === refund.event_id);
  if (before && stays(before, [refund], moved, sales)) {
    steps.keep(before);
    return;
  }
  const sale = steps.booked.find(({ base }) => base === refund.original_event_id);
  // A refund whose sale is gone has nothing to correct.
  if (sale) steps.book({ ...refund, original_event_id: sale.event.event_id });
}

/**
 * Finds events that the order would have and that another way has booked, such as a file import. They are taken for the
 * order's own.
 */
export async function adopted(
  ledger: LedgerId,
  { sales, refunds = [] }: WantedEvents,
): Promise<Bookings> {
  const wanted = [...sales, ...refunds];
  return bookingsOf(
    ledger,
    wanted.map(({ event_id }) => event_id),
  );
}

/** Returns the bookings of those of these events that are in the ledger. */
export async function bookingsOf(ledger: LedgerId, ids: readonly EventId[]): Promise<Bookings> {
  const states = await loadEventStates(ledger, ids);
  const found = ids.flatMap((event_id) => {
    const record = states.get(event_id)?.event;
    if (!record || record.undone) return [];
    return [{ base: event_id, event: asImported(record), adjustments: [] }];
  });
  return found.length === 0 ? NO_BOOKINGS : { booked: found, used: found.map(({ base }) => base) };
}

/** Returns the fields of a stored event that its order needs. */
const asImported = (record: EventRecord): ImportedEvent => ({
  event_id: record.event_id,
  event_type: record.event_type,
  ...(record.original_event_id && { original_event_id: record.original_event_id }),
  supply_date: record.supply_date,
  supply_kind: record.supply_kind,
  ...(record.dispatch_country && { dispatch_country: record.dispatch_country }),
  ...(record.establishment_country && { establishment_country: record.establishment_country }),
  ...(record.origin_country && { origin_country: record.origin_country }),
  consumption_country: record.consumption_country,
  currency: record.currency,
  taxable_amount_minor: record.taxable_amount_minor,
  vat_amount_minor: record.vat_amount_minor,
  vat_rate_bps: record.vat_rate_bps,
  rate_category: record.rate_category,
  ...(record.stated?.treatment && { treatment: record.stated.treatment }),
  source_id: record.source_id,
  transaction_id: record.transaction_id,
});

/**
 * Returns the bookings of an order as the ledger has them now: without events that the undo of an import took out, and
 * with the complete event in place of one that lacked a fact.
 */
export async function bookingsInLedger(ledger: LedgerId, before: Bookings): Promise<Bookings> {
  const ids = before.booked.flatMap(({ event, adjustments }) =>
    [event, ...adjustments].flatMap(({ event_id }) => [event_id, completedId(event_id)]),
  );
  const states = await loadEventStates(ledger, [...new Set(ids)]);
  const recordInForce = (id: EventId) => {
    const record = states.get(id)?.event;
    return record?.undone ? undefined : record;
  };
  const booked = before.booked.flatMap((booking) => {
    const complete = recordInForce(completedId(booking.event.event_id));
    if (complete) return [{ base: booking.base, event: asImported(complete), adjustments: [] }];
    if (!recordInForce(booking.event.event_id)) return [];
    const adjustments = booking.adjustments.filter(({ event_id }) => recordInForce(event_id));
    return [{ ...booking, adjustments }];
  });
  // `before` may be a stored order: its version and content must not come back with the bookings.
  return { booked, used: before.used };
}
