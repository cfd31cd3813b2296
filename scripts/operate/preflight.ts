import { Failure, runCommand } from "../local/failure.ts";
import { readAwsAccount } from "./deployment/aws-account.ts";
import { preflightFindings } from "./deployment/preflight-findings.ts";
import { readStage } from "./deployment/read-stage.ts";

const USAGE = `usage: npm run --silent preflight -- <stage>
Compares the settings of a stage with the AWS account of the profile (AWS_PROFILE, AWS_REGION) before a deployment:
quotas, secrets, certificates, regions, stacks that a failed deployment has left, unconfirmed mail. It changes nothing,
and exits 1 when the deployment would fail or the service would not work.`;

await runCommand(async () => {
  const [stage = "", ...rest] = process.argv.slice(2);
  if (stage === "" || stage.startsWith("-") || rest.length > 0) throw new Failure(USAGE, 2);
  const settings = readStage(stage);
  const region = process.env["AWS_REGION"] ?? settings.region;
  if (!region) throw new Failure("no region: export AWS_REGION", 2);
  const findings = preflightFindings(settings, await asked(() => readAwsAccount(settings, region)));
  for (const { is, says } of findings) console.log(`${is.padEnd(8)} ${says}`);
  if (findings.some(({ is }) => is === "problem")) process.exitCode = 1;
});

/** Tells in one line that AWS could not be asked: no credentials, no permission, no network. */
async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    const { name, message } = error as Error;
    throw new Failure(`AWS could not be asked: ${name}: ${message}`);
  }
}
