import { CfnOutput, Duration, Stack, Validations } from "aws-cdk-lib";
import {
  CorsHttpMethod,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import type { Construct } from "constructs";
import { fallbackRow } from "../shared/api/fallback-row.ts";
import { gatewayMethod } from "../shared/api/methods.ts";
import type { Route } from "../shared/api/route.ts";
import { routes } from "../shared/api/routes.ts";
import { apiStage, domainOf, type StagedRoute } from "./api-stage.ts";
import { grantArtifacts } from "./artifact-permissions.ts";
import type { Stores } from "./data-stack.ts";
import { accessOfRoute } from "./function-access.ts";
import { lambdaFunction } from "./lambda-function.ts";
import { memoryFor } from "./memory.ts";
import { type ScheduleStack, sendTo } from "./schedule-stack.ts";
import type { Settings } from "./settings.ts";
import { stackProps } from "./stack-props.ts";
import { tableStatements } from "./table-permissions.ts";

/** One Lambda function and one HTTP route per row of the route table. */
export class ApiStack extends Stack {
  readonly api: HttpApi;
  readonly functions = new Map<string, NodejsFunction>();
  readonly #schedule: ScheduleStack;

  constructor(
    scope: Construct,
    id: string,
    settings: Settings,
    stores: Stores,
    schedule: ScheduleStack,
  ) {
    super(scope, id, stackProps(id, settings, "the HTTP API and its functions"));
    this.#schedule = schedule;
    const domain = domainOf(this, settings.domain);
    this.api = new HttpApi(this, "Api", {
      apiName: this.stackName,
      createDefaultStage: false,
      // With a domain of its own the API has one address, not two.
      disableExecuteApiEndpoint: domain !== undefined,
      ...corsOf(settings),
    });
    const rows = Object.entries<Route>(routes);
    const staged = rows.flatMap(([name, row]) => this.addRoute(name, row, stores));
    staged.push(this.addFallback());
    apiStage(this, this.api, staged, domain);
    new CfnOutput(this, "Url", { value: domain ? `https://${domain.name}` : this.api.apiEndpoint });
    if (domain) new CfnOutput(this, "DomainTarget", { value: domain.regionalDomainName });
  }

  private addRoute(name: string, row: Route, stores: Stores): StagedRoute[] {
    const lambda = this.functionOf(name, row, stores);
    this.functions.set(name, lambda);
    const added = this.api.addRoutes({
      path: row.path,
      methods: [HttpMethod[gatewayMethod(row)]],
      integration: new HttpLambdaIntegration(name, lambda),
    });
    for (const route of added) {
      Validations.of(route).acknowledge({
        id: "AwsSolutions-APIG4",
        reason: AUTHORIZED[row.scope],
      });
    }
    return added.map((route) => ({ row, route }));
  }

  /** What no row serves gets an error in the form of all others, which the gateway does not give. */
  private addFallback(): StagedRoute {
    const lambda = lambdaFunction(this, FALLBACK, fallbackRow, {
      memorySize: memoryFor(fallbackRow.table),
      timeout: Duration.seconds(29),
      environment: {},
    });
    const route = new HttpRoute(this, "Fallback", {
      httpApi: this.api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: new HttpLambdaIntegration(FALLBACK, lambda),
    });
    Validations.of(route).acknowledge({ id: "AwsSolutions-APIG4", reason: AUTHORIZED.public });
    return { row: fallbackRow, route };
  }

  private functionOf(name: string, row: Route, stores: Stores): NodejsFunction {
    const lambda = lambdaFunction(this, name, row, {
      memorySize: memoryFor(row.table),
      // One second under the API's own limit of 30: the caller gets our error, not the gateway's.
      timeout: Duration.seconds(29),
      environment: environmentOf(row, stores),
    });
    grantStores(lambda, row, stores);
    if (row.sends) sendTo(lambda, this.#schedule.queueOf(row.sends));
    return lambda;
  }
}

const FALLBACK = "answerUnknownPath";

const KEY_CHECKED =
  "The function checks the API key and its scope before anything else (shared/api/middleware/api-key.ts)";

/** Why API Gateway itself asks nobody for a key. */
const AUTHORIZED: Readonly<Record<Route["scope"], string>> = {
  public: "Public by design: law, documentation and health, nothing of any account",
  read: KEY_CHECKED,
  write: KEY_CHECKED,
};

/** Nothing but what the row says. */
function grantStores(lambda: NodejsFunction, row: Route, { table, artifacts }: Stores): void {
  for (const statement of tableStatements(accessOfRoute(row), table)) {
    lambda.addToRolePolicy(statement);
  }
  if (row.artifacts) grantArtifacts(lambda, row.artifacts, artifacts);
}

const environmentOf = (row: Route, { table, artifacts }: Stores): Record<string, string> => ({
  ...(row.table === "none" ? {} : { TABLE_NAME: table.tableName }),
  ...(row.artifacts ? { BUCKET_NAME: artifacts.bucketName } : {}),
});

/** Off unless origins are named: shops call from their servers, where a key is safe. */
function corsOf({ allowedOrigins }: Settings) {
  if (allowedOrigins.length === 0) return {};
  return {
    corsPreflight: {
      allowOrigins: [...allowedOrigins],
      allowMethods: [
        ...new Set(Object.values<Route>(routes).map(({ method }) => CorsHttpMethod[method])),
      ],
      allowHeaders: ["content-type", "idempotency-key", "x-api-key", "x-source-id"],
      exposeHeaders: ["content-disposition", "retry-after", "x-return-warnings"],
      maxAge: Duration.hours(1),
    },
  };
}
