import { type Exact, jsonInteger, roundExact, ZERO } from "../../core/money/money.ts";
import { hasConsignment, isDutyOutside } from "../../vat/schemes/consignment-value.ts";
import { homeFields, homeSaleRemarks } from "../formats/home-sale.ts";
import { commonHsCode, consignmentsOf } from "../formats/import-scheme.ts";
import {
  event,
  type ImportedEvent,
  type Original,
  orRejected,
  type ReadRow,
  type RowOutcome,
} from "../formats/outcome.ts";
import type { Remark } from "../formats/reasons.ts";
import { originOf } from "../formats/settings.ts";
import { recordFields, shopEvent } from "../formats/shop-rules.ts";
import { isZero, roughly, sumExact } from "./exact-amount.ts";
import { standingPart } from "./judge-refund.ts";
import { askedOfLine, isHomeTaxed, isInBoth, JUDGE_RULES } from "./judge-rules.ts";
import type { StatedLine, StatedOrder } from "./shop-order.ts";
import {
  goodsIn,
  type JudgeSettings,
  partsByKind,
  type SoldPart,
  type SortedLines,
  sortedLines,
} from "./sold-part.ts";
import type { Piece } from "./split-line.ts";

/** The outcome of an order, and what its refunds need to know of it; absent if the order waits. */
type Judged = { readonly outcome: RowOutcome; readonly original?: Original };

/**
 * Decides what an order of a shop makes: events for each kind and rate, an exclusion, or an open question. Pure. If an
 * order has an article that is taxed elsewhere, its other articles still count.
 */
export function judgeSale(order: StatedOrder, settings: JudgeSettings): Judged {
  const lines = sortedLines(order, settings);
  const judged = partsByKind(order, lines.supplies, settings).map((part) => ({
    part,
    leftOut: firstOf(part, lines),
  }));
  const open = judged.find(({ leftOut }) => leftOut?.outcome === "unresolved")?.leftOut;
  if (open) return { outcome: open };
  const included = judged.flatMap(({ part, leftOut }) => (leftOut ? [] : [part]));
  const [first] = judged;
  if (included.length === 0 && first?.leftOut) {
    return { outcome: first.leftOut, original: { left_out: true } };
  }
  return soldOf(order, included, lines, settings);
}

/** Reads an order of a shop that exports refunds separately. Its row has the original that these refunds look up. */
export function saleRow(at: string, state: () => StatedOrder, settings: JudgeSettings): ReadRow {
  const read = orRejected(() => {
    const order = state();
    return { order, ...judgeSale(order, settings) };
  });
  if (!("order" in read)) return { at, outcome: read };
  const { order, outcome, original } = read;
  const isApart = order.given_back && outcome.outcome === "event";
  const remarked = isApart && event(outcome.events, [...outcome.findings, "refund_apart"]);
  return {
    at,
    outcome: remarked || outcome,
    ...(original && { original: { key: order.id, original } }),
  };
}

function firstOf(part: SoldPart, lines: SortedLines): RowOutcome | undefined {
  for (const { apply } of JUDGE_RULES) {
    const outcome = apply(part, lines);
    if (outcome) return outcome;
  }
  return undefined;
}

/** The sum of what an order has of one kind and rate, rounded once. */
type RateSum = {
  readonly part: SoldPart;
  readonly rate_bps: number;
  readonly net: number;
  readonly vat: number;
  readonly pieces: readonly Piece[];
};

const minor = (amounts: readonly Exact[]): number => jsonInteger(roundExact(sumExact(amounts)));

const sumsOf = (part: SoldPart): readonly RateSum[] =>
  [...Map.groupBy(part.pieces, ({ rate_bps = 0 }) => rate_bps)]
    .map(([rate_bps, pieces]) => ({
      part,
      rate_bps,
      net: minor(pieces.map(({ net }) => net)),
      vat: minor(pieces.map(({ vat }) => vat)),
      pieces,
    }))
    .filter(({ net, vat }) => net !== 0 || vat !== 0);

function soldOf(
  order: StatedOrder,
  included: readonly SoldPart[],
  lines: SortedLines,
  settings: JudgeSettings,
): Judged {
  const rounded = included.flatMap(sumsOf);
  const controlled = withTotals(order, rounded);
  const sums = controlled?.sums ?? rounded;
  // A voucher may make a rate negative that the order has no other sales of.
  const isNegative = ({ net, vat }: RateSum) => net < 0 || vat < 0;
  const odd = sums.every(isNegative) ? undefined : sums.find(isNegative);
  const asked = controlled ? odd?.pieces[0]?.line : largestLine(order);
  if (asked) return { outcome: askedOfLine("net_not_split", asked, order) };
  const events = eventsOf(order, sums, settings);
  const remarks = remarksOf(included, lines);
  if (controlled?.isRounded) remarks.push("total_rounded");
  const known = included.flatMap((part) => part.lines);
  const left_out_lines = order.lines.flatMap(({ id }) =>
    known.some((line) => line.id === id) ? [] : [id],
  );
  return {
    outcome: event(events, remarks),
    original: {
      parts: events.map((sale, n) => standingPart(sale, namesIn(sums[n]?.pieces ?? []))),
      ...(left_out_lines.length > 0 && { left_out_lines }),
    },
  };
}

/** Returns the ids by which refunds name the taxes and lines of a sum. */
const namesIn = (pieces: readonly Piece[]) => ({
  rate_ids: [...new Set(pieces.flatMap(({ tax }) => tax?.id ?? []))],
  line_ids: [...new Set(pieces.map(({ line }) => line.id))],
});

