/** A value as DynamoDB writes it down: its type, then itself. Numbers are text, and so exact. */
export type TypedValue = Readonly<Record<string, unknown>>;

/** An item or the key of one, attribute by attribute. */
export type TypedItem = Readonly<Record<string, TypedValue>>;

/** The value as code works with it. Beyond 2^53 a number loses digits: for rules, not for comparing. */
export function plainValue(value: TypedValue): unknown {
  const [[type, content] = []] = Object.entries(value);
  if (type === "N") return Number(content);
  if (type === "NULL") return null;
  if (type === "L") return (content as TypedValue[]).map(plainValue);
  if (type === "M") return plainItem(content as TypedItem);
  return content;
}

/** The same of an item. */
export const plainItem = (item: TypedItem): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plainValue(value)]));
