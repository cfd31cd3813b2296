import { Duration, type Stack } from "aws-cdk-lib";
import { Stats, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { ILogGroup } from "aws-cdk-lib/aws-logs";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { SMOKE_TEST_MINUTES } from "../shared/operations/smoke-test/smoke-steps.ts";
import { RUNS_DONE } from "../shared/platform/telemetry/metric-names.ts";
import { sumOf, watch } from "./alarms.ts";
import { ownMetric } from "./job-alarms.ts";
import { scheduleOf } from "./job-start.ts";
import { lambdaFunction } from "./lambda-function.ts";
import type { Settings } from "./settings.ts";

export const SMOKE_TEST = {
  handler: "smoke-test/run-smoke-test",
  summary: "Calls the deployed API as a caller does, in a sandbox of its own",
} as const;

/** Time of three runs. One failed run may be a deployment; two are an alarm, and so are runs that are missing. */
const PERIOD = Duration.minutes(3 * SMOKE_TEST_MINUTES);
const PASSED = 2;

type Surroundings = {
  readonly settings: Settings;
  readonly url: string;
  readonly logGroup: ILogGroup;
  readonly topic: ITopic;
};

/** Creates the canary of a stage: a function that runs the smoke test every few minutes, and its alarm. */
export function scheduleSmokeTest(
  stack: Stack,
  { keySecretArn }: NonNullable<Settings["smokeTest"]>,
  { settings, url, logGroup, topic }: Surroundings,
): void {
  const service = stack.stackName;
  const lambda = lambdaFunction(stack, "smokeTest", SMOKE_TEST, settings, {
    service,
    logGroup,
    memorySize: 256,
    timeout: Duration.minutes(SMOKE_TEST_MINUTES - 1),
    // A repetition would hide a failure, and run beside the next test.
    retryAttempts: 0,
    environment: { SMOKE_TEST_URL: url, SMOKE_TEST_KEY_ARN: keySecretArn },
  });
  lambda.addToRolePolicy(
    new PolicyStatement({ actions: ["secretsmanager:GetSecretValue"], resources: [keySecretArn] }),
  );
  scheduleOf("smokeTest", lambda, { schedule: `cron(0/${SMOKE_TEST_MINUTES} * * * ? *)` });
  const runs = ownMetric(service, "smokeTest", RUNS_DONE);
  watch(stack, topic, {
    name: "SmokeTestFails",
    metric: sumOf("smoke tests that passed", PERIOD, {
      runs: runs.with({ period: PERIOD, statistic: Stats.SUM }),
    }),
    description: "Two of three smoke tests of the deployed API failed, or did not run",
    below: PASSED,
    missing: TreatMissingData.BREACHING,
  });
}
