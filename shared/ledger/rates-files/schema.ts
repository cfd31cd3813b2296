import * as z from "zod";
import { IsoDate } from "../../core/calendar/schema.ts";
import { severalOf } from "../../core/input/fields.ts";
import { TAX_CLASSES } from "../../vat/tax-classes/catalogue.ts";

/** The shops whose importers of tax rates read a file. */
const SHOPS = ["woocommerce", "magento", "prestashop"] as const;
export type Shop = (typeof SHOPS)[number];

export const RatesFilePath = z.strictObject({
  shop: z.enum(SHOPS).describe("Shop whose own importer reads the file"),
});

/** A class of the shop with the class of the catalogue whose rates it has. */
export type ClassPair = {
  readonly class_id: string;
  /** The name of the shop's class; empty for its standard class. */
  readonly shop_class: string;
};

/** A name that every shop takes: it separates nothing in a query, a file or a list of the shop. */
const SHOP_CLASS = /^(?:[\p{L}\p{N}][^\p{C},;:"<>={}]{0,39})?$/u;

const ClassPair = z.string().transform((text, context): ClassPair => {
  const [class_id = "", shop_class, ...more] = text.split(":");
  if (!TAX_CLASSES.some(({ id }) => id === class_id)) {
    context.addIssue(`${class_id || "an empty name"} is no class of GET /v1/tax-classes`);
  } else if (shop_class === undefined || more.length > 0 || !SHOP_CLASS.test(shop_class)) {
    context.addIssue(
      "must be a class of ours, a colon and a class of the shop of at most 40 characters, such as books:reduced-rate; nothing after the colon is the shop's standard class",
    );
  } else return { class_id, shop_class };
  return z.NEVER;
});

/** Adds an issue for each class that is named twice: the shop could not tell which rate is meant. */
function namedOnce(pairs: readonly ClassPair[], context: z.RefinementCtx): void {
  for (const [at, { class_id, shop_class }] of pairs.entries()) {
    const before = pairs.slice(0, at);
    const twice = before.some((pair) => pair.class_id === class_id)
      ? class_id
      : before.some((pair) => pair.shop_class === shop_class) &&
        `the shop's class ${shop_class || "standard"}`;
    if (twice) context.addIssue({ code: "custom", path: [at], message: `${twice} is named twice` });
  }
}

export const RatesFileQuery = z.strictObject({
  on: IsoDate.optional().describe("The day whose rates the file has; today unless given"),
  class: severalOf(ClassPair)
    .superRefine(namedOnce)
    .optional()
    .describe(
      "A class of `GET /v1/tax-classes` and the shop's class that has its rates, as `books:reduced-rate`; `standard:` alone is the shop's standard class, which is the default. Send it once for each class, or with commas",
    ),
  scope: z
    .enum(["seller", "destination"])
    .default("seller")
    .describe(
      "Rates that the file has: with `seller` those of your own state everywhere while the relief of Art. 59c applies to you on that day, else those of the destination; with `destination` these in any case",
    ),
});
export type RatesFileQuery = Readonly<z.output<typeof RatesFileQuery>>;
