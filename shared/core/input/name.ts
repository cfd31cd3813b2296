import * as z from "zod";
import { isSeen, UNSEEN_RULE } from "./text.ts";

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
