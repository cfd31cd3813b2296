import type { MemberStateCode } from "../reference-data/member-states.ts";
import { unionScopeOn } from "../schemes/union-scope.ts";
import { isBusiness } from "./customer.ts";
import { type Finding, outsideScope, taxedIn } from "./finding.ts";
import type { Question } from "./question.ts";
import { establishedIn } from "./seller.ts";

/**
 * Gas, electricity, heat and cooling through networks, which are consumed where the customer is. To a
 * business that resells them `country` has to be that of its establishment (Art. 38).
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
