import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CfnResource } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { STACKS } from "../../infra/stack-props.ts";
import { namesIn } from "../synth/physical-names.ts";
import { circle, danglingReferences } from "../synth/references.ts";
import { sizeOf, summaryOf } from "../synth/stack-summary.ts";
import {
  copiesTemplate,
  dataStack,
  edgeTemplate,
  MOST,
  plainApp,
  type Synthesis,
  synthesisOf,
} from "../synth/templates.ts";

/*
 * What holds for all stacks together. Validated templates are checked against the rules of CloudFormation,
 * which come with CDK: a finding ends the synthesis. Those of AWS Solutions are checked by `npm run outside`.
 */
const validated = synthesisOf(MOST);
const stacksOf = (synthesis: Synthesis) =>
  STACKS.map((id) => ({
    name: synthesis.stack(id).stackName,
    template: synthesis.template(id),
  }));

const stacks = stacksOf(validated);

/** CloudFormation accepts 500 resources in a stack. Each route takes two; the rest is room for the routes of the next months. */
const MOST_RESOURCES = 450;

describe("all stacks", () => {
  it("break no rule, and leave no warning either", () => {
    const file = join(validated.app.outdir, "validation-report.json");
    const { pluginReports } = JSON.parse(readFileSync(file, "utf8"));
    expect(
      pluginReports.flatMap((pluginReport: { violations: unknown[] }) => pluginReport.violations),
    ).toEqual([]);
  });

  it("are held against the rules of CloudFormation", () => {
    // The app of cdk.json: the data stack alone, because these rules take seconds for all.
    const data = dataStack({}, plainApp(true));
    new CfnResource(data, "Wrong", { type: "AWS::SNS::Nothing" });
    expect(() => Template.fromStack(data)).toThrow("AWS::SNS::Nothing");
  });

  it("can be deployed one after the other into an empty account", () => {
    expect(danglingReferences(stacks)).toEqual([]);
  });

  it("in no other order: each needs the ones before it", () => {
    expect(danglingReferences(stacks.toReversed())).not.toEqual([]);
  });
});

describe("the most that can be set", () => {
  const most = validated;
  const whole = [
    ...stacksOf(most),
    { name: "VatEdge-prod", template: edgeTemplate(MOST) },
    { name: "VatCopies-prod", template: copiesTemplate(MOST) },
  ];
  const files = [
    ...most.files(),
    { name: "VatEdge", template: edgeTemplate(MOST) },
    { name: "VatCopies", template: copiesTemplate(MOST) },
  ];

  it("can be deployed", () => {
    expect(danglingReferences(stacksOf(most))).toEqual([]);
  });

  it("keeps every stack, nested ones too, away from CloudFormation's limit of resources", () => {
    const sizes = files.map(({ name, template }) => [name, sizeOf(template)] as const);
    expect(sizes.filter(([, size]) => size > MOST_RESOURCES)).toEqual([]);
    expect(sizes.map(([name]) => name)).toEqual(expect.arrayContaining(["VatApi", "VatApiLedger"]));
  });

  it("has no resources that wait for each other", () => {
    expect(files.flatMap(({ template }) => circle(template))).toEqual([]);
  });

  it("is what test/golden/stacks.txt says (vitest --update writes it)", async () => {
    await expect(summaryOf(files, whole)).toMatchFileSnapshot("../golden/stacks.txt");
  });
});

describe("two stages in one account", () => {
  const dev = stacksOf(synthesisOf());

  it("share no name of anything, and no export", () => {
    const [ours, theirs] = [stacks, dev].map((some) => new Set(some.flatMap(namesIn)));
    expect(ours?.size).toBeGreaterThan(60);
    expect([...(ours ?? [])].filter((name) => theirs?.has(name))).toEqual([]);
  });

  it("have names for what CDK would else name by the code, which is the same in both", () => {
    const names = dev.flatMap(namesIn);
    expect(names).toContain("AWS::Events::EventBus VatSchedule-dev");
    expect(names).toContain("AWS::Lambda::Function VatApi-dev-locks-lockPeriod");
  });
});

it("no stack refers to another weakly: it would go on watching what is no longer there", () => {
  for (const { template } of stacks) {
    expect(JSON.stringify(template.toJSON())).not.toContain("Fn::GetStackOutput");
  }
});
