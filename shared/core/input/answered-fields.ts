import * as z from "zod";

/** The fields of an answer: a field that a request or the table may leave out is null there, and always present. */
type Answered<Shape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodOptional<infer Field extends z.ZodType>
    ? Field extends z.ZodNullable
      ? Field
      : z.ZodNullable<Field>
    : Shape[Name];
};

/** Returns the fields of `shape` as an answer has them. */
export const answeredFields = <Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
): Answered<Shape> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [
      name,
      field instanceof z.ZodOptional ? answeredField(field) : field,
    ]),
  ) as Answered<Shape>;

/** Keeps the description: that of the optional field, or of the field in it, unless that is a schema with a name. */
function answeredField(field: z.ZodOptional) {
  const inner = field.unwrap() as z.ZodType;
  const nullable = inner instanceof z.ZodNullable ? inner : inner.nullable();
  const description = field.description ?? (inner.meta()?.id ? undefined : inner.description);
  return description === undefined ? nullable : nullable.describe(description);
}

type OptionalName<Shape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodOptional ? Name : never;
}[keyof Shape];

type WithNulls<Value, Name> = Omit<Value, Name & keyof Value> & {
  [Field in Name & keyof Value]-?: Exclude<Value[Field], undefined> | null;
};

const optionalNames = new WeakMap<object, readonly string[]>();

/** Returns the names of the optional fields of a shape, which is examined once: a page has the same shape 200 times. */
function optionalIn(shape: z.core.$ZodLooseShape): readonly string[] {
  const known = optionalNames.get(shape);
  if (known) return known;
  const fields = Object.entries(shape).filter(([, field]) => field instanceof z.ZodOptional);
  const names = fields.map(([name]) => name);
  optionalNames.set(shape, names);
  return names;
}

/** Returns `value` with null in each field that `shape` has as optional and `value` has not. */
export const withNulls = <Shape extends z.core.$ZodLooseShape, Value extends object>(
  shape: Shape,
  value: Value,
): WithNulls<Value, OptionalName<Shape>> => {
  const whole = { ...value } as Record<string, unknown>;
  for (const name of optionalIn(shape)) whole[name] ??= null;
  return whole as WithNulls<Value, OptionalName<Shape>>;
};
