/** Descriptions of the public routes: tax classes, the exemption of small enterprises, health, errors. */
export const CATALOGUE_WORDS: Readonly<Record<string, string>> = {
  "TaxClass.id": "The id that calculations take as `tax_class_id`",
  "TaxClassItem.id": "The id that calculations take as `tax_class_id`",
  "TaxClass.name": "What it is called",
  "TaxClassItem.name": "What it is called",
  "TaxClass.description": "What belongs into it",
  "TaxClassItem.description": "What belongs into it",
  group_slug: "The group it is in, for programs",
  group_name: "The group it is in, for people",
  tags: "Words to find it by",
  "getTaxClass.id": "The id of the class",
  "SmeEligibility.country": "The Member State whose exemption it is",
  "SmeEligibility.currency": "As it was sent",
  "SmeEligibilityRequest.currency":
    "Of the turnover: the national currency of the country on that day",
  "SmeEligibility.annual_turnover_nac": "As it was sent, in minor units",
  "SmeEligibility.reference_date": "The day that the threshold is of",
  eligible_for_exemption:
    "Whether the turnover is within the threshold; false where a country has none",
  "SmeEligibility.scheme_type": "Which exemption was looked at",
  "decideRateProposal.action": "The decision: accept, refuse, withdraw or reopen",
  policy: "How the country applies the exemption",
  one_national_annual_threshold: "Whether one threshold holds for all activities",
  exclusion_article288_quarantine_period:
    "How long whoever exceeded the threshold is kept out (Art. 288a)",
  voluntary_cessation_article290:
    "Whether the exemption may be given up of one's own will (Art. 290)",
  sectorals: "Thresholds for single sectors, where the country has them",
  sector: "Which activities",
  comment: "A remark of the source",
  data_situation_on: "The day the data was last looked at",
  "Health.status": "Always `ok`: that there is an answer is the news",
  "Readiness.status": "Always `ready`; anything else is an error",
  "Error.error": "The code, for programs",
};
