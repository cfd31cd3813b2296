import * as z from "zod";

/**
 * Text of at most `longest` characters that survives storage. A lone surrogate would be read back as another character,
 * and two ids could become one. Control characters are rejected.
 */
export const text = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .refine((value) => value.isWellFormed(), "must be well-formed Unicode")
    .refine((value) => !/\p{Cc}/u.test(value), "must hold no control characters");

/** Characters that are present but invisible: formats, joiners and fillers. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** A text with only invisible characters, which counts as empty. */
const UNSEEN = /^[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Z}\u2800]+$/u;

const isSeen = (given: string): boolean => !UNSEEN.test(given);

const UNSEEN_RULE = "must hold something that can be read";

/** Free text. Zero-width joiners are allowed because emoji and some scripts need them. */
export const readable = (longest: number) => text(longest).refine(isSeen, UNSEEN_RULE);

/**
 * An id that a caller chooses. Two ids that look equal must be equal: otherwise a sale could be declared twice. Other
 * forms are rejected, not normalized, so that the id in the response equals the id that was sent.
 */
export const identifier = (longest: number) =>
  text(longest)
    .refine((id) => id.normalize("NFC") === id, "must be in Unicode normalization form C")
    .refine((id) => !INVISIBLE.test(id), "must hold no invisible characters")
    .refine(isSeen, UNSEEN_RULE);

/**
 * A display name without control characters and lone surrogates, which cannot be stored. Surrounding spaces are trimmed
 * after the checks that the OpenAPI document describes.
 */
export const Name = z
  .string("must be a text")
  .max(200, "must have at most 200 characters")
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, "must not hold control characters")
  .trim()
  .min(1, "must not be empty")
  .refine(isSeen, UNSEEN_RULE)
  .meta({ id: "Name", description: "A name, at most 200 characters" });

/**
 * Text pairs that a caller stores with an object and that this service does not interpret. The key `__proto__` is
 * rejected, because a record would drop it silently.
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
