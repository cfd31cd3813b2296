import { join } from "node:path";
import { type Duration, type Size, Validations } from "aws-cdk-lib";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  type RecursiveLoop,
  Runtime,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import type { ILogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";

/** The fields of a route or job that describe its function. */
type FunctionRow = {
  readonly part?: string;
  readonly handler: string;
  readonly summary: string;
  readonly files?: readonly string[];
  readonly artifacts?: "put" | "presign";
  /** True if the function writes the journal. */
  readonly journal?: true;
};

type FunctionSettings = {
  /** Name of the stack: the prefix of the function's name, and the service of its log lines and metrics. */
  readonly service: string;
  readonly logGroup: ILogGroup;
  readonly memorySize: number;
  readonly timeout: Duration;
  readonly environment: Record<string, string>;
  readonly recursiveLoop?: RecursiveLoop;
  readonly ephemeralStorageSize?: Size;
  readonly retryAttempts?: number;
};

/** Placeholder for the code of functions when only templates are written; any small folder. */
const WITHOUT_BUNDLE = "infra/stages";

/**
 * Creates the function of a row with its own role, which allows only logging and tracing at first. The function is
 * named after its stack, part and row, so that alarms and queries still match after it is deleted and deployed again.
 */
export function lambdaFunction(
  scope: Construct,
  name: string,
  row: FunctionRow,
  settings: Settings,
  { service, environment, ...rest }: FunctionSettings,
): LambdaFunction {
  return new LambdaFunction(scope, name, {
    functionName: functionNameOf(service, name, row.part),
    description: row.summary,
    code: Code.fromAsset(settings.bundles ? join(settings.bundles, row.handler) : WITHOUT_BUNDLE),
    handler: "index.handler",
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    // HTTP APIs send no traces, so a trace begins in the function. A trace costs as much as three calls.
    tracing: settings.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
    role: roleOf(scope, name, row, settings, rest.logGroup),
    ...rest,
    // The service name keeps log lines and metrics of two stages in one AWS account separate.
    environment: {
      ...environment,
      ...lockOf(row, settings),
      POWERTOOLS_SERVICE_NAME: service,
    },
  });
}

/**
 * Returns the name of a row's function. The name contains the part of the API: when a row moves to another part,
 * CloudFormation creates the new function before it deletes the old one, so the two need different names.
 */
export const functionNameOf = (service: string, name: string, part?: string): string =>
  [service, ...(part ? [part] : []), name].join("-");

/** Returns the IAM path of roles that may store files; the bucket policy rejects all other roles. */
export const putterPath = (settings: Settings): string => `/eu-vat/${settings.stage}/puts-files/`;

/** Returns the IAM path of roles that may store files, and checkpoints of the journal as well. */
export const checkpointPath = (settings: Settings): string =>
  `${putterPath(settings)}puts-checkpoints/`;

/** Returns the IAM path of the roles with which S3 copies locked files into another region. */
export const copierPath = (settings: Settings): string => `/eu-vat/${settings.stage}/copies-files/`;

/** Returns the IAM path of the role that writes the journal. */
export const journalPath = (settings: Settings): string =>
  `/eu-vat/${settings.stage}/writes-journal/`;

/** Creates a role that may write to one log group. The AWS managed policy allows every log group of the account. */
export function roleOf(
  scope: Construct,
  name: string,
  row: Pick<FunctionRow, "artifacts" | "journal">,
  settings: Settings,
  logGroup: ILogGroup,
): Role {
  const role = new Role(scope, `${name}Role`, {
    assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
    ...pathOf(row, settings),
  });
  logGroup.grantWrite(role);
  if (!settings.tracing) return role;
  Validations.of(role).acknowledge({
    id: "AwsSolutions-IAM5[Resource::*]",
    reason: "Tracing: xray:PutTraceSegments and xray:PutTelemetryRecords know no resources",
  });
  return role;
}

/** Returns the IAM path by which bucket policies recognise the roles that may write. */
function pathOf(
  { artifacts, journal }: Pick<FunctionRow, "artifacts" | "journal">,
  settings: Settings,
) {
  if (artifacts === "put") {
    return { path: journal ? checkpointPath(settings) : putterPath(settings) };
  }
  return journal ? { path: journalPath(settings) } : {};
}

/** Returns the trial retention of governance mode; else shared/platform/s3/write-once.ts locks as the law requires. */
const lockOf = (
  { artifacts, journal }: FunctionRow,
  { retention }: Settings,
): Record<string, string> =>
  (artifacts === "put" || journal) && retention.mode === "GOVERNANCE"
    ? { TRIAL_LOCK_DAYS: String(retention.days) }
    : {};
