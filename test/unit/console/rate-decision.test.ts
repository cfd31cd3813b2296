import { expect, it } from "vitest";
import { actionsFor, bodyOf } from "../../../console/src/tax-rates/decision.ts";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import { proposalView } from "../../../shared/vat/rate-proposals/proposal-view.ts";
import { rateProposal } from "../../make/rate-proposal.ts";

const ACCEPTANCE = { action: "accept", at: "2026-10-01T08:00:00.000Z", by: "pe_1" } as const;
const accepted = { ...ACCEPTANCE, rate_bps: 2_000, valid_from: "2027-01-01" };

it.for([
  ["open", [], ["accept", "refuse"]],
  ["accepted", [accepted], ["withdraw"]],
  ["refused", [], ["reopen"]],
  ["withdrawn", [], ["reopen"]],
  ["open", [accepted], ["accept", "refuse", "withdraw"]],
  ["refused", [accepted], ["reopen", "withdraw"]],
] as const)("a proposal that is %s, after %j, allows %j", ([state, before, actions]) => {
  const decisions = before.map((one) => ({ ...one, valid_from: one.valid_from as IsoDate }));
  expect(actionsFor(proposalView(rateProposal({ state, decisions })))).toEqual(actions);
});

it.for([
  ["accept", {}, { valid_from: "2027-01-01" }],
  ["accept", { rate_bps: "0" }, { valid_from: "2027-01-01", rate_bps: 0 }],
  ["refuse", {}, {}],
] as const)("the request to %s with %j", ([action, typed, body]) => {
  const fields = { reason: "law", valid_from: "2027-01-01", ...typed };
  expect(bodyOf(action, fields)).toEqual({ action, reason: "law", ...body });
});
