import { join } from "node:path";
import type { VatClient } from "../../client/src/eu-vat-client.ts";
import { SALE } from "../../shared/operations/smoke-test/smoke-steps.ts";
import {
  Assemblies,
  type AssemblyChange,
  denyingBucket,
  failingStack,
  withoutAction,
  withoutKey,
} from "./ministack/assembly.ts";
import { PYTHON } from "./ministack/emulator.ts";
import { TrialCloud } from "./ministack/trial-cloud.ts";
import { type Finding, type OutsideTool, ran } from "./tool.ts";

/** Deploys whole stages with the CDK CLI, and uses them: once open, once with all policies evaluated. */
export const MINISTACK: OutsideTool = {
  name: "ministack",
  source: "PyPI: ministack, cryptography, for the Python that MINISTACK_PYTHON names",
  version: async () => {
    const code = "import importlib.metadata as m, cryptography; print(m.version('ministack'))";
    const version = await ran(PYTHON, ["-c", code]);
    return version?.code === 0 ? version.stdout.trim() : undefined;
  },
  run: async ({ folder }) => {
    const synthesised = join(folder, "synthesised");
    const synth = ["synth", "--quiet", "--no-notices", "--output", synthesised];
    const made = await ran(process.execPath, ["node_modules/aws-cdk/bin/cdk", ...synth]);
    if (made?.code !== 0) throw new Error(made?.stderr);
    const assemblies = new Assemblies(folder, join(synthesised, "bundles"));
    const findings: Finding[] = [];
    for (const part of [guardedStages, changedStages]) {
      const begun = Date.now();
      findings.push(...(await part(folder, assemblies)));
      console.error(`  ${part.name}: ${Math.round((Date.now() - begun) / 1000)} s`);
    }
    return findings;
  },
};

/** The stage of the example, without CodeDeploy and backups, which the emulator lacks, and without protection against removal. */
const PROD: AssemblyChange = {
  settings: { rollout: "all-at-once", backup: null, protected: false },
};

/** Without policies: a stage, its updates, a deployment that fails, and a second stage beside it. */
async function changedStages(folder: string, assemblies: Assemblies): Promise<readonly Finding[]> {
  await using closing = new AsyncDisposableStack();
  const cloud = await TrialCloud.open({ folder, assemblies, policies: false }, closing);
  const stage = await cloud.deploy("first deployment", "dev");
  await cloud.flow(stage, "first");
  const updates: readonly (AssemblyChange & { readonly how: string })[] = [
    { how: "a route moves to another part, and its function has another name", isMoved: true },
    { how: "a stack with a queue comes", settings: { lake: true } },
    { how: "all functions trace", settings: { tracing: true } },
  ];
  for (const { how, ...change } of updates)
    await cloud.smoke(await cloud.deploy(how, "dev", change));
  await cloud.expectRollback("dev", { edit: failingStack("VatApi") });
  await cloud.smoke(stage);
  await cloud.failFirst("prod", PROD);
  const prod = await cloud.deploy("second stage", "prod", PROD);
  await cloud.flow(prod, "second");
  await cloud.remove(prod, "second", PROD);
  // The table and the buckets of the removed stage do not prevent a new one.
  await cloud.smoke(await cloud.deploy("made anew", "prod", PROD));
  await cloud.flow(stage, "third");
  return cloud.findings;
}

type PlantedFault = {
  readonly what: string;
  readonly edit: NonNullable<AssemblyChange["edit"]>;
  /** The call that must be denied. */
  readonly denied: string;
  readonly use: (client: VatClient) => Promise<unknown>;
};

const FAULTS: readonly PlantedFault[] = [
  {
    what: "a function asks for a key too many",
    edit: withoutKey("commitSupplyEvents", "dynamodb:PutItem", "EVENT#"),
    denied: "dynamodb:PutItem",
    use: (client) =>
      client.commitSupplyEvents({
        body: { events: [{ ...SALE, event_id: "planted", supply_date: "2026-05-04" }] },
      }),
  },
  {
    what: "a function lacks a permission",
    edit: withoutAction("getQuarterlySummary", "dynamodb:Query"),
    denied: "dynamodb:Query",
    use: (client) => client.getQuarterlySummary({ query: { period: "2026-Q2" } }),
  },
  {
    what: "the policy of a bucket denies",
    edit: denyingBucket,
    denied: "s3:PutObject",
    use: (client) => client.lockPeriod({ query: { period: "2026-Q2" } }),
  },
];

/** With all policies: every function is called, nothing is denied, and a fault of each kind is. */
async function guardedStages(folder: string, assemblies: Assemblies): Promise<readonly Finding[]> {
  await using closing = new AsyncDisposableStack();
  const cloud = await TrialCloud.open({ folder, assemblies, policies: true }, closing);
  const stage = await cloud.deploy("first deployment, with policies", "dev");
  const client = await cloud.flow(stage, "guarded");
  const change = { settings: { ...PROD.settings, ...cloud.everySetting() } };
  const prod = await cloud.deploy("a function for each job, and every setting", "prod", change);
  await cloud.everyFunction(prod, await cloud.flow(prod, "every"));
  cloud.printHeld();
  for (const denial of cloud.denials()) cloud.note("denied", stage.name, denial);
  for (const { what, edit, denied, use } of FAULTS) {
    const before = cloud.denials().length;
    await cloud.deploy(what, "dev", { edit });
    const answer = await use(client).then(
      () => "succeeded",
      () => "failed",
    );
    const denials = cloud.denials().slice(before);
    const isNoticed = answer === "failed" && denials.some((line) => line.includes(denied));
    if (!isNoticed) cloud.note("planted fault", what, `${answer}; denied: ${denials.join(", ")}`);
    console.error(`  ${isNoticed ? "ok   " : "wrong"} noticed: ${what}: ${denials.at(0)}`);
  }
  const before = cloud.denials().length;
  await cloud.smoke(await cloud.deploy("as before", "dev"));
  for (const denial of cloud.denials().slice(before)) cloud.note("denied", "as before", denial);
  return cloud.findings;
}
