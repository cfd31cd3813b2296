import { type Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Architecture, type RecursiveLoop, Runtime, Tracing } from "aws-cdk-lib/aws-lambda";
import { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { bundlingWith } from "./bundling.ts";

/** What a row of the routes or the jobs says of its function. */
type FunctionRow = {
  readonly handler: string;
  readonly summary: string;
  readonly files?: readonly string[];
};

type FunctionSettings = {
  readonly memorySize: number;
  readonly timeout: Duration;
  readonly environment: Record<string, string>;
  readonly reservedConcurrentExecutions?: number;
  readonly recursiveLoop?: RecursiveLoop;
};

/** The function of a row, named after it, with a log and a role of its own that allow it nothing yet. */
export function lambdaFunction(
  scope: Construct,
  name: string,
  { handler, summary, files }: FunctionRow,
  settings: FunctionSettings,
): NodejsFunction {
  const logGroup = logsOf(scope, name);
  return new NodejsFunction(scope, name, {
    description: summary,
    entry: `functions/${handler}.ts`,
    bundling: bundlingWith(files, handler),
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    tracing: Tracing.ACTIVE,
    logGroup,
    role: roleOf(scope, name, logGroup),
    ...settings,
    // The service of its log lines and metrics: two stages in one AWS account do not mix.
    environment: { ...settings.environment, POWERTOOLS_SERVICE_NAME: Stack.of(scope).stackName },
  });
}

/** Kept a quarter: what went wrong in a return shows when the quarter is filed. */
export const logsOf = (scope: Construct, name: string): LogGroup =>
  new LogGroup(scope, `${name}Logs`, {
    retention: RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
  });

/** Instead of the managed policy, which may write to every log group of the account. */
function roleOf(scope: Construct, name: string, logGroup: LogGroup): Role {
  const role = new Role(scope, `${name}Role`, {
    assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
  });
  logGroup.grantWrite(role);
  Validations.of(role).acknowledge({
    id: "AwsSolutions-IAM5[Resource::*]",
    reason: "Tracing: xray:PutTraceSegments and xray:PutTelemetryRecords know no resources",
  });
  return role;
}
