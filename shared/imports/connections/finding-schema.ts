import * as z from "zod";
import { DeliveryFinding } from "./delivery.ts";

const finding = DeliveryFinding.shape;

const FindingView = z.strictObject({
  outcome: finding.outcome.describe("As of a row of an import"),
  reason: finding.reason.describe("For programs"),
  message: finding.message.describe("For people"),
  column: z.string().nullable().describe("The field of the shop's message"),
  value: z.string().nullable().describe("What stands there, if it is a code, a day or an amount"),
  order_id: z.string().nullable().describe("The number that the shop's owner knows"),
  supply_date: z.string().nullable().describe("The day of the sale or refund"),
  country: z.string().nullable().describe("Of the customer, as the shop writes it"),
  currency: z.string().nullable().describe("Of the amount"),
  gross_amount_minor: z.int().nullable().describe("With VAT, in minor units of `currency`"),
});

export const Findings = z
  .array(FindingView)
  .describe("Why a row is not booked, and remarks on those that are");

/** Returns a finding as a response shows it. */
export const findingView = (of: DeliveryFinding): z.output<typeof FindingView> => ({
  outcome: of.outcome,
  reason: of.reason,
  message: of.message,
  column: of.column ?? null,
  value: of.value ?? null,
  order_id: of.order_id ?? null,
  supply_date: of.supply_date ?? null,
  country: of.country ?? null,
  currency: of.currency ?? null,
  gross_amount_minor: of.gross_amount_minor ?? null,
});
