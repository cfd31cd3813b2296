import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  type CfnStage,
  DomainName,
  type HttpApi,
  type HttpRoute,
  HttpStage,
  LogGroupLogDestination,
  SecurityPolicy,
} from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { type FallbackRow, fallbackRow, gatewayKey, type Route } from "../shared/api/route.ts";
import * as routes from "../shared/api/routes.ts";
import type { Settings } from "./settings.ts";
import { type Throttle, throttleOf } from "./throttling.ts";

type StageParts = {
  readonly domain: DomainName | undefined;
  readonly accessLog: LogGroup;
  readonly settings: Settings;
};

/** Creates the single stage of the API with its limits, its access log and, if there is one, its domain. */
export function apiStage(
  scope: Construct,
  httpApi: HttpApi,
  routesMade: readonly HttpRoute[],
  { domain: domainName, accessLog, settings: { throttle } }: StageParts,
): HttpStage {
  const stage = new HttpStage(scope, "Stage", {
    httpApi,
    stageName: "$default",
    autoDeploy: true,
    throttle: { rateLimit: throttle.keyed.perSecond, burstLimit: throttle.keyed.burst },
    accessLogSettings: {
      destination: new LogGroupLogDestination(accessLog),
      format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
    },
    ...(domainName ? { domainMapping: { domainName } } : {}),
  });
  limitRoutes(stage, throttle);
  // Limits refer to routes, so CloudFormation must create the routes first.
  stage.node.addDependency(...routesMade);
  return stage;
}

/**
 * The fields of an access-log line, one JSON object a call. Logs the route of the route table, never the path or the
 * query string, because both contain names that callers chose; the method beside it, because a route of GET takes others
 * as well. Logs no headers, because they contain API keys.
 */
const ACCESS_LOG = {
  time: "$context.requestTime",
  request_id: "$context.requestId",
  source_ip: "$context.identity.sourceIp",
  method: "$context.httpMethod",
  route: "$context.routeKey",
  status: "$context.status",
  response_bytes: "$context.responseLength",
  latency_ms: "$context.responseLatency",
  integration_latency_ms: "$context.integrationLatency",
  integration_error: "$context.integrationErrorMessage",
};

function limitRoutes(stage: HttpStage, throttle: Settings["throttle"]): void {
  const rows: (Route | FallbackRow)[] = [...Object.values<Route>(routes), fallbackRow];
  const limits = rows.map((row) => [gatewayKey(row), limitOf(throttleOf(row, throttle))]);
  (stage.node.defaultChild as CfnStage).routeSettings = Object.fromEntries(limits);
}

const limitOf = ({ perSecond, burst }: Throttle) => ({
  ThrottlingRateLimit: perSecond,
  ThrottlingBurstLimit: burst,
});

/** Creates the custom domain of the settings. The operator of the DNS zone adds the record. */
export const domainOf = (scope: Construct, domain: Settings["domain"]): DomainName | undefined =>
  domain
    ? new DomainName(scope, "Domain", {
        domainName: domain.name,
        securityPolicy: SecurityPolicy.TLS_1_2,
        certificate: Certificate.fromCertificateArn(scope, "Certificate", domain.certificateArn),
      })
    : undefined;
