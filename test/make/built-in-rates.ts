import { catalogueOf, NO_OVERLAY } from "../../shared/vat/reference-data/vat-rates.ts";

/** The rates of a service in which no rate was accepted. */
export const BUILT_IN_RATES = catalogueOf(NO_OVERLAY);
