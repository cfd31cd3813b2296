import { roundExact } from "../../core/money/money.ts";
import { isMemberState, toVatCountry } from "../../vat/reference-data/member-states.ts";
import { hasConsignment, staysInUnitedKingdom } from "../../vat/schemes/consignment-value.ts";
import { isService } from "../../vat/schemes/supply-event.ts";
import { homeSaleLeftOut } from "../formats/home-sale.ts";
import { consignmentLeftOut } from "../formats/import-scheme.ts";
import { excluded, type RowOutcome, unresolved } from "../formats/outcome.ts";
import type { OpenQuestion } from "../formats/reasons.ts";
import { isDomestic } from "../formats/shop-rules.ts";
import { isZero } from "./exact-amount.ts";
import { hasZeroRate } from "./rates-at-place.ts";
import type { StatedLine } from "./shop-order.ts";
import { goodsIn, type SoldPart, type SortedLines } from "./sold-part.ts";

type Rule = {
  readonly name: string;
  /** The article of the VAT Directive, or of another act that is named, that the rule follows. */
  readonly article: string;
  /** Returns why the part makes no event; undefined if the rule does not apply. */
  readonly apply: (part: SoldPart, lines: SortedLines) => RowOutcome | undefined;
};

const excludedIf = (isTrue: boolean, ...[reason]: Parameters<typeof excluded>) =>
  isTrue ? excluded(reason) : undefined;

/** Asks a question about a line, by its id: names of lines may hold anything. */
export const askedOfLine = (
  reason: OpenQuestion,
  { id, role }: Pick<StatedLine, "id" | "role">,
  { taxColumn }: SoldPart["order"],
): RowOutcome =>
  unresolved(reason, { ...(taxColumn && { column: taxColumn }), details: { line: id, role } });

/**
 * The rules that decide whether a part of an order makes events, in their order. The first that applies decides. An order
 * that nobody owes comes first, whatever its place; then the place, because taxes outside the Union and domestic ones are
 * the shop's own business; then the questions about its lines.
 */
export const JUDGE_RULES: readonly Rule[] = [
  {
    name: "test order",
    article: "Art. 2",
    apply: ({ order: { state } }) => excludedIf(state === "test", "test_order"),
  },
  {
    name: "draft",
    article: "Art. 63",
    apply: ({ order: { state } }) => excludedIf(state === "draft", "draft"),
  },
  {
    name: "voided document",
    article: "Art. 90",
    apply: ({ order: { state } }) => excludedIf(state === "voided", "voided"),
  },
  { name: "cancelled and nothing kept", article: "Art. 90", apply: cancelledWhole },
  {
    name: "neither paid nor delivered",
    article: "Art. 63, 65",
    apply: ({ order: { payment, isDelivered } }) =>
      excludedIf(payment === "none" && !isDelivered, "not_paid"),
  },
  { name: "nothing supplied", article: "Art. 30b, 73, 92", apply: nothingSupplied },
  {
    name: "marketplace collects",
    article: "Art. 14a",
    apply: ({ order: { lines } }) =>
      excludedIf(
        lines.some(({ taxes }) => taxes.some(({ isByMarketplace }) => isByMarketplace)),
        "deemed_by_marketplace",
      ),
  },
  {
    name: "handed over in the shop",
    article: "Art. 31",
    apply: ({ order: { channel, place } }) =>
      excludedIf(
        channel === "pickup" || (channel === "till" && place.country === ""),
        "local_pickup",
      ),
  },
  {
    name: "unknown country",
    article: "Art. 33, 58",
    apply: ({ to, order: { place } }) =>
      to.isKnown ? undefined : unresolved("country_missing", { column: place.column }),
  },
  { name: "outside the Union", article: "Art. 6, 146, 203", apply: outsideUnion },
  {
    name: "business without VAT",
    article: "Art. 44, 138, 196",
    apply: ({ order: { isBusiness }, hasVat }) => excludedIf(isBusiness && !hasVat, "b2b_customer"),
  },
  {
    name: "services without an establishment",
    article: "Art. 44, 45, 58",
    apply: ({ kind, from }) =>
      isService(kind) && from === undefined ? unresolved("establishment_missing") : undefined,
  },
  {
    name: "domestic supply",
    article: "Art. 32, 45",
    apply: ({ to, from, kind, day, settings }) =>
      excludedIf(
        isDomestic({
          to,
          from,
          kind,
          day,
          establishment_country: settings.establishment_country,
        }) ||
          (hasConsignment(kind) && staysInUnitedKingdom(settings.origin_country, to.state)),
        isService(kind) ? "services_taxed_at_establishment" : "domestic_goods",
      ),
  },
  { name: "chargeable event", article: "Art. 63, 65, 90", apply: chargeableQuestion },
  { name: "value of the consignment", article: "Art. 369l", apply: consignmentRule },
  {
    name: "no VAT at all",
    article: "Art. 193",
    apply: ({ hasVat }) => (hasVat ? undefined : unresolved("no_vat_charged")),
  },
  {
    name: "lines missing",
    article: "Art. 73",
    apply: ({ order: { isCut, taxColumn } }) =>
      isCut ? unresolved("lines_missing", { ...(taxColumn && { column: taxColumn }) }) : undefined,
  },
  { name: "lines over their taxes", article: "Art. 73, 78, 93", apply: linesRule },
  { name: "rates in force", article: "Art. 59c, 93", apply: ratesRule },
];

