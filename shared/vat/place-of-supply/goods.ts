import { invalidRequest } from "../../core/errors/errors.ts";
import type { MemberStateCode } from "../reference-data/member-states.ts";
import { CONSIGNMENT_LIMIT_EUR_MINOR, staysInUnitedKingdom } from "../schemes/consignment-value.ts";
import { unionScopeOn } from "../schemes/union-oss.ts";
import { isInForceOn } from "../seller/in-force.ts";
import {
  establishedIn,
  type Finding,
  isBusiness,
  outsideScope,
  type Question,
  taxedIn,
  vatNumberState,
} from "./place.ts";
import { reliefError } from "./relief.ts";

/** Determines the place of goods that are transported from a Member State to the customer. */
export function placeOfGoods(question: Question, from: MemberStateCode): Finding {
  const { supply, place } = question;
  if (place.state === null) {
    return outsideScope(
      staysInUnitedKingdom(from, place.name)
        ? `goods from Northern Ireland to ${place.name} stay in the United Kingdom (Art. 8 of the Windsor Framework): its return has the sale, at its rates, which are not known here`
        : `the goods leave the VAT territory of the Union for ${place.name} (${place.law}): an export, exempt with the right to deduct (Art. 146(1))`,
    );
  }
  const to = place.state;
  if (isBusiness(supply, true)) return toBusiness(question, from, to);
  if (supply.supplier_role === "deemed_supplier") {
    return taxedIn(
      to,
      "union_oss",
      `a marketplace deemed to be the seller (Art. 14a(2)) declares sales of goods within the Union, domestic ones too, in the Union scheme (Art. 369b)`,
    );
  }
  return from === to ? atHome(question, to) : distanceSale(question, from, to);
}

function toBusiness(question: Question, from: MemberStateCode, to: MemberStateCode): Finding {
  if (from === to) {
    return taxedIn(to, "domestic", `the goods do not leave ${to} (Art. 31, 32)`);
  }
  if (vatNumberState(question.supply)?.code === from) {
    return taxedIn(
      from,
      "domestic",
      `the business shows a VAT number of ${from}, where transport begins: the supply is not exempt (Art. 32, 138(1)(b))`,
    );
  }
  return taxedIn(
    to,
    "reverse_charge",
    `an exempt intra-Community supply (Art. 138); the business accounts for its acquisition in ${to} (Art. 40, 200)`,
  );
}

/**
 * Determines the place of goods that do not leave a Member State. The seller may be established elsewhere (Directive
 * (EU) 2025/516).
 */
function atHome({ supply, seller, day }: Question, to: MemberStateCode): Finding {
  const isStranger =
    supply.establishment_country !== undefined &&
    !establishedIn(supply, seller.profile).includes(to);
  return isStranger && unionScopeOn(day).goods_within_a_state
    ? taxedIn(
        to,
        "union_oss",
        `the goods do not leave ${to} (Art. 31, 32), where the seller is not established: the Union scheme takes them in since 2028-07-01 (Directive (EU) 2025/516)`,
      )
    : taxedIn(to, "domestic", `the goods do not leave ${to} (Art. 31, 32)`);
}

/** Determines the place of an intra-Community distance sale (Art. 14(4)(1) VAT Directive). */
function distanceSale(question: Question, from: MemberStateCode, to: MemberStateCode): Finding {
  const { supply, seller, day, currency, priceIn } = question;
  const net_minor = priceIn(from).total.net;
  const refusal = reliefError(supply, seller, from, { day, currency, net_minor });
  return refusal === undefined
    ? taxedIn(
        from,
        "origin_below_threshold",
        `a distance sale below EUR 10,000 a year of a seller established in ${from} alone is taxed there (Art. 59c(1))`,
      )
    : taxedIn(
        to,
        "union_oss",
        `a distance sale is taxed where transport ends (Art. 33(a)): ${refusal}`,
      );
}

/** Determines the place of goods that are imported from outside the Union. */
export function placeOfImportedGoods(question: Question): Finding {
  const { supply, place, seller, day } = question;
  if (place.state === null) {
    return outsideScope(
      `the goods never enter the VAT territory of the Union: the customer is in ${place.name} (${place.law})`,
    );
  }
  const to = place.state;
  if (isBusiness(supply, true)) {
    return atTheBorder(`the import scheme is for sales to consumers (Art. 369l)`);
  }
  if (!isInForceOn(seller.registrations, "ioss", day)) {
    return atTheBorder(`no import scheme registration covers ${day}`);
  }
  if (intrinsicValue(question, to) > BigInt(CONSIGNMENT_LIMIT_EUR_MINOR)) {
    return atTheBorder(`the consignment's intrinsic value exceeds EUR 150 (Art. 369l)`);
  }
  return taxedIn(
    to,
    "ioss",
    `goods from outside the Union in a consignment of at most EUR 150, sold by a seller in the import scheme (Art. 33(c), 369l), unless they are subject to excise duty${to === "XI" ? ", or come from Great Britain and are in the return of the United Kingdom" : ""}`,
  );
}

const atTheBorder = (why: string): Finding =>
  outsideScope(`import VAT is due at the border, and not charged with the price: ${why}`);

/**
 * Returns the price of the goods alone: without VAT, and without transport that is charged separately (Art. 1(48) of
 * Delegated Regulation (EU) 2015/2446). Other currencies convert at customs rates, which this service does not have.
 */
function intrinsicValue({ supply, currency, priceIn }: Question, to: MemberStateCode): bigint {
  const given = supply.intrinsic_value_eur_minor;
  if (given !== undefined) return BigInt(given);
  if (currency === "EUR") return priceIn(to).goods.net;
  const message = "required: the price is not in euro, and customs rates are not known here";
  throw invalidRequest([{ field: "supply.intrinsic_value_eur_minor", message }]);
}
