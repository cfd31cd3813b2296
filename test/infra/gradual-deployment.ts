import { describe, expect, it } from "vitest";
import { partOf } from "../../infra/api-parts.ts";
import { changesRecords } from "../../infra/route-functions.ts";
import type { Route } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
import { calledBy } from "../synth/called-function.ts";
import {
  actionsOf,
  apiTemplate,
  MOST,
  Resources,
  type Statement,
  target,
} from "../synth/templates.ts";

const rows = Object.entries<Route>(routes);
const template = apiTemplate();

describe("production", () => {
  const changing = rows.filter(([, row]) => changesRecords(row));
  const prod = new Resources(apiTemplate(MOST));
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
    const deployers = prod
      .ofType("AWS::IAM::Role")
      .flatMap(([id]) => (/Deployer[0-9A-F]{8}$/.test(id) ? [id] : []));
    const parts = new Set(changing.map(([, row]) => partOf(row)));
    expect(deployers).toHaveLength(parts.size);
    const statements = prod
      .ofType("AWS::IAM::Policy")
      .filter(([, { Roles }]) => deployers.includes(target(Roles)))
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
    expect(new Set(actionsOf(wild))).toEqual(new Set(["cloudwatch:DescribeAlarms"]));
  });

  it("in dev changes at once", () => {
    for (const type of ["AWS::CodeDeploy::DeploymentGroup", "AWS::Lambda::Alias"]) {
      template.resourceCountIs(type, 0);
    }
  });
});
