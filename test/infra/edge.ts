import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { ErrorBody } from "../../shared/api/docs/docs-answers.ts";
import type { Route } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
import { namesIn } from "../synth/physical-names.ts";
import {
  apiTemplate,
  edgeTemplate,
  edgeTemplateAlone,
  MOST,
  Resources,
  target,
} from "../synth/templates.ts";

const edge = edgeTemplate(MOST);
const api = new Resources(apiTemplate(MOST));
const SECRET = "{{resolve:secretsmanager:vat/edge:SecretString:::}}";

describe("the edge", () => {
  it("turns away who calls too often, by address and by key, in the API's own form", () => {
    edge.hasResourceProperties("AWS::WAFv2::WebACL", {
      Scope: "CLOUDFRONT",
      Rules: [
        Match.objectLike({
          Statement: {
            RateBasedStatement: { AggregateKeyType: "IP", Limit: 3000, EvaluationWindowSec: 300 },
          },
          Action: {
            Block: {
              CustomResponse: {
                ResponseCode: 429,
                CustomResponseBodyKey: "TooManyRequests",
                ResponseHeaders: [
                  { Name: "cache-control", Value: "no-store" },
                  { Name: "retry-after", Value: "300" },
                ],
              },
            },
          },
        }),
        ...["x-api-key", "authorization"].map((Name) =>
          Match.objectLike({
            Statement: {
              RateBasedStatement: Match.objectLike({
                AggregateKeyType: "CUSTOM_KEYS",
                CustomKeys: [{ Header: Match.objectLike({ Name }) }],
                Limit: 6000,
              }),
            },
          }),
        ),
      ],
    });
    edge.hasResourceProperties("AWS::CloudFront::Distribution", {
      DistributionConfig: {
        WebACLId: { "Fn::GetAtt": [Match.stringLikeRegexp("^Rates"), "Arn"] },
        Aliases: ["vat.example"],
      },
    });
  });

  it("turns them away with all fields of the API's errors but the id of the call", () => {
    const [acl] = Object.values(edge.findResources("AWS::WAFv2::WebACL"));
    const body = acl?.["Properties"].CustomResponseBodies.TooManyRequests.Content;
    const withoutId = ErrorBody.omit({ request_id: true }).strict();
    expect(withoutId.parse(JSON.parse(body))).toMatchObject({
      error: "rate_limited",
      doc_url: "https://vat.example/docs#section/Errors/rate_limited",
    });
  });

  it("passes on the cookie by which a page renews its session, and the browser that signs in", () => {
    edge.hasResourceProperties("AWS::CloudFront::OriginRequestPolicy", {
      OriginRequestPolicyConfig: {
        CookiesConfig: { CookieBehavior: "all" },
        HeadersConfig: { HeaderBehavior: "allExcept", Headers: ["Host"] },
      },
    });
  });

  it("shows the API its secret, and asks for nothing in clear", () => {
    edge.hasResourceProperties("AWS::CloudFront::Distribution", {
      DistributionConfig: {
        Origins: [
          Match.objectLike({
            DomainName: "origin.vat.example",
            CustomOriginConfig: Match.objectLike({ OriginProtocolPolicy: "https-only" }),
            OriginCustomHeaders: [{ HeaderName: "x-vat-edge", HeaderValue: SECRET }],
          }),
        ],
        ViewerCertificate: Match.objectLike({ MinimumProtocolVersion: "TLSv1.2_2021" }),
      },
    });
  });

  it("keeps what is public, as long as the answer says, and nothing of an account", () => {
    const [[, { DistributionConfig }] = ["", {}]] = new Resources(edge).ofType(
      "AWS::CloudFront::Distribution",
    );
    const { CacheBehaviors, DefaultCacheBehavior } = DistributionConfig as {
      CacheBehaviors: { PathPattern: string; CachePolicyId: unknown }[];
      DefaultCacheBehavior: { CachePolicyId: unknown };
    };
    const open = Object.values<Route>(routes).filter(
      ({ scope, method }) => scope === "public" && method === "GET",
    );
    expect(CacheBehaviors.map(({ PathPattern }) => PathPattern).sort()).toEqual(
      open.map(({ path }) => path.replaceAll(/\{\w+\}/g, "*")).sort(),
    );
    for (const { CachePolicyId } of CacheBehaviors)
      expect(target(CachePolicyId)).toMatch(/^Public/);
    // The one that CloudFront has for no cache at all.
    expect(DefaultCacheBehavior.CachePolicyId).toBe("4135ea2d-6df8-44a3-9df3-4b5a84be39ad");
    edge.hasResourceProperties("AWS::CloudFront::CachePolicy", {
      CachePolicyConfig: {
        DefaultTTL: 0,
        MinTTL: 0,
        ParametersInCacheKeyAndForwardedToOrigin: {
          HeadersConfig: { HeaderBehavior: "whitelist", Headers: ["Origin"] },
        },
      },
    });
  });

  it("covers no route with a key by the pattern of one without", () => {
    const patterns = Object.values<Route>(routes)
      .filter(({ scope, method }) => scope === "public" && method === "GET")
      .map(
        ({ path }) =>
          new RegExp(`^${path.replace(/\{\w+\}/, ".*").replaceAll(".json", "\\.json")}$`),
      );
    const keyed = Object.values<Route>(routes).filter(({ scope }) => scope !== "public");
    const covered = keyed.filter(({ path }) => patterns.some((pattern) => pattern.test(path)));
    expect(covered).toEqual([]);
  });

  it("says who called, over whatever the caller says", () => {
    const [[, { FunctionCode }] = ["", {}]] = new Resources(edge).ofType(
      "AWS::CloudFront::Function",
    );
    const handler = new Function(`${String(FunctionCode)}; return handler;`)() as (
      event: unknown,
    ) => unknown;
    const headers = { "x-viewer-address": { value: "192.0.2.9" }, host: { value: "vat.example" } };
    expect(handler({ viewer: { ip: "2001:db8::1" }, request: { headers } })).toEqual({
      headers: { "x-viewer-address": { value: "2001:db8::1" }, host: { value: "vat.example" } },
    });
  });

  it("has names of its stage alone", () => {
    const ours = namesIn({ name: "VatEdge-prod", template: edge });
    expect(ours.length).toBeGreaterThan(2);
    const other = edgeTemplateAlone({ ...MOST, stage: "trial" });
    const theirs = namesIn({ name: "VatEdge-trial", template: other });
    expect(ours.filter((one) => theirs.includes(one))).toEqual([]);
  });
});

