import type { Template } from "aws-cdk-lib/assertions";
import type { Resource } from "./templates.ts";

const ASSET = /[0-9a-f]{64}/g;

/** The id of a version has a hash of its function's code and settings in it. */
const VERSION = /(CurrentVersion[0-9A-F]{8})[0-9a-f]{32}/g;

/** The policy of a function's role. What it allows is in docs/permissions.md, and there alone. */
export const FUNCTION_POLICY = /RoleDefaultPolicy[0-9A-F]{8}$/;

/**
 * A template as text, a line for each property of a resource, so that a change reads well in a diff.
 * What stands for the content of a bundle is left out: it changes with every line of code.
 */
export function textOf(template: Template): string {
  const { Resources, Outputs = {} } = template.toJSON() as {
    Resources: Record<string, Resource & { readonly DeletionPolicy?: string }>;
    Outputs?: Record<string, unknown>;
  };
  const resources = Object.entries(Resources).flatMap(
    ([id, { Type, Properties = {}, DeletionPolicy }]) => [
      `${id} ${Type}${DeletionPolicy ? ` (${DeletionPolicy})` : ""}`,
      ...Object.entries(Properties)
        .filter(([name]) => name !== "PolicyDocument" || !FUNCTION_POLICY.test(id))
        .map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`),
    ],
  );
  const outputs = Object.keys(Outputs).map((name) => `output ${name}`);
  return `${[...resources, ...outputs].join("\n").replaceAll(ASSET, "<asset>").replaceAll(VERSION, "$1<hash>")}\n`;
}
