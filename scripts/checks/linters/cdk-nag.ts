import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type App, type Stack as CdkStack, Validations } from "aws-cdk-lib";
import { Topic } from "aws-cdk-lib/aws-sns";
import { type Changes, MOST, OTHER } from "../../../test/synth/templates.ts";
import { writeTemplates } from "../templates.ts";
import type { Finding, OutsideTool, Stage } from "../tool.ts";
import { linters, linterVersion } from "./install-linters.ts";

const PLANTED = "AwsSolutions-SNS3";

/**
 * The rules of AWS Solutions. Reasons to break one stand in `infra/`, beside the resource (`acknowledge`). A topic that
 * takes calls without TLS is planted first, so that a run without findings means something.
 */
export const CDK_NAG: OutsideTool = {
  name: "cdk-nag",
  source: "npm",
  version: linterVersion("cdk-nag"),
  run: async ({ folder }) => {
    const planted = await findingsOf(join(folder, "nag-0"), "dev", {}, (app) => {
      new Topic(app.node.findChild("VatData") as CdkStack, "Plain");
    });
    if (!planted.some(({ rule }) => rule === PLANTED)) throw new Error(`${PLANTED} is not found`);
    return [
      ...(await findingsOf(join(folder, "nag-1"), "dev", {})),
      ...(await findingsOf(join(folder, "nag-2"), "prod", MOST)),
      ...(await findingsOf(join(folder, "nag-3"), "prod", OTHER)),
    ];
  },
};

async function findingsOf(
  folder: string,
  stage: Stage,
  { stage: _, ...changes }: Changes,
  plant?: (app: App) => void,
): Promise<Finding[]> {
  const { AwsSolutionsChecks } = (await linters())("cdk-nag");
  let outdir = "";
  const rules = (app: App) => {
    outdir = app.outdir;
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    plant?.(app);
  };
  try {
    writeTemplates(stage, folder, changes, rules);
  } catch (error) {
    // A finding ends the synthesis; the report has it.
    if (!/validation/i.test(String(error))) throw error;
  }
  const report = await readFile(join(outdir, "validation-report.json"), "utf8");
  const { pluginReports } = JSON.parse(report) as { readonly pluginReports: readonly Report[] };
  return pluginReports
    .flatMap(({ violations }) => violations)
    .map((one) => ({
      rule: one.ruleName,
      where: `${stage} ${one.violatingConstructs.map(({ constructPath }) => constructPath).join(", ")}`,
      text: one.description,
    }));
}

type Report = {
  readonly violations: readonly {
    readonly ruleName: string;
    readonly description: string;
    readonly violatingConstructs: readonly { readonly constructPath?: string }[];
  }[];
};
