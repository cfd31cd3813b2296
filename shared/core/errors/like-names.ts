/** Share of the words of the shorter name that two names must have in common to be alike. */
const LEAST_SHARED = 2 / 3;

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
  const words = new Set(wordsOf(given));
  const near = known
    .map((name) => {
      const others = wordsOf(name);
      const shared = others.filter((word) => words.has(word)).length;
      const ofShorter = shared / Math.min(words.size, others.length);
      return { name, ofShorter, ofBoth: shared / (words.size + others.length - shared) };
    })
    .filter(({ ofShorter }) => ofShorter >= LEAST_SHARED);
  const best = Math.max(...near.map(({ ofBoth }) => ofBoth));
  const nearest = near.filter(({ ofBoth }) => ofBoth === best).map(({ name }) => name);
  return nearest.length <= MOST_NAMED ? nearest : [];
}
