import { readFileSync } from "node:fs";
import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { PARTS, partOf } from "../../infra/api-parts.ts";
import { accessOfRoute } from "../../infra/function-access.ts";
import { functionNameOf } from "../../infra/lambda-function.ts";
import { type FallbackRow, fallbackRow, gatewayKey, type Route } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
import { queuesOf, queueVariable } from "../../shared/platform/queues/queue-table.ts";
import { calledBy } from "../synth/called-function.ts";
import {
  actionsOf,
  apiTemplate,
  MOST,
  type Properties,
  Resources,
  settingsWith,
  synthesisOf,
  target,
} from "../synth/templates.ts";

const template = apiTemplate();
const api = new Resources(template);
const most = new Resources(apiTemplate(MOST));

const rows = Object.entries<Route>(routes);
const keyOf = (route: Route) => gatewayKey(route);

const functionOf = (route: Route | FallbackRow): string => calledBy(api, route);

/** What a function with a key is told of an account's share. */
const SHARE_SETTINGS = ["ACCOUNT_RATE_LIMIT", "ACCOUNT_RATE_WINDOW_SECONDS", "ACCOUNT_RATE_BURST"];

describe("the API stack", () => {
  it("routes exactly the rows of the route table, and all else to one function", () => {
    const keys = api.ofType("AWS::ApiGatewayV2::Route").map(([, { RouteKey }]) => RouteKey);
    expect(keys.sort()).toEqual(["$default", ...rows.map(([, route]) => keyOf(route))].sort());
  });

  it("lets the route of a row alone call its function, on the row's path alone", () => {
    const permissions = api.ofType("AWS::Lambda::Permission").map(([, permission]) => ({
      called: target(permission["FunctionName"]),
      principal: permission["Principal"],
      path: /\/\*\/\*([^"]*)"/.exec(JSON.stringify(permission["SourceArn"]))?.[1],
    }));
    const expected = [...rows.map(([, route]) => route), fallbackRow].map((route) => ({
      called: functionOf(route),
      principal: "apigateway.amazonaws.com",
      path: route.path === "$default" ? "" : route.path,
    }));
    const sorted = (some: typeof expected) => some.map((one) => JSON.stringify(one)).toSorted();
    expect(sorted(permissions as typeof expected)).toEqual(sorted(expected));
  });

  it("gives a GET every other method of its path: so HEAD needs no route of its own", () => {
    for (const [, route] of rows) {
      const method = route.method === "GET" ? "ANY" : route.method;
      expect(keyOf(route)).toBe(`${method} ${route.path}`);
    }
  });

  it("has a function per row, one for what no row serves, and no other", () => {
    const functions = [...rows.map(([, route]) => route), fallbackRow].map(functionOf);
    const all = api.ofType("AWS::Lambda::Function").map(([id]) => id);
    expect(functions.sort()).toEqual(all.sort());
  });

  it("has its routes in the one stack and its functions in nested ones: so rows can move between parts", () => {
    const parts = synthesisOf()
      .files()
      .filter(({ name }) => /^VatApi\w/.test(name));
    for (const { template } of parts) {
      template.resourceCountIs("AWS::ApiGatewayV2::Route", 0);
      template.resourceCountIs("AWS::ApiGatewayV2::Integration", 0);
    }
    const inParts = parts.map(({ name, template }) => [
      name,
      Object.keys(template.findResources("AWS::Lambda::Function")).length,
    ]);
    const expected = PARTS.map((part) => [
      `VatApi${part[0]?.toUpperCase()}${part.slice(1)}`,
      rows.filter(([, row]) => partOf(row) === part).length + (part === "public" ? 1 : 0),
    ]);
    expect(inParts).toEqual(expected);
  });

  it("names each function after its part and row, and runs Node 24 on arm64 in each", () => {
    const known = rows.map(([name, route]) => ({
      Architectures: ["arm64"],
      Description: route.summary,
      FunctionName: `VatApi-dev-${partOf(route)}-${name}`,
      Handler: "index.handler",
      Runtime: "nodejs24.x",
      // API Gateway waits for 30 seconds unless told otherwise.
      Timeout: 29,
      TracingConfig: undefined,
    }));
    const found = rows.map(([name, route]) => {
      const { id, properties } = api.functionOf(name);
      expect(functionOf(route)).toBe(id);
      return Object.fromEntries(Object.keys(known[0] ?? {}).map((key) => [key, properties[key]]));
    });
    expect(found).toEqual(known);
    for (const [, integration] of api.ofType("AWS::ApiGatewayV2::Integration")) {
      expect(integration).not.toHaveProperty("TimeoutInMillis");
    }
  });

  it("has names of functions that Lambda takes, whatever the stage is called", () => {
    const stage = "x".repeat(12);
    const names = rows.map(([name, row]) => functionNameOf(`VatApi-${stage}`, name, partOf(row)));
    expect(names.filter((name) => name.length > 64)).toEqual([]);
  });

  it("gives functions the processor that they need, in MB", () => {
    const memory = {
      getHealth: 256,
      listTaxClasses: 256,
      getAccount: 1024,
      getSupplyEvent: 1024,
      commitSupplyEvents: 1769,
      listSupplyEvents: 1769,
      getQuarterlySummary: 1769,
    };
    const given = Object.keys(memory).map((name) => [
      name,
      api.functionOf(name).properties["MemorySize"],
    ]);
    expect(Object.fromEntries(given)).toEqual(memory);
  });

  it("tells each function the names of the stores that it may touch, and no others", () => {
    const given = rows.map(([name]) => {
      const { Variables } = api.functionOf(name).properties["Environment"] as { Variables: object };
      return [name, ...Object.keys(Variables).sort()].join(" ");
    });
    const named = (route: Route): (string | false)[] => [
      // The stage sends no mails.
      ...queuesOf(route)
        .filter((queue) => queue !== "mails")
        .map(queueVariable),
      route.artifacts !== undefined && "BUCKET_NAME",
      route.artifacts === "put" && "TRIAL_LOCK_DAYS",
      route.operators === true && "OPERATORS",
      route.imports !== undefined && "IMPORT_BUCKET_NAME",
      accessOfRoute(route).uses.length > 0 && "TABLE_NAME",
      route.uploads === true && "UPLOAD_ORIGIN",
      (route.seals !== undefined || route.repeats === "sealed") && "SEALING_KEY_ID",
      (route.keyProofs !== undefined || accessOfRoute(route).uses.includes("PutItem rights")) &&
        "KEY_PROOF_SECRETS",
    ];
    const expected = rows.map(([name, route]) => {
      const shared = route.scope === "public" ? [] : SHARE_SETTINGS;
      const all = ["POWERTOOLS_SERVICE_NAME", ...shared, ...named(route).filter(Boolean)];
      return [name, ...all.sort()].join(" ");
    });
    expect(given).toEqual(expected);
  });

  it("keeps one log of all functions, and one of the calls, as long as the stage says", () => {
    const groups = api.ofType("AWS::Logs::LogGroup").map(([id]) => id);
    const used = api
      .ofType("AWS::Lambda::Function")
      .map(([, { LoggingConfig }]) => target(LoggingConfig));
    const all = new Set([...used, target(stage()["AccessLogSettings"])]);
    expect([...all].sort()).toEqual(groups.sort());
    expect(groups).toHaveLength(2);
    template.allResources("AWS::Logs::LogGroup", {
      DeletionPolicy: "Delete",
      Properties: { RetentionInDays: 30 },
    });
  });

  it("tells its address", () => template.hasOutput("Url", {}));

  it("lets locks and filings store files, downloads read versions of them, and imports use their folders", () => {
    const mayTouch = (action: string) =>
      rows
        .map(([name]) => name)
        .filter((name) => actionsOf(api.statementsOf(name)).includes(action));
    const storing = [
      "lockNilReturns",
      "lockPeriod",
      "lockReturn",
      "markPeriodFiled",
      "markReturnFiled",
    ];
    const linking = ["downloadExport", "downloadRecords", "downloadReturnExport"];
    expect(mayTouch("s3:PutObject").sort()).toEqual([
      "announceUpload",
      "createImport",
      ...storing,
      "receiveMessage",
    ]);
    expect(mayTouch("s3:PutObjectRetention").sort()).toEqual(storing);
    expect(mayTouch("s3:GetObject").sort()).toEqual(
      [
        ...linking,
        ...storing,
        "bookOpenOrder",
        "downloadBulkFiles",
        "downloadFindings",
        "listImportRows",
        "receiveUpload",
        "settleImportRow",
        "startImport",
      ].sort(),
    );
    expect(mayTouch("s3:GetObjectVersion").sort()).toEqual(linking);
    for (const [name, folder] of [
      ["announceUpload", "uploads"],
      ["createImport", "uploads"],
      ["receiveUpload", "uploads"],
      ["startImport", "uploads"],
      ["downloadBulkFiles", "uploads"],
      ["downloadFindings", "work"],
      ["listImportRows", "work"],
      ["settleImportRow", "work"],
      ["bookOpenOrder", "work"],
      ["receiveMessage", "work"],
    ]) {
      const s3 = api
        .statementsOf(String(name))
        .filter((statement) => actionsOf([statement])[0]?.startsWith("s3:"));
      expect(JSON.stringify(s3.map(({ Resource }) => Resource))).toMatch(
        new RegExp(`^\\[\\{[^\\]]*"/${folder}/\\*"\\]\\]\\}\\]$`),
      );
    }
  });
});

function stage(): Properties {
  const [found, ...others] = api.ofType("AWS::ApiGatewayV2::Stage");
  expect(others).toEqual([]);
  return found?.[1] ?? {};
}

describe("the stage", () => {
  const limits = stage()["RouteSettings"] as Record<string, Record<string, number>>;

  it("limits each route, those without a key more tightly", () => {
    const keys = ["$default", ...rows.map(([, route]) => keyOf(route))];
    expect(Object.keys(limits).sort()).toEqual(keys.sort());
    const usual = stage()["DefaultRouteSettings"] as Record<string, number>;
    for (const [, route] of rows) {
      const limit = limits[keyOf(route)]?.["ThrottlingRateLimit"] ?? 0;
      expect(limit).toBeGreaterThan(0);
      // Shops send at their own pace: their messages have a limit of their own.
      if (route.isInbound) expect(limit).toBe(200);
      else if (route.scope === "public" || route.artifacts === "put") {
        expect(limit).toBeLessThan(usual["ThrottlingRateLimit"] as number);
      } else expect(limit).toBe(usual["ThrottlingRateLimit"]);
    }
  });

  it("limits them as the stage says", () => {
    const { keyed, locking, open, inbound } = settingsWith(MOST).throttle;
    const [stage] = most.ofType("AWS::ApiGatewayV2::Stage");
    const limit = ({ perSecond, burst }: typeof keyed) => ({
      ThrottlingRateLimit: perSecond,
      ThrottlingBurstLimit: burst,
    });
    expect(stage?.[1]).toMatchObject({
      DefaultRouteSettings: limit(keyed),
      RouteSettings: {
        [keyOf(routes.commitSupplyEvents)]: limit(keyed),
        [keyOf(routes.lockReturn)]: limit(locking),
        [keyOf(routes.checkSmeEligibility)]: limit(open),
        [keyOf(routes.receiveMessage)]: limit(inbound),
        $default: limit(open),
      },
    });
    expect([keyed.perSecond, locking.perSecond, open.perSecond]).toEqual([300, 20, 7]);
  });

  it("tells every function with a key what the share of an account is", () => {
    const documented = rows.map(([name]) => {
      const { Variables } = most.functionOf(name).properties["Environment"] as {
        Variables: Record<string, string>;
      };
      return [name, ...SHARE_SETTINGS.map((setting) => Variables[setting])];
    });
    expect(documented).toEqual(
      rows.map(([name, { scope }]) => [
        name,
        ...(scope === "public" ? [undefined, undefined, undefined] : ["900", "60", "9"]),
      ]),
    );
  });

  it("is made after the routes that it limits: else CloudFormation does not find them", () => {
    const [id = ""] = api.ofType("AWS::ApiGatewayV2::Stage")[0] ?? [];
    const made = api.ofType("AWS::ApiGatewayV2::Route").map(([route]) => route);
    expect(api.all[id]?.DependsOn).toEqual(expect.arrayContaining(made));
  });

  it("logs each call as JSON, and nothing that a caller could have put a key or a number into", () => {
    const { Format } = stage()["AccessLogSettings"] as { Format: string };
    const fields: Record<string, string> = JSON.parse(Format);
    expect(Object.values(fields).sort()).toEqual([
      "$context.httpMethod",
      "$context.identity.sourceIp",
      "$context.integrationErrorMessage",
      "$context.integrationLatency",
      "$context.requestId",
      "$context.requestTime",
      "$context.responseLatency",
      "$context.responseLength",
      "$context.routeKey",
      "$context.status",
    ]);
  });
});

it("the console knows the upload address and has no permission for the bucket", () => {
  const { Environment } = api.functionOf("getConsolePage").properties;
  const { Variables } = Environment as { Variables: Record<string, unknown> };
  const { UPLOAD_ORIGIN, ...others } = Variables;
  expect(JSON.stringify(UPLOAD_ORIGIN)).toMatch(/^\{"Fn::Join":\["",\["https:\/\/",/);
  expect(Object.keys(others)).toEqual(["POWERTOOLS_SERVICE_NAME"]);
  expect(actionsOf(api.statementsOf("getConsolePage"))).toEqual(
    actionsOf(api.statementsOf("getConsoleFile")),
  );
});

describe("browsers", () => {
  it("may call from nowhere", () => {
    const [[, found] = []] = api.ofType("AWS::ApiGatewayV2::Api");
    expect(found).not.toHaveProperty("CorsConfiguration");
  });
});

type Documented = { readonly headers?: object; readonly $ref?: string };
type OpenApi = {
  readonly paths: Record<
    string,
    Record<string, { readonly responses?: Record<string, Documented> }>
  >;
  readonly components: { readonly responses: Record<string, Documented> };
};

/** Returns the names of all response headers in the OpenAPI document, in alphabetical order. */
function documentedHeaders(): string[] {
  const { paths, components } = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as OpenApi;
  const operations = Object.values(paths).flatMap((one) => Object.values(one));
  const responses = operations.flatMap((operation) => Object.values(operation.responses ?? {}));
  const named = responses.map(({ $ref = "", ...own }) => {
    const [shared = ""] = $ref.split("/").slice(-1);
    return Object.keys((components.responses[shared] ?? own).headers ?? {});
  });
  return [...new Set(named.flat().map((name) => name.toLowerCase()))].toSorted();
}

describe("with a domain and origins of its own", () => {
  const own = apiTemplate(MOST);

  it("the API has that address alone", () => {
    own.hasResourceProperties("AWS::ApiGatewayV2::Api", { DisableExecuteApiEndpoint: true });
    own.hasResourceProperties("AWS::ApiGatewayV2::DomainName", {
      DomainName: "origin.vat.example",
      DomainNameConfigurations: [
        {
          CertificateArn: "arn:aws:acm:eu-central-1:111122223333:certificate/c",
          EndpointType: "REGIONAL",
          SecurityPolicy: "TLS_1_2",
        },
      ],
    });
    own.hasOutput("Url", {
      Value: { "Fn::Join": ["", ["https://", { Ref: Match.stringLikeRegexp("^Domain") }]] },
    });
    own.hasOutput("DomainTarget", {});
  });

  it("browsers may call from there, with a key", () => {
    own.hasResourceProperties("AWS::ApiGatewayV2::Api", {
      CorsConfiguration: {
        AllowOrigins: ["https://books.example"],
        AllowMethods: ["GET", "POST", "DELETE", "PUT", "PATCH"],
        AllowHeaders: [
          "authorization",
          "content-type",
          "idempotency-key",
          "x-account",
          "x-api-key",
          "x-source-id",
        ],
      },
    });
  });

  it("browsers show pages of there the headers that docs/openapi.json names, but those they act on themselves", () => {
    const [[, api = {}] = []] = most.ofType("AWS::ApiGatewayV2::Api");
    const { ExposeHeaders } = api["CorsConfiguration"] as { ExposeHeaders: string[] };
    const handled = ["cache-control", "etag", "location"];
    const documented = documentedHeaders().filter((name) => !handled.includes(name));
    expect(documented).toContain("x-return-number-warnings");
    expect(ExposeHeaders).toEqual(documented);
  });
});

describe("tracing", () => {
  it("is on where the stage says so", () => {
    for (const [name] of rows) {
      const { properties } = most.functionOf(name);
      expect(properties).toMatchObject({ TracingConfig: { Mode: "Active" } });
    }
  });
});
