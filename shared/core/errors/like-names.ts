/** Share of their words that two names must have in common, if neither has all words of the other. */
const LEAST_SHARED = 1 / 2;

const MOST_NAMED = 3;

/** Returns the words of a name in snake case or camel case. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_.\- ]+/);

/**
 * Returns those of the known names that a caller may have meant, three at most, the nearest first: `supplyDate` and
 * `date` for `supply_date`. None if more than three are equally near.
 */
export function alike(given: string, known: readonly string[]): readonly string[] {
  const near = known
    .map((name) => ({ name, share: shareOf(wordsOf(given), wordsOf(name)) }))
    .filter(({ share }) => share > 0);
  const best = Math.max(...near.map(({ share }) => share));
  const nearest = near.filter(({ share }) => share === best).map(({ name }) => name);
  return nearest.length <= MOST_NAMED ? nearest : [];
}

/** Returns the share of their words that two names have in common; 0 if they are not alike. */
function shareOf(given: readonly string[], known: readonly string[]): number {
  const words = new Set([...given, ...known]);
  const shared = given.length + known.length - words.size;
  const share = shared / words.size;
  // One word of a longer name says little: the object `supply` is not meant by `supply_date`.
  const hasAll = shared === given.length || (shared === known.length && known.length > 1);
  return hasAll || (share >= LEAST_SHARED && known.length > 1) ? share : 0;
}
