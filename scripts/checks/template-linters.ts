import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import {
  type Finding,
  type OutsideTool,
  ran,
  type Stage,
  type ToolInputs,
  versionOf,
} from "./tool.ts";

const STAGES: readonly Stage[] = ["dev", "prod"];

async function ofEachStage(
  inputs: ToolInputs,
  look: (folder: string, stage: Stage) => Promise<readonly Finding[]>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const stage of STAGES) {
    findings.push(...(await look(await inputs.templatesOf(stage), stage)));
  }
  return findings;
}

type CfnLintMatch = {
  readonly Rule: { readonly Id: string };
  readonly Filename: string;
  readonly Message: string;
};

/** The rules of AWS's own template linter, including warnings. */
export const CFN_LINT: OutsideTool = {
  name: "cfn-lint",
  source: "PyPI: cfn-lint",
  version: versionOf("cfn-lint"),
  run: (inputs) =>
    ofEachStage(inputs, async (folder, stage) => {
      const names = (await readdir(folder)).filter((name) => name.endsWith("template.json"));
      const files = names.map((name) => join(folder, name));
      const { stdout = "[]" } = (await ran("cfn-lint", ["--format", "json", ...files])) ?? {};
      return (JSON.parse(stdout || "[]") as CfnLintMatch[]).map(({ Rule, Filename, Message }) => ({
        rule: Rule.Id,
        where: `${stage} ${basename(Filename)}`,
        text: Message,
      }));
    }),
};

type CheckovReport = {
  readonly results: {
    readonly failed_checks: readonly {
      readonly check_id: string;
      readonly check_name: string;
      readonly file_path: string;
      readonly resource: string;
    }[];
  };
};

/** Rules for secure settings of cloud resources. */
export const CHECKOV: OutsideTool = {
  name: "checkov",
  source: "PyPI: checkov",
  version: versionOf("checkov"),
  run: (inputs) =>
    ofEachStage(inputs, async (folder, stage) => {
      const flags = ["--framework", "cloudformation", "-o", "json", "--quiet", "--compact"];
      const { stdout = "" } = (await ran("checkov", ["-d", folder, ...flags])) ?? {};
      const reports = [JSON.parse(stdout) as CheckovReport | CheckovReport[]].flat();
      return reports.flatMap(({ results }) =>
        results.failed_checks.map(({ check_id, check_name, file_path, resource }) => ({
          rule: check_id,
          where: `${stage} ${basename(file_path)} ${resource}`,
          text: check_name,
        })),
      );
    }),
};
