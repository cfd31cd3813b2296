import type { VatClient } from "../../../client/src/eu-vat-client.ts";

type Body = Parameters<VatClient["proposeRate"]>[0]["body"];

type RateBody = Extract<Body, { kind: "rate" }>;

export type Kind = Body["kind"];

export function proposalBody(kind: Kind, typed: Readonly<Record<string, string>>): Body {
  const { country = "", valid_from = "", source = "", source_url = "" } = typed;
  const common = { country: country as Body["country"], valid_from, source, source_url };
  if (kind === "rate") {
    const { tax_class_id = "", percent = "", applies_to } = typed;
    const form = applies_to ? { applies_to: applies_to as RateBody["applies_to"] } : {};
    return { kind, tax_class_id, rate_bps: basisPoints(percent), ...form, ...common };
  }
  const { currency = "", threshold_nac = "" } = typed;
  return { kind, currency, threshold_nac: Number(threshold_nac), ...common };
}

/** Converts a percentage with up to two decimals to basis points; 0, which the service rejects, for other text. */
function basisPoints(percent: string): number {
  const [, whole = "0", decimals = ""] = /^(\d{1,2})(?:[.,](\d{1,2}))?$/.exec(percent.trim()) ?? [];
  return Number(whole + decimals.padEnd(2, "0"));
}
