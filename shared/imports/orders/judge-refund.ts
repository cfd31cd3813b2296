import { type Exact, jsonInteger, roundExact, taxed, ZERO } from "../../core/money/money.ts";
import {
  event,
  excluded,
  type ImportedEvent,
  type Original,
  type OriginalPart,
  originalPart,
  orNone,
  type RowOutcome,
  rejected,
  unresolved,
} from "../formats/outcome.ts";
import { naturalKey, rowFacts } from "../formats/row-facts.ts";
import { exactOf, fitsExactly, isZero, minus, roughly, sumExact } from "./exact-amount.ts";
import type { RefundedLine, StatedRefund } from "./shop-order.ts";
import { slackOf, splitLine } from "./split-line.ts";

/** Returns what refunds of a sale need to know of it, with the amounts that stand. */
export const standingPart = (
  sale: ImportedEvent,
  names: Pick<OriginalPart, "rate_ids" | "line_ids"> = {},
): OriginalPart => ({
  ...originalPart(sale),
  net: sale.taxable_amount_minor,
  vat: sale.vat_amount_minor,
  ...names,
});

/** An amount that a refund gives back of a part of its sale. */
type Share = {
  readonly part: OriginalPart;
  readonly net: Exact;
  readonly vat: Exact;
  /** True if the shop did not state the VAT in it. */
  readonly isDerived: boolean;
};

type KnownSale = Exclude<Original, { readonly left_out: true }>;

/**
 * Decides what a refund lowers: pure. A refund of all that stands reverses it, whatever it names (Art. 90 VAT Directive);
 * others go by their lines, and an amount alone by the only rate of the order.
 */
export function judgeRefund(
  refund: StatedRefund,
  original: Original | undefined,
  { source_id }: { readonly source_id: string },
): RowOutcome {
  if (original && "left_out" in original) return excluded("original_left_out");
  const [first] = original?.parts ?? [];
  if (!original || !first) {
    const facts = factsOf(statedGross(refund), refund);
    return unresolved("original_not_found", { details: { order: refund.order }, facts });
  }
  const { currency = first.currency } = refund;
  if (original.parts.some((part) => part.currency !== currency)) {
    const message = "The credit note is in another currency than its invoice.";
    return rejected({ reason: "invalid_value", column: "currency", message });
  }
  return refundOf(given(refund, original, currency), refund, original, source_id);
}

/** The lines and the amount of supplies that a refund gives back, without customs duty and lines that make no event. */
type Given = {
  readonly lines: readonly RefundedLine[];
  /** Absent if it is the sum of the lines. */
  readonly amount: Exact | undefined;
  readonly leftOut: "duty_alone" | "original_left_out" | undefined;
};

function given(refund: StatedRefund, { left_out_lines }: KnownSale, currency: string): Given {
  const exact = (text: string) => exactOf(text, currency, "amount");
  const grossOf = ({ net, vat }: RefundedLine) => sumExact([exact(net), exact(vat)]);
  const isOut = ({ isDuty, line }: RefundedLine) =>
    isDuty || (line !== undefined && left_out_lines?.includes(line));
  const lines = refund.lines.filter((line) => !isOut(line) && !isZero(grossOf(line)));
  const out = refund.lines.filter(isOut);
  const amount =
    refund.amount === undefined
      ? undefined
      : minus(exact(refund.amount), sumExact(out.map(grossOf)));
  const isAlone = lines.length === 0 && out.length > 0;
  const reason = out.some(({ isDuty }) => isDuty) ? "duty_alone" : "original_left_out";
  return { lines, amount, leftOut: isAlone ? reason : undefined };
}

function refundOf(
  { lines, amount, leftOut }: Given,
  refund: StatedRefund,
  { parts }: KnownSale,
  source_id: string,
): RowOutcome {
  if (leftOut) return excluded(leftOut);
  const byLine = lines.map((line) => sharesOfLine(line, parts));
  const known = byLine.includes(undefined) ? undefined : byLine.flatMap((shares) => shares ?? []);
  const gross = amount ? minor(amount) : known && grossOfShares(known) - keptOf(refund, parts);
  if (gross === 0 && lines.length === 0) return excluded("goods_return_without_money");
  const shares =
    gross === undefined ? undefined : (wholeOf(gross, parts) ?? sharesOf(known, gross, parts));
  const sums = shares && byPart(shares);
  if (!sums || sums.some(({ net, vat }) => net < 0 || vat < 0)) {
    return unresolved("refund_without_vat_split", {
      details: { order: refund.order },
      facts: factsOf(gross, { country: parts[0]?.consumption_country, ...parts[0] }),
    });
  }
  const events = sums
    .filter(({ net, vat }) => net !== 0 || vat !== 0)
    .map((sum) => refundEvent(refund, sum, source_id));
  return event(events, shares.some(({ isDerived }) => isDerived) ? ["vat_derived"] : []);
}

