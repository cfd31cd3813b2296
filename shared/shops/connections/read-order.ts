import { dayOf } from "../../core/calendar/dates.ts";
import { sha256Of } from "../../core/hash.ts";
import { isTaxedAtHome, type SellerFacts } from "../../imports/formats/home-sale.ts";
import {
  event,
  type ImportedEvent,
  type Original,
  type ReadRow,
  type RowOutcome,
} from "../../imports/formats/outcome.ts";
import { readImport } from "../../imports/formats/read-import.ts";
import { factsOfOutcome } from "../../imports/formats/row-facts.ts";
import { creditNoteName } from "../../imports/formats/stripe-invoices/documents.ts";
import { findingsOf, type RowFinding } from "../../imports/jobs/part-report.ts";
import { standingPart } from "../../imports/orders/judge-refund.ts";
import type { OrderFinding } from "../../imports/orders/open-order.ts";
import type { WantedEvents } from "../../imports/orders/order-plan.ts";
import type { RefundNote, RefundOutcome, RefundsApart } from "../../imports/orders/refund-notes.ts";
import { resolveRefunds } from "../../imports/orders/resolve-refunds.ts";
import type { RateCatalogue } from "../../vat/reference-data/vat-rates.ts";
import type { Connection } from "./connection.ts";
import { formatOfConnection } from "./manage.ts";
import { amountOfRows, NOTHING_KNOWN, type ShopAmount } from "./shop-amount.ts";

/** An order as the shop has it, with the refunds that came with it or were fetched. */
type OrderOfShop = {
  readonly order: unknown;
  /** Undefined if the shop says that there are refunds, and their lines are not known. */
  readonly refunds: readonly unknown[] | undefined;
  /** The sales that are booked of this very order, without its refunds: rules of ours that changed since edit nothing. */
  readonly booked?: readonly ImportedEvent[] | undefined;
};

/** The rates, the seller and the time by which an order is judged, beside the settings of its connection. */
type Judging = { readonly rates: RateCatalogue; readonly seller: SellerFacts; readonly now: Date };

/** The events of an order, and the reasons why some of it cannot be booked. */
export type OrderRead = {
  /** Undefined if the order itself cannot be read: then nothing that is booked changes. */
  readonly wanted: WantedEvents | undefined;
  readonly findings: readonly OrderFinding[];
  readonly content: string;
  /** The name that the shop shows for the order. */
  readonly name: string | undefined;
  /** True if the order rightly makes no event at all. */
  readonly isExcluded: boolean;
  /** True if all of the order was taxed at home. */
  readonly isOfHome: boolean;
  readonly amount: ShopAmount;
};

type Resolved = Omit<ReadRow, "outcome"> & { readonly outcome: RowOutcome };

/** Reads an order by the format of its connection, the same way as a file with this order alone. */
export async function readOrder(
  connection: Connection,
  { order, refunds, booked }: OrderOfShop,
  { rates, seller, now }: Judging,
): Promise<OrderRead> {
  const format = formatOfConnection(connection, rates, seller);
  const text = JSON.stringify([order, ...(refunds ?? [])]);
  const read = await Array.fromAsync(readImport(bytesOf(text), format, dayOf(now)));
  const rows = booked ? read.map((row, n) => (n === 0 ? asBooked(row, booked) : row)) : read;
  const original = rows.find((row) => row.original)?.original?.original;
  const resolved = withRefunds(rows, original, (refund, sale) =>
    format.resolve(refund, sale, rows[0]?.facts),
  );
  const [own, ...others] = resolved;
  return {
    wanted: own && wantedOf(own.outcome, others, refunds !== undefined),
    findings: resolved
      .flatMap(findingsOfRow)
      // The refunds of a connected shop are fetched, or asked for.
      .filter(({ reason }) => reason !== "refund_apart"),
    content: sha256Of(text),
    name: own?.facts?.order_id,
    isExcluded: own?.outcome.outcome === "excluded",
    isOfHome: own !== undefined && isOfHome(own.outcome),
    amount: refunds === undefined ? NOTHING_KNOWN : amountOfRows(resolved),
  };
}

const isOfHome = (outcome: RowOutcome): boolean =>
  outcome.outcome === "event"
    ? outcome.events.every(isTaxedAtHome)
    : outcome.outcome === "unresolved" && outcome.reason === "taxed_at_home_under_scheme";

/** Returns the content of an order that came without refunds. */
export const contentOf = (order: unknown): string => sha256Of(JSON.stringify([order]));

const asBooked = (row: ReadRow, events: readonly ImportedEvent[]): ReadRow => ({
  ...row,
  outcome: event(events),
  original: { key: "", original: { parts: events.map((sale) => standingPart(sale)) } },
});

