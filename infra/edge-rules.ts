import { Stack } from "aws-cdk-lib";
import { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import type { Construct } from "constructs";
import { docUrlOf } from "../shared/api/http-answer.ts";
import type { Edge } from "./edge.ts";

const WINDOW_SECONDS = 300;
const TOO_MANY = "TooManyRequests";

/**
 * Creates the web ACL that limits calls in five minutes by address and by API key or session, valid or not, so that neither
 * guessing nor one tenant uses up the capacity of the others. Rejects calls with the error form of the API, but for the
 * `request_id`: a web ACL answers with a fixed body.
 */
export function rateRules(scope: Construct, { domain, perAddress, perKey }: Edge): CfnWebACL {
  const name = Stack.of(scope).stackName;
  return new CfnWebACL(scope, "Rates", {
    name,
    scope: "CLOUDFRONT",
    defaultAction: { allow: {} },
    visibilityConfig: seenAs(name),
    customResponseBodies: {
      [TOO_MANY]: { contentType: "APPLICATION_JSON", content: JSON.stringify(refusalOf(domain)) },
    },
    rules: [
      rule(name, "PerAddress", 0, { limit: perAddress, aggregateKeyType: "IP" }),
      rule(name, "PerKey", 1, { limit: perKey, ...byHeader("x-api-key") }),
      rule(name, "PerAuthorization", 2, { limit: perKey, ...byHeader("authorization") }),
    ],
  });
}

/** Counts the calls of each value of a header. Calls without it are not counted. */
const byHeader = (name: string) => ({
  aggregateKeyType: "CUSTOM_KEYS",
  customKeys: [{ header: { name, textTransformations: [{ priority: 0, type: "NONE" }] } }],
});

const refusalOf = (domain: string) => ({
  error: "rate_limited",
  message: "too many requests; try again in five minutes",
  doc_url: docUrlOf("rate_limited", `https://${domain}`),
});

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
        responseHeaders: [
          { name: "cache-control", value: "no-store" },
          { name: "retry-after", value: String(WINDOW_SECONDS) },
        ],
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
