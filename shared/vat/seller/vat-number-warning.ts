import * as z from "zod";
import { hasRightCheckDigits } from "../reference-data/vat-check-digits.ts";
import { normalized } from "./identifier.ts";

/** What was found of a whole VAT number as it came in. Its mask cannot show it any more. */
export const VatNumberWarning = z.enum(["check_digits_wrong"]).meta({
  id: "VatNumberWarning",
  description:
    "check_digits_wrong: the number has the right form, and probably a slip in it. It is taken all the same. Absent where nothing was found, the mask alone came in, or no rule is public",
});
type VatNumberWarning = z.output<typeof VatNumberWarning>;

/** A warning of a VAT number, as it was given. Numbers of the other schemes have no public rule. */
export const vatNumberWarning = (given: string): VatNumberWarning | undefined =>
  hasRightCheckDigits(normalized(given)) === false ? "check_digits_wrong" : undefined;
