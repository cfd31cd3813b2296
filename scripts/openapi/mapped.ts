/** Returns a record with the same keys and changed values. */
export const mapped = <V, W>(
  record: Readonly<Record<string, V>>,
  change: (value: V, key: string) => W,
): Record<string, W> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
