import {
  isTestKey,
  scheduledSteps,
  smokeTest,
} from "../../shared/operations/smoke-test/smoke-steps.ts";
import { readSecret } from "../../shared/platform/sealing.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

export const handler = loggedJob("smokeTest", async () => {
  const key = await readSecret(process.env["SMOKE_TEST_KEY_ARN"] ?? "");
  // A live key would commit made-up sales into a live ledger.
  if (!isTestKey(key)) throw new Error("the secret of the smoke test is no key of a sandbox");
  const url = new URL(process.env["SMOKE_TEST_URL"] ?? "");
  const faults: string[] = [];
  for await (const { step, fault } of smokeTest(url, key, scheduledSteps(new Date()))) {
    if (fault) faults.push(`${step.says}: ${step.method} ${step.path}: ${fault}`);
  }
  if (faults.length > 0) throw new Error(faults.join("; "));
  return { steps: "all right" };
});
