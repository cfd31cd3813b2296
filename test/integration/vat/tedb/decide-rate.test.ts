import { beforeEach, expect, inject, it } from "vitest";
import {
  lineOfProposal,
  linesOfProposals,
} from "../../../../scripts/operate/rates/print-proposals.ts";
import { readHandProposal } from "../../../../scripts/operate/rates/read-proposal.ts";
import { dynamo } from "../../../../shared/platform/dynamodb/client.ts";
import { decideRate, proposeRate } from "../../../../shared/vat/rate-proposals/decide-rate.ts";
import {
  loadOverlay,
  loadProposals,
  updateProposals,
} from "../../../../shared/vat/rate-proposals/store-rate-proposals.ts";
import { rateProposal } from "../../../make/rate-proposal.ts";
import { atEachCall } from "../../../stack/put-back.ts";
import { startCommand } from "../../../stack/run-stack.ts";
import { eachNth } from "../../../stack/soak.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";

const ID = "DE-standard-1900-2000";
const WHO = ["--by", "anna", "--reason", "BGBl. 2026 I Nr. 200"];
const ACCEPT = ["accept", ID, "--from", "2027-01-01", ...WHO];
const LAW = ["--source", "BGBl. 2026 I Nr. 201", "--url", "https://www.recht.bund.de/201"];
const FROM = ["--from", "2027-01-01", ...LAW];
const refusal = { action: "refuse", reason: "no law says so" } as const;

beforeEach(async () => {
  await tableOfOwn();
  await updateProposals((seen) => ({ ...seen, proposals: [rateProposal()] }));
});

const rates = (args: readonly string[], more: Record<string, string> = {}) =>
  startCommand("scripts/operate/rates.ts", args, "none", {
    ...inject("stack").env,
    TABLE_NAME: process.env["TABLE_NAME"] ?? "",
    ...more,
  });

it("is listed, accepted and withdrawn by the command, with who and why", async () => {
  expect(await rates(["list"]).ended).toEqual({
    code: 0,
    stdout: `1 open proposals, never compared\n${ID}  open: 1900 is stored, 2000 by TEDB 2026-09-01\n`,
    stderr: "",
  });
  expect((await rates(ACCEPT).ended).stdout).toMatch(
    /^DE-standard-1900-2000 {2}accepted: .*; 2000 from 2027-01-01 on; accept by anna on .*; reason: BGBl\. 2026 I Nr\. 200\n$/,
  );
  const { version, rows } = await loadOverlay();
  expect([version, rows]).toMatchObject([1, [{ rate_bps: 2000, valid_from: "2027-01-01" }]]);
  await decideRate(ID, { action: "withdraw", reason: "BGBl. 2026 I Nr. 200" }, "anna");
  expect(await loadOverlay()).toMatchObject({ version: 2, rows: [] });
  expect(linesOfProposals(await loadProposals(), false)).toEqual([
    "0 open proposals, never compared",
  ]);
  expect(linesOfProposals(await loadProposals(), true).join("\n")).toContain("withdraw by anna");
});

it("is proposed by hand with its source, a rate or a threshold, and decided like those of TEDB", async () => {
  const rate = await rates(["propose", "rate", "DE", "food", "800", ...FROM, "--by", "anna"]).ended;
  expect(rate.stdout).toBe(
    "DE-food-800-from-2027-01-01  open: 700 is stored, 800 from 2027-01-01 on (https://www.recht.bund.de/201) by BGBl. 2026 I Nr. 201\n",
  );
  const law = { from: "2027-01-01", source: LAW[1] ?? "", url: LAW[3] ?? "" };
  const threshold = readHandProposal(["sme_threshold", "SE", "SEK", "150000"], law);
  expect(lineOfProposal(await proposeRate(threshold as never, "anna"))).toContain(
    "SE-sme-150000-from-2027-01-01  open: ",
  );
  expect(await loadOverlay()).toMatchObject({ version: 0 });
  for (const id of ["DE-food-800-from-2027-01-01", "SE-sme-150000-from-2027-01-01"]) {
    await decideRate(id, { action: "accept", reason: "BGBl. 2026 I Nr. 200" }, "anna");
  }
  expect(await loadOverlay()).toMatchObject({
    version: 2,
    rows: [{ class_id: "food", rate_bps: 800, source_url: "https://www.recht.bund.de/201" }],
    thresholds: [{ country: "SE", currency: "SEK", threshold_nac: 150_000 }],
  });
  const repealed = { action: "withdraw", reason: "repealed" } as const;
  await decideRate("SE-sme-150000-from-2027-01-01", repealed, "anna");
  expect(await loadOverlay()).toMatchObject({ version: 3, thresholds: [] });
});

/** In `npm test` the first and the last: a wrong command line, and one that nothing can follow. */
const WRONG = eachNth(8, [
  [["accept", ID, "--from", "2027-01-01"], 2, "usage: "],
  [["accept", ID, ...WHO], 1, "valid_from: is required"],
  [["propose", "rate", "DE", "food", "800", ...LAW, "--by", "anna"], 2, "usage: "],
  [["propose", "rate", "DE", "caviar", "800", ...FROM, "--by", "anna"], 1, "tax_class_id: must be"],
  [["propose", "rate", "DE", "food", "800", ...FROM], 2, "usage: "],
  [["accept", ID, "--from", "soon", ...WHO], 2, "usage: "],
  [["approve", ID, ...WHO], 2, "usage: "],
  [["list", "--many"], 2, "Unknown option"],
  [["refuse", "FR", ...WHO], 1, "no such rate proposal"],
] as const);

it.for(WRONG)("refuses the command line %j", async ([args, code, message]) => {
  const ended = await rates(args).ended;
  expect(ended).toMatchObject({ code, stdout: "" });
  expect(ended.stderr).toContain(message);
  expect(await loadOverlay()).toMatchObject({ version: 0 });
});

it("is decided by one of two concurrent operators, and the error names that operator to the other", async () => {
  const acceptance = { action: "accept", valid_from: "2027-01-01", reason: "law" } as never;
  const results = await Promise.allSettled([
    decideRate(ID, acceptance, "anna"),
    decideRate(ID, refusal, "bert"),
  ]);
  const lost = results.filter(({ status }) => status === "rejected");
  expect(lost).toMatchObject([{ reason: { code: "rate_proposal_decided" } }]);
  const { proposals } = await loadProposals();
  expect(proposals[0]?.decisions).toHaveLength(1);
  const { rows } = await loadOverlay();
  expect(rows).toHaveLength(proposals[0]?.state === "accepted" ? 1 : 0);
});

it("is decided as a whole or not at all where it dies", async () => {
  const acceptance = { action: "accept", valid_from: "2027-01-01", reason: "law" } as never;
  for (const [isCarriedOut, rows, state] of [
    [false, 0, "open"],
    [true, 1, "accepted"],
  ] as const) {
    const end = atEachCall(dynamo, (next, { commandName = "" }) => async (args) => {
      if (!commandName.startsWith("TransactWrite")) return next(args);
      if (isCarriedOut) await next(args);
      throw new Error("killed");
    });
    await expect(decideRate(ID, acceptance, "anna")).rejects.toThrow("killed");
    end();
    expect((await loadOverlay()).rows).toHaveLength(rows);
    expect((await loadProposals()).proposals[0]?.state).toBe(state);
  }
});
