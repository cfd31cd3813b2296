/** Descriptions of the public routes: tax classes, the exemption of small enterprises, health, errors. */
export const CATALOGUE_WORDS: Readonly<Record<string, string>> = {
  "TaxClass.id": "The id that calculations take as `tax_class_id`",
  "TaxClassItem.id": "The id that calculations take as `tax_class_id`",
  "TaxClass.name": "Name of the tax class",
  "TaxClassItem.name": "Name of the tax class",
  "TaxClass.description": "Supplies that belong to the tax class",
  "TaxClassItem.description": "Supplies that belong to the tax class",
  group_slug: "Group of the class, for programs",
  group_name: "Group of the class, for people",
  tags: "Words to find the class by",
  "getTaxClass.id": "The id of the class",
  "SmeEligibility.country": "The Member State whose exemption it is",
  "SmeEligibility.currency": "Currency of the turnover, as sent",
  "SmeEligibilityRequest.currency":
    "Currency of the turnover: the national currency of the country on that day",
  "SmeEligibility.annual_turnover_nac": "Annual turnover in minor units, as sent",
  "SmeEligibility.reference_date": "The day that the threshold is of",
  eligible_for_exemption:
    "True if the turnover is within the threshold; false where a country has none",
  "SmeEligibility.scheme_type":
    "Exemption that was checked: the domestic one for small enterprises",
  "decideRateProposal.action": "The decision: accept, refuse, withdraw or reopen",
  policy: "Rules of the country on the exemption",
  one_national_annual_threshold: "True if one threshold holds for all activities",
  exclusion_article288_quarantine_period:
    "Period for which a business that exceeded the threshold cannot use the exemption (Art. 288a)",
  voluntary_cessation_article290: "True if a business may opt out of the exemption (Art. 290)",
  sectorals: "Thresholds for single sectors, where the country has them",
  sector: "Activities that the threshold applies to",
  comment: "A remark of the source",
  data_situation_on: "The day the data was last looked at",
  "Health.status": "Always `ok`; a response means that the service is up",
  "Readiness.status": "Always `ready`; anything else is an error",
  "Error.error": "The code, for programs",
};
