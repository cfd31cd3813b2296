import { type FallbackRow, gatewayKey, type Route } from "../../shared/api/route.ts";
import { type Resources, target } from "./templates.ts";

/** Returns the id of the function, or of its alias, behind a route, found the way a request finds it. */
export function calledBy(api: Resources, route: Route | FallbackRow): string {
  const found = api
    .ofType("AWS::ApiGatewayV2::Route")
    .find(([, { RouteKey }]) => RouteKey === gatewayKey(route));
  const integration = api.propertiesOf(target(found?.[1]["Target"]));
  return target(integration["IntegrationUri"]);
}
