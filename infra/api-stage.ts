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
import { routes } from "../shared/api/routes.ts";
import type { Settings } from "./settings.ts";
import { type Throttle, throttleOf } from "./throttling.ts";

type StageParts = {
  readonly domain: DomainName | undefined;
  readonly accessLog: LogGroup;
  readonly settings: Settings;
};

/** The one stage of the API: its limits, its access log, and its domain if it has one. */
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
  // The limits name routes: CloudFormation has to create the routes first.
  stage.node.addDependency(...routesMade);
  return stage;
}

/**
 * One line of JSON a call. The route as it is in the table, never the path: that, and the query
 * string, hold what callers chose to call things. Headers, and with them the keys, are not named here.
 */
const ACCESS_LOG = {
  time: "$context.requestTime",
  request_id: "$context.requestId",
  source_ip: "$context.identity.sourceIp",
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

/** The domain of the settings; its DNS record is for whoever keeps the zone. */
export const domainOf = (scope: Construct, domain: Settings["domain"]): DomainName | undefined =>
  domain
    ? new DomainName(scope, "Domain", {
        domainName: domain.name,
        securityPolicy: SecurityPolicy.TLS_1_2,
        certificate: Certificate.fromCertificateArn(scope, "Certificate", domain.certificateArn),
      })
    : undefined;
