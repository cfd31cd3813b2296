import type { NewEvent } from "../../shared/ledger/events/schema.ts";
import type { Classification } from "../../shared/vat/schemes/supply-event.ts";
import type { Profile } from "../../shared/vat/seller/profile.ts";
import {
  type EventChanges,
  makeEnergy,
  makeImport,
  makeRefund,
  makeSale,
  makeService,
} from "./supply-event.ts";

/** Seat in Sweden, fixed establishment in France; one account has this profile, another has none. */
export const HOME = {
  establishment_country: "SE",
  fixed_establishments: [{ country: "FR" }],
} satisfies Profile;

export type ClassificationCase = readonly [
  what: string,
  profile: "home" | "none",
  event: NewEvent,
  status: Classification,
  reasons: readonly string[],
];

const evidence = (...countries: readonly string[]) => ({
  location_evidence: countries.map((country, n) => ({ kind: `piece_${n}`, country })),
});

const GOODS: readonly ClassificationCase[] = [
  ["goods over a border", "home", makeSale(), "classified", []],
  ["goods over a border, no profile", "none", makeSale(), "classified", []],
  [
    "goods into the Member State of the seat",
    "home",
    makeSale({ dispatch_country: "DE", consumption_country: "SE" }),
    "classified",
    [],
  ],
  [
    "goods into the Member State of a fixed establishment",
    "home",
    makeSale({ consumption_country: "FR" }),
    "classified",
    [],
  ],
  ["domestic goods", "home", makeSale({ dispatch_country: "DE" }), "excluded", ["domestic_goods"]],
  [
    "domestic goods of a deemed supplier",
    "home",
    makeSale({ dispatch_country: "DE", supplier_role: "deemed_supplier" }),
    "classified",
    [],
  ],
  [
    "goods from nowhere",
    "home",
    makeSale({ dispatch_country: undefined }),
    "needs_review",
    ["dispatch_country_missing"],
  ],
  [
    "goods of a deemed supplier from nowhere",
    "home",
    makeSale({ dispatch_country: undefined, supplier_role: "deemed_supplier" }),
    "needs_review",
    ["dispatch_country_missing"],
  ],
  [
    "goods for a business",
    "home",
    makeSale({ customer_type: "b2b" }),
    "excluded",
    ["b2b_customer"],
  ],
  [
    "domestic goods for a business",
    "home",
    makeSale({ customer_type: "b2b", dispatch_country: "DE" }),
    "excluded",
    ["b2b_customer", "domestic_goods"],
  ],
  [
    "goods from nowhere for a business",
    "home",
    makeSale({ customer_type: "b2b", dispatch_country: undefined }),
    "excluded",
    ["b2b_customer"],
  ],
  ["goods to Northern Ireland", "home", makeSale({ consumption_country: "XI" }), "classified", []],
  ["imported goods", "home", makeImport(), "classified", []],
  [
    "imported goods for a business",
    "home",
    makeImport({ customer_type: "b2b" }),
    "excluded",
    ["b2b_customer"],
  ],
  [
    "goods assembled on site, from nowhere",
    "home",
    makeSale({ supply_kind: "assembly_installation", dispatch_country: undefined }),
    "classified",
    [],
  ],
];

const SERVICES: readonly ClassificationCase[] = [
  ["a service from the seat", "home", makeService(), "classified", []],
  [
    "a service from an establishment in another Member State",
    "home",
    makeService({ establishment_country: "PL" }),
    "classified",
    [],
  ],
  [
    "a service from outside the Union",
    "home",
    makeService({ establishment_country: "US" }),
    "classified",
    [],
  ],
  [
    "a service where the seat is, from elsewhere",
    "home",
    makeService({ consumption_country: "SE", establishment_country: "PL" }),
    "excluded",
    ["services_taxed_at_establishment"],
  ],
  [
    "a service where a fixed establishment is that took no part",
    "home",
    makeService({ supply_kind: "other_services", consumption_country: "FR" }),
    "excluded",
    ["services_taxed_at_establishment"],
  ],
  [
    "a service where its own establishment is",
    "none",
    makeService({ consumption_country: "PL", establishment_country: "PL" }),
    "excluded",
    ["services_taxed_at_establishment"],
  ],
  [
    "a service without an establishment has that of the profile",
    "home",
    makeService({ establishment_country: undefined }),
    "classified",
    [],
  ],
  [
    "a service from nowhere",
    "none",
    makeService({ establishment_country: undefined, supply_kind: "other_services" }),
    "needs_review",
    ["establishment_country_missing"],
  ],
  [
    "a service for a business where the seat is",
    "home",
    makeService({ customer_type: "b2b", consumption_country: "SE" }),
    "excluded",
    ["b2b_customer", "services_taxed_at_establishment"],
  ],
];

const ENERGY: readonly ClassificationCase[] = [
  [
    "energy of a seller from abroad",
    "home",
    makeEnergy(),
    "excluded",
    ["energy_not_yet_in_scheme"],
  ],
  [
    "energy of a seller from abroad, from nowhere",
    "none",
    makeEnergy({ establishment_country: undefined }),
    "excluded",
    ["energy_not_yet_in_scheme"],
  ],
  [
    "energy where the seat is",
    "home",
    makeEnergy({ consumption_country: "SE" }),
    "excluded",
    ["energy_at_establishment"],
  ],
  [
    "energy where a fixed establishment is",
    "home",
    makeEnergy({ consumption_country: "FR" }),
    "excluded",
    ["energy_at_establishment"],
  ],
  [
    "energy for a business",
    "home",
    makeEnergy({ customer_type: "b2b" }),
    "excluded",
    ["b2b_customer"],
  ],
];

