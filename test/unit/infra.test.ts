import { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { ApiStack } from "../../infra/api-stack.ts";
import { DataStack } from "../../infra/data-stack.ts";
import type { Route, TableAccess } from "../../shared/api/route.ts";
import { routes } from "../../shared/api/routes.ts";

type Statement = { Effect: string; Action: string | string[]; Resource: unknown };
type Properties = Record<string, unknown>;

const app = new App({ context: { "aws:cdk:bundling-stacks": [] } });
const data = new DataStack(app, "Data");
const api = Template.fromStack(new ApiStack(app, "Api", data.table));

const resources: Record<string, { Type: string; Properties: Properties }> = api.toJSON().Resources;
const ofType = (type: string) =>
  Object.entries(resources).filter(([, resource]) => resource.Type === type);
const propertiesOf = (id: string): Properties => resources[id]?.Properties ?? {};

/** The logical id that a property refers to. */
const target = (property: unknown): string =>
  /"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/.exec(JSON.stringify(property))?.[1] ?? "";

const rows = Object.entries<Route>(routes);
const keyOf = (route: Route) => `${route.method} ${route.path}`;

/** The id of the function behind a route, found the way a request finds it. */
function functionBehind(route: Route): string {
  const [, found] = ofType("AWS::ApiGatewayV2::Route").find(
    ([, { Properties }]) => Properties["RouteKey"] === keyOf(route),
  ) ?? ["", { Properties: {} as Properties }];
  return target(propertiesOf(target(found.Properties["Target"]))["IntegrationUri"]);
}

/** All that the role of a function allows. */
function statementsOf(functionId: string): Statement[] {
  const role = target(propertiesOf(functionId)["Role"]);
  return ofType("AWS::IAM::Policy")
    .filter(([, { Properties }]) => (Properties["Roles"] as unknown[]).map(target).includes(role))
    .flatMap(
      ([, { Properties }]) =>
        (Properties["PolicyDocument"] as { Statement: Statement[] }).Statement,
    );
}

const actionsOf = (statements: Statement[]) => statements.flatMap(({ Action }) => Action).sort();

const LOGS = ["logs:CreateLogStream", "logs:PutLogEvents"];
const READS = ["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query"];
const WRITES = ["dynamodb:ConditionCheckItem", "dynamodb:PutItem", "dynamodb:UpdateItem"];
const ALLOWED: Record<TableAccess, string[]> = {
  none: LOGS,
  read: [...READS, ...LOGS],
  write: [...READS, ...WRITES, ...LOGS],
};

describe("the API stack", () => {
  it("routes exactly the rows of the route table", () => {
    const keys = ofType("AWS::ApiGatewayV2::Route").map(([, r]) => r.Properties["RouteKey"]);
    expect(keys.sort()).toEqual(rows.map(([, route]) => keyOf(route)).sort());
  });

  it("has a function per row, and no other", () => {
    const behind = rows.map(([, route]) => functionBehind(route));
    expect(behind.sort()).toEqual(
      ofType("AWS::Lambda::Function")
        .map(([id]) => id)
        .sort(),
    );
  });

  it.for(rows)(
    "%s: its function is named after the row and runs Node 24 on arm64",
    ([name, route]) => {
      const id = functionBehind(route);
      expect(id).toMatch(new RegExp(`^${name}[0-9A-F]{8}$`));
      expect(propertiesOf(id)).toMatchObject({
        Architectures: ["arm64"],
        Description: route.summary,
        Handler: "index.handler",
        MemorySize: route.path.startsWith("/v1/reports/") ? 1769 : 1024,
        Runtime: "nodejs24.x",
        Timeout: 29,
      });
    },
  );

  it.for(rows)("%s: its function may do what the row says, and no more", ([, route]) => {
    expect(actionsOf(statementsOf(functionBehind(route)))).toEqual(ALLOWED[route.table].toSorted());
  });

  it.for(rows)("%s: only a function that may touch the table knows its name", ([, route]) => {
    const environment = propertiesOf(functionBehind(route))["Environment"];
    const names = Object.keys((environment as { Variables?: object } | undefined)?.Variables ?? {});
    expect(names).toEqual(route.table === "none" ? [] : ["TABLE_NAME"]);
  });

  it.for(rows)("%s: a route that asks for a key can read it", ([, route]) => {
    if (route.scope === "read") expect(route.table).not.toBe("none");
    if (route.scope === "write") expect(route.table).toBe("write");
  });

  it("allows nothing by wildcard but the table's own indexes", () => {
    const statements = rows.flatMap(([, route]) => statementsOf(functionBehind(route)));
    expect(actionsOf(statements).filter((action) => action.includes("*"))).toEqual([]);
    const wild = statements.flatMap(({ Resource }) => Resource).map((one) => JSON.stringify(one));
    for (const resource of wild.filter((text) => text.includes("*"))) {
      expect(resource).toMatch(/Table\w*Arn.*"\/index\/\*"/);
    }
  });

  it("has roles without managed policies", () => {
    for (const [, { Properties }] of ofType("AWS::IAM::Role")) {
      expect(Properties).not.toHaveProperty("ManagedPolicyArns");
    }
  });

  it("keeps the log of every function for 90 days", () => {
    const groups = ofType("AWS::Logs::LogGroup").map(([id]) => id);
    const used = ofType("AWS::Lambda::Function").map(([, r]) =>
      target(r.Properties["LoggingConfig"]),
    );
    expect(used.sort()).toEqual(groups.sort());
    api.allResourcesProperties("AWS::Logs::LogGroup", { RetentionInDays: 90 });
  });

  it("tells its address", () => api.hasOutput("Url", {}));

  it("gives nobody access to the artifacts yet", () => {
    expect(JSON.stringify(resources)).not.toMatch(/"s3:|Artifacts/);
  });
});
