import { HistoryEntryType } from "@vendure/common/lib/generated-types";
import {
  type HistoryService,
  type ID,
  Logger,
  Order,
  type RequestContext,
  type TransactionalConnection,
} from "@vendure/core";
import { EuVatBooking, type Step } from "./booking.entity.js";
import { callService, Refusal } from "./call-service.js";
import { eventsOf, type StepFacts } from "./events.js";
import { chargedSums, paidBackOf, settledRefunds } from "./order-sums.js";
import { dayIn, type Quote, quoteRequest } from "./quote.js";
import type { EuVatSettings } from "./settings.js";
import { difference, type Sums, standing, sumsOf } from "./sums.js";
import { BY_SERVICE } from "./tax-lines.js";

const TIMEOUT_MS = 20_000;

/** The result of a catch-up. */
export type CaughtUp = {
  readonly booked: number;
  readonly refused: number;
  readonly waiting: number;
};

type Result = "booked" | "refused";

/** Brings the ledger to what the shop has. What is due stands in the database of the shop, so a restart loses nothing. */
export class Bookings {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly history: HistoryService,
    private readonly settings: () => EuVatSettings,
  ) {}

  /** Notes what was charged for an order, in the transaction that places it: both are stored, or neither. */
  async markPlaced(ctx: RequestContext, orderId: ID): Promise<void> {
    const placed = [...chargedSums(await this.orderOf(ctx, orderId))];
    const row = { orderId: String(orderId), placed, steps: [], due: true, version: 0 };
    await this.connection.getRepository(ctx, EuVatBooking).insert(row);
  }

  /** Notes that a placed order has changed, in the transaction of the change. */
  async markChanged(ctx: RequestContext, orderId: ID): Promise<void> {
    await this.connection
      .getRepository(ctx, EuVatBooking)
      .update({ orderId: String(orderId) }, { due: true, version: () => "version + 1" });
  }

  /** Books all that is due, oldest first. Ends at once when the service does not answer. */
  async catchUp(ctx: RequestContext): Promise<CaughtUp> {
    const rows = this.connection.getRepository(ctx, EuVatBooking);
    const due = await rows.find({ where: { due: true }, order: { id: "ASC" }, select: ["id"] });
    const count = { booked: 0, refused: 0 };
    try {
      for (const { id } of due) count[await this.book(ctx, id)] += 1;
    } catch (error) {
      Logger.warn(`What is due is sent later: ${error}`, "EuVat");
    }
    const waiting = due.length - count.booked - count.refused;
    return { ...count, waiting };
  }

  /** Sends the steps of one order until nothing is missing. */
  private async book(ctx: RequestContext, id: ID): Promise<Result> {
    const rows = this.connection.getRepository(ctx, EuVatBooking);
    for (;;) {
      const row = await rows.findOneByOrFail({ id });
      try {
        const next = await this.nextState(ctx, row);
        const { affected } = await rows.update({ id, version: row.version }, {
          ...next,
          problem: null,
          version: row.version + 1,
        } as object);
        // Another process has changed the row: what it has written is looked at again.
        if (affected !== 0 && next.due === false) return "booked";
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        await this.noteProblem(ctx, row, error.message);
        return "refused";
      }
    }
  }

  /** Returns the row after one more deed: a step that is sent, one that is stored, or nothing left to do. */
  private async nextState(ctx: RequestContext, row: EuVatBooking): Promise<Partial<EuVatBooking>> {
    const { steps } = row;
    if (steps.at(-1)?.sent === false) return { steps: await this.sent(steps) };
    const events = await this.missingEvents(await this.orderOf(ctx, row.orderId), row);
    return events.length === 0 ? { due: false } : { steps: [...steps, { events, sent: false }] };
  }

  private orderOf(ctx: RequestContext, id: ID): Promise<Order> {
    const orders = this.connection.getRepository(ctx, Order);
    return orders.findOneOrFail({ where: { id }, relations: RELATIONS });
  }

  private async sent(steps: readonly Step[]): Promise<Step[]> {
    const { events } = steps.at(-1) as Step;
    await callService(this.settings(), "/v1/supply-events", { events }, TIMEOUT_MS);
    return [...steps.slice(0, -1), { events, sent: true }];
  }

  /** The first step is the order as it was placed; what has changed since follows as steps of its own. */
  private async missingEvents(order: Order, { steps, placed }: EuVatBooking) {
    const sold = new Map(placed);
    const wanted =
      steps.length === 0 ? sold : standing(sold, chargedSums(order), paidBackOf(order));
    const change = difference(wanted, bookedSums(steps));
    if (change.size === 0) return [];
    const facts = this.factsOf(order, steps);
    const isSale = [...change.values()].some(({ net, vat }) => net + vat >= 0);
    return eventsOf(
      change,
      facts,
      isSale ? await this.quoted(order, change, facts.day) : undefined,
    );
  }

  /** Asks the service what kind of sale this is, at the rates that were charged. */
  private quoted(order: Order, change: Sums, day: string): Promise<Quote> {
    const settings = this.settings();
    const body = quoteRequest(settings, {
      order,
      vatNumber: settings.vatNumberOf?.(order),
      day,
      includesVat: true,
      lines: [...change].map(([rate, { net, vat }]) => ({
        line_id: String(rate),
        vat_rate_bps: rate,
        gross_amount_minor: net + vat,
      })),
    });
    if (!body) throw new Refusal("the order has no country of delivery");
    return callService<Quote>(settings, "/v1/vat/calculate", body, TIMEOUT_MS);
  }

  private factsOf(order: Order, steps: readonly Step[]): StepFacts {
    const step = steps.length;
    const { timeZone, supplyKind = "goods", dispatchCountry, sourceId } = this.settings();
    const { countryCode = "", postalCode } = order.shippingAddress;
    return {
      code: order.code,
      step,
      day: dayIn(
        timeZone,
        step === 0 ? (order.orderPlacedAt ?? order.updatedAt) : lastChange(order),
      ),
      currency: order.currencyCode,
      destination: {
        country: countryCode,
        ...(postalCode && { postcode: postalCode.slice(0, 20) }),
      },
      supplyKind,
      dispatchCountry,
      sourceId,
      saleIds: saleIdsOf(steps),
      isOwnRate: hasOwnRate(order),
    };
  }

  /** Tells the shop once, in the history of the order. The row stays due: a key or a profile may be put right. */
  private async noteProblem(ctx: RequestContext, row: EuVatBooking, problem: string) {
    if (row.problem === problem) return;
    await this.connection.getRepository(ctx, EuVatBooking).update({ id: row.id }, { problem });
    const data = { note: `VAT is not booked: ${problem}` };
    const type = HistoryEntryType.ORDER_NOTE;
    await this.history.createHistoryEntryForOrder({ ctx, orderId: row.orderId, type, data }, false);
    Logger.error(`Order ${row.orderId} is not booked: ${problem}`, "EuVat");
  }
}

