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
import type { Construct } from "constructs";
import type { FallbackRow } from "../shared/api/fallback-row.ts";
import { gatewayKey } from "../shared/api/methods.ts";
import type { Route } from "../shared/api/route.ts";
import { logsOf } from "./lambda-function.ts";
import type { Settings } from "./settings.ts";
import { type Throttle, throttleOf, USUAL } from "./throttling.ts";

/** A row, and the route that was made of it. */
export type StagedRoute = { readonly row: Route | FallbackRow; readonly route: HttpRoute };

/** The one stage of the API: its limits, its access log, and its domain if it has one. */
export function apiStage(
  scope: Construct,
  httpApi: HttpApi,
  routes: readonly StagedRoute[],
  domainName: DomainName | undefined,
): HttpStage {
  const stage = new HttpStage(scope, "Stage", {
    httpApi,
    stageName: "$default",
    autoDeploy: true,
    throttle: { rateLimit: USUAL.perSecond, burstLimit: USUAL.burst },
    accessLogSettings: {
      destination: new LogGroupLogDestination(logsOf(scope, "Access")),
      format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
    },
    ...(domainName ? { domainMapping: { domainName } } : {}),
  });
  limitRoutes(stage, routes);
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

/** The stage names the routes, so it can only be made when they are there. */
function limitRoutes(stage: HttpStage, routes: readonly StagedRoute[]): void {
  const limits = routes.map(({ row }) => [gatewayKey(row), limitOf(throttleOf(row))]);
  (stage.node.defaultChild as CfnStage).routeSettings = Object.fromEntries(limits);
  stage.node.addDependency(...routes.map(({ route }) => route));
}

const limitOf = ({ perSecond, burst }: Throttle) => ({
  ThrottlingRateLimit: perSecond,
  ThrottlingBurstLimit: burst,
});

/** The domain of the settings; its DNS record is for whoever keeps the zone. */
export const domainOf = (scope: Construct, domain: Settings["domain"]): DomainName | undefined =>
  domain &&
  new DomainName(scope, "Domain", {
    domainName: domain.name,
    securityPolicy: SecurityPolicy.TLS_1_2,
    certificate: Certificate.fromCertificateArn(scope, "Certificate", domain.certificateArn),
  });
