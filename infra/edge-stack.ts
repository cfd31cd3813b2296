import { CfnOutput, Duration, SecretValue, Stack, Validations } from "aws-cdk-lib";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  AllowedMethods,
  type BehaviorOptions,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import type { Construct } from "constructs";
import { VIEWER_ADDRESS_HEADER } from "../shared/api/rate-limits.ts";
import type { Route } from "../shared/api/route.ts";
import * as routes from "../shared/api/routes.ts";
import { EDGE_SECRET_HEADER, type Edge } from "./edge.ts";
import { rateRules } from "./edge-rules.ts";
import type { Settings } from "./settings.ts";
import { stackProps } from "./stack-props.ts";

/** The only region from which CloudFront accepts certificates and web ACLs. */
const REGION = "us-east-1";

/**
 * CloudFront and its web ACL in front of the API. The web ACL rejects callers with too many requests before they use up
 * a route's limits, and CloudFront serves public responses from its cache.
 */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, settings: Settings, edge: Edge) {
    super(scope, id, stackProps(id, { ...settings, region: REGION }, "the edge before the API"));
    const usual = this.usualBehavior(edge);
    const distribution = new Distribution(this, "Distribution", {
      comment: this.stackName,
      domainNames: [edge.domain],
      certificate: Certificate.fromCertificateArn(this, "Certificate", edge.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      webAclId: rateRules(this, edge).attrArn,
      defaultBehavior: { ...usual, cachePolicy: CachePolicy.CACHING_DISABLED },
      additionalBehaviors: this.cachedBehaviors(usual),
    });
    Validations.of(distribution).acknowledge(
      { id: "AwsSolutions-CFR1", reason: "Shops call from wherever their servers are" },
      { id: "AwsSolutions-CFR3", reason: "The API logs every call that the cache does not answer" },
    );
    new CfnOutput(this, "Url", { value: `https://${edge.domain}` });
    new CfnOutput(this, "DomainTarget", { value: distribution.distributionDomainName });
  }

  private usualBehavior({ origin, secretName }: Edge): BehaviorOptions {
    const secret = SecretValue.secretsManager(secretName).unsafeUnwrap();
    return {
      origin: new HttpOrigin(origin, { customHeaders: { [EDGE_SECRET_HEADER]: secret } }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      originRequestPolicy: new OriginRequestPolicy(this, "Whole", {
        originRequestPolicyName: `${this.stackName}-whole`,
        // API Gateway selects the API by the Host header, which must name the API's own domain.
        headerBehavior: OriginRequestHeaderBehavior.denyList("Host"),
        queryStringBehavior: OriginRequestQueryStringBehavior.all(),
        // A page renews its session by a cookie.
        cookieBehavior: OriginRequestCookieBehavior.all(),
      }),
      functionAssociations: [
        { eventType: FunctionEventType.VIEWER_REQUEST, function: this.viewerAddress() },
      ],
    };
  }

  /** Sets the caller's address as a header, because the API sees the edge's. Overwrites a header of the caller. */
  private viewerAddress(): EdgeFunction {
    return new EdgeFunction(this, "ViewerAddress", {
      functionName: `${this.stackName}-viewer-address`,
      code: FunctionCode.fromInline(
        `function handler(event){event.request.headers["${VIEWER_ADDRESS_HEADER}"]={value:event.viewer.ip};return event.request}`,
      ),
    });
  }

  /** Returns the cached paths: public GET routes, each cached for as long as the headers of its response allow. */
  private cachedBehaviors(usual: BehaviorOptions): Record<string, BehaviorOptions> {
    const cachePolicy = new CachePolicy(this, "Public", {
      cachePolicyName: `${this.stackName}-public`,
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(1),
      queryStringBehavior: CacheQueryStringBehavior.all(),
      // The gateway names the origin that asks in its response, so another origin needs a response of its own.
      headerBehavior: CacheHeaderBehavior.allowList("Origin"),
      enableAcceptEncodingGzip: true,
    });
    const paths = Object.values<Route>(routes)
      .filter(({ scope, method }) => scope === "public" && method === "GET")
      .map(({ path }) => path.replaceAll(/\{\w+\}/g, "*"));
    return Object.fromEntries(paths.map((path) => [path, { ...usual, cachePolicy }]));
  }
}
