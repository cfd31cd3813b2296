import * as z from "zod";
import { type HttpAnswer, redirect } from "./http-answer.ts";

/** How a link to a file is answered. */
export const LinkQuery = z.strictObject({
  redirect: z
    .enum(["true", "false"])
    .optional()
    .describe(
      "`true` unless given: a redirect to the file. `false`: the link as JSON, for browsers, which do not tell a page where a redirect leads",
    ),
});

/** The body of an answer that is no redirect. */
export const LinkBody = z.strictObject({
  location: z.string().describe("The link, good for five minutes; it needs no key"),
});

/** A link to a file, as it was asked for. */
export const linkAnswer = (
  location: string,
  asked: z.output<typeof LinkQuery>,
): HttpAnswer | z.input<typeof LinkBody> =>
  asked.redirect === "false" ? { location } : redirect(location);