function cancelledWhole({
  order: { state, isCancelled, payment, given_back },
}: SoldPart): RowOutcome | undefined {
  const isWhole = isCancelled && (payment === "none" || given_back === "all");
  return excludedIf(state === "deleted" || Boolean(isWhole), "cancelled");
}

function nothingSupplied(
  { lines, order: { totals } }: SoldPart,
  { no_supplies }: SortedLines,
): RowOutcome | undefined {
  if (lines.length > 0) return undefined;
  // An export may leave the lines out, and the total then tells that something was sold.
  if (no_supplies.length === 0 && totals.gross && !isZero(totals.gross))
    return unresolved("lines_missing");
  const charged = no_supplies.filter(({ net }) => net && !isZero(net));
  if (charged.length === 0) return excluded("nothing_charged");
  const isCard = charged.every(({ role }) => role === "gift_card");
  return excluded(isCard ? "gift_card" : "no_supply");
}

/** Outside the Union taxes are foreign ones, unless the shop says that they are those of a Member State. */
function outsideUnion({ to, order: { place, lines } }: SoldPart): RowOutcome | undefined {
  if (to.state !== undefined) return undefined;
  const ofUnion = lines.some(({ taxes }) =>
    taxes.some(
      ({ amount, country = place.country }) =>
        !isZero(amount) && isMemberState(toVatCountry(country.trim().toUpperCase())),
    ),
  );
  return excluded(ofUnion ? "outside_eu_with_vat" : "outside_eu");
}

function chargeableQuestion({ order, kind }: SoldPart): RowOutcome | undefined {
  const { isCancelled, given_back, payment, isDelivered, delivered_on, outstanding } = order;
  if (isCancelled && !given_back) return unresolved("cancelled_with_payment");
  if (payment === "unknown") return unresolved("payment_unknown");
  if (payment === "part") {
    const { gross } = order.totals;
    const total = gross && String(roundExact(gross));
    return unresolved("partly_paid", {
      details: { ...(total && { total_minor: total }), ...(outstanding && { outstanding }) },
    });
  }
  const isUndated =
    payment === "none" && isDelivered && delivered_on === undefined && !hasConsignment(kind);
  return isUndated ? unresolved("delivery_day_missing") : undefined;
}

