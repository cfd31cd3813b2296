import * as z from "zod";
import { text } from "./text.ts";

/**
 * Pairs of texts that a caller keeps with something, and nobody else looks at. A record drops the key
 * `__proto__` without a word, and nothing sent may vanish unnoticed.
 */
export const Metadata = z.preprocess(
  (pairs, context) => {
    if (typeof pairs === "object" && pairs !== null && Object.hasOwn(pairs, "__proto__")) {
      context.addIssue({ code: "custom", path: ["__proto__"], message: "must not be a key" });
    }
    return pairs;
  },
  z
    .record(
      text(40),
      z
        .string()
        .max(500)
        .refine((value) => value.isWellFormed(), "must be well-formed Unicode"),
    )
    .refine((pairs) => Object.keys(pairs).length <= 20, "at most 20 pairs"),
);