const factsOf = (
  gross: number | undefined,
  { country, currency }: Pick<StatedRefund, "country" | "currency">,
) =>
  rowFacts(undefined, {
    country,
    currency,
    ...(gross !== undefined && { gross: () => -gross }),
  });

/** Returns what a refund gives back with VAT, as the shop states it; undefined if that cannot be read. */
const statedGross = ({ amount, lines, kept = "0", currency = "" }: StatedRefund) =>
  orNone(() => {
    const exact = (text: string) => exactOf(text, currency, "amount");
    if (amount !== undefined) return minor(exact(amount));
    const given = lines.flatMap(({ net, vat }) => [exact(net), exact(vat)]);
    return minor(minus(sumExact(given), exact(kept)));
  });

const keptOf = ({ kept = "0" }: StatedRefund, [part]: readonly OriginalPart[]): number =>
  minor(exactOf(kept, part?.currency ?? "", "amount"));

const grossOfShares = (shares: readonly Share[]): number =>
  minor(sumExact(shares.flatMap(({ net, vat }) => [net, vat])));

const minor = (amount: Exact): number => jsonInteger(roundExact(amount));
const exactly = (amount: number | bigint): Exact => ({
  numerator: BigInt(amount),
  denominator: 1n,
});

/** Returns everything that stands, if that is what was given back; undefined also where it is not known. */
function wholeOf(gross: number, parts: readonly OriginalPart[]): readonly Share[] | undefined {
  const shares = parts.flatMap((part) =>
    part.net === undefined || part.vat === undefined
      ? []
      : [{ part, net: exactly(part.net), vat: exactly(part.vat), isDerived: false }],
  );
  const stands = shares.reduce((sum, { net, vat }) => sum + minor(net) + minor(vat), 0);
  return shares.length === parts.length && stands === gross && gross > 0 ? shares : undefined;
}

/**
 * Returns the shares of a refund by its lines, as far as they are its amount, or else its amount at their only rate, or at
 * that of the order; undefined if it has no rate.
 */
function sharesOf(
  known: readonly Share[] | undefined,
  gross: number,
  parts: readonly OriginalPart[],
): readonly Share[] | undefined {
  if (!known) return undefined;
  const rated = known.length > 0 ? known.map(({ part }) => part) : parts;
  const [part] = rated;
  const isOfOne = rated.every((other) => other === part);
  const missing = gross - grossOfShares(known);
  if (known.length > 0 && missing === 0) return known;
  const [share] = known.toSorted((a, b) => roughly(b.net) - roughly(a.net));
  if (share && Math.abs(missing) <= known.length) {
    return [...known, { ...share, net: exactly(missing), vat: ZERO }];
  }
  return part && isOfOne && gross >= 0 && !exceeds(gross, part)
    ? [derived(gross, part)]
    : undefined;
}

const exceeds = (gross: number, { net, vat }: OriginalPart): boolean =>
  net !== undefined && vat !== undefined && gross > net + vat;

/** Splits an amount with VAT at the rate of a part. */
function derived(gross: number, part: OriginalPart): Share {
  const { net, vat } = taxed(BigInt(gross), part.vat_rate_bps ?? 0, true);
  return { part, net: exactly(net), vat: exactly(vat), isDerived: true };
}

/**
 * Returns the shares of one line: by the taxes that it names, by the part of its line, by the only part, or by the only
 * rate that gives its VAT. VAT that the shop leaves out, or names by a rate that the order has no longer, is that of the
 * part.
 */
