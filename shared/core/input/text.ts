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

/** Formats, joiners, fillers: characters that are there and cannot be seen. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** What a reader sees nothing of is nothing of it either. */
const UNSEEN = /^[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Z}\u2800]+$/u;

const isSeen = (given: string): boolean => !UNSEEN.test(given);

const UNSEEN_RULE = "must hold something that can be read";

/** A text that somebody is to read later; emoji and other scripts may need joiners in it. */
export const readable = (longest: number) => text(longest).refine(isSeen, UNSEEN_RULE);

/**
 * An id that a caller chooses. Two that look the same must be the same: the difference would be found
 * when a sale has been declared twice. Refused, not normalized: the id in the answer is the one sent.
 */
export const identifier = (longest: number) =>
  text(longest)
    .refine((id) => id.normalize("NFC") === id, "must be in Unicode normalization form C")
    .refine((id) => !INVISIBLE.test(id), "must hold no invisible characters")
    .refine(isSeen, UNSEEN_RULE);

/**
 * A name for people. Control characters are no part of one, and a lone surrogate cannot be stored.
 * Spaces around it are cut off, after what the document says of the text as it was sent.
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
