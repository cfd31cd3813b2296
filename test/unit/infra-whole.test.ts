import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CfnResource } from "aws-cdk-lib";
import { Topic } from "aws-cdk-lib/aws-sns";
import { describe, expect, it } from "vitest";
import { circle, danglingReferences } from "../synth/references.ts";
import { textOf } from "../synth/snapshot.ts";
import { STACKS, Synthesis } from "../synth/templates.ts";

/*
 * What the stacks have to be together. Validated means two sets of rules: CloudFormation's own, which
 * come with CDK, and AWS Solutions (cdk-nag). Either ends the synthesis when it finds something.
 */
const validated = new Synthesis({}, true);
const stacksOf = (synthesis: Synthesis) =>
  STACKS.map((id) => ({
    id,
    name: synthesis.stack(id).stackName,
    template: synthesis.template(id),
  }));

const stacks = stacksOf(validated);

/** CloudFormation takes 500 resources a stack; some room is left for what will be added. */
const MOST_RESOURCES = 470;

describe("all stacks", () => {
  it("break no rule, and leave no warning either", () => {
    const file = join(validated.app.outdir, "validation-report.json");
    const { pluginReports } = JSON.parse(readFileSync(file, "utf8"));
    expect(pluginReports.flatMap((one: { violations: unknown[] }) => one.violations)).toEqual([]);
  });

  it("are held against the rules of CloudFormation and of AWS Solutions", () => {
    const careless = new Synthesis({}, true);
    const data = careless.stack("VatData");
    new Topic(data, "Plain");
    new CfnResource(data, "Wrong", { type: "AWS::SNS::Nothing" });
    const synthesize = () => careless.template("VatData");
    expect(synthesize).toThrow("AWS::SNS::Nothing");
    expect(synthesize).toThrow("AwsSolutions-SNS3");
  });

  it("can be deployed one after the other into an empty account", () => {
    expect(danglingReferences(stacks)).toEqual([]);
  });

  it("in no other order: each needs the ones before it", () => {
    expect(danglingReferences(stacks.toReversed())).not.toEqual([]);
  });
});

describe.for(stacks)("$id", ({ id, template }) => {
  it("keeps away from CloudFormation's limit", () => {
    const count = Object.keys(template.toJSON()["Resources"]).length;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(MOST_RESOURCES);
  });

  it("has no resources that wait for each other", () => expect(circle(template)).toEqual([]));

  it("changes on purpose only (vitest -u writes it anew)", async () => {
    await expect(textOf(template)).toMatchFileSnapshot(`../golden/stacks/${id}.txt`);
  });
});

describe("production", () => {
  const production = new Synthesis({
    stage: "prod",
    region: "eu-central-1",
    tableKey: "customer-managed",
    domainName: "vat.example",
    certificateArn: "arn:aws:acm:eu-central-1:111122223333:certificate/c",
    allowedOrigins: "https://books.example",
    alarmEmail: "vat@books.example",
  });

  it("with everything that can be set breaks no rule of AWS Solutions, and can be deployed", () => {
    expect(danglingReferences(stacksOf(production))).toEqual([]);
  });
});
