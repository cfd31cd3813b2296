import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Amounts } from "../../core/money/amounts.ts";
import type { MemberStateCode } from "../reference-data/member-states.ts";
import type { Place } from "./place.ts";
import type { Seller } from "./seller.ts";
import type { PlacedSupply } from "./supply.ts";

/** What the price comes to if it is taxed in a Member State: without and with shipping; minor units. */
export type PriceIn = (state: MemberStateCode) => {
  readonly goods: Amounts;
  readonly total: Amounts;
};

/** Everything the place of a supply is decided by. */
export type Question = {
  readonly supply: PlacedSupply;
  /** Where the customer is. */
  readonly place: Place;
  readonly day: IsoDate;
  readonly currency: string;
  /** @throws DomainError `invalid_request` when no rate is known there. */
  readonly priceIn: PriceIn;
  readonly seller: Seller;
};
