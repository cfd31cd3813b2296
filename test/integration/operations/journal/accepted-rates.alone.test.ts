import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import { rateOverlayKey, rateProposalsKey } from "../../../../shared/platform/table/rate-items.ts";
import type { RateDecision } from "../../../../shared/vat/rate-proposals/rate-decision.ts";
import { rateProposal } from "../../../make/rate-proposal.ts";
import { journalOfOwn } from "../../../stack/journal-of-own.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";
import type { Item } from "../../../stack/tampering.ts";
import { temporaryFolder } from "../../../stack/temporary-folder.ts";
import { rememberHonest } from "./put-back.ts";
import { verified } from "./verified.ts";

/* Everything that the store is used for is imported late: its clients read the environment at import. */
const folder = temporaryFolder();
const closing = new AsyncDisposableStack();
const GERMANY = "DE-standard-1900-2000";
const FRANCE = "FR-standard-2000-2100";

beforeAll(async () => {
  await tableOfOwn();
  await journalOfOwn(folder, closing);
});
afterAll(() => closing.disposeAsync());

async function decide(id: string, decision: RateDecision): Promise<void> {
  const { decideRate } = await import("../../../../shared/vat/rate-proposals/decide-rate.ts");
  await decideRate(id, decision, "pe_operator");
}

const accept: RateDecision = {
  action: "accept",
  valid_from: "2027-01-01" as IsoDate,
  reason: "BGBl. I Nr. 200",
};

/** Returns the faults that the command reports for an account; those of rates are the same for each. */
const faults = async () => (await verified({ account: "any-account" as LedgerId })).faults;

it("acceptance, refusal, withdrawal and a new comparison are silent", async () => {
  const { updateProposals } = await import(
    "../../../../shared/vat/rate-proposals/store-rate-proposals.ts"
  );
  const { withComparison } = await import("../../../../shared/vat/rate-proposals/rate-proposal.ts");
  const france = rateProposal({ proposal_id: FRANCE, country: "FR", tedb_bps: [2_100] });
  const found = [rateProposal(), france];
  const compare = () =>
    updateProposals((seen) =>
      withComparison(seen, { at: new Date().toISOString(), answers: [], found }),
    );
  await compare();
  await decide(GERMANY, accept);
  await decide(FRANCE, { action: "refuse", reason: "not adopted" });
  expect(await faults()).toEqual([]);
  await decide(GERMANY, { action: "withdraw", reason: "repealed" });
  expect(await faults()).toEqual([]);
  await decide(GERMANY, { action: "reopen", reason: "adopted after all" });
  await decide(GERMANY, accept);
  await compare();
  expect(await faults()).toEqual([]);
});

describe("a tampering with rates", () => {
  let putBack: () => Promise<void>;
  beforeAll(async () => {
    putBack = await rememberHonest();
  });
  afterEach(() => putBack());

  const rewrite = async (
    ...changes: Parameters<typeof import("../../../stack/tampering.ts").rewrite>
  ) => (await import("../../../stack/tampering.ts")).rewrite(...changes);
  const nextVersion = (item: Item) => Number(item["version"]) + 1;
  const firstOf = (item: Item, list: string) => (item[list] as Item[])[0] ?? {};

  it("of an accepted rate is noticed", async () => {
    await rewrite(rateOverlayKey, (item) => {
      Object.assign(firstOf(item, "rows"), { rate_bps: 500 });
    });
    expect((await faults()).join("\n")).toMatch("the version of the rates did not rise by one");
  });

  it("of an accepted rate with a new version is noticed", async () => {
    await rewrite(rateOverlayKey, (item) => {
      Object.assign(firstOf(item, "rows"), { rate_bps: 500 });
      item["version"] = nextVersion(item);
    });
    expect(await faults()).toEqual([
      "the accepted rates are not those of the decisions about proposals",
    ]);
  });

  it("of a decision and the rate that follows from it is noticed", async () => {
    await rewrite(rateOverlayKey, (item) => {
      Object.assign(firstOf(item, "rows"), { rate_bps: 500 });
      item["version"] = nextVersion(item);
    });
    await rewrite(rateProposalsKey, (item) => {
      const decisions = firstOf(item, "proposals")["decisions"] as Item[];
      Object.assign(decisions.at(-2) ?? {}, { rate_bps: 500 });
      item["version"] = nextVersion(item);
    });
    expect((await faults()).join("\n")).toMatch(`the decisions about ${GERMANY} were changed`);
  });

  it("by the removal of the accepted rates is noticed", async () => {
    const { removeItem } = await import("../../../stack/tampering.ts");
    await removeItem(rateOverlayKey);
    expect((await faults()).join("\n")).toMatch("the accepted rates was removed");
  });
});