function consignmentRule({ kind, lines, day, order, settings }: SoldPart): RowOutcome | undefined {
  if (!hasConsignment(kind)) return undefined;
  const nets = lines.flatMap((line) => (line.net ? [{ line, net: line.net }] : []));
  const goods = goodsIn(nets);
  if (goods === null) return unresolved("net_not_split");
  const { currency } = order;
  return consignmentLeftOut({ day, currency, value: Number(roundExact(goods)) }, settings);
}

/** Asks about a line whose VAT fits nothing, and about one without VAT where no rate is zero. */
function linesRule({ order, unsplit, pieces, ...part }: SoldPart): RowOutcome | undefined {
  if (unsplit) return askedOfLine("net_not_split", unsplit, order);
  const { kind, to, day, settings } = part;
  const untaxed = pieces.find(
    ({ tax, net }) =>
      tax === undefined &&
      (net.numerator < 0n || !hasZeroRate({ ...to, day }, kind, settings.rates)),
  );
  if (!untaxed) return undefined;
  const isNegative = untaxed.net.numerator < 0n;
  return askedOfLine(isNegative ? "net_not_split" : "no_vat_charged", untaxed.line, order);
}

/**
 * Compares the rates of an order with those in force. The rates of the state of dispatch are those of a seller below the
 * threshold of Art. 59c. The shop's word on whose tax it is counts where it is reliable.
 */
function ratesRule(part: SoldPart): RowOutcome | undefined {
  if (isHomeTaxed(part)) return homeRule(part);
  const { order, atDestination } = part;
  const taxed = taxedPieces(part);
  const odd =
    namedAtHome(part)[0] ??
    taxed.find(({ rate_bps }) => rate_bps === undefined) ??
    taxed.find(({ rate_bps = 0 }) => atDestination && !atDestination.has(rate_bps));
  return odd && askedOfLine("rate_not_in_force", odd.line, order);
}

function homeRule({ order, kind, day, from, to, settings }: SoldPart): RowOutcome | undefined {
  const { isBusiness, taxColumn: column } = order;
  const { establishment_country: establishment, seller } = settings;
  return homeSaleLeftOut({
    kind,
    day,
    from,
    to: to.state,
    establishment,
    isBusiness,
    seller,
    column,
  });
}

const taxedPieces = ({ pieces }: SoldPart) => pieces.filter(({ vat }) => !isZero(vat));

const namedAtHome = (part: SoldPart) =>
  taxedPieces(part).filter(
    ({ tax }) =>
      part.from !== undefined && part.from !== part.to.state && countryOf(tax) === part.from,
  );

/** True if the VAT of a part is that of home: by its name, by rates that only home has, or by the settings. */
export function isHomeTaxed(part: SoldPart): boolean {
  const { atDestination, atHome, settings } = part;
  const taxed = taxedPieces(part);
  const isAllOfHome = taxed.every(({ rate_bps = 0 }) => atHome?.has(rate_bps));
  const named = namedAtHome(part);
  if (named.length > 0) return isAllOfHome || named.length === taxed.length;
  if (taxed.some(({ rate_bps }) => rate_bps === undefined)) return false;
  if (taxed.some(({ rate_bps = 0 }) => atDestination && !atDestination.has(rate_bps))) {
    return isAllOfHome;
  }
  return isInBoth(part) && settings.rates_in_both === "dispatch";
}

const countryOf = (tax: { readonly country?: string | undefined } | undefined) =>
  tax?.country === undefined ? undefined : toVatCountry(tax.country.toUpperCase());

/** True if all rates of a part are in force at home as well, and the shop does not say whose taxes they are. */
export function isInBoth({ pieces, to, from, atDestination, atHome }: SoldPart): boolean {
  const taxed = pieces.filter(({ vat }) => !isZero(vat));
  return (
    taxed.length > 0 &&
    from !== to.state &&
    atDestination !== undefined &&
    taxed.every(
      ({ rate_bps = 0, tax }) =>
        atHome?.has(rate_bps) && atDestination.has(rate_bps) && tax?.country === undefined,
    )
  );
}