function sharesOfLine(
  line: RefundedLine,
  parts: readonly OriginalPart[],
): readonly Share[] | undefined {
  const currency = parts[0]?.currency ?? "";
  const net = exactOf(line.net, currency, "net");
  const vat = exactOf(line.vat, currency, "vat");
  const named = (line.taxes ?? []).map((tax) => ({
    amount: exactOf(tax.amount, currency, "taxes"),
    part: parts.find(({ rate_ids = [] }) => rate_ids.map(String).includes(tax.id)),
  }));
  const charged = named.filter(({ amount }) => !isZero(amount));
  const byName = new Set(charged.map(({ part }) => part));
  const [own] = byName;
  if (own && byName.size === 1) return [{ part: own, net, vat, isDerived: false }];
  if (byName.size > 1 && !byName.has(undefined)) return sharesByTax(net, charged);
  const slack = slackOf(line.roundings ?? 1, 1);
  const found = partOfLine(
    line,
    parts,
    (part) => readingsOf(line, net, vat, part, slack).length > 0,
  );
  if (!found) return undefined;
  const [reading] = readingsOf(line, net, vat, found, slack);
  if (reading) return [{ part: found, net: reading, vat, isDerived: false }];
  const isOpen = !line.isVatStated && (isZero(vat) || byName.has(undefined));
  return isOpen ? [derived(minor(sumExact([net, vat])), found)] : undefined;
}

/** Returns the net amounts that a line may have: as it says, or without its VAT, where the rate gives the VAT. */
const readingsOf = (
  { mayBeGross }: RefundedLine,
  net: Exact,
  vat: Exact,
  { vat_rate_bps = 0 }: OriginalPart,
  slack: number,
): readonly Exact[] =>
  [net, ...(mayBeGross ? [minus(net, vat)] : [])].filter((amount) =>
    fitsExactly(amount, vat, vat_rate_bps, slack),
  );

function partOfLine(
  { line }: RefundedLine,
  parts: readonly OriginalPart[],
  fits: (part: OriginalPart) => boolean,
): OriginalPart | undefined {
  const ofLine = parts.filter(({ line_ids }) => line !== undefined && line_ids?.includes(line));
  if (ofLine.length === 1) return ofLine[0];
  if (parts.length === 1) return parts[0];
  const fitting = parts.filter(fits);
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Splits a line over the taxes that it names, by their rates. */
function sharesByTax(
  net: Exact,
  charged: readonly { readonly amount: Exact; readonly part: OriginalPart | undefined }[],
): readonly Share[] | undefined {
  const taxes = charged.map(({ amount, part }) => ({ amount, rate_bps: part?.vat_rate_bps }));
  const line = { id: "", role: "article", supply_kind: "goods", net, taxes } as const;
  return splitLine(line, 1)?.flatMap((piece) => {
    const part = charged.find((own) => own.part?.vat_rate_bps === piece.rate_bps)?.part;
    return part ? [{ part, net: piece.net, vat: piece.vat, isDerived: false }] : [];
  });
}

/** The sum that a refund gives back of one part, rounded once. */
type PartSum = { readonly part: OriginalPart; readonly net: number; readonly vat: number };

const byPart = (shares: readonly Share[]): readonly PartSum[] =>
  [...Map.groupBy(shares, ({ part }) => part)].map(([part, same]) => ({
    part,
    net: minor(sumExact(same.map(({ net }) => net))),
    vat: minor(sumExact(same.map(({ vat }) => vat))),
  }));

function refundEvent(
  { id, order, day }: StatedRefund,
  { part, net, vat }: PartSum,
  source_id: string,
): ImportedEvent {
  const {
    event_id: original_event_id,
    rate_ids: _ids,
    line_ids: _lines,
    net: _net,
    vat: _vat,
    ...sold
  } = part;
  const rate = [part.supply_kind, String(part.vat_rate_bps)];
  return {
    event_id: naturalKey(source_id, order, `r${id}`, ...rate),
    event_type: "refund",
    original_event_id,
    supply_date: day,
    ...sold,
    taxable_amount_minor: net,
    vat_amount_minor: vat,
    source_id,
    transaction_id: order,
  };
}

/** Returns what stands of a sale after one of its refunds. */
export function afterRefund(original: Original, { outcome, ...of }: RowOutcome): Original {
  if ("left_out" in original || outcome !== "event" || !("events" in of)) return original;
  const parts = original.parts.map((part) => {
    const refund = of.events.find(({ original_event_id }) => original_event_id === part.event_id);
    if (!refund || part.net === undefined || part.vat === undefined) return part;
    const { taxable_amount_minor, vat_amount_minor } = refund;
    return {
      ...part,
      net: part.net - taxable_amount_minor,
      vat: part.vat - vat_amount_minor,
    };
  });
  return { ...original, parts };
}
