import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import {
  acceptedRows,
  acceptedThresholds,
  type RateDecision,
  withDecision,
} from "../../../../shared/vat/rate-proposals/rate-decision.ts";
import {
  HandProposal,
  handProposalId,
  NO_PROPOSALS,
  withHandProposal,
} from "../../../../shared/vat/rate-proposals/rate-proposal.ts";
import {
  catalogueOf,
  type Form,
  RateOverlay,
} from "../../../../shared/vat/reference-data/vat-rates.ts";
import { smeEligibility } from "../../../../shared/vat/sme/eligibility.ts";
import { classRateOn } from "../../../../shared/vat/tax-classes/class-rates.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";

const by = { by: "anna", at: new Date("2026-10-01T08:00:00Z") };
const source = { source: "BGBl. 2026 I Nr. 200", source_url: "https://www.recht.bund.de/200" };
const food = {
  kind: "rate",
  country: "DE",
  tax_class_id: "food",
  rate_bps: 800,
  valid_from: "2027-01-01",
  ...source,
};
const sweden = {
  kind: "sme_threshold",
  country: "SE",
  currency: "SEK" as const,
  threshold_nac: 150_000,
  valid_from: "2027-01-01",
  ...source,
};
const proposed = (body: object) =>
  withHandProposal(NO_PROPOSALS, HandProposal.parse({ ...body }), by, BUILT_IN_RATES);
const accept: RateDecision = { action: "accept", reason: "law" };

describe("a rate by hand", () => {
  it("is a proposal with what is in force, and a row with its source once it is accepted", () => {
    const seen = proposed(food);
    expect(seen.proposals).toMatchObject([
      { kept_bps: 700, tedb_bps: [], reason: "by_hand", state: "open", by_hand: { by: "anna" } },
    ]);
    expect(acceptedRows(seen)).toEqual([]);
    const accepted = withDecision(seen, handProposalId(HandProposal.parse(food)), accept, by);
    const { kind: _, tax_class_id: class_id, ...row } = food;
    const proposal_id = "DE-food-800-from-2027-01-01";
    expect(acceptedRows(accepted)).toEqual([
      {
        ...row,
        class_id,
        applies_to: "physical",
        proposal_id,
        accepted_at: "2026-10-01T08:00:00.000Z",
      },
    ]);
    const { proposals } = withDecision(
      accepted,
      proposal_id,
      { action: "withdraw", reason: "x" },
      by,
    );
    expect(acceptedRows({ proposals })).toEqual([]);
  });

  it("of e-books is compared with the electronic rate, and replaces that alone", () => {
    const ebooks = { ...food, country: "HU", tax_class_id: "books", rate_bps: 1_800 };
    const seen = proposed({ ...ebooks, applies_to: "electronic" });
    expect(seen.proposals).toMatchObject([
      { proposal_id: "HU-books-1800-from-2027-01-01-electronic", kept_bps: 2_700 },
    ]);
    const { proposals } = withDecision(seen, seen.proposals[0]?.proposal_id ?? "", accept, by);
    const rates = catalogueOf({ version: 1, rows: acceptedRows({ proposals }), thresholds: [] });
    const on = (day: string, form: Form) =>
      classRateOn("books", "HU", day as IsoDate, rates, form)?.rate_bps;
    expect([on("2026-12-31", "electronic"), on("2027-01-01", "electronic")]).toEqual([2700, 1800]);
    expect(on("2027-01-01", "physical")).toBe(500);
  });

  it("that was accepted before rates had forms covers both", () => {
    const old = { country: "HU", class_id: "books", rate_bps: 1_000, valid_from: "2027-01-01" };
    const origin = { source: "law", proposal_id: "x", accepted_at: "2026-10-01T08:00:00.000Z" };
    const rates = catalogueOf(RateOverlay.parse({ version: 1, rows: [{ ...old, ...origin }] }));
    for (const form of ["physical", "electronic"] as const) {
      const rate = classRateOn("books", "HU", "2027-01-01" as IsoDate, rates, form);
      expect(rate).toMatchObject({ rate_bps: 1_000, applies_to: "any" });
    }
  });

  it("is stored once", () => {
    const seen = proposed(food);
    expect(withHandProposal(seen, HandProposal.parse(food), by, BUILT_IN_RATES)).toBe(seen);
  });

  it.for([
    [{ valid_from: "2021-06-30" }, "must be a day from 2021-07-01"],
    [{ valid_from: "2036-01-01" }, "to 2028-10-02"],
    [{ tax_class_id: "caviar" }, "must be a class"],
    [{ applies_to: "electronic" }, "has no electronic supplies"],
    [{ tax_class_id: "standard" }, "a standard rate is at least 1500"],
    [{ rate_bps: 700 }, "is in force on that day already"],
  ] as const)("is rejected with %j: %s", ([changed, message]) => {
    expect(() => proposed({ ...food, ...changed })).toThrow(message);
  });

  it.for([
    { rate_bps: 0 },
    { rate_bps: 5_001 },
    { rate_bps: 7.5 },
    { country: "XI" },
    { country: "GR" },
    { source: " " },
    { source_url: "recht.bund.de" },
    { source_url: "javascript:alert(1)" },
    { valid_from: "2027-02-30" },
    { currency: "EUR" as const },
  ])("cannot be written with %j", (changed) => {
    expect(HandProposal.safeParse({ ...food, ...changed }).success).toBe(false);
  });

  it.for([{ rate_bps: 900 }, { valid_from: "2027-02-01" as IsoDate }])(
    "is accepted as it was proposed, and not with %j",
    (changed) => {
      const decide = () =>
        withDecision(proposed(food), "DE-food-800-from-2027-01-01", { ...accept, ...changed }, by);
      expect(decide).toThrow("is not as it was proposed");
    },
  );
});

