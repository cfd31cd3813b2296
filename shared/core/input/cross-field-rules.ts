import type * as z from "zod";
import type { Fault } from "../errors/errors.ts";

/** A request in which some fields are missing or could not be parsed. */
export type PartOf<T> = { readonly [Field in keyof T]?: T[Field] | undefined };

/**
 * Adds cross-field rules to `schema`.
 * The rules receive only the readable fields and run even when other fields are malformed, so that every fault is
 * reported at once. A list counts as readable even when its elements are malformed. A malformed field already has its
 * own fault, so rules add none to it.
 */
export const withRules = <Shape extends z.core.$ZodLooseShape>(
  schema: z.ZodObject<Shape, z.core.$strict>,
  faultsOf: (readable: PartOf<z.output<z.ZodObject<Shape, z.core.$strict>>>) => readonly Fault[],
) =>
  schema.superRefine(
    (given, { issues, addIssue }) => {
      // An unknown nested field leaves its parent field readable.
      const faulty = issues.filter(({ code }) => code !== "unrecognized_keys");
      // The whole value has the wrong type, so no field can be checked.
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
