import { HandProposal } from "../../../shared/vat/rate-proposals/rate-proposal.ts";

type Options = Readonly<Partial<Record<"from" | "source" | "url", string>>>;

/**
 * Reads a proposal by hand from its arguments: `rate <state> <class> <basis points>`, or `sme_threshold <state>
 * <currency> <whole units>`. Returns undefined if they are no proposal.
 */
export function readHandProposal(
  [kind, country, subject, value, ...more]: readonly string[],
  { from, source, url }: Options,
): HandProposal | undefined {
  if (more.length > 0) return undefined;
  const fields =
    kind === "rate"
      ? { tax_class_id: subject, rate_bps: Number(value) }
      : { currency: subject, threshold_nac: Number(value) };
  const body = { kind, country, ...fields, valid_from: from, source, source_url: url };
  return HandProposal.safeParse(body).data;
}
