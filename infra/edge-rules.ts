import { Stack } from "aws-cdk-lib";
import { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import type { Construct } from "constructs";
import type { Edge } from "./edge.ts";

const WINDOW_SECONDS = 300;
const TOO_MANY = "TooManyRequests";

/**
 * Calls in five minutes, by address and by key, whether the key is a good one or not: neither a guesser
 * nor a tenant gets at what the others pay for. Refused in the API's own form.
 */
export function rateRules(scope: Construct, { perAddress, perKey }: Edge): CfnWebACL {
  const name = Stack.of(scope).stackName;
  return new CfnWebACL(scope, "Rates", {
    name,
    scope: "CLOUDFRONT",
    defaultAction: { allow: {} },
    visibilityConfig: seenAs(name),
    customResponseBodies: {
      [TOO_MANY]: { contentType: "APPLICATION_JSON", content: JSON.stringify(REFUSAL) },
    },
    rules: [
      rule(name, "PerAddress", 0, { limit: perAddress, aggregateKeyType: "IP" }),
      rule(name, "PerKey", 1, {
        limit: perKey,
        aggregateKeyType: "CUSTOM_KEYS",
        customKeys: [
          { header: { name: "x-api-key", textTransformations: [{ priority: 0, type: "NONE" }] } },
        ],
      }),
    ],
  });
}

const REFUSAL = {
  error: "rate_limited",
  message: "too many requests; try again in five minutes",
  details: [],
};

const rule = (
  acl: string,
  name: string,
  priority: number,
  rate: CfnWebACL.RateBasedStatementProperty,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  statement: { rateBasedStatement: { ...rate, evaluationWindowSec: WINDOW_SECONDS } },
  action: {
    block: {
      customResponse: {
        responseCode: 429,
        customResponseBodyKey: TOO_MANY,
        responseHeaders: [{ name: "retry-after", value: String(WINDOW_SECONDS) }],
      },
    },
  },
  visibilityConfig: seenAs(`${acl}-${name}`),
});

const seenAs = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});