const EVIDENCE: readonly ClassificationCase[] = [
  ["evidence that agrees", "home", makeService(evidence("DE", "DE")), "classified", []],
  // Art. 24b(d), 24f CIR 282/2011: two items that do not contradict each other decide.
  [
    "two pieces that agree, and a third that differs",
    "home",
    makeService(evidence("DE", "DE", "FR")),
    "classified",
    [],
  ],
  [
    "two pieces of one kind, which are one item, and one that differs",
    "home",
    makeService({
      location_evidence: [
        { kind: "billing_address", country: "DE" },
        { kind: "billing_address", country: "DE" },
        { kind: "ip_address", country: "FR" },
      ],
    }),
    "needs_review",
    ["location_evidence_conflict"],
  ],
  [
    "two pieces for each of two countries",
    "home",
    makeService(evidence("DE", "DE", "FR", "FR")),
    "needs_review",
    ["location_evidence_conflict"],
  ],
  [
    "two pieces for another country, one for this",
    "home",
    makeService(evidence("DE", "FR", "FR")),
    "needs_review",
    ["location_evidence_conflict"],
  ],
  [
    "two pieces that agree, and two others that agree with nothing",
    "home",
    makeService(evidence("DE", "DE", "FR", "AT")),
    "classified",
    [],
  ],
  ["one piece of evidence", "home", makeService(evidence("DE")), "classified", []],
  ["no evidence", "home", makeService(evidence()), "classified", []],
  [
    "evidence of Greece for Greece",
    "home",
    makeService({ consumption_country: "EL", ...evidence("EL") }),
    "classified",
    [],
  ],
  [
    "evidence that disagrees",
    "home",
    makeService(evidence("DE", "AT")),
    "needs_review",
    ["location_evidence_conflict"],
  ],
  [
    "evidence that agrees on another country",
    "home",
    makeService(evidence("AT", "AT")),
    "needs_review",
    ["location_evidence_conflict"],
  ],
  [
    "evidence that disagrees, from nowhere",
    "none",
    makeService({ establishment_country: undefined, ...evidence("DE", "US") }),
    "needs_review",
    ["establishment_country_missing", "location_evidence_conflict"],
  ],
  [
    "evidence that disagrees where the seat is",
    "home",
    makeService({ consumption_country: "SE", ...evidence("DE") }),
    "excluded",
    ["services_taxed_at_establishment"],
  ],
];

const asked = (classification_status: Classification, changes: EventChanges = {}) =>
  makeSale({ ...changes, classification_status });

const CALLER: readonly ClassificationCase[] = [
  ["the caller agrees", "home", asked("classified"), "classified", []],
  [
    "the caller asks for a review",
    "home",
    asked("needs_review"),
    "needs_review",
    ["needs_review_by_caller"],
  ],
  ["the caller excludes", "home", asked("excluded"), "excluded", ["excluded_by_caller"]],
  [
    "the caller excludes what needs a review",
    "home",
    asked("excluded", { dispatch_country: undefined }),
    "excluded",
    ["dispatch_country_missing", "excluded_by_caller"],
  ],
  [
    "the caller cannot classify what needs a review",
    "home",
    asked("classified", { dispatch_country: undefined }),
    "needs_review",
    ["dispatch_country_missing"],
  ],
  [
    "the caller cannot classify what is excluded",
    "home",
    asked("classified", { dispatch_country: "DE" }),
    "excluded",
    ["domestic_goods"],
  ],
  [
    "the caller cannot have reviewed what is excluded",
    "home",
    asked("needs_review", { customer_type: "b2b" }),
    "excluded",
    ["b2b_customer"],
  ],
];

/** The place of a non-sale is that of its sale, and is not judged a second time. */
const NON_SALES: readonly ClassificationCase[] = [
  ["a refund", "home", makeRefund(), "classified", []],
  [
    "a refund of goods that name their own country",
    "home",
    makeRefund({ dispatch_country: "DE" }),
    "classified",
    [],
  ],
  [
    "a refund of a service where the seat is",
    "home",
    makeRefund({ supply_kind: "tbe_services", consumption_country: "SE" }),
    "classified",
    [],
  ],
  [
    "a refund with evidence that disagrees",
    "home",
    makeRefund({ supply_kind: "tbe_services", ...evidence("AT", "DE") }),
    "classified",
    [],
  ],
  [
    "a refund to a business",
    "home",
    makeRefund({ customer_type: "b2b" }),
    "excluded",
    ["b2b_customer"],
  ],
  [
    "a refund that the caller wants reviewed",
    "home",
    makeRefund({ classification_status: "needs_review" }),
    "needs_review",
    ["needs_review_by_caller"],
  ],
];

/** What the ledger makes of an event on its arrival. */
export const CLASSIFICATION_CASES = [
  ...GOODS,
  ...SERVICES,
  ...ENERGY,
  ...EVIDENCE,
  ...CALLER,
  ...NON_SALES,
];
