import type { SupplyEvent } from "../../vat/schemes/supply-event.ts";

type Pieces = NonNullable<SupplyEvent["location_evidence"]>;

/** Art. 24b(d), 24f CIR 282/2011: two items of evidence that do not contradict each other. */
const DECIDING = 2;

/**
 * Whether the evidence leaves the place open: pieces differ, and not exactly one country, that of
 * consumption, has two kinds of evidence for it. Two of one kind are one item.
 */
export function contradictions(event: SupplyEvent): string[] {
  const { consumption_country, location_evidence = [] } = event;
  const others = elsewhere(event);
  if (others.length === 0) return [];
  const here = location_evidence.filter(({ country }) => country === consumption_country);
  return isDecided(here) && !hasDecidedPlace(others) ? [] : ["location_evidence_conflict"];
}

/** The pieces that speak for another country where two others have decided. */
export const differingEvidence = (event: SupplyEvent): Pieces =>
  contradictions(event).length > 0 ? [] : elsewhere(event);

const elsewhere = ({ consumption_country, location_evidence = [] }: SupplyEvent): Pieces =>
  location_evidence.filter(({ country }) => country !== consumption_country);

const isDecided = (pieces: Pieces): boolean =>
  new Set(pieces.map(({ kind }) => kind)).size >= DECIDING;

const hasDecidedPlace = (pieces: Pieces): boolean =>
  [...Map.groupBy(pieces, ({ country }) => country).values()].some(isDecided);
