import { withNulls } from "../../core/input/answered-fields.ts";
import { answeredParts, eventFields } from "../../vat/schemes/event-fields.ts";
import { exclusionFields, isTooLate, periodKeyOf } from "../../vat/schemes/schemes.ts";
import { isService, treatmentOf } from "../../vat/schemes/supply-event.ts";
import {
  AFTER_THREE_YEARS,
  exclusion,
  TAXED_AT_HOME,
  WARNING_CODES,
} from "../../vat/schemes/warnings.ts";
import { SALE_OUTSIDE } from "../sums/sums-of-event.ts";
import type { Declared } from "./declared-in.ts";
import type { EventRecord } from "./event-record.ts";
import { checksOn, linkFields } from "./links.ts";
import { ledgerFields } from "./schema.ts";

/**
 * Returns an event in a list filtered by `filter`. An event without an exclusion code of its own gets the code under
 * which the return of its period excludes it.
 */
export function eventUnder(
  record: EventRecord,
  filter: string | undefined,
  order_name: string | null,
  declared: Declared,
) {
  const shown = eventView(record, order_name, declared);
  const code = WARNING_CODES.find((warning) => warning === filter);
  if (shown.exclusion_code !== null || !code) return shown;
  const isOutside = record.link?.status === "linked" && code === SALE_OUTSIDE.code;
  const { status } = isOutside ? SALE_OUTSIDE : exclusion(code);
  return { ...shown, exclusion_code: code, exclusion_status: status };
}

/**
 * Returns the customer, place and rate of an event. A non-sale takes over what it leaves out from its sale, if the sale
 * is known.
 */
function asSold({ link, stated, ...event }: EventRecord) {
  const sold = link?.status === "linked" ? link : undefined;
  const from = sold?.from_country || undefined;
  const isServed = isService(event.supply_kind);
  return {
    customer_type: event.customer_type ?? sold?.customer_type,
    consumption_country: event.consumption_country ?? sold?.consumption_country,
    vat_rate_bps: event.vat_rate_bps ?? sold?.vat_rate_bps,
    rate_category: event.rate_category ?? sold?.rate_category,
    dispatch_country: event.dispatch_country ?? (isServed ? undefined : from),
    // Completed from the profile of the event's own day, unless the caller has named a country.
    establishment_country:
      stated?.establishment_country ?? (isServed ? from : undefined) ?? event.establishment_country,
  };
}

/** Returns what callers may know of an event, without the internal fields of the store. */
export function publicFields(record: EventRecord) {
  const {
    fingerprint,
    commit_id,
    version,
    propagating,
    stated,
    link,
    entries,
    moved_at,
    rules_version,
    undone,
    ...shown
  } = record;
  return {
    ...shown,
    ...asSold(record),
    classification_reasons: [...shown.classification_reasons],
    classification_history: shown.classification_history.map(({ settled_checks, ...step }) => ({
      ...step,
      ...(settled_checks ? { settled_checks: [...settled_checks] } : {}),
    })),
    checks: checksOn(record),
    location_evidence: shown.location_evidence && [...shown.location_evidence],
    payments: shown.payments && [...shown.payments],
    payments_on_account: shown.payments_on_account && [...shown.payments_on_account],
    metadata: shown.metadata && { ...shown.metadata },
    treatment: treatmentOf(record),
    period: periodKeyOf(record),
    ...linkFields(record),
    ...exclusionFields(record),
  };
}

const OPTIONAL = { ...eventFields, ...ledgerFields };

/** Returns the exclusion that registrations and returns make of an event, beyond what it is by itself. */
function declaredExclusion(record: EventRecord, { undeclared_reason }: Declared) {
  const isLate = undeclared_reason === "after_three_years" && isTooLate(record);
  const found = isLate ? AFTER_THREE_YEARS : TAXED_AT_HOME;
  return isLate || undeclared_reason === TAXED_AT_HOME.code
    ? { exclusion_code: found.code, exclusion_status: found.status }
    : {};
}

/** Returns the view of an event in answers, with null in every field that has no value. */
export function eventView(record: EventRecord, order_name: string | null, declared: Declared) {
  const shown = publicFields(record);
  return {
    ...withNulls(OPTIONAL, shown),
    ...answeredParts(shown),
    order_name,
    ...declared,
    ...declaredExclusion(record, declared),
    classification_history: shown.classification_history.map(
      ({ settled_checks = null, ...step }) => ({ ...step, settled_checks }),
    ),
  };
}
