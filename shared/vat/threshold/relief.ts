import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { memberStateOf } from "../reference-data/member-states.ts";
import { hasOptedForDestination } from "../seller/in-force.ts";
import { type Profile, type ProfileHistory, profileOn } from "../seller/profile.ts";
import {
  decidingCurrency,
  type ReliefReason,
  reasonIf,
  type Standing,
  standingIn,
} from "./standing.ts";
import type { ThresholdInput } from "./threshold-input.ts";

/** Whether sales over a border are taxed at destination, and what says so. */
type Decision = Standing & {
  /** False where what is not known could change the answer. */
  readonly certain: boolean;
};

/** The Member States where a business is established, its seat first, each once. */
const statesOfEstablishment = (countries: readonly (string | undefined)[]): string[] => [
  ...new Set(countries.flatMap((country) => memberStateOf(country ?? "")?.code ?? [])),
];

/**
 * The decision of Art. 59c on the last day of the range, as a calculation for a sale from the seat
 * would make it: without a reason there is relief, and tax at home.
 */
export function thresholdDecision(input: ThresholdInput): Decision {
  const { registrations } = input.seller;
  const profile = profileOn(input.seller.profile, input.range.to);
  const states = statesOfEstablishment(countriesOf(profile));
  const standing = standingIn(states[0], input);
  const definite = [
    ...obstacles(profile, states),
    ...reasonIf(
      hasOptedForDestination(registrations, input.range.to),
      "opted_for_destination",
      "the seller has chosen it by registering for the Union scheme (Art. 59c(3))",
    ),
    ...(standing.exceeded ? standing.reasons : []),
  ];
  if (definite.length > 0) return { ...standing, certain: true, reasons: definite };
  const open = [
    ...reasonIf(
      profile.establishment_country === undefined,
      "establishment_unknown",
      "the account profile names no establishment (Art. 59c(1)(a))",
    ),
    ...standing.reasons,
  ];
  return { ...standing, certain: open.length === 0, reasons: open };
}

/** Why the relief cannot apply to such a seller, whatever it sells. */
function obstacles(profile: Profile, states: readonly string[]): ReliefReason[] {
  return [
    ...reasonIf(
      profile.establishment_country !== undefined && states.length === 0,
      "established_outside_union",
      "the seller is not established in a Member State (Art. 59c(1)(a))",
    ),
    ...reasonIf(
      states.length > 1,
      "established_in_several_states",
      `the seller is established in more than one Member State, ${states.join(", ")} (Art. 59c(1)(a))`,
    ),
  ];
}

/** The currencies that the limit may be tested in: of every state where the business may be established. */
export const decidingCurrencies = (
  profile: ProfileHistory,
  country: string | undefined,
  day: IsoDate,
): string[] =>
  statesOfEstablishment([...countriesOf(profileOn(profile, day)), country]).map((state) =>
    decidingCurrency(state, day),
  );

/** The currency that decides for a business so established: of its seat, where that is in the Union. */
export const seatCurrency = (profile: ProfileHistory, day: IsoDate): string =>
  decidingCurrency(statesOfEstablishment(countriesOf(profileOn(profile, day)))[0], day);

const countriesOf = ({ establishment_country, fixed_establishments }: Profile) => [
  establishment_country,
  ...fixed_establishments.map(({ country }) => country),
];

/**
 * Whether it is known that there is no relief. Where that is not certain a calculation says
 * destination as well (docs/decisions/0050), and `certain` tells that it may come out otherwise.
 */
export const destinationApplies = ({ reasons, certain }: Decision): boolean =>
  certain && reasons.length > 0;
