import { randomBytes } from "node:crypto";
import * as z from "zod";
import { maskIdentifier } from "../../vat/seller/identifier.ts";

/** The answers to a check, and what is said while there is none. */
export const VAT_NUMBER_STATUSES = ["valid", "invalid", "pending", "unanswered"] as const;

/** A check of a VAT number in VIES as stored, with masks in place of the numbers. */
export const VatNumberCheck = z.object({
  id: z.string(),
  status: z.enum(VAT_NUMBER_STATUSES),
  vat_number_masked: z.string(),
  requester_vat_number_masked: z.string().optional(),
  asked_at: z.iso.datetime(),
  asked_by: z.string(),
  answered_at: z.iso.datetime().optional(),
  consultation_number: z.string().optional(),
  reason: z.string().optional(),
  attempts: z.int(),
  last_tried_at: z.iso.datetime(),
});
export type VatNumberCheck = Readonly<z.output<typeof VatNumberCheck>>;

/** The numbers of a question to VIES, normalized. */
export const CheckedNumbers = z.object({
  vat_number: z.string(),
  requester_vat_number: z.string().optional(),
});
export type CheckedNumbers = Readonly<z.output<typeof CheckedNumbers>>;

/** The answer of VIES, or the reason why there is none. `isLasting` if the same question is never answered. */
export type ViesAnswer =
  | { readonly is: "answer"; readonly valid: boolean; readonly consultation_number?: string }
  | { readonly is: "none"; readonly reason: string; readonly isLasting: boolean };

/** Days during which VIES is asked again. */
export const RETRY_DAYS = 7;

const DAY_MS = 86_400_000;

/** Number of hexadecimal digits of the instant in an id. */
const INSTANT_DIGITS = 12;

/** Makes a check that was not tried yet. */
export const newCheck = (numbers: CheckedNumbers, asked_by: string, now: Date): VatNumberCheck => ({
  id: `vc_${now.getTime().toString(16).padStart(INSTANT_DIGITS, "0")}${randomBytes(6).toString("hex")}`,
  status: "pending",
  vat_number_masked: maskIdentifier(numbers.vat_number),
  ...(numbers.requester_vat_number === undefined
    ? {}
    : { requester_vat_number_masked: maskIdentifier(numbers.requester_vat_number) }),
  asked_at: now.toISOString(),
  asked_by,
  attempts: 0,
  last_tried_at: now.toISOString(),
});

/** Adds what VIES said. Without an answer a check stays pending for seven days: an outage says nothing of the number. */
export function withAnswer(check: VatNumberCheck, answer: ViesAnswer, now: Date): VatNumberCheck {
  const { reason: _, ...known } = check;
  const tried = { ...known, attempts: check.attempts + 1, last_tried_at: now.toISOString() };
  if (answer.is === "none") {
    const isOver =
      answer.isLasting || now.getTime() - Date.parse(check.asked_at) >= RETRY_DAYS * DAY_MS;
    return { ...tried, status: isOver ? "unanswered" : "pending", reason: answer.reason };
  }
  const { valid, consultation_number } = answer;
  return {
    ...tried,
    status: valid ? "valid" : "invalid",
    answered_at: now.toISOString(),
    ...(consultation_number ? { consultation_number } : {}),
  };
}
