import { Duration, NestedStack, Validations } from "aws-cdk-lib";
import { type HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from "aws-cdk-lib/aws-apigatewayv2";
import type { HttpLambdaAuthorizer } from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Alias, type IFunction, type IVersion } from "aws-cdk-lib/aws-lambda";
import type { ILogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { gatewayMethod, type Route } from "../shared/api/route.ts";
import { fallbackRow } from "../shared/api/route-match.ts";
import type { ItemGroup } from "../shared/platform/table/access.ts";
import { grantArtifacts } from "./artifact-permissions.ts";
import type { Stores } from "./data-stack.ts";
import { accessOfRoute } from "./function-access.ts";
import { GradualDeployment } from "./gradual-deployment.ts";
import { grantImports } from "./import-bucket.ts";
import { functionNameOf, lambdaFunction } from "./lambda-function.ts";
import { memoryFor } from "./memory.ts";
import { type ScheduleStack, sendTo } from "./schedule-stack.ts";
import type { Settings } from "./settings.ts";
import { tableStatements } from "./table-permissions.ts";

/** One second under the API's own limit of 30: the caller gets our error, not the gateway's. */
const TIMEOUT = Duration.seconds(29);

/** What the functions of all routes have in common. */
export type RouteSurroundings = {
  /** The name of the API's stack, which its functions bear. */
  readonly service: string;
  readonly api: HttpApi;
  readonly logGroup: ILogGroup;
  readonly settings: Settings;
  /** Who lets calls through, when there is an edge. */
  readonly authorizer: HttpLambdaAuthorizer | undefined;
  readonly stores: Stores;
  readonly schedule: ScheduleStack;
};

type Rows = readonly (readonly [name: string, row: Route])[];

/**
 * A function and a route for each of some rows. A part of the API's stack, with 500 resources of its
 * own: one stack has too few for all routes.
 */
export class RouteFunctions extends NestedStack {
  readonly #around: RouteSurroundings;

  /** With alarms, each function is deployed step by step, and taken back when one goes off. */
  constructor(
    scope: Construct,
    id: string,
    rows: Rows,
    around: RouteSurroundings,
    alarms: readonly Alarm[] = [],
  ) {
    super(scope, id);
    this.#around = around;
    const deployment = alarms.length > 0 ? new GradualDeployment(this, alarms) : undefined;
    for (const [name, row] of rows) {
      const lambda = this.functionOf(name, row);
      const called = deployment ? this.aliasOf(name, lambda, deployment) : lambda;
      const key = HttpRouteKey.with(row.path, HttpMethod[gatewayMethod(row)]);
      this.addRoute(name, key, row.scope, called as IFunction);
    }
  }

  /** What no row serves gets an error in the form of all others, which the gateway does not give. */
  answerAllElse(): void {
    const { service, logGroup, settings } = this.#around;
    const name = "answerUnknownPath";
    const lambda = lambdaFunction(this, name, fallbackRow, settings, {
      service,
      logGroup,
      memorySize: memoryFor(fallbackRow.table),
      timeout: TIMEOUT,
      environment: {},
    });
    this.addRoute(name, HttpRouteKey.DEFAULT, "public", lambda as IFunction);
  }

  private aliasOf(name: string, lambda: LambdaFunction, deployment: GradualDeployment): Alias {
    const version = lambda.currentVersion as IVersion;
    const alias = new Alias(this, `${name}Live`, { aliasName: "live", version });
    deployment.add(name, functionNameOf(this.#around.service, name), alias);
    return alias;
  }

  private addRoute(
    name: string,
    routeKey: HttpRouteKey,
    scope: Route["scope"],
    lambda: IFunction,
  ): void {
    const { api, authorizer } = this.#around;
    const route = new HttpRoute(this, `${name}Route`, {
      httpApi: api,
      ...(authorizer ? { authorizer } : {}),
      routeKey,
      integration: new HttpLambdaIntegration(name, lambda),
    });
    Validations.of(route).acknowledge({ id: "AwsSolutions-APIG4", reason: AUTHORIZED[scope] });
  }

  private functionOf(name: string, row: Route): LambdaFunction {
    const { service, logGroup, settings, stores, schedule } = this.#around;
    const lambda = lambdaFunction(this, name, row, settings, {
      service,
      logGroup,
      memorySize: memoryFor(row.table),
      timeout: TIMEOUT,
      environment: environmentOf(row, stores, settings),
    });
    grantStores(lambda, row, stores);
    if (row.sends) sendTo(lambda, row.sends, schedule.queueOf(row.sends));
    return lambda;
  }
}

/** Whether a defect in it could leave something behind. */
export const changesRecords = (row: Route): boolean =>
  accessOfRoute(row).writes.some((family) => !BESIDE_ALL.has(family)) || row.artifacts === "put";

/** What every call of an account may write: its answer, the day on which its key was used, how many calls there were. */
const BESIDE_ALL: ReadonlySet<ItemGroup> = new Set<ItemGroup>([
  "idempotency",
  "key_list",
  "rate_limits",
]);

const KEY_CHECKED =
  "The function checks the API key and its scope before anything else (shared/api/authentication.ts)";

/** Why API Gateway itself asks nobody for a key. */
const AUTHORIZED: Readonly<Record<Route["scope"], string>> = {
  public: "Public by design: law, documentation and health, nothing of any account",
  read: KEY_CHECKED,
  write: KEY_CHECKED,
};

/** Nothing but what the row says. */
function grantStores(
  lambda: LambdaFunction,
  row: Route,
  { table, artifacts, imports }: Stores,
): void {
  for (const statement of tableStatements(accessOfRoute(row), table)) {
    lambda.addToRolePolicy(statement);
  }
  if (row.artifacts) grantArtifacts(lambda, row.artifacts, artifacts);
  if (row.imports) grantImports(lambda, row.imports, imports);
}

const environmentOf = (
  row: Route,
  { table, artifacts, imports }: Stores,
  { edge, throttle }: Settings,
): Record<string, string> => ({
  ...(row.scope === "public" ? {} : shareOf(throttle)),
  ...(edge && row.scope === "public" ? { BEHIND_EDGE: "1" } : {}),
  ...(row.table === "none" ? {} : { TABLE_NAME: table.tableName }),
  ...(row.artifacts ? { BUCKET_NAME: artifacts.bucketName } : {}),
  ...(row.imports ? { IMPORT_BUCKET_NAME: imports.bucketName } : {}),
  // As links are signed: to the name of the bucket in its region.
  ...(row.uploads ? { UPLOAD_ORIGIN: `https://${imports.bucketRegionalDomainName}` } : {}),
});

const shareOf = ({ account }: Settings["throttle"]): Record<string, string> => ({
  ACCOUNT_RATE_LIMIT: String(account.calls),
  ACCOUNT_RATE_WINDOW_SECONDS: String(account.seconds),
  ACCOUNT_RATE_BURST: String(account.burst),
});
