import type { StackProps } from "aws-cdk-lib";
import type { Settings } from "./settings.ts";

/**
 * What all stacks have in common. The stage is in the name, so that both can live in one account;
 * nobody takes a stack of `prod` away without lifting its protection first.
 */
export const stackProps = (
  id: string,
  { stage, region }: Settings,
  description: string,
): StackProps => ({
  ...(region ? { env: { region } } : {}),
  stackName: `${id}-${stage}`,
  description: `EU VAT compliance (${stage}): ${description}`,
  terminationProtection: stage === "prod",
  tags: { service: "eu-vat-compliance", stage },
});
