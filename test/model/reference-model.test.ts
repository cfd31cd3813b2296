import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ApiServer } from "../../scripts/local/api-server.ts";
import { auditLocks } from "../../shared/operations/audit/audit-locks.ts";
import { newAccount } from "../stack/api.ts";
import { startApiHere } from "../stack/api-here.ts";
import { auditOf } from "../stack/audit.ts";
import { lengthOf, report, seedOf, soaking } from "../stack/soak.ts";
import { tableOfOwn } from "../stack/table-of-own.ts";
import { compareFiles, compareQuarter } from "./comparisons.ts";
import { firstRates, QUARTERS, stateFor } from "./draws.ts";
import { ledgerSteps } from "./ledger-steps.ts";
import { ReferenceModel } from "./reference-model.ts";
import { returnSteps } from "./return-steps.ts";
import { Service } from "./service.ts";
import { compared, taken } from "./step.ts";
import type { Profile } from "./world.ts";

/*
 * Long random histories against the service through HTTP, each step of them also done to a model
 * that keeps lists and adds nothing up in advance. Whatever the service shows must be what the model
 * works out. SOAK_SEED and SOAK_PATH repeat a history that failed.
 */
const SECONDS = lengthOf("SECONDS", 600, 1_500);
/** In a soak as many as there is time for. */
const HISTORIES = soaking ? 1_000_000 : 2;
const STEPS = lengthOf("STEPS", 26, 120);
const seed = seedOf(20_261_164);
const path = process.env["SOAK_PATH"];

let api: ApiServer;
beforeAll(async () => {
  api = await startApiHere();
});
afterAll(() => api.stop());

const profile = fc.constantFrom<Profile>(
  { fixed_establishments: [] },
  { establishment_country: "SE", fixed_establishments: [] },
  { establishment_country: "DE", fixed_establishments: [{ country: "FR" }] },
  { establishment_country: "US", fixed_establishments: [{ country: "PL" }] },
  // Without any establishment in the Union: their services are for the non-Union scheme.
  { establishment_country: "US", fixed_establishments: [] },
  { establishment_country: "XI", fixed_establishments: [] },
);

const beginning = fc.record({
  profile,
  rates: firstRates,
  state: fc.constantFrom("SE", "DE", "PL", "DK", "XI"),
  importsFrom: fc.constantFrom("2021-07-01", "2022-01-15"),
});
type Beginning = typeof beginning extends fc.Arbitrary<infer T> ? T : never;

/** A table of its own: what is published in one history reaches no other one. */
async function begin({ profile, rates, state, importsFrom }: Beginning) {
  await tableOfOwn();
  const service = new Service(api.url, await newAccount(`model-${randomBytes(4).toString("hex")}`));
  const model = new ReferenceModel(profile);
  if (profile.establishment_country) {
    expect((await service.call("PUT", "/v1/account", profile)).status).toBe(200);
  }
  for (const { day, currency, rate } of rates) model.correctRate(day, currency, rate);
  await service.publish(model.world.published);
  for (const fields of [
    { scheme_type: "union_oss", effective_from: "2021-07-01" },
    { scheme_type: "non_union_oss", effective_from: "2021-07-01" },
    { scheme_type: "ioss", effective_from: importsFrom },
  ] as const) {
    const member_state_identification = stateFor(fields.scheme_type, state);
    const row = { ...fields, member_state_identification, status: "active" } as const;
    const answer = await service.call("POST", "/v1/tax-registrations", row);
    expect(answer.body).toEqual(model.register(row).body);
  }
  return { model, real: service };
}

async function finish(model: ReferenceModel, service: Service) {
  for (const quarter of QUARTERS) await compareQuarter(model, service, quarter);
  await compareFiles(model, service);
  const { account } = service.account;
  expect(await auditOf(account)).toMatchObject({
    events: model.world.events.length,
    differences: [],
    stale_links: [],
  });
  expect(await auditLocks(account)).toMatchObject({ locks: model.locks.length, faults: [] });
}

it(
  "shows what the reference model works out, whatever the history",
  async () => {
    let histories = 0;
    const commands = fc.commands([...ledgerSteps, ...returnSteps], {
      maxCommands: STEPS,
      size: "max",
    });
    const property = fc.asyncProperty(beginning, commands, async (first, steps) => {
      const { model, real } = await begin(first);
      await fc.asyncModelRun(() => ({ model, real }), steps);
      await finish(model, real);
      histories += 1;
    });
    const outcome = await fc.check(property, {
      seed,
      ...(path === undefined ? {} : { path, endOnFailure: true }),
      numRuns: HISTORIES,
      // Of a few long histories half would be made of extreme values, which are in no return.
      unbiased: true,
      interruptAfterTimeLimit: SECONDS * 1_000,
    });
    if (outcome.failed) throw new Error(failure(outcome), { cause: outcome.errorInstance });
    const steps = [...taken.values()].reduce((a, b) => a + b, 0);
    const told = (counts: Map<string, number>) =>
      [...counts].map(([name, count]) => `${name} ${count}`).join(", ");
    report(`model: seed ${seed}, ${histories} histories, ${steps} steps (${told(taken)})`);
    report(`model: compared ${told(compared)}; 0 differences`);
    expect(histories).toBeGreaterThanOrEqual(soaking ? 1 : HISTORIES);
    // Which histories there are is fixed by the seed in the short form alone.
    for (const rows of soaking ? [] : ["union_oss rows", "non_union_oss rows", "import rows"]) {
      expect(compared.get(rows), rows).toBeGreaterThan(0);
    }
  },
  SECONDS * 1_000 + 120_000,
);

type Failed = {
  readonly counterexample: readonly unknown[] | null;
  readonly counterexamplePath: string | null;
  readonly numShrinks: number;
};

/** How to repeat it, and the history as far as it was shrunk. */
const failure = ({ counterexample, counterexamplePath, numShrinks }: Failed): string =>
  [
    `SOAK_SEED=${seed} SOAK_PATH=${counterexamplePath} npm run soak -- model`,
    `shrunk ${numShrinks} times to ${String(counterexample?.[1]).slice(0, 6_000)}`,
    JSON.stringify(counterexample?.[0]).slice(0, 2_000),
  ].join("\n");
