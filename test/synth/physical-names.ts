import type { Template } from "aws-cdk-lib/assertions";
import type { Resource } from "./templates.ts";

/** What is named within something that has a name of its own, or names something of AWS. */
const WITHIN = [
  "AWS::ApiGatewayV2::Stage StageName",
  "AWS::CloudWatch::Alarm MetricName",
  "AWS::CodeDeploy::DeploymentGroup DeploymentConfigName",
  "AWS::IAM::Policy PolicyName",
  "AWS::Lambda::Alias Name",
];

type Transformation = { readonly MetricNamespace: string; readonly MetricName: string };

/**
 * All names that a stack gives in its account: its own, those of its resources, of the metrics that it
 * counts, and of its exports. What CloudFormation names bears the name of the stack.
 */
export function namesIn({ name, template }: { name: string; template: Template }): string[] {
  const { Resources, Outputs = {} } = template.toJSON() as {
    Resources: Record<string, Resource>;
    Outputs?: Record<string, { readonly Export?: { readonly Name: string } }>;
  };
  const given = Object.values(Resources).flatMap(({ Type, Properties = {} }) => [
    ...Object.entries(Properties)
      .filter(([key]) => /(?:Name|^Path)$/.test(key) && !WITHIN.includes(`${Type} ${key}`))
      .flatMap(([, value]) => (typeof value === "string" ? `${Type} ${value}` : [])),
    ...((Properties["MetricTransformations"] ?? []) as Transformation[]).map(
      ({ MetricNamespace, MetricName }) => `metric ${MetricNamespace} ${MetricName}`,
    ),
  ]);
  const exported = Object.values(Outputs).flatMap(({ Export }) =>
    Export ? `export ${Export.Name}` : [],
  );
  return [`stack ${name}`, ...given, ...exported];
}
