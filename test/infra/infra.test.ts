import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { changesRecords } from "../../infra/route-functions.ts";
import { gatewayKey, type Route } from "../../shared/api/route.ts";
import { type FallbackRow, fallbackRow } from "../../shared/api/route-match.ts";
import { routes } from "../../shared/api/routes.ts";
import { queueVariable } from "../../shared/platform/jobs/jobs.ts";
import {
  actionsOf,
  apiTemplate,
  type Properties,
  Resources,
  type Statement,
  target,
} from "../synth/templates.ts";

const template = apiTemplate();
const api = new Resources(template);

const rows = Object.entries<Route>(routes);
const keyOf = (route: Route) => gatewayKey(route);

/** The id of the function, or of its alias, behind a route, found the way a request finds it. */
function calledBy(api: Resources, route: Route | FallbackRow): string {
  const found = api
    .ofType("AWS::ApiGatewayV2::Route")
    .find(([, { RouteKey }]) => RouteKey === gatewayKey(route));
  const integration = api.propertiesOf(target(found?.[1]["Target"]));
  return target(integration["IntegrationUri"]);
}

const functionBehind = (route: Route | FallbackRow): string => calledBy(api, route);

/** What a function with a key is told of an account's share. */
const SHARE_SETTINGS = ["ACCOUNT_RATE_LIMIT", "ACCOUNT_RATE_WINDOW_SECONDS", "ACCOUNT_RATE_BURST"];

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
  });

  it("has a function per row, one for what no row serves, and no other", () => {
    const behind = [...rows.map(([, route]) => route), fallbackRow].map(functionBehind);
    const all = api.ofType("AWS::Lambda::Function").map(([id]) => id);
    expect(behind.sort()).toEqual(all.sort());
  });

  it.for(rows)(
    "%s: its function is named after the row, runs Node 24 on arm64",
    ([name, route]) => {
      const { id, properties } = api.functionOf(name);
      expect(functionBehind(route)).toBe(id);
      expect(properties).toMatchObject({
        Architectures: ["arm64"],
        Description: route.summary,
        Handler: "index.handler",
        FunctionName: `VatApi-dev-${name}`,
        Runtime: "nodejs24.x",
      });
      expect(properties).not.toHaveProperty("TracingConfig");
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
      const given = Object.keys(Variables).filter((one) => one !== "UPLOAD_ORIGIN");
      const expected = [
        ...(route.scope === "public" ? [] : SHARE_SETTINGS),
        ...(route.sends ? [queueVariable(route.sends)] : []),
        ...(route.artifacts ? ["BUCKET_NAME"] : []),
        ...(route.artifacts === "put" ? ["TRIAL_LOCK_DAYS"] : []),
        ...(route.imports ? ["IMPORT_BUCKET_NAME"] : []),
        "POWERTOOLS_SERVICE_NAME",
        ...(route.table === "none" ? [] : ["TABLE_NAME"]),
      ];
      expect(given.sort()).toEqual(expected.sort());
      expect("UPLOAD_ORIGIN" in Variables).toBe(route.uploads === true);
    },
  );

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
    const storing = ["lockPeriod", "lockReturn", "markPeriodFiled", "markReturnFiled"];
    const linking = ["downloadExport", "downloadRecords", "downloadReturnExport"];
    expect(mayTouch("s3:PutObject").sort()).toEqual(["createImport", ...storing]);
    expect(mayTouch("s3:PutObjectRetention").sort()).toEqual(storing);
    expect(mayTouch("s3:GetObject").sort()).toEqual(
      [...linking, ...storing, "downloadFindings", "listImportRows", "startImport"].sort(),
    );
    expect(mayTouch("s3:GetObjectVersion").sort()).toEqual(linking);
    for (const [name, folder] of [
      ["createImport", "uploads"],
      ["startImport", "uploads"],
      ["downloadFindings", "work"],
      ["listImportRows", "work"],
    ]) {
      const s3 = api
        .statementsOf(String(name))
        .filter((one) => actionsOf([one])[0]?.startsWith("s3:"));
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
      if (route.scope === "public" || route.artifacts === "put") {
        expect(limit).toBeLessThan(usual["ThrottlingRateLimit"] as number);
      } else expect(limit).toBe(usual["ThrottlingRateLimit"]);
    }
  });

  it("limits them as the stage says", () => {
    const throttle = {
      keyed: { perSecond: 300, burst: 301 },
      account: { calls: 900, seconds: 60, burst: 9 },
      locking: { perSecond: 20, burst: 21 },
      open: { perSecond: 7, burst: 8 },
    };
    const [stage] = new Resources(apiTemplate({ throttle })).ofType("AWS::ApiGatewayV2::Stage");
    const limit = ({ perSecond, burst }: (typeof throttle)["keyed"]) => ({
      ThrottlingRateLimit: perSecond,
      ThrottlingBurstLimit: burst,
    });
    expect(stage?.[1]).toMatchObject({
      DefaultRouteSettings: limit(throttle.keyed),
      RouteSettings: {
        [keyOf(routes.commitSupplyEvents)]: limit(throttle.keyed),
        [keyOf(routes.lockReturn)]: limit(throttle.locking),
        [keyOf(routes.checkSmeEligibility)]: limit(throttle.open),
        $default: limit(throttle.open),
      },
    });
  });

  it("tells every function with a key what the share of an account is", () => {
    const account = { calls: 70, seconds: 7, burst: 6 };
    const keyed = { perSecond: 100, burst: 200 };
    const limited = new Resources(
      apiTemplate({ throttle: { keyed, account, locking: keyed, open: keyed } }),
    );
    for (const [name, route] of rows) {
      const { Variables } = limited.functionOf(name).properties["Environment"] as {
        Variables: object;
      };
      const share = {
        ACCOUNT_RATE_LIMIT: "70",
        ACCOUNT_RATE_WINDOW_SECONDS: "7",
        ACCOUNT_RATE_BURST: "6",
      };
      if (route.scope === "public") expect(Variables).not.toHaveProperty("ACCOUNT_RATE_LIMIT");
      else expect(Variables).toMatchObject(share);
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

it("the console is told where files are uploaded to, and may itself do nothing there", () => {
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

describe("with a domain and origins of its own", () => {
  const own = apiTemplate({
    domain: {
      name: "vat.example",
      certificateArn: "arn:aws:acm:eu-central-1:111122223333:certificate/c",
    },
    allowedOrigins: ["https://books.example"],
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
        AllowMethods: ["GET", "POST", "PUT", "DELETE", "PATCH"],
        AllowHeaders: ["content-type", "idempotency-key", "x-api-key", "x-source-id"],
      },
    });
  });
});

describe("production", () => {
  const changing = rows.filter(([, row]) => changesRecords(row));
  const prod = new Resources(apiTemplate({ stage: "prod" }));
  const groups = prod.ofType("AWS::CodeDeploy::DeploymentGroup").map(([, group]) => group);

  it("has logs that outlive their stack", () => {
    for (const [id] of prod.ofType("AWS::Logs::LogGroup")) {
      expect(prod.all[id]).toMatchObject({ DeletionPolicy: "Retain" });
    }
  });

  it("calls what changes records by an alias, which moves to a new version step by step", () => {
    expect(changing.length).toBeGreaterThan(10);
    for (const [name, row] of rows) {
      const called = calledBy(prod, row);
      const isGradual = changing.some(([other]) => other === name);
      if (!isGradual) expect(called).toBe(prod.functionOf(name).id);
      else {
        expect(prod.all[called]).toMatchObject({
          Type: "AWS::Lambda::Alias",
          UpdatePolicy: { CodeDeployLambdaAliasUpdate: {} },
        });
        expect(target(prod.propertiesOf(called)["FunctionName"])).toBe(prod.functionOf(name).id);
      }
    }
    expect(groups).toHaveLength(changing.length);
  });

  it("goes back when calls fail or functions crash while it moves", () => {
    for (const group of groups) {
      expect(group).toMatchObject({
        DeploymentConfigName: "CodeDeployDefault.LambdaCanary10Percent10Minutes",
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: ["DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_ALARM"],
        },
      });
      const { Alarms } = group["AlarmConfiguration"] as { Alarms: { Name: unknown }[] };
      const names = Alarms.map(({ Name }) => target(Name).replace(/Alarm[0-9A-F]{8}$/, ""));
      expect(names.sort()).toEqual(["Crashed", "ServerErrors"]);
    }
  });

  it("lets CodeDeploy move those aliases, and nothing else", () => {
    const [[deployer] = [""]] = prod
      .ofType("AWS::IAM::Role")
      .filter(([id]) => /^Deployer/.test(id));
    const statements = prod
      .ofType("AWS::IAM::Policy")
      .filter(([, { Roles }]) => target(Roles) === deployer)
      .flatMap(
        ([, { PolicyDocument }]) => (PolicyDocument as { Statement: Statement[] }).Statement,
      );
    expect([...new Set(actionsOf(statements))].sort()).toEqual([
      "cloudwatch:DescribeAlarms",
      "lambda:GetAlias",
      "lambda:GetProvisionedConcurrencyConfig",
      "lambda:UpdateAlias",
    ]);
    const wild = statements.filter(({ Resource }) => Resource === "*");
    expect(actionsOf(wild)).toEqual(["cloudwatch:DescribeAlarms"]);
  });

  it("in dev changes at once", () => {
    for (const type of ["AWS::CodeDeploy::DeploymentGroup", "AWS::Lambda::Alias"]) {
      template.resourceCountIs(type, 0);
    }
  });
});

describe("tracing", () => {
  it("is on where the stage says so", () => {
    const traced = new Resources(apiTemplate({ tracing: true }));
    for (const [, properties] of traced.ofType("AWS::Lambda::Function")) {
      expect(properties).toMatchObject({ TracingConfig: { Mode: "Active" } });
    }
  });
});
