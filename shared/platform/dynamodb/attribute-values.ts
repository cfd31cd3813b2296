/*
 * DynamoDB's form of values: text, numbers, booleans, null, lists, maps and sets of numbers, which are all
 * that the table holds. As a request and an answer have it, in which a number is a text.
 */
type Form = Readonly<Record<string, unknown>>;

/** A value in DynamoDB's form. What is undefined in a list or map is left out. */
function attributeValue(value: unknown): Form {
  switch (typeof value) {
    case "string":
      return { S: value };
    case "number":
      return { N: numberText(value) };
    case "bigint":
      return { N: String(value) };
    case "boolean":
      return { BOOL: value };
    case "object":
      if (value === null) return { NULL: true };
      if (Array.isArray(value)) return { L: value.filter(isDefined).map(attributeValue) };
      if (isPlain(value)) return { M: attributeValues(value) };
      if (isNumberSet(value)) return { NS: [...value].map(numberText) };
  }
  throw new TypeError(`the table holds no ${typeof value} of this kind: ${String(value)}`);
}

/** The fields of an item, each in DynamoDB's form. */
export const attributeValues = (item: object): Form =>
  mapped(item, (value) => (value === undefined ? undefined : attributeValue(value)));

/** A value out of DynamoDB's form. Integers beyond 2^53 are BigInt: a sum must not lose its last digits. */
function valueIn(form: Form): unknown {
  if (typeof form["S"] === "string") return form["S"];
  if (typeof form["N"] === "string") return exactNumber(form["N"]);
  if (form["M"]) return valuesIn(form["M"]);
  if (Array.isArray(form["L"])) return form["L"].map(valueIn);
  if (typeof form["BOOL"] === "boolean") return form["BOOL"];
  if (form["NULL"] === true) return null;
  if (Array.isArray(form["NS"])) return new Set(form["NS"].map(exactNumber));
  throw new TypeError(`not a kind of value that the table holds: ${Object.keys(form)}`);
}

/** The fields of an item out of DynamoDB's form. */
export const valuesIn = (item: object): Record<string, unknown> =>
  mapped(item, (form) => valueIn(form as Form));

/** Callers name the keys of metadata, `__proto__` among them, which an assignment would swallow. */
function mapped(item: object, change: (value: unknown) => unknown): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(item)) {
    const value = change((item as Form)[name]);
    if (value === undefined) continue;
    if (name !== "__proto__") result[name] = value;
    else Object.defineProperty(result, name, { value, enumerable: true, configurable: true });
  }
  return result;
}

const isDefined = (value: unknown): boolean => value !== undefined;

/** Bytes or a date would be written as a map of nothing. */
const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const isNumberSet = (value: object): value is Set<number> =>
  value instanceof Set && value.size > 0 && [...value].every((one) => typeof one === "number");

function numberText(value: number): string {
  if (Number.isFinite(value) && !(Math.abs(value) > Number.MAX_SAFE_INTEGER)) return String(value);
  throw new RangeError(`${value} cannot be written exactly`);
}

function exactNumber(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) || !/^-?\d+$/.test(text) ? number : BigInt(text);
}
