import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CfnResource } from "aws-cdk-lib";
import { Topic } from "aws-cdk-lib/aws-sns";
import { describe, expect, it } from "vitest";
import { STACKS } from "../../scripts/checks/templates.ts";
import { namesIn } from "../synth/physical-names.ts";
import { circle, danglingReferences } from "../synth/references.ts";
import { textOf } from "../synth/snapshot.ts";
import { Synthesis } from "../synth/templates.ts";

/*
 * What the stacks have to be together. Validated means two sets of rules: CloudFormation's own, which
 * come with CDK, and AWS Solutions (cdk-nag). Either ends the synthesis when it finds something.
 */
const validated = new Synthesis({ stage: "prod" }, true);
const stacksOf = (synthesis: Synthesis) =>
  STACKS.map((id) => ({
    name: synthesis.stack(id).stackName,
    template: synthesis.template(id),
  }));

const stacks = stacksOf(validated);

/** CloudFormation takes 500 resources a stack; some room is left for what will be added. */
const MOST_RESOURCES = 450;

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

describe.for(validated.files())("$name", ({ name, template }) => {
  it("keeps away from CloudFormation's limit", () => {
    const count = Object.keys(template.toJSON()["Resources"]).length;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(MOST_RESOURCES);
  });

  it("has no resources that wait for each other", () => expect(circle(template)).toEqual([]));

  it("changes on purpose only (vitest -u writes it anew)", async () => {
    await expect(textOf(template)).toMatchFileSnapshot(`../golden/stacks/${name}.txt`);
  });
});

describe("the most that can be set", () => {
  const most = new Synthesis({
    stage: "prod",
    region: "eu-central-1",
    tableKey: "customer-managed",
    warmThroughput: { readUnitsPerSecond: 20_000, writeUnitsPerSecond: 8_000 },
    backup: { months: 132, vaultLock: "compliance" },
    domain: {
      name: "vat.example",
      certificateArn: "arn:aws:acm:eu-central-1:111122223333:certificate/c",
    },
    edge: {
      domain: "books.example",
      certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/c",
      secretName: "vat/edge",
      perAddress: 3000,
      perKey: 3000,
    },
    allowedOrigins: ["https://books.example"],
    tracing: true,
  });

  it("breaks no rule of AWS Solutions, and can be deployed", () => {
    expect(danglingReferences(stacksOf(most))).toEqual([]);
  });
});

describe("two stages in one account", () => {
  const dev = stacksOf(new Synthesis({ stage: "dev" }));

  it("share no name of anything, and no export", () => {
    const [ours, theirs] = [stacks, dev].map((some) => new Set(some.flatMap(namesIn)));
    expect(ours?.size).toBeGreaterThan(60);
    expect([...(ours ?? [])].filter((name) => theirs?.has(name))).toEqual([]);
  });

  it("have names for what CDK would else name by the code, which is the same in both", () => {
    const names = dev.flatMap(namesIn);
    expect(names).toContain("AWS::Events::EventBus VatSchedule-dev");
    expect(names).toContain("AWS::Lambda::Function VatApi-dev-lockPeriod");
  });
});

it("no stack refers to another weakly: it would go on watching what is no longer there", () => {
  for (const { template } of stacks) {
    expect(JSON.stringify(template.toJSON())).not.toContain("Fn::GetStackOutput");
  }
});
