import { invalidRequest } from "../../core/errors/errors.ts";
import { customerNote } from "./customer.ts";
import { placeOfGoods, placeOfImportedGoods } from "./goods.ts";
import type { Finding, Question } from "./place.ts";
import { placeOfEnergy, placeOfOtherServices, placeOfTbeServices } from "./services.ts";

/** First day of the rules that this service applies, Directive (EU) 2017/2455. */
const IN_FORCE_SINCE = "2021-07-01";

/**
 * Determines the Member State in which a supply is taxed, and its treatment. The reason names a VAT number that did not
 * decide.
 * @throws DomainError `invalid_request` before the rules begin, and when a required fact is missing.
 */
export function placeOfSupply(question: Question): Finding {
  const finding = findingOf(question);
  const note = customerNote(question.supply, question.place);
  return note === undefined
    ? finding
    : { ...finding, treatment_reason: `${finding.treatment_reason}; ${note}` };
}

function findingOf(question: Question): Finding {
  const { supply, day } = question;
  if (day < IN_FORCE_SINCE) {
    const message = `must not lie before ${IN_FORCE_SINCE}: other rules placed supplies until then`;
    throw invalidRequest([{ field: "transaction_date", message }]);
  }
  switch (supply.supply_kind) {
    case "tbe_services":
      return placeOfTbeServices(question);
    case "other_services":
      return placeOfOtherServices(question);
    case "imported_goods":
      return placeOfImportedGoods(question);
    case "energy":
      return placeOfEnergy(question);
    case "goods":
      if (supply.dispatch_country) return placeOfGoods(question, supply.dispatch_country);
  }
  throw new TypeError("goods without a place of dispatch");
}