const largestLine = ({ lines }: StatedOrder): StatedLine | undefined =>
  lines.toSorted((a, b) => Math.abs(roughly(b.net ?? ZERO)) - Math.abs(roughly(a.net ?? ZERO)))[0];

/**
 * Compares the sums of an order with the shop's own totals. A difference that roundings explain, half a unit of the shop
 * for each net amount and tax of a line, is added to the largest sum, so that what was paid is what is booked.
 * @returns undefined if the difference is larger
 */
function withTotals(
  { lines, totals, step }: StatedOrder,
  sums: readonly RateSum[],
): { readonly sums: readonly RateSum[]; readonly isRounded: boolean } | undefined {
  const booked = sums.flatMap(({ pieces }) => pieces.map(({ line }) => line.id));
  const others = lines.filter(({ id }) => !booked.includes(id));
  const total = (of: "net" | "vat") => sums.reduce((sum, amounts) => sum + amounts[of], 0);
  const otherVat = minor(others.flatMap(({ taxes }) => taxes.map(({ amount }) => amount)));
  const otherNet = minor(others.map(({ net }) => net ?? ZERO));
  const vat = totals.vat ? minor([totals.vat]) : total("vat") + otherVat;
  const net = totals.gross ? minor([totals.gross]) - vat : total("net") + otherNet;
  const missing = { net: net - total("net") - otherNet, vat: vat - total("vat") - otherVat };
  const roundings = lines.reduce((sum, { taxes }) => sum + 1 + Math.max(1, taxes.length), 0);
  const most = (roundings * Math.max(1, step)) / 2;
  if (Math.abs(missing.net) > most || Math.abs(missing.vat) > most) return undefined;
  const isRounded = missing.net !== 0 || missing.vat !== 0;
  return { sums: isRounded ? added(added(sums, "net", missing), "vat", missing) : sums, isRounded };
}

function added(
  sums: readonly RateSum[],
  of: "net" | "vat",
  missing: Pick<RateSum, "net" | "vat">,
): readonly RateSum[] {
  const most = sums.toSorted((a, b) => Math.abs(b[of]) - Math.abs(a[of]))[0];
  return sums.map((sum) => (sum === most ? { ...sum, [of]: sum[of] + missing[of] } : sum));
}

function remarksOf(included: readonly SoldPart[], { duties, no_supplies }: SortedLines): Remark[] {
  const left = no_supplies.filter(({ net }) => net && !isZero(net));
  const isSplit = included.some(({ lines, pieces }) => pieces.length > lines.length);
  const isOutside = included.some(({ kind, day }) => hasConsignment(kind) && isDutyOutside(day));
  const ofDuty = isOutside ? duties : [];
  const isDutyTaxed = ofDuty.some(({ taxes }) => taxes.some(({ amount }) => !isZero(amount)));
  const asksForPlace = included.some(
    (part) => isInBoth(part) && part.settings.rates_in_both === undefined,
  );
  const found: readonly (readonly [boolean, Remark])[] = [
    [isSplit, "net_derived"],
    [included.some(({ isRateDerived }) => isRateDerived), "rate_derived"],
    [ofDuty.length > 0, "duty_left_out"],
    [isDutyTaxed, "vat_on_duty"],
    [left.some(({ role }) => role === "tip"), "tip_left_out"],
    [left.some(({ role }) => role !== "tip" && role !== "gift_card"), "no_supply_left_out"],
    [asksForPlace, "rate_in_both"],
    [included.some(({ pieces }) => pieces.some(({ tax }) => !tax)), "zero_rate_taken"],
  ];
  const atHome = included.find(isHomeTaxed);
  return [
    ...found.flatMap(([isTrue, remark]) => (isTrue ? [remark] : [])),
    ...(atHome ? homeSaleRemarks(atHome.day, atHome.settings.seller) : []),
  ];
}

function eventsOf(
  order: StatedOrder,
  sums: readonly RateSum[],
  settings: JudgeSettings,
): readonly ImportedEvent[] {
  const imported = sums.filter(({ part }) => hasConsignment(part.kind));
  const { id, currency, paid_on, place, invoice_number } = order;
  const goods = imported.map(({ part, pieces }) => ({
    day: part.day,
    currency,
    value: Math.max(0, minor([goodsIn(pieces) ?? ZERO])),
  }));
  const consignments = consignmentsOf(settings.source_id, id, goods, settings);
  return sums.map((sum) => {
    const { part, rate_bps: vat_rate_bps, net, vat, pieces } = sum;
    const { kind, day, to, from } = part;
    const { treatment, ...home } = isHomeTaxed(part) ? homeFields(from) : {};
    const articles = pieces.filter(({ line }) => line.role === "article");
    const sale = {
      source_id: settings.source_id,
      order: id,
      day,
      soldOn: day,
      ...(order.payment === "full" && { paidOn: paid_on }),
      kind,
      origin: { ...originOf(kind, settings), ...home },
      to: to.state ?? "",
      currency,
      vat_rate_bps,
      net,
      vat,
      consignment: consignments[imported.indexOf(sum)],
      hs_code: commonHsCode(articles.map(({ line }) => line.hs_code)),
      ...(treatment && { treatment }),
    };
    return {
      ...shopEvent(sale, settings.rates),
      ...(invoice_number && recordFields("", invoice_number)),
      ...(kind === "tbe_services" &&
        place.evidence && {
          location_evidence: [{ kind: place.evidence, country: to.state ?? "" }],
        }),
    };
  });
}
