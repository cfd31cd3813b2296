import { CfnOutput, Duration, Stack } from "aws-cdk-lib";
import { CorsHttpMethod, HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { Route } from "../shared/api/route.ts";
import { routes } from "../shared/api/routes.ts";
import { topicOf } from "./alarm-topic.ts";
import { watch } from "./alarms.ts";
import { crashWatch, failureWatch, refusalWatches, slowWatch } from "./api-alarms.ts";
import { apiStage, domainOf } from "./api-stage.ts";
import type { Stores } from "./data-stack.ts";
import { edgeOf, fromEdgeOnly } from "./edge.ts";
import { logsOf } from "./logs.ts";
import { changesRecords, RouteFunctions, type RouteSurroundings } from "./route-functions.ts";
import type { ScheduleStack } from "./schedule-stack.ts";
import type { Settings } from "./settings.ts";
import { stackProps } from "./stack-props.ts";

const rows = Object.entries<Route>(routes);

/** The HTTP API, its one stage and its alarms, around one Lambda function per row of the route table. */
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
      // With a domain of its own the API has one address, not two.
      disableExecuteApiEndpoint: domain !== undefined,
      ...corsOf(settings),
    });
    // One log for all: a query of CloudWatch reads at most fifty.
    const logGroup = logsOf(this, "Functions", settings);
    const accessLog = logsOf(this, "Access", settings);
    const edge = edgeOf(settings);
    const authorizer = edge && fromEdgeOnly(this, this.stackName, settings, edge, logGroup);
    const service = this.stackName;
    const around = { service, api, logGroup, settings, stores, schedule, authorizer };
    const topic = topicOf(this, settings);
    const failing = [failureWatch(api), crashWatch(this, logGroup)].map((one) =>
      watch(this, topic, one),
    );
    for (const one of [slowWatch(api), ...refusalWatches(this, accessLog)]) watch(this, topic, one);
    const parts = this.functionsOf(around, failing);
    apiStage(this, api, parts, { domain, accessLog, settings });
    new CfnOutput(this, "Url", { value: domain ? `https://${domain.name}` : api.apiEndpoint });
    new CfnOutput(this, "LogGroupName", { value: logGroup.logGroupName });
    if (domain) new CfnOutput(this, "DomainTarget", { value: domain.regionalDomainName });
  }

  /** What changes records goes live step by step; what only reads is taken back with it. */
  private functionsOf(around: RouteSurroundings, alarms: readonly Alarm[]): RouteFunctions[] {
    const writing = rows.filter(([, row]) => changesRecords(row));
    const reading = rows.filter(([, row]) => !changesRecords(row));
    const gradually = around.settings.rollout === "canary" ? alarms : [];
    const others = new RouteFunctions(this, "Reading", reading, around);
    others.answerAllElse();
    return [new RouteFunctions(this, "Writing", writing, around, gradually), others];
  }
}

/** Off unless origins are named: shops call from their servers, where a key is safe. */
function corsOf({ allowedOrigins }: Settings) {
  if (allowedOrigins.length === 0) return {};
  return {
    corsPreflight: {
      allowOrigins: [...allowedOrigins],
      allowMethods: [...new Set(rows.map(([, { method }]) => CorsHttpMethod[method]))],
      allowHeaders: ["content-type", "idempotency-key", "x-api-key", "x-source-id"],
      exposeHeaders: [
        "content-disposition",
        "ratelimit",
        "ratelimit-policy",
        "retry-after",
        "x-return-warnings",
      ],
      maxAge: Duration.hours(1),
    },
  };
}
