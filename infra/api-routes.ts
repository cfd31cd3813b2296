import { Validations } from "aws-cdk-lib";
import {
  type HttpApi,
  HttpIntegrationType,
  HttpMethod,
  HttpRoute,
  HttpRouteIntegration,
  type HttpRouteIntegrationConfig,
  HttpRouteKey,
  PayloadFormatVersion,
} from "aws-cdk-lib/aws-apigatewayv2";
import type { HttpLambdaAuthorizer } from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import type { Construct } from "constructs";
import { type FallbackRow, gatewayMethod, type Route } from "../shared/api/route.ts";

type RouteSettings = {
  readonly api: HttpApi;
  /** The check that a call came through the edge, when there is an edge. */
  readonly authorizer: HttpLambdaAuthorizer | undefined;
};

/** An integration with a function in a nested stack. The nested stack itself grants API Gateway the permission. */
class CallOf extends HttpRouteIntegration {
  readonly #target: string;

  constructor(name: string, target: string) {
    super(name);
    this.#target = target;
  }

  override bind(): HttpRouteIntegrationConfig {
    return {
      type: HttpIntegrationType.AWS_PROXY,
      uri: this.#target,
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
    };
  }
}

/**
 * Creates the route of a row. Routes are in the API's stack: an API has each route key once, and a nested stack that
 * receives a row would create the route before the other nested stack deletes it. In the API's stack the route stays,
 * and CloudFormation only updates the function that the route calls.
 */
export function addRoute(
  scope: Construct,
  name: string,
  row: Route | FallbackRow,
  target: string,
  { api, authorizer }: RouteSettings,
): HttpRoute {
  const route = new HttpRoute(scope, `${name}Route`, {
    httpApi: api,
    ...(authorizer ? { authorizer } : {}),
    routeKey:
      row.path === "$default"
        ? HttpRouteKey.DEFAULT
        : HttpRouteKey.with(row.path, HttpMethod[gatewayMethod(row)]),
    integration: new CallOf(name, target),
  });
  const reason = AUTHORIZED["scope" in row ? row.scope : "public"];
  Validations.of(route).acknowledge({ id: "AwsSolutions-APIG4", reason });
  return route;
}

const KEY_CHECKED =
  "The function checks key and scope, or session and role, before anything else (shared/api/authentication.ts)";

/** Reason for routes without an authorizer of API Gateway, acknowledged to cdk-nag. */
const AUTHORIZED: Readonly<Record<Route["scope"], string>> = {
  public: "Public by design: law, documentation and health, nothing of any account",
  read: KEY_CHECKED,
  write: KEY_CHECKED,
  person:
    "The function checks session and role before anything else (shared/api/authentication.ts)",
};
