import type { RateProposal } from "../../../shared/vat/rate-proposals/rate-proposal.ts";
import { updateProposals } from "../../../shared/vat/rate-proposals/store-rate-proposals.ts";
import type { People } from "./people.ts";
import type { Recorder } from "./recorder.ts";

/** A difference as the comparison with TEDB finds it. */
const PROPOSAL = {
  proposal_id: "EE-standard-2400-2600",
  country: "EE",
  class_id: "standard",
  kept_bps: 2_400,
  tedb_bps: [2_600],
  reason: "standard_rate_differs",
  situation_on: "2026-08-10",
  seen_for: "2026-12-08",
  comment: "",
  source: "TEDB 2026-08-10",
  answer: { key: "reference.tedb/EE/0.xml", sha256: "0".repeat(64) },
  found_at: "2026-08-10T05:00:00.000Z",
  state: "open",
  decisions: [],
} as unknown as RateProposal;

/** A rate that an operator proposes by hand. */
const BY_HAND = {
  kind: "rate",
  country: "SK",
  tax_class_id: "periodicals",
  rate_bps: 1_900,
  valid_from: "2027-01-01",
  source: "Zákon č. 200/2026 Z. z.",
  source_url: "https://www.slov-lex.sk/ezbierky/200",
};

/** A national threshold that an operator proposes by hand. */
const THRESHOLD = {
  kind: "sme_threshold",
  country: "SE",
  currency: "SEK",
  threshold_nac: 150_000,
  valid_from: "2027-01-01",
  source: "SFS 2026:200",
  source_url: "https://svenskforfattningssamling.se/doc/2026200.html",
};

/** Records an operator's decision about a proposed rate. */
export async function recordRates(recorder: Recorder, { signIn }: People): Promise<void> {
  await updateProposals((seen) => ({ ...seen, proposals: [PROPOSAL] }));
  const tokens = await recorder.prepare("createSession", { body: await signIn("Olga Tamm") });
  const operator = { headers: { Authorization: `Bearer ${tokens["access_token"]}` } };
  const { person } = (await recorder.prepare("getSession", operator)) as { person: { id: string } };
  await recorder.refused("insufficient_role", "listRateProposals", operator);
  process.env["OPERATORS"] = person.id;
  await recorder.show("listRateProposals", "One is open", operator);
  await recorder.show("proposeRate", "A coming rate by hand", { ...operator, body: BY_HAND });
  await recorder.show("proposeRate", "An SME threshold", { ...operator, body: THRESHOLD });
  const path = { id: PROPOSAL.proposal_id };
  const body = { action: "accept", valid_from: "2027-01-01", reason: "RT I, 10.08.2026, 1" };
  await recorder.show("decideRateProposal", "Accepted for a coming day", {
    ...operator,
    path,
    body,
  });
  await recorder.show("recheckRate", "Events are counted first", { ...operator, path, body: {} });
  await recorder.refused("rate_recheck_conflict", "recheckRate", {
    ...operator,
    path,
    body: { confirm: 4 },
  });
  const csv = "date,currency,rate\n2026-08-03,SEK,11.0525\n";
  const file = { from: "file", csv };
  await recorder.show("loadEcbRates", "From a file", { ...operator, body: file });
  await recorder.refused("rate_proposal_decided", "decideRateProposal", {
    ...operator,
    path,
    body: { action: "refuse", reason: "no law says so" },
  });
}
