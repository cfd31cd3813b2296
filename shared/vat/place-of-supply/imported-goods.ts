import { invalidRequest } from "../../core/errors/invalid-request.ts";
import type { MemberStateCode } from "../reference-data/member-states.ts";
import { CONSIGNMENT_LIMIT_EUR_MINOR } from "../schemes/consignment-value.ts";
import { isInForceOn } from "../seller/in-force.ts";
import { isBusiness } from "./customer.ts";
import { type Finding, outsideScope, taxedIn } from "./finding.ts";
import type { Question } from "./question.ts";

/** Goods that come to the customer from outside the Union. */
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
    `goods from outside the Union in a consignment of at most EUR 150, sold by a seller in the import scheme (Art. 33(c), 369l), unless they are subject to excise duty`,
  );
}

const atTheBorder = (why: string): Finding =>
  outsideScope(`import VAT is due at the border, and not charged with the price: ${why}`);

/**
 * The price of the goods alone: without VAT, and without transport that is charged apart (Art. 1(48)
 * of Delegated Regulation (EU) 2015/2446). Other currencies convert at customs rates, which are not
 * known here.
 */
function intrinsicValue({ supply, currency, priceIn }: Question, to: MemberStateCode): bigint {
  const given = supply.intrinsic_value_eur_minor;
  if (given !== undefined) return BigInt(given);
  if (currency === "EUR") return priceIn(to).goods.net;
  const message = "required: the price is not in euro, and customs rates are not known here";
  throw invalidRequest([{ field: "supply.intrinsic_value_eur_minor", message }]);
}
