import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { type FallbackRow, fallbackRow } from "../../shared/api/fallback-row.ts";
import { gatewayKey } from "../../shared/api/methods.ts";
import type { Route } from "../../shared/api/route.ts";
import { routes } from "../../shared/api/routes.ts";
import { actionsOf, apiTemplate, type Properties, Resources, target } from "../synth/templates.ts";

const template = apiTemplate();
const api = new Resources(template);

const rows = Object.entries<Route>(routes);
const keyOf = (route: Route) => gatewayKey(route);

/** The id of the function behind a route, found the way a request finds it. */
function functionBehind(route: Route | FallbackRow): string {
  const found = api
    .ofType("AWS::ApiGatewayV2::Route")
    .find(([, { RouteKey }]) => RouteKey === gatewayKey(route));
  const integration = api.propertiesOf(target(found?.[1]["Target"]));
  return target(integration["IntegrationUri"]);
}

describe("the API stack", () => {
  it("routes exactly the rows of the route table, and all else to one function", () => {
    const keys = api.ofType("AWS::ApiGatewayV2::Route").map(([, { RouteKey }]) => RouteKey);
    expect(keys.sort()).toEqual(["$default", ...rows.map(([, route]) => keyOf(route))].sort());
  });

  it("gives a GET every other method of its path: so HEAD needs no route of its own", () => {
    for (const [, route] of rows) {
      const method = route.method === "GET" ? "ANY" : route.method;
      expect(keyOf(route)).toBe(`${method} ${route.path}`);
    }
    // CloudFormation takes 500 resources a stack; a route for each HEAD would be some 40 more.
    expect(Object.keys(api.all).length).toBeLessThan(470);
  });

  it("has a function per row, one for what no row serves, and no other", () => {
    const behind = [...rows.map(([, route]) => route), fallbackRow].map(functionBehind);
    const all = api.ofType("AWS::Lambda::Function").map(([id]) => id);
    expect(behind.sort()).toEqual(all.sort());
  });

  it.for(rows)(
    "%s: its function is named after the row, runs Node 24 on arm64 and is traced",
    ([name, route]) => {
      const { id, properties } = api.functionOf(name);
      expect(functionBehind(route)).toBe(id);
      expect(properties).toMatchObject({
        Architectures: ["arm64"],
        Description: route.summary,
        Handler: "index.handler",
        Runtime: "nodejs24.x",
        TracingConfig: { Mode: "Active" },
      });
    },
  );

  it.for(rows)("%s: its function ends before the API stops waiting for it", ([name]) => {
    expect(api.functionOf(name).properties["Timeout"]).toBe(29);
    const [, integration] = api.ofType("AWS::ApiGatewayV2::Integration")[0] ?? [];
    // API Gateway waits for 30 seconds unless told otherwise.
    expect(integration).not.toHaveProperty("TimeoutInMillis");
  });

  it.for([
    ["getHealth", 256],
    ["listTaxClasses", 256],
    ["getAccount", 1024],
    ["getSupplyEvent", 1024],
    ["commitSupplyEvents", 1769],
    ["listSupplyEvents", 1769],
    ["getQuarterlySummary", 1769],
  ] as const)("%s: has the processor that it needs, by %i MB", ([name, memory]) => {
    expect(api.functionOf(name).properties["MemorySize"]).toBe(memory);
  });

  it.for(rows)(
    "%s: knows the names of the stores that it may touch, and no others",
    ([name, route]) => {
      const { Variables } = api.functionOf(name).properties["Environment"] as { Variables: object };
      expect(Object.keys(Variables).sort()).toEqual([
        ...(route.sends ? ["ACCOUNT_QUEUE_URL"] : []),
        ...(route.artifacts ? ["BUCKET_NAME"] : []),
        "POWERTOOLS_SERVICE_NAME",
        ...(route.table === "none" ? [] : ["TABLE_NAME"]),
      ]);
    },
  );

  it("keeps the log of every function, and of the API, for 90 days", () => {
    const groups = api.ofType("AWS::Logs::LogGroup").map(([id]) => id);
    const used = api
      .ofType("AWS::Lambda::Function")
      .map(([, { LoggingConfig }]) => target(LoggingConfig));
    expect([...used, target(stage()["AccessLogSettings"])].sort()).toEqual(groups.sort());
    template.allResourcesProperties("AWS::Logs::LogGroup", { RetentionInDays: 90 });
  });

  it("tells its address", () => template.hasOutput("Url", {}));

  it("lets locks alone store artifacts, and downloads alone read them", () => {
    const mayTouch = (action: string) =>
      rows
        .map(([name]) => name)
        .filter((name) => actionsOf(api.statementsOf(name)).includes(action));
    expect(mayTouch("s3:PutObject")).toEqual(["lockPeriod", "lockReturn"]);
    expect(mayTouch("s3:PutObjectRetention")).toEqual(["lockPeriod", "lockReturn"]);
    expect(mayTouch("s3:GetObject")).toEqual([
      "downloadExport",
      "downloadReturnExport",
      "downloadRecords",
    ]);
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
      if (route.scope === "public" || route.artifacts === "put") {
        expect(limit).toBeLessThan(usual["ThrottlingRateLimit"] as number);
      } else expect(limit).toBe(usual["ThrottlingRateLimit"]);
    }
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

describe("browsers", () => {
  it("may call from nowhere", () => {
    const [[, found] = []] = api.ofType("AWS::ApiGatewayV2::Api");
    expect(found).not.toHaveProperty("CorsConfiguration");
  });
});

describe("with a domain and origins of its own", () => {
  const own = apiTemplate({
    domainName: "vat.example",
    certificateArn: "arn:aws:acm:eu-central-1:111122223333:certificate/c",
    allowedOrigins: "https://books.example",
  });

  it("the API has that address alone", () => {
    own.hasResourceProperties("AWS::ApiGatewayV2::Api", { DisableExecuteApiEndpoint: true });
    own.hasResourceProperties("AWS::ApiGatewayV2::DomainName", {
      DomainName: "vat.example",
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
        AllowMethods: ["GET", "POST", "PUT", "PATCH"],
        AllowHeaders: ["content-type", "idempotency-key", "x-api-key", "x-source-id"],
      },
    });
  });
});
