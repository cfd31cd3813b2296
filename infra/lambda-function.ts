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

/** What a row of the routes or the jobs says of its function. */
type FunctionRow = {
  /** The part of the API that a route's function is in. */
  readonly part?: string;
  readonly handler: string;
  readonly summary: string;
  readonly files?: readonly string[];
  readonly artifacts?: "put" | "presign";
  /** Whether it writes the journal. */
  readonly journal?: true;
};

type FunctionSettings = {
  /** The stack of which the function bears the name, and in whose name it logs and counts. */
  readonly service: string;
  readonly logGroup: ILogGroup;
  readonly memorySize: number;
  readonly timeout: Duration;
  readonly environment: Record<string, string>;
  readonly recursiveLoop?: RecursiveLoop;
  readonly ephemeralStorageSize?: Size;
};

/** The code of functions in templates that are only looked at: any small folder. */
const WITHOUT_BUNDLE = "infra/stages";

/**
 * Creates the function of a row, with a role of its own that allows it nothing yet. The function is named after its
 * stack, part and row: a function that was deleted and deployed again is the same one to whoever watches it.
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
    // HTTP APIs send no traces, so a trace begins in the function and costs as much as three calls.
    tracing: settings.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
    role: roleOf(scope, name, row, settings, rest.logGroup),
    ...rest,
    // The service of its log lines and metrics: two stages in one AWS account do not mix.
    environment: {
      ...environment,
      ...lockOf(row, settings),
      POWERTOOLS_SERVICE_NAME: service,
    },
  });
}

/**
 * Returns the name of a row's function. It names the part of the API: when a row moves to another part, CloudFormation
 * creates the new function before it deletes the old one, so they must not have one name.
 */
export const functionNameOf = (service: string, name: string, part?: string): string =>
  [service, ...(part ? [part] : []), name].join("-");

/** Under which the roles are that store files: the bucket lets no others. */
export const putterPath = (settings: Settings): string => `/eu-vat/${settings.stage}/puts-files/`;

/** Under which the role is that writes the journal. */
export const journalPath = (settings: Settings): string =>
  `/eu-vat/${settings.stage}/writes-journal/`;

/** Instead of the managed policy, which may write to every log group of the account. */
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

/** The buckets know their writers by it. */
function pathOf(
  { artifacts, journal }: Pick<FunctionRow, "artifacts" | "journal">,
  settings: Settings,
) {
  if (journal) return { path: journalPath(settings) };
  return artifacts === "put" ? { path: putterPath(settings) } : {};
}

/** Without it files are locked as the law has it (shared/platform/s3/write-once.ts). */
const lockOf = (
  { artifacts, journal }: FunctionRow,
  { retention }: Settings,
): Record<string, string> =>
  (artifacts === "put" || journal) && retention.mode === "GOVERNANCE"
    ? { TRIAL_LOCK_DAYS: String(retention.days) }
    : {};
