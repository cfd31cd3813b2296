import { CfnOutput, Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import { HttpApi, HttpMethod } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Architecture, Runtime } from "aws-cdk-lib/aws-lambda";
import { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Route } from "../shared/api/route.ts";
import { routes } from "../shared/api/routes.ts";
import { lambdaBundling } from "./bundling.ts";
import { TABLE_ACTIONS } from "./table-actions.ts";

/** One Lambda function and one HTTP route per row of the route table. */
export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, table: TableV2) {
    super(scope, id, { description: "EU VAT compliance: the HTTP API and its functions" });
    const api = new HttpApi(this, "Api");
    for (const [name, route] of Object.entries<Route>(routes)) {
      const lambda = this.functionOf(name, route, table);
      if (route.table !== "none") table.grant(lambda, ...TABLE_ACTIONS[route.table]);
      api.addRoutes({
        path: route.path,
        methods: [HttpMethod[route.method]],
        integration: new HttpLambdaIntegration(name, lambda),
      });
    }
    new CfnOutput(this, "Url", { value: api.apiEndpoint });
  }

  private functionOf(name: string, route: Route, table: TableV2): NodejsFunction {
    const logGroup = this.logsOf(name);
    return new NodejsFunction(this, name, {
      description: route.summary,
      entry: `functions/${route.handler}.ts`,
      bundling: lambdaBundling,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: memoryOf(route),
      // One second under the API's own limit of 30: the caller gets our error, not the gateway's.
      timeout: Duration.seconds(29),
      environment: route.table === "none" ? {} : { TABLE_NAME: table.tableName },
      logGroup,
      role: this.roleOf(name, logGroup),
    });
  }

  /** Kept a quarter: what went wrong in a return shows when the quarter is filed. */
  private logsOf(name: string): LogGroup {
    return new LogGroup(this, `${name}Logs`, {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }

  /** Instead of the managed policy, which may write to every log group of the account. */
  private roleOf(name: string, logGroup: LogGroup): Role {
    const role = new Role(this, `${name}Role`, {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
    });
    logGroup.grantWrite(role);
    return role;
  }
}

/** In MB. 1,769 is one whole processor: a report sums and converts thousands of tallies. */
const memoryOf = (route: Route): number => (route.handler.startsWith("reports/") ? 1769 : 1024);
