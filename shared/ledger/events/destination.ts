import * as z from "zod";
import { text } from "../../core/input/fields.ts";
import { CustomerCountry } from "../../vat/reference-data/schema.ts";

/** The address of the customer, as far as it decides the place of consumption. */
export const Destination = z
  .strictObject({
    country: CustomerCountry,
    postcode: text(20)
      .optional()
      .describe(
        "Postcode of the customer, which distinguishes special territories such as the Canary Islands, Büsingen and Northern Ireland; not stored",
      ),
  })
  .meta({ id: "Destination" });
export type Destination = z.output<typeof Destination>;
