import { keyPattern } from "../../shared/platform/table/item.ts";
import { ITEM_GROUPS } from "../../shared/platform/table/registry.ts";

/** That an item is written with a day after which DynamoDB deletes it. */
export const EXPIRES = "Expires";

export type Place = { readonly pk: string; readonly sk: string };

/** The family of an item, or of what a query begins with. */
export function familyAt(place: Place, isQuery: boolean, index?: string): string | undefined {
  return FAMILIES.find(
    ({ isIndex, items }) =>
      isIndex === (index !== undefined) &&
      items.some(
        ({ pk, sk, start }) =>
          pk.test(place.pk) && (isQuery ? beginTogether(start, place.sk) : sk.test(place.sk)),
      ),
  )?.name;
}

/** True if one of the two texts is the beginning of the other. */
const beginTogether = (one: string, other: string): boolean =>
  one.startsWith(other) || other.startsWith(one);

/** Made once: every request of a stack to its table is held against them. */
const FAMILIES = Object.entries(ITEM_GROUPS).map(([name, family]) => ({
  name,
  isIndex: family.index === true,
  items: family.items.map(({ pk, sk }) => ({
    pk: keyPattern(pk),
    sk: keyPattern(sk),
    start: sk.replace(/[*0].*/s, ""),
  })),
}));
