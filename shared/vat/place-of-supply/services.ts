import { type MemberStateCode, memberStateOf } from "../reference-data/member-states.ts";
import { unionScopeOn } from "../schemes/union-oss.ts";
import {
  establishedIn,
  type Finding,
  isBusiness,
  outsideScope,
  type Question,
  taxedIn,
} from "./place.ts";
import { reliefError } from "./relief.ts";

/** Determines the place of telecommunications, broadcasting and electronic services. */
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
  const refusal = reliefError(supply, seller, supply.establishment_country ?? "", {
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

/**
 * Determines the place of services under the general rule. Services of Art. 46 to 54 and 59 need the caller's
 * judgement.
 */
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

/** Returns the Member State from which the service is supplied. Northern Ireland counts for goods only. */
function sellerState({ supply }: Question): MemberStateCode | undefined {
  const state = memberStateOf(supply.establishment_country ?? "");
  return state?.goods_only ? undefined : state?.code;
}

/**
 * Determines the place of gas, electricity, heat and cooling through networks: the place of consumption. For a business
 * that resells them, `country` has to be that of its establishment (Art. 38 VAT Directive).
 */
export function placeOfEnergy(question: Question): Finding {
  const { supply, place, seller, day } = question;
  if (place.state === null) {
    return outsideScope(
      `the energy is consumed in ${place.name}, outside the VAT territory of the Union (Art. 39; ${place.law})`,
    );
  }
  const to = place.state;
  if (establishedIn(supply, seller.profile).includes(to)) {
    return taxedIn(
      to,
      "domestic",
      `energy is taxed where it is consumed (Art. 39), and the seller is established in ${to}: it is in its national return`,
    );
  }
  if (isBusiness(supply, true)) {
    return taxedIn(
      to,
      "reverse_charge",
      `energy is taxed where it is consumed, and the business accounts for the tax (Art. 38, 39, 195)`,
    );
  }
  return toConsumer(to, unionScopeOn(day).kinds.has("energy"));
}

const toConsumer = (to: MemberStateCode, isInScheme: boolean): Finding =>
  isInScheme
    ? taxedIn(
        to,
        "union_oss",
        `energy is taxed where it is consumed (Art. 39), and the Union scheme takes it in since 2027-01-01 (Directive (EU) 2025/516)`,
      )
    : taxedIn(
        to,
        "domestic",
        `energy is taxed where it is consumed (Art. 39), in the national return of ${to}: the Union scheme takes it in only from 2027-01-01 (Directive (EU) 2025/516)`,
      );
