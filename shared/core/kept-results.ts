/** Maximum number of results that one function keeps. The widest return has four hundred sums. */
const MOST_KEPT = 4_096;

/** Returns a function that keeps its results: a warm function parses the same texts again in each request. */
export function keepResults<T>(parse: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>();
  return (text) => {
    const before = results.get(text);
    if (before !== undefined) return before;
    const result = parse(text);
    if (results.size >= MOST_KEPT) results.clear();
    results.set(text, result);
    return result;
  };
}