describe("the API behind it", () => {
  it("asks on every route for the secret", () => {
    const all = api.ofType("AWS::ApiGatewayV2::Route");
    expect(all).toHaveLength(Object.keys(routes).length + 1);
    for (const [, route] of all) {
      expect(route["AuthorizationType"]).toBe("CUSTOM");
      expect(api.all[target(route["AuthorizerId"])]).toMatchObject({
        Properties: {
          IdentitySource: ["$request.header.x-vat-edge"],
          EnableSimpleResponses: true,
          AuthorizerResultTtlInSeconds: 3600,
        },
      });
    }
  });

  it("believes the edge alone who called", () => {
    const { Variables } = api.functionOf("checkSmeEligibility").properties["Environment"] as {
      Variables: Record<string, string>;
    };
    expect(Variables["BEHIND_EDGE"]).toBe("1");
  });

  it("lets through who has the secret, and nobody else", async () => {
    const { properties } = api.functionOf("fromEdge");
    const { EDGE_SECRET } = (properties["Environment"] as { Variables: Record<string, string> })
      .Variables;
    expect(EDGE_SECRET).toBe(SECRET);
    const { ZipFile } = properties["Code"] as { ZipFile: string };
    const { createHash, timingSafeEqual } = await import("node:crypto");
    const handler = new Function(
      "require",
      "process",
      `const exports = {}; ${ZipFile}; return exports.handler;`,
    )(() => ({ createHash, timingSafeEqual }), { env: { EDGE_SECRET: "right" } }) as (
      event: unknown,
    ) => Promise<unknown>;
    const asked = (headers: Record<string, string>) => handler({ headers });
    expect(await asked({ "x-vat-edge": "right" })).toEqual({ isAuthorized: true });
    expect(await asked({ "x-vat-edge": "wrong" })).toEqual({ isAuthorized: false });
    expect(await asked({})).toEqual({ isAuthorized: false });
  });
});

it("without it nobody is asked for a secret", () => {
  expect(() => edgeTemplate({})).toThrow("no edge");
  const { all } = new Resources(apiTemplate());
  expect(JSON.stringify(all)).not.toContain("x-vat-edge");
});
