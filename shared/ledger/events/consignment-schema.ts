import * as z from "zod";
import { identifier } from "../../core/input/text.ts";
import { CurrencyCode } from "../../vat/reference-data/schema.ts";
import { PositiveAmount } from "./amount-schema.ts";
import { MEMBERS_PER_CONSIGNMENT } from "./consignments.ts";

/** The consignment of imported goods, as the caller gives it. */
export const Consignment = z.strictObject({
  id: identifier(100)
    .optional()
    .describe(
      `Sales of the account with the same id travel together: their values are added up for the EUR 150 of the import scheme (Art. 369l). At most ${MEMBERS_PER_CONSIGNMENT} sales have one`,
    ),
  intrinsic_value_minor: PositiveAmount.describe(
    "What the goods of this supply alone are worth, without transport, insurance, taxes and charges that are shown apart (Art. 1(48) of Delegated Regulation (EU) 2015/2446)",
  ),
  currency: CurrencyCode,
  intrinsic_value_eur_minor: PositiveAmount.optional().describe(
    "The same in EUR minor units at the customs rate; without it a value in another currency is unverified, and adds nothing to its consignment",
  ),
  excise_goods: z.boolean().default(false),
});