const RELATIONS = [
  "lines",
  "shippingLines",
  "surcharges",
  "payments",
  "payments.refunds",
  "payments.refunds.lines",
];

const bookedSums = (steps: readonly Step[]): Sums =>
  sumsOf(
    steps
      .flatMap(({ events }) => events)
      .map((event) => {
        const sign = event.event_type === "sale" ? 1 : -1;
        const { taxable_amount_minor, vat_amount_minor } = event;
        return [
          event.vat_rate_bps,
          { net: sign * taxable_amount_minor, vat: sign * vat_amount_minor },
        ];
      }),
  );

const saleIdsOf = (steps: readonly Step[]): ReadonlyMap<number, string> =>
  new Map(
    steps
      .flatMap(({ events }) => events)
      .filter(({ event_type }) => event_type === "sale")
      // Of several sales at one rate, the first is the last to be set.
      .reverse()
      .map(({ vat_rate_bps, event_id }) => [vat_rate_bps, event_id]),
  );

/** Returns the instant of the newest refund, or of the newest change of an order without refunds. */
const lastChange = (order: Order): Date =>
  settledRefunds(order)
    .map(({ updatedAt }) => updatedAt)
    .sort((one, other) => other.getTime() - one.getTime())[0] ?? order.updatedAt;

/** True if a line of goods has a rate that the service has not answered. */
const hasOwnRate = ({ lines }: Order): boolean =>
  lines.some(({ taxLines }) =>
    taxLines.some(({ description }) => !description.startsWith(BY_SERVICE)),
  );
