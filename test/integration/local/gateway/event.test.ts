import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gateway, send, startGateway } from "../../../stack/gateway.ts";
import documented from "./documented-event.json" with { type: "json" };

/*
 * documented-event.json is the example event of payload format 2.0 in the API Gateway Developer
 * Guide, "Create AWS Lambda proxy integrations for HTTP APIs in API Gateway"
 * (docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html).
 * What the guide leaves open was seen in events that others have published; each case names where.
 */
let gateway: Gateway;

beforeAll(async () => {
  gateway = await startGateway([
    ["POST", "/my/path"],
    ["GET", "/pets/{name}"],
    ["POST", "/pets/{name}"],
  ]);
});
afterAll(() => gateway.server.stop());

const ask = async (sent: Parameters<typeof send>[1]) => {
  await send(gateway.server.url, sent);
  return gateway.seen.event;
};

/** The request that the guide's example is the event of. */
const askDocumented = () =>
  ask({
    method: "POST",
    path: `${documented.rawPath}?${documented.rawQueryString}`,
    headers: {
      Host: documented.requestContext.domainName,
      "User-Agent": documented.requestContext.http.userAgent,
      Cookie: documented.cookies.join("; "),
      "Content-Type": "text/plain",
      Header1: "value1",
      Header2: ["value1", "value2"],
    },
    body: documented.body,
  });

describe("the event of the guide's example", () => {
  it("has all that depends on the request alone", async () => {
    const { version, rawPath, rawQueryString, cookies, queryStringParameters } = documented;
    const { domainName, domainPrefix, stage, http } = documented.requestContext;
    const { body, isBase64Encoded } = documented;
    expect(await askDocumented()).toMatchObject({
      ...{ version, rawPath, rawQueryString, cookies, queryStringParameters },
      ...{ body, isBase64Encoded, headers: documented.headers },
      routeKey: "POST /my/path",
      requestContext: {
        ...{ domainName, domainPrefix, stage },
        routeKey: "POST /my/path",
        http: { ...http, sourceIp: "127.0.0.1" },
      },
    });
  });

  it("has the fields of the guide and no others", async () => {
    const event = await askDocumented();
    // There is no authorizer, no client certificate, no stage variable, and no parameter in this path.
    const { stageVariables, pathParameters, ...fields } = documented;
    const { authentication, authorizer, ...context } = documented.requestContext;
    expect(Object.keys(event).sort()).toEqual(Object.keys(fields).sort());
    expect(Object.keys(event.requestContext).sort()).toEqual(Object.keys(context).sort());
    expect(Object.keys(event.requestContext.http).sort()).toEqual(Object.keys(context.http).sort());
  });

  it("has the same kind of value in each", async () => {
    const { requestContext } = await askDocumented();
    const kinds = (object: object) =>
      Object.fromEntries(Object.entries(object).map(([name, value]) => [name, typeof value]));
    const { authentication, authorizer, ...context } = documented.requestContext;
    expect(kinds(requestContext)).toEqual(kinds(context));
    expect(requestContext.time).toMatch(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/);
    const [, date, month, year, clock] =
      /^(..)\/(...)\/(....):(.{8})/.exec(requestContext.time) ?? [];
    const stamped = Date.parse(`${date} ${month} ${year} ${clock} GMT`);
    expect(stamped).toBe(Math.floor(requestContext.timeEpoch / 1000) * 1000);
  });

  it("gets the context that Lambda documents, with the time that is left", async () => {
    await askDocumented();
    const { getRemainingTimeInMillis, ...context } = gateway.seen.context;
    expect(context).toMatchObject({
      functionName: "gateway-echo",
      functionVersion: "$LATEST",
      invokedFunctionArn: expect.stringMatching(/^arn:aws:lambda:.*:function:gateway-echo$/),
      awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      memoryLimitInMB: expect.stringMatching(/^\d+$/),
    });
    expect(getRemainingTimeInMillis()).toBeGreaterThan(25_000);
    expect(getRemainingTimeInMillis()).toBeLessThanOrEqual(29_000);
  });
});

describe("names and values", () => {
  // fastify/aws-lambda-fastify#169, honojs/hono#2156 and aws-powertools/powertools-lambda-python#1098.
  it.for([
    ["/pets/Chester%20Mall", "/pets/Chester Mall", "Chester Mall"],
    ["/pets/%C3%A9%23", "/pets/é#", "é#"],
    ["/pets/a%2Fb", "/pets/a/b", "a/b"],
    ["/pets/a+b", "/pets/a+b", "a+b"],
    ["/pets/%", "/pets/%", "%"],
  ] as const)("the path %s arrives decoded", async ([path, rawPath, name]) => {
    const event = await ask({ path });
    expect(event.rawPath).toBe(rawPath);
    expect(event.requestContext.http.path).toBe(rawPath);
    expect(event.pathParameters).toEqual({ name });
  });

  it("a query arrives as sent and decoded, with all values of a name", async () => {
    const event = await ask({ path: "/pets/x?tag=a%20b&tag=c%2Cd&no-equal&empty=&p%2Fq=1+2" });
    expect(event.rawQueryString).toBe("tag=a%20b&tag=c%2Cd&no-equal&empty=&p%2Fq=1+2");
    expect(event.queryStringParameters).toEqual({
      tag: "a b,c,d",
      "no-equal": "",
      empty: "",
      "p/q": "1 2",
    });
  });

  it.for([
    ["a=1; b=2", ["a=1", "b=2"]],
    ["a=1;b=2;", ["a=1", "b=2"]],
    ["a=x=y", ["a=x=y"]],
  ] as const)("the cookies %j are no header", async ([Cookie, cookies]) => {
    const event = await ask({ path: "/pets/x", headers: { Cookie } });
    expect(event.cookies).toEqual(cookies);
    expect(event.headers).not.toHaveProperty("cookie");
  });

  // As in the events of adamchainz/apig-wsgi#124 and floci-io/floci#2172.
  it("headers come in lower case, with what the gateway adds and without what ends at it", async () => {
    const headers = { "X-Api-Key": "k", "X-Forwarded-For": "192.0.2.7", Connection: "close" };
    const event = await ask({ path: "/pets/x", headers });
    expect(event.headers).toEqual({
      host: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      "content-length": "0",
      "x-api-key": "k",
      "x-forwarded-for": "192.0.2.7, 127.0.0.1",
      "x-forwarded-port": new URL(gateway.server.url).port,
      "x-forwarded-proto": "http",
    });
  });

  // ministackorg/ministack#766 tried these against API Gateway.
  it.for([
    ["application/json", false],
    ["application/json; charset=utf-8", false],
    ["application/xml", false],
    ["application/javascript", false],
    ["text/plain", false],
    ["text/csv; header=present", false],
    ["application/x-www-form-urlencoded", true],
    ["application/octet-stream", true],
    ["application/vnd.api+json", true],
    ["image/png", true],
    [undefined, true],
  ] as const)("a body of type %s is in base64: %s", async ([type, isBase64Encoded]) => {
    const headers: Record<string, string> = type ? { "Content-Type": type } : {};
    const event = await ask({ method: "POST", path: "/pets/x", headers, body: "a=é" });
    const body = isBase64Encoded ? Buffer.from("a=é").toString("base64") : "a=é";
    expect(event).toMatchObject({ body, isBase64Encoded });
  });
});
