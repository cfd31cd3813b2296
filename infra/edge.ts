import { Duration, SecretValue } from "aws-cdk-lib";
import {
  HttpLambdaAuthorizer,
  HttpLambdaResponseType,
} from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { Architecture, Code, Function as LambdaFunction, Runtime } from "aws-cdk-lib/aws-lambda";
import type { ILogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { functionNameOf, roleOf } from "./lambda-function.ts";
import type { Settings } from "./settings.ts";

/** The edge settings with the domain of the API behind the edge. */
export type Edge = NonNullable<Settings["edge"]> & { readonly origin: string };

export const EDGE_SECRET_HEADER = "x-vat-edge";

export const edgeOf = ({ edge, domain }: Settings): Edge | undefined =>
  edge && domain ? { ...edge, origin: domain.name } : undefined;

/** Code of the authorizer. Compares hashes, so that the response time does not reveal how much of a guess is right. */
const CHECK = `
const { createHash, timingSafeEqual } = require("node:crypto");
const hash = (text) => createHash("sha256").update(text).digest();
const expected = hash(process.env.EDGE_SECRET);
exports.handler = async ({ headers }) => ({
  isAuthorized: timingSafeEqual(expected, hash(headers["${EDGE_SECRET_HEADER}"] ?? "")),
});
`;

/**
 * Creates the authorizer that accepts only calls from the edge, which alone knows the secret. API Gateway itself
 * rejects calls without the header, and caches the authorizer's result for a header value for an hour.
 */
export function fromEdgeOnly(
  scope: Construct,
  service: string,
  settings: Settings,
  { secretName }: Edge,
  logGroup: ILogGroup,
): HttpLambdaAuthorizer {
  const name = "fromEdge";
  const lambda = new LambdaFunction(scope, name, {
    functionName: functionNameOf(service, name),
    description: "Lets through what comes from the edge",
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: "index.handler",
    code: Code.fromInline(CHECK),
    role: roleOf(scope, name, {}, settings, logGroup),
    logGroup,
    environment: { EDGE_SECRET: SecretValue.secretsManager(secretName).unsafeUnwrap() },
  });
  return new HttpLambdaAuthorizer("FromEdge", lambda, {
    responseTypes: [HttpLambdaResponseType.SIMPLE],
    identitySource: [`$request.header.${EDGE_SECRET_HEADER}`],
    resultsCacheTtl: Duration.hours(1),
  });
}