describe("a threshold by hand", () => {
  const id = "SE-sme-150000-from-2027-01-01";
  const check = (day: string, rates = BUILT_IN_RATES) => {
    const turnover = { country: "SE", currency: "SEK" as const, annual_turnover_nac: 14_000_000 };
    return smeEligibility(
      { ...turnover, reference_date: day as IsoDate },
      "2027-06-01" as IsoDate,
      rates,
    );
  };

  it("applies from its day on once it is accepted, with its source, and not after its withdrawal", () => {
    const accepted = withDecision(proposed(sweden), id, accept, by);
    expect(check("2027-01-01")).toMatchObject({ eligible_for_exemption: false, accepted: null });
    const thresholds = acceptedThresholds(accepted);
    const rates = catalogueOf({ version: 1, rows: [], thresholds });
    expect(check("2026-12-31", rates)).toMatchObject({
      exemption_threshold_nac: 120_000,
      eligible_for_exemption: false,
      accepted: null,
    });
    expect(check("2027-01-01", rates)).toMatchObject({
      exemption_threshold_nac: 150_000,
      exemption_threshold_eur: null,
      eligible_for_exemption: true,
      exceeded_by_nac: 0,
      data_situation_on: "2026-10-01",
      accepted: { proposal_id: id, ...source, accepted_at: "2026-10-01T08:00:00.000Z" },
      rates_version: expect.stringMatching(/\+1$/),
    });
    const withdrawn = withDecision(accepted, id, { action: "withdraw", reason: "repealed" }, by);
    expect(acceptedThresholds(withdrawn)).toEqual([]);
    expect(() => withDecision(accepted, id, accept, by)).toThrow(
      expect.objectContaining({ code: "rate_proposal_decided" }),
    );
  });

  it("can be the first one of a state: Spain has none", () => {
    const spain = { ...sweden, country: "ES", currency: "EUR" as const, threshold_nac: 85_000 };
    const seen = withDecision(proposed(spain), "ES-sme-85000-from-2027-01-01", accept, by);
    const thresholds = acceptedThresholds(seen);
    const rates = catalogueOf({ version: 1, rows: [], thresholds });
    const turnover = { country: "ES", currency: "EUR" as const, annual_turnover_nac: 8_500_000 };
    const day = "2027-01-01" as IsoDate;
    expect(smeEligibility({ ...turnover, reference_date: day }, day, rates)).toMatchObject({
      exemption_threshold_eur: 85_000,
      eligible_for_exemption: true,
      sectorals: [],
    });
  });

  it.for([
    [{ currency: "EUR" }, "the currency of SE on that day is SEK"],
    [{ threshold_nac: 120_000 }, "is in force on that day already"],
    [{ threshold_nac: 1_200_000 }, "is more than 5 times away from 120000"],
    [{ threshold_nac: 12_000 }, "is more than 5 times away from 120000"],
    [{ country: "DE", currency: "EUR", threshold_nac: 85_001 }, "must be at most 85000"],
    [{ valid_from: "2021-01-01" }, "must be a day from 2021-07-01"],
  ] as const)("is rejected with %j: %s", ([changed, message]) => {
    expect(() => proposed({ ...sweden, ...changed })).toThrow(message);
  });

  it("is not accepted together with another one of the same day, nor with a rate", () => {
    const other = HandProposal.parse({ ...sweden, threshold_nac: 160_000 });
    const both = withHandProposal(
      withDecision(proposed(sweden), id, accept, by),
      other,
      by,
      BUILT_IN_RATES,
    );
    expect(() => withDecision(both, "SE-sme-160000-from-2027-01-01", accept, by)).toThrow(
      "withdraw it first",
    );
    expect(() => withDecision(proposed(sweden), id, { ...accept, rate_bps: 5 }, by)).toThrow(
      "is not as it was proposed",
    );
  });
});
