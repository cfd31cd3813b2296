import { isDeepStrictEqual } from "node:util";

/*
 * The expressions of DynamoDB that the store writes: conditions, conditions of keys, and updates. An
 * expression of another form is refused, so that nothing is taken for true by mistake.
 */
export type Item = Readonly<Record<string, unknown>>;
export type Values = Readonly<Record<string, unknown>>;

/** What the names and values of an expression stand for. */
type Given = {
  readonly names?: Readonly<Record<string, string>> | undefined;
  readonly values?: Values | undefined;
};

/** `version`, `#last.sha256`, `:seen` */
function meant(operand: string, item: Item, { names = {}, values = {} }: Given): unknown {
  if (operand.startsWith(":")) {
    if (!(operand in values)) throw new Error(`no value for ${operand}`);
    return values[operand];
  }
  let value: unknown = item;
  for (const part of operand.split(".")) {
    const name = part.startsWith("#") ? names[part] : part;
    if (name === undefined) throw new Error(`no name for ${part}`);
    value = (value as Item | undefined)?.[name];
  }
  return value;
}

const OPERAND = "[:#]?[\\w.#]+";
const FORMS: readonly [RegExp, (given: unknown[]) => boolean][] = [
  [form("attribute_not_exists\\((X)\\)"), ([one]) => one === undefined],
  [form("attribute_exists\\((X)\\)"), ([one]) => one !== undefined],
  [form("begins_with\\((X), (X)\\)"), ([one, start]) => String(one).startsWith(String(start))],
  [
    form("(X) BETWEEN (X) AND (X)"),
    ([one, from, to]) => String(one) >= String(from) && String(one) <= String(to),
  ],
  [form("contains\\((X), (X)\\)"), ([one, other]) => one instanceof Set && one.has(other)],
  [form("(X) IN \\((X(?:, X)*)\\)"), ([one, ...others]) => others.includes(one)],
  [form("(X) = (X)"), ([one, other]) => isDeepStrictEqual(one, plain(other))],
  [form("(X) <= (X)"), ([one, other]) => isOrdered(one, other) && order(one, other) <= 0],
  [form("(X) >= (X)"), ([one, other]) => isOrdered(one, other) && order(one, other) >= 0],
  [form("(X) < (X)"), ([one, other]) => isOrdered(one, other) && order(one, other) < 0],
  [form("(X) > (X)"), ([one, other]) => isOrdered(one, other) && order(one, other) > 0],
];

/** True if two values can be compared: DynamoDB orders values of one type only. */
const isOrdered = (one: unknown, other: unknown): boolean =>
  typeof one === typeof plain(other) && (typeof one === "number" || typeof one === "string");

function order(one: unknown, other: unknown): number {
  const [a, b] = [one, plain(other)] as [number, number];
  return a < b ? -1 : a > b ? 1 : 0;
}

function form(text: string): RegExp {
  return new RegExp(`^${text.replaceAll("X", OPERAND)}`);
}

/** Whether a condition holds for an item; an item that is not there has no attributes. */
export function holds(condition: string, item: Item, given: Given): boolean {
  const { value, rest } = anyOf(condition, item, given);
  if (rest !== "") throw new Error(`cannot read the condition ${condition}`);
  return value;
}

type Read = { readonly value: boolean; readonly rest: string };

function anyOf(text: string, item: Item, given: Given): Read {
  const first = allOf(text, item, given);
  if (!first.rest.startsWith(" OR ")) return first;
  const others = anyOf(first.rest.slice(" OR ".length), item, given);
  return { value: first.value || others.value, rest: others.rest };
}

function allOf(text: string, item: Item, given: Given): Read {
  const first = term(text, item, given);
  if (!first.rest.startsWith(" AND ")) return first;
  const others = allOf(first.rest.slice(" AND ".length), item, given);
  return { value: first.value && others.value, rest: others.rest };
}

function term(text: string, item: Item, given: Given): Read {
  if (text.startsWith("(")) {
    const { value, rest } = anyOf(text.slice(1), item, given);
    if (!rest.startsWith(")")) throw new Error(`a bracket is open: ${text}`);
    return { value, rest: rest.slice(1) };
  }
  if (text.startsWith("NOT ")) {
    const { value, rest } = term(text.slice("NOT ".length), item, given);
    return { value: !value, rest };
  }
  for (const [pattern, decide] of FORMS) {
    const [match, ...operands] = pattern.exec(text) ?? [];
    if (match === undefined) continue;
    const each = operands.flatMap((operand) => operand.split(", "));
    const value = decide(each.map((one) => meant(one, item, given)));
    return { value, rest: text.slice(match.length) };
  }
  throw new Error(`cannot read the condition ${text}`);
}

/** The item after `SET a = :a, b = if_not_exists(b, :b) REMOVE c ADD d :d DELETE e :e`, the clauses in any order. */
export function withUpdate(expression: string, item: Item, given: Given): Item {
  const clauses = expression.split(/\b(SET|REMOVE|ADD|DELETE) /).slice(1);
  return clauses.reduce((updated, text, n) => {
    const clause = clauses[n - 1] ?? "";
    const parts = n % 2 === 0 ? [] : text.trim().split(/, ?(?![^(]*\))/);
    // Operands have the values from before the update.
    return parts.reduce((seen, part) => assigned(clause, part, [seen, item], given), updated);
  }, item);
}

function assigned(
  clause: string,
  part: string,
  [seen, before]: readonly [Item, Item],
  given: Given,
): Item {
  const [short = "", operand = ""] = part.split(clause === "SET" ? " = " : " ");
  const name = short.startsWith("#") ? given.names?.[short] : short;
  if (name === undefined) throw new Error(`no name for ${short}`);
  if (clause === "REMOVE") return { ...seen, [name]: undefined };
  if (clause === "SET") return { ...seen, [name]: setTo(operand, before, given) };
  return { ...seen, [name]: changedBy(clause, before[name], meant(operand, before, given)) };
}

/** `:a`, `a + :b`, `if_not_exists(a, :b)` */
function setTo(operand: string, item: Item, given: Given): unknown {
  const [, name, otherwise] = /^if_not_exists\(([^,]+), ([^)]+)\)$/.exec(operand) ?? [];
  if (name && otherwise) return meant(name, item, given) ?? meant(otherwise, item, given);
  const [one = "", other] = operand.split(" + ");
  if (other === undefined) return meant(one, item, given);
  return Number(meant(one, item, given)) + Number(meant(other, item, given));
}

/** What ADD and DELETE make of a number or a set; an empty set is no attribute. */
function changedBy(clause: string, before: unknown, by: unknown): unknown {
  if (!(by instanceof Set)) return Number(before ?? 0) + Number(by);
  const seen = before instanceof Set ? before : new Set();
  const after = clause === "ADD" ? seen.union(by) : seen.difference(by);
  return after.size === 0 ? undefined : after;
}

/** A value as it comes back from a table: without what is undefined, and nobody can change it there. */
export function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value === 0 ? 0 : value;
  if (value instanceof Set) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(plain));
  const kept = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.freeze(Object.fromEntries(kept.map(([name, one]) => [name, plain(one)])));
}