/** Decides the refunds among the rows of an order. */
function withRefunds(
  rows: readonly ReadRow[],
  original: Original | undefined,
  resolve: Parameters<typeof resolveRefunds>[2],
): readonly Resolved[] {
  const refunds = rows.flatMap(({ outcome }) =>
    outcome.outcome === "correction" ? [outcome] : [],
  );
  const outcomes = resolveRefunds(refunds, original, resolve);
  return rows.map((row) => {
    const { outcome } = row;
    if (outcome.outcome !== "correction") return { ...row, outcome };
    return { ...row, outcome: outcomes[refunds.indexOf(outcome)] as RowOutcome };
  });
}

/** Refunds that the shop tells separately from their order, and the findings of those that cannot be read. */
type RefundsRead = RefundsApart & { readonly findings: readonly OrderFinding[] };

/** Reads the refunds that a shop tells separately; undefined for a shop that has them in its orders. */
export async function readRefundsApart(
  connection: Connection,
  refunds: readonly unknown[],
  rates: RateCatalogue,
  now: Date,
): Promise<RefundsRead | undefined> {
  if (connection.kind !== "stripe") return undefined;
  const format = formatOfConnection(connection, rates);
  const read = await Promise.all(
    refunds.map(async (refund) => {
      const rows = readImport(bytesOf(JSON.stringify([refund])), format, dayOf(now));
      const [row] = await Array.fromAsync(rows);
      return row ? noteOf(refund, row) : { findings: [] };
    }),
  );
  return {
    notes: read.flatMap(({ note }) => note ?? []),
    findings: read.flatMap(({ findings }) => findings),
    resolve: format.resolve,
  };
}

type NoteRead = {
  readonly note?: RefundNote;
  readonly findings: readonly OrderFinding[];
};

/** Returns the note of a refund. One that is left out, such as a voided one, gives nothing back. */
function noteOf(refund: unknown, row: ReadRow): NoteRead {
  const { outcome, day, facts } = row;
  const name = creditNoteName(refund);
  const known = name && { ...nameOfNote(name), day, facts };
  switch (outcome.outcome) {
    case "correction":
      return { ...(known && { note: { ...known, correction: outcome } }), findings: [] };
    case "excluded":
      return {
        ...(name && { note: nameOfNote(name) }),
        findings: findingsOfRow({ ...row, outcome }),
      };
    case "event":
      return { findings: [] };
    default:
      // The outcome of a note is told with those of the others.
      if (known) return { note: { ...known, unread: outcome }, findings: [] };
      return { findings: findingsOfRow({ ...row, outcome }) };
  }
}

const nameOfNote = ({ refund_id, modified_at }: RefundNote): RefundNote => ({
  refund_id,
  modified_at,
});

/** Returns the findings of refunds that are told separately and are not booked. */
export const findingsOfRefunds = (refunds: readonly RefundOutcome[]): readonly OrderFinding[] =>
  refunds.flatMap(({ note: { day, facts }, outcome }) =>
    findingsOf("", outcome).map((found) =>
      deliveryFinding({ ...found, day, ...factsOfOutcome(outcome), ...facts }),
    ),
  );

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text);
}

function wantedOf(
  own: RowOutcome,
  others: readonly Resolved[],
  hasRefunds: boolean,
): WantedEvents | undefined {
  if (own.outcome === "excluded") {
    return { sales: [], refunds: [], isUnpaid: own.reason === "not_paid" };
  }
  if (own.outcome !== "event") return undefined;
  const events = others.flatMap(({ outcome }) =>
    outcome.outcome === "event" ? outcome.events : [],
  );
  return { sales: own.events, refunds: hasRefunds && others.every(isClear) ? events : undefined };
}

/** True if a row is understood: it makes events, or rightly none. */
const isClear = ({ outcome: { outcome } }: Resolved): boolean =>
  outcome === "event" || outcome === "excluded";

function findingsOfRow({ at, outcome, day, facts }: Resolved): OrderFinding[] {
  const known = factsOfOutcome(outcome);
  return findingsOf(at, outcome).map((found) =>
    deliveryFinding({ ...found, day, ...known, ...facts }),
  );
}

const deliveryFinding = ({ outcome, reason, message, ...of }: RowFinding): OrderFinding => ({
  outcome,
  reason,
  message,
  ...(of.column && { column: of.column }),
  ...(of.value && { value: of.value }),
  ...(of.order_id && { order_id: of.order_id }),
  ...(of.day && { supply_date: of.day }),
  ...(of.country && { country: of.country }),
  ...(of.currency && { currency: of.currency }),
  ...(of.gross_minor !== undefined && { gross_amount_minor: of.gross_minor }),
});
