import type { IsoDate } from "../../core/calendar/dates.ts";
import { isService, type SupplyKind } from "../../vat/schemes/supply-event.ts";
import { hasOptedForDestination } from "../../vat/seller/in-force.ts";
import {
  type DatedProfile,
  establishmentOfGoods,
  profileOn,
  UNDESCRIBED,
} from "../../vat/seller/profile.ts";
import { NO_REGISTRATIONS, type Registrations } from "../../vat/seller/registration.ts";
import { mayBeTaxedAtOrigin } from "../../vat/threshold/eligibility.ts";
import { excluded, type ImportedEvent, type RowOutcome, unresolved } from "./outcome.ts";
import type { Remark } from "./reasons.ts";

/** The treatment of a sale that is taxed at home: in no return here, and counted towards the EUR 10,000 (Art. 59c). */
const AT_HOME = "origin_below_threshold";

/**
 * Returns what the event of a sale that is taxed at home states. Its seller is established there: from 2027 on the
 * threshold counts goods of no other, and a stated treatment stays when the profile is filled in later.
 */
export const homeFields = (home: string | undefined) =>
  ({ treatment: AT_HOME, establishment_country: home }) as const;

export const isTaxedAtHome = ({ treatment }: Pick<ImportedEvent, "treatment">): boolean =>
  treatment === AT_HOME;

/** The profile and the registrations of an account. They decide whether a sale may be taxed at home. */
export type SellerFacts = {
  readonly profile: Pick<DatedProfile, "rows" | "entered_turnover">;
  readonly registrations: Pick<Registrations, "items">;
};

const NOTHING_KNOWN: SellerFacts = { profile: UNDESCRIBED, registrations: NO_REGISTRATIONS };

/** A sale to another Member State that was taxed where its goods left, or where its service is supplied from. */
type HomeSale = {
  readonly kind: SupplyKind;
  readonly day: IsoDate;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** The establishment that the settings of the source name. */
  readonly establishment?: string | undefined;
  readonly isBusiness: boolean;
  readonly seller: SellerFacts | undefined;
  /** The column of the tax. */
  readonly column?: string | undefined;
};

/**
 * Returns why a sale that was taxed at home makes no event; undefined if it is booked with `homeFields`. Art. 59c(1)
 * allows the tax of home to a seller established in that state alone. A registration in the Union scheme ends that
 * (Art. 59c(3)): VAT is due in the customer's country, and the sale waits for a decision.
 */
export function homeSaleLeftOut(sale: HomeSale): RowOutcome | undefined {
  const { isBusiness, day, seller = NOTHING_KNOWN, column } = sale;
  if (isBusiness || !mayHaveRelief(sale, seller)) return excluded("taxed_in_dispatch_country");
  return hasOptedForDestination(seller.registrations.items, day)
    ? unresolved("taxed_at_home_under_scheme", { ...(column && { column }) })
    : undefined;
}

function mayHaveRelief(sale: HomeSale, { profile }: SellerFacts): boolean {
  const { kind, day, from, to, establishment } = sale;
  const ofDay = profileOn(profile, day);
  const seat = isService(kind) ? ofDay.establishment_country : establishmentOfGoods(ofDay);
  const establishment_country = establishment ?? seat;
  const placed = {
    event_type: "sale" as const,
    customer_type: "b2c" as const,
    supply_kind: kind,
    supply_date: day,
    dispatch_country: isService(kind) ? undefined : from,
    establishment_country,
    consumption_country: to,
  };
  return (establishment_country ?? from) === from && mayBeTaxedAtOrigin(placed, ofDay);
}

/** Returns the remark on a booked sale that the entered turnover of its year may have as well. */
export const homeSaleRemarks = (
  day: IsoDate,
  { profile }: SellerFacts = NOTHING_KNOWN,
): readonly Remark[] =>
  profile.entered_turnover.some(
    ({ year, amount_minor }) => year === Number(day.slice(0, 4)) && amount_minor > 0,
  )
    ? ["maybe_in_entered_turnover"]
    : [];
