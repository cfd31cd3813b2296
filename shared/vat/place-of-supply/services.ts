import { type MemberStateCode, memberStateOf } from "../reference-data/member-states.ts";
import { isBusiness } from "./customer.ts";
import { type Finding, outsideScope, taxedIn } from "./finding.ts";
import type { Question } from "./question.ts";
import { reliefRefusal } from "./relief.ts";
import { establishedIn } from "./seller.ts";

/** Telecommunications, broadcasting and electronic services. */
export function placeOfTbeServices(question: Question): Finding {
  const { supply, place, seller } = question;
  if (place.state === null) {
    return outsideScope(
      `the customer is in ${place.name}, outside the VAT territory of the Union (Art. 44, 58; ${place.law})`,
    );
  }
  const to = place.state;
  if (isBusiness(supply, true)) return toBusiness(question, to);
  const established = establishedIn(supply, seller.profile);
  if (established.includes(to)) {
    return taxedIn(
      to,
      "domestic",
      `services to consumers in ${to}, where the seller is established, are in its national return (Art. 58, 369a)`,
    );
  }
  if (established.length === 0) {
    return taxedIn(
      to,
      "non_union_oss",
      `a seller established outside the Union owes tax where the consumer is (Art. 58) and may declare it in the non-Union scheme (Art. 358a)`,
    );
  }
  return crossBorder(question, to);
}

function crossBorder(question: Question, to: MemberStateCode): Finding {
  const { supply, seller, day, currency, priceIn } = question;
  const from = sellerState(question);
  const net_minor = from === undefined ? 0n : priceIn(from).total.net;
  const refusal = reliefRefusal(supply, seller, supply.establishment_country ?? "", {
    day,
    currency,
    net_minor,
  });
  return from !== undefined && refusal === undefined
    ? taxedIn(
        from,
        "origin_below_threshold",
        `services to consumers below EUR 10,000 a year of a seller established in ${from} alone are taxed there (Art. 59c(1))`,
      )
    : taxedIn(to, "union_oss", `the service is taxed where the consumer is (Art. 58): ${refusal}`);
}

/** Services without a rule of their own; those of Art. 46 to 54 and 59 need the caller's judgement. */
export function placeOfOtherServices(question: Question): Finding {
  const { supply, place } = question;
  if (isBusiness(supply, place.state !== null)) {
    return place.state === null
      ? outsideScope(`the business is in ${place.name}, where the service is taxed (Art. 44)`)
      : toBusiness(question, place.state);
  }
  const from = sellerState(question);
  return from
    ? taxedIn(
        from,
        "domestic",
        `a service to a consumer is taxed where the seller is established (Art. 45)`,
      )
    : outsideScope(
        `a service to a consumer is taxed where the seller is established, outside the Union (Art. 45)`,
      );
}

function toBusiness(question: Question, to: MemberStateCode): Finding {
  return question.supply.establishment_country === to
    ? taxedIn(to, "domestic", `the business and the seller are both in ${to} (Art. 44)`)
    : taxedIn(
        to,
        "reverse_charge",
        `the service is taxed where the business is, and it accounts for the tax (Art. 44, 196)`,
      );
}

/** Where in the Union the service is supplied from; Northern Ireland is in it for goods alone. */
function sellerState({ supply }: Question): MemberStateCode | undefined {
  const state = memberStateOf(supply.establishment_country ?? "");
  return state?.goods_only ? undefined : state?.code;
}
