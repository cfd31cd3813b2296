import { Duration, NestedStack, Stack } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Alias, type IVersion, type Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { ILogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { fallbackRow, type Part, type Route, routeName } from "../shared/api/route.ts";
import { queuesOf } from "../shared/platform/queues/queue-table.ts";
import type { ItemGroup } from "../shared/platform/table/item.ts";
import { grantArtifacts } from "./artifact-permissions.ts";
import type { Stores } from "./data-stack.ts";
import { accessOfRoute, writtenBy } from "./function-access.ts";
import { GradualDeployment } from "./gradual-deployment.ts";
import { grantImports } from "./import-bucket.ts";
import { isEnabled } from "./job-rows.ts";
import { keyProofsOf, signing } from "./key-proofs.ts";
import { functionNameOf, lambdaFunction } from "./lambda-function.ts";
import { senderOf } from "./mails.ts";
import { memoryFor } from "./memory.ts";
import type { ScheduleStack } from "./schedule-stack.ts";
import { grantOwnAnswers, grantSealing } from "./sealing-key.ts";
import type { Settings } from "./settings.ts";
import { tableStatements } from "./table-permissions.ts";

/** Timeout of route functions: one second under the gateway's 30, so that the caller gets the error of this service. */
const TIMEOUT = Duration.seconds(29);

/** The context that the functions of all routes share. */
export type RouteSurroundings = {
  /** Name of the API's stack, which is the prefix of its functions' names. */
  readonly service: string;
  readonly api: HttpApi;
  readonly logGroup: ILogGroup;
  readonly settings: Settings;
  readonly stores: Stores;
  readonly schedule: ScheduleStack;
};

type NamedRow = readonly [name: string, row: Route];

/** The name of the function for paths and methods that no row serves. */
export const FALLBACK = "answerUnknownPath";

/**
 * The functions of one part of the route table: a nested stack, because a stack holds 500 resources. The routes
 * themselves are in the API's stack (api-routes.ts), so that a row can move to another part without a gap.
 */
export class RouteFunctions extends NestedStack {
  readonly #part: Part;
  readonly #around: RouteSurroundings;
  readonly #targets = new Map<string, string>();

  /** Creates the functions. With alarms, those that change records go live step by step and roll back on an alarm. */
  constructor(
    scope: Construct,
    part: Part,
    rows: readonly NamedRow[],
    around: RouteSurroundings,
    alarms: readonly Alarm[] = [],
  ) {
    super(scope, stackIdOf(part));
    this.#part = part;
    this.#around = around;
    const gradual = alarms.length > 0 ? rows.filter(([, row]) => changesRecords(row)) : [];
    const deployment =
      gradual.length > 0 ? new GradualDeployment(this, stackIdOf(part), alarms) : undefined;
    for (const row of rows) {
      const [name, { path }] = row;
      const lambda = this.functionOf(row);
      const isGradual = deployment && gradual.includes(row);
      this.letApiCall(name, path, isGradual ? this.aliasOf(name, lambda, deployment) : lambda);
    }
  }

  /** Adds the function for paths and methods that no row serves; API Gateway's own errors have another form. */
  addFallback(): void {
    const { service, logGroup, settings } = this.#around;
    const row = { ...fallbackRow, part: this.#part };
    const lambda = lambdaFunction(this, FALLBACK, row, settings, {
      service,
      logGroup,
      memorySize: memoryFor(fallbackRow.table),
      timeout: TIMEOUT,
      environment: publicUrlOf(settings),
    });
    this.letApiCall(FALLBACK, "", lambda);
  }

  /** Returns the ARN of the function or alias that the route of a row calls; undefined for rows of other parts. */
  targetOf(name: string): string | undefined {
    return this.#targets.get(name);
  }

  private aliasOf(name: string, lambda: LambdaFunction, deployment: GradualDeployment): Alias {
    const version = lambda.currentVersion as IVersion;
    const alias = new Alias(this, `${name}Live`, { aliasName: "live", version });
    deployment.add(name, functionNameOf(this.#around.service, name, this.#part), alias);
    return alias;
  }

  private letApiCall(name: string, path: string, target: LambdaFunction | Alias): void {
    target.addPermission("Api", {
      principal: new ServicePrincipal("apigateway.amazonaws.com"),
      sourceArn: Stack.of(this).formatArn({
        service: "execute-api",
        resource: this.#around.api.apiId,
        resourceName: `*/*${path}`,
      }),
    });
    this.#targets.set(name, target.functionArn);
  }

  private functionOf([name, row]: NamedRow): LambdaFunction {
    const { service, logGroup, settings, stores, schedule } = this.#around;
    const lambda = lambdaFunction(this, name, { ...row, part: this.#part }, settings, {
      service,
      logGroup,
      memorySize: memoryFor(row.table),
      timeout: TIMEOUT,
      environment: environmentOf(row, stores, settings),
    });
    grantStores(lambda, row, stores);
    schedule.letSend(lambda, queuesOf(row));
    return lambda;
  }
}

/** Returns the id of a part's nested stack: `Accounts` for `accounts`. */
const stackIdOf = (part: Part): string => `${part[0]?.toUpperCase()}${part.slice(1)}`;

/** True if a defect in the route's function could damage stored records. */
export const changesRecords = (row: Route): boolean =>
  writtenBy(accessOfRoute(row)).some((family) => !BESIDE_ALL.has(family)) ||
  row.artifacts === "put";

/** Item families that any call of an account may write: its stored response, the key's last day of use, its quota. */
const BESIDE_ALL: ReadonlySet<ItemGroup> = new Set<ItemGroup>([
  "idempotency",
  "key_list",
  "rate_limits",
]);

/** Grants only the access that the row declares. */
function grantStores(
  lambda: LambdaFunction,
  row: Route,
  { table, artifacts, imports, sealing, issuer }: Stores,
): void {
  for (const statement of tableStatements(accessOfRoute(row), table)) {
    lambda.addToRolePolicy(statement);
  }
  if (row.artifacts) grantArtifacts(lambda, row.artifacts, artifacts);
  if (row.imports) grantImports(lambda, row.imports, imports);
  if (row.signsIn === "exchanges-codes") grantSecret(lambda, issuer);
  if (row.seals) grantSealing(lambda, row.seals, sealing);
  if (row.repeats === "sealed") grantOwnAnswers(lambda, routeName(row), sealing);
}

/** Lets a function read the secret with which the issuer knows the service. */
function grantSecret(lambda: LambdaFunction, issuer: Stores["issuer"]): void {
  if (!issuer?.clientSecretArn) return;
  lambda.addToRolePolicy(
    new PolicyStatement({
      actions: ["secretsmanager:GetSecretValue"],
      resources: [issuer.clientSecretArn],
    }),
  );
}

const signInOf = ({ signsIn }: Route, { issuer }: Stores): Record<string, string> =>
  signsIn && issuer
    ? {
        SIGN_IN_ISSUER: issuer.issuer,
        SIGN_IN_CLIENT_ID: issuer.clientId,
        ...(issuer.clientSecretArn && signsIn === "exchanges-codes"
          ? { SIGN_IN_SECRET_ARN: issuer.clientSecretArn }
          : {}),
      }
    : {};

/** Behind an edge the host of a call is the API's own, which callers must not learn (docs/decisions/0149). */
const publicUrlOf = ({ edge }: Settings): Record<string, string> =>
  edge ? { PUBLIC_URL: `https://${edge.domain}` } : {};

const notEnabledOf = ({ needs }: Route, settings: Settings): Record<string, string> =>
  needs && !isEnabled(needs, settings) ? { NOT_ENABLED: needs } : {};

const environmentOf = (row: Route, stores: Stores, settings: Settings): Record<string, string> => ({
  ...publicUrlOf(settings),
  ...(row.scope === "public" ? {} : shareOf(settings.throttle)),
  ...signInOf(row, stores),
  ...(row.operators ? { OPERATORS: settings.operators.join(" ") } : {}),
  ...(row.mails ? senderOf(settings) : {}),
  ...notEnabledOf(row, settings),
  ...(settings.edge && row.scope === "public" ? { BEHIND_EDGE: "1" } : {}),
  ...(accessOfRoute(row).uses.length > 0 && { TABLE_NAME: stores.table.tableName }),
  ...(row.artifacts ? { BUCKET_NAME: stores.artifacts.bucketName } : {}),
  ...(row.imports ? { IMPORT_BUCKET_NAME: stores.imports.bucketName } : {}),
  ...(row.keyProofs ? keyProofsOf(stores) : {}),
  ...signing(accessOfRoute(row), stores),
  // Upload links are signed for the bucket's regional name.
  ...(row.uploads ? { UPLOAD_ORIGIN: `https://${stores.imports.bucketRegionalDomainName}` } : {}),
});

const shareOf = ({ account }: Settings["throttle"]): Record<string, string> => ({
  ACCOUNT_RATE_LIMIT: String(account.calls),
  ACCOUNT_RATE_WINDOW_SECONDS: String(account.seconds),
  ACCOUNT_RATE_BURST: String(account.burst),
});
