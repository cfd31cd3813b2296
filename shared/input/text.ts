import * as z from "zod";

/**
 * Text of at most `longest` characters that survives storage: a lone surrogate would come back as
 * another character, and two ids could become one; control characters are no part of any id.
 */
export const text = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .refine((value) => value.isWellFormed(), "must be well-formed Unicode")
    .refine((value) => !/\p{Cc}/u.test(value), "must hold no control characters");
