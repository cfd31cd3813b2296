import * as z from "zod";
import { noSuch } from "../../core/errors/errors.ts";
import { cursorParam, Limit, pageOf } from "../../core/input/pagination.ts";
import { isUnionVatNumber, memberStateOf } from "../../vat/reference-data/member-states.ts";
import { normalized } from "../../vat/seller/identifier.ts";
import { VAT_NUMBER_STATUSES, type VatNumberCheck } from "./vat-number-check.ts";

const LIST = "vat-number-checks";

/** The id of a check: milliseconds since 1970 and a random part, both hexadecimal, so that ids rise with time. */
const CHECK_ID = /^vc_[0-9a-f]{24}$/;
const CheckId = z
  .string()
  .regex(CHECK_ID, noSuch("check of a VAT number"))
  .describe("The id of a check");

/** A number with the prefix of a Member State, in any spelling. */
const UnionVatNumber = z
  .string()
  .max(40, "must have at most 40 characters")
  .transform(normalized)
  .refine((number) => {
    const state = memberStateOf(number.slice(0, 2));
    return state !== undefined && isUnionVatNumber(state.code, number);
  }, "must be a VAT number with the prefix of its Member State, such as DE811907980");

/** Body of POST /v1/vat-numbers/check. */
export const VatNumberCheckRequest = z
  .strictObject({
    vat_number: UnionVatNumber.describe(
      "The customer's number, with the prefix of its Member State (EL for Greece, XI for Northern Ireland); only its mask is kept",
    ),
    requester_vat_number: UnionVatNumber.optional().describe(
      "Your own number. With it VIES gives a consultation number, which proves the check; only its mask is kept",
    ),
  })
  .meta({ id: "VatNumberCheckRequest" });

export const VatNumberCheckPath = z.strictObject({ id: CheckId });

export const VatNumberCheckQuery = z.strictObject({
  status: z.enum(VAT_NUMBER_STATUSES).optional().describe("Status of the checks to list"),
  limit: Limit,
  cursor: cursorParam(LIST, CheckId),
});

export const VatNumberCheckView = z
  .strictObject({
    id: CheckId,
    status: z
      .enum(VAT_NUMBER_STATUSES)
      .describe(
        "Status of the check. `pending`: VIES has not answered, and is asked again each hour for seven days; `unanswered`: it never did, or refuses the question. Neither means that the number is invalid",
      ),
    vat_number_masked: z.string().describe("The checked number, masked"),
    requester_vat_number_masked: z
      .string()
      .nullable()
      .describe("Your own number, masked; null if none was sent"),
    asked_at: z.iso.datetime().describe("Time when the check was requested, UTC"),
    answered_at: z.iso
      .datetime()
      .nullable()
      .describe("Time when VIES answered that the number was valid or invalid, UTC; null before"),
    consultation_number: z
      .string()
      .nullable()
      .describe(
        "Consultation number of VIES, which proves the check; given to a requester with a VAT number",
      ),
    reason: z
      .string()
      .nullable()
      .describe("The reason why there is no answer, such as MS_UNAVAILABLE, in the words of VIES"),
    attempts: z.int().describe("Number of requests to VIES so far"),
  })
  .meta({ id: "VatNumberCheck" });

export const VatNumberCheckList = z
  .strictObject({
    items: z.array(VatNumberCheckView),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: "VatNumberCheckList" });

export const checkView = (check: VatNumberCheck): z.output<typeof VatNumberCheckView> => ({
  id: check.id,
  status: check.status,
  vat_number_masked: check.vat_number_masked,
  requester_vat_number_masked: check.requester_vat_number_masked ?? null,
  asked_at: check.asked_at,
  answered_at: check.answered_at ?? null,
  consultation_number: check.consultation_number ?? null,
  reason: check.reason ?? null,
  attempts: check.attempts,
});

/** Builds a page of `limit` checks from the next `limit` + 1. */
export const checksPage = (found: readonly VatNumberCheck[], limit: number) =>
  pageOf(LIST, found, limit, { idOf: ({ id }) => id, view: checkView });
