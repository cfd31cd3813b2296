/** The text that two values share when they are equal, whatever the order of their keys. */
export const canonicalText = (value: unknown): string => JSON.stringify(value, sortedKeys);

const sortedKeys = (_: string, value: unknown): unknown =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
