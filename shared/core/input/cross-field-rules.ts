import type * as z from "zod";
import type { Fault } from "../errors/errors.ts";

/** A request of which some fields are missing or could not be read. */
export type PartOf<T> = { readonly [Field in keyof T]?: T[Field] | undefined };

/**
 * `schema` with rules between its fields. They are given the readable fields alone, and run even
 * when others are misshapen: a caller is told every fault at once. A list is readable when it is
 * one; what is in it may not be. A misshapen field has its fault, and a rule that misses it adds none.
 */
export const withRules = <Shape extends z.core.$ZodLooseShape>(
  schema: z.ZodObject<Shape, z.core.$strict>,
  faultsOf: (readable: PartOf<z.output<z.ZodObject<Shape, z.core.$strict>>>) => readonly Fault[],
) =>
  schema.superRefine(
    (given, { issues, addIssue }) => {
      // A stranger inside a field leaves the field readable.
      const faulty = issues.filter(({ code }) => code !== "unrecognized_keys");
      // It is no such thing at all: an array has no fields to miss.
      if (faulty.some(({ path = [] }) => path.length === 0)) return;
      const misshapen = new Set(faulty.map(({ path }) => path?.join(".")));
      const readable = Object.entries(given).filter(([field]) => !misshapen.has(field));
      for (const { field, message } of faultsOf(
        Object.fromEntries(readable) as PartOf<typeof given>,
      )) {
        if (!misshapen.has(field)) addIssue({ code: "custom", path: field.split("."), message });
      }
    },
    { when: ({ value }) => typeof value === "object" && value !== null },
  );
