import { CfnOutput, Duration, Stack } from "aws-cdk-lib";
import { CorsHttpMethod, HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { CROSS_ORIGIN_HEADERS, PREFLIGHT_SECONDS } from "../shared/api/cross-origin.ts";
import { EXPOSED_HEADERS } from "../shared/api/http-answer.ts";
import { fallbackRow, type Route } from "../shared/api/route.ts";
import * as routes from "../shared/api/routes.ts";
import { topicOf } from "./alarm-topic.ts";
import { watch } from "./alarms.ts";
import {
  crashWatch,
  failedWriteWatch,
  failureWatch,
  refusalWatches,
  slowWatch,
} from "./api-alarms.ts";
import { PARTS, partOf } from "./api-parts.ts";
import { addRoute } from "./api-routes.ts";
import { apiStage, domainOf } from "./api-stage.ts";
import type { Stores } from "./data-stack.ts";
import { edgeOf, fromEdgeOnly } from "./edge.ts";
import { logsOf } from "./logs.ts";
import { FALLBACK, RouteFunctions, type RouteSurroundings } from "./route-functions.ts";
import type { ScheduleStack } from "./schedule-stack.ts";
import type { Settings } from "./settings.ts";
import { scheduleSmokeTest } from "./smoke-test.ts";
import { stackProps } from "./stack-props.ts";

const rows = Object.entries<Route>(routes);

/**
 * The HTTP API with its routes, its single stage and its alarms. Each part of the route table has a nested stack with
 * one Lambda function per row.
 */
export class ApiStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    settings: Settings,
    stores: Stores,
    schedule: ScheduleStack,
  ) {
    super(scope, id, stackProps(id, settings, "the HTTP API and its functions"));
    const domain = domainOf(this, settings.domain);
    const api = new HttpApi(this, "Api", {
      apiName: this.stackName,
      createDefaultStage: false,
      // A custom domain replaces the default address.
      disableExecuteApiEndpoint: domain !== undefined,
      ...corsOf(settings),
    });
    // All functions share one log group, because a CloudWatch query reads at most fifty log groups.
    const logGroup = logsOf(this, "Functions", settings);
    const accessLog = logsOf(this, "Access", settings);
    const edge = edgeOf(settings);
    const authorizer = edge && fromEdgeOnly(this, this.stackName, settings, edge, logGroup);
    const service = this.stackName;
    const around = { service, api, logGroup, settings, stores, schedule };
    const topic = topicOf(this, settings);
    const failing = [failureWatch(api), crashWatch(this, logGroup)].map((condition) =>
      watch(this, topic, condition),
    );
    const others = [
      slowWatch(api),
      failedWriteWatch(this, accessLog),
      ...refusalWatches(this, accessLog),
    ];
    for (const condition of others) watch(this, topic, condition);
    const targetOf = this.functionsOf(around, failing);
    const made = [...rows, [FALLBACK, fallbackRow] as const].map(([name, row]) =>
      addRoute(this, name, row, targetOf(name), { api, authorizer }),
    );
    apiStage(this, api, made, { domain, accessLog, settings });
    const own = domain ? `https://${domain.name}` : api.apiEndpoint;
    if (settings.smokeTest) {
      const url = settings.edge ? `https://${settings.edge.domain}` : own;
      scheduleSmokeTest(this, settings.smokeTest, { settings, url, logGroup, topic });
    }
    new CfnOutput(this, "Url", { value: own });
    new CfnOutput(this, "LogGroupName", { value: logGroup.logGroupName });
    if (domain) new CfnOutput(this, "DomainTarget", { value: domain.regionalDomainName });
  }

  /**
   * Creates the nested stack of each part. Functions that change records go live step by step; when one of them rolls
   * back, this stack rolls back all nested stacks.
   * @returns a function that returns the ARN called by the route of a row
   */
  private functionsOf(
    around: RouteSurroundings,
    alarms: readonly Alarm[],
  ): (name: string) => string {
    const gradually = around.settings.rollout === "canary" ? alarms : [];
    const parts = PARTS.map((part) => {
      const own = rows.filter(([, row]) => partOf(row) === part);
      const functions = new RouteFunctions(this, part, own, around, gradually);
      if (part === "public") functions.addFallback();
      return functions;
    });
    return (name) => {
      const target = parts
        .map((part) => part.targetOf(name))
        .find((target) => target !== undefined);
      if (target === undefined) throw new Error(`no function of the row ${name}`);
      return target;
    };
  }
}

/** Returns the CORS settings; CORS is off by default, because shops call from their servers, where a key is safe. */
function corsOf({ allowedOrigins }: Settings) {
  if (allowedOrigins.length === 0) return {};
  return {
    corsPreflight: {
      allowOrigins: [...allowedOrigins],
      allowMethods: [...new Set(rows.map(([, { method }]) => CorsHttpMethod[method]))],
      allowHeaders: [...CROSS_ORIGIN_HEADERS],
      exposeHeaders: [...EXPOSED_HEADERS],
      maxAge: Duration.seconds(PREFLIGHT_SECONDS),
    },
  };
}
