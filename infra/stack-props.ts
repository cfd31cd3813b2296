import type { StackProps } from "aws-cdk-lib";
import type { Settings } from "./settings.ts";

/**
 * What all stacks have in common. The stage is in the name, so that several can live in one account;
 * nobody takes a protected stack away without lifting its protection first.
 */
export const stackProps = (id: string, settings: Settings, description: string): StackProps => ({
  ...(settings.region ? { env: { region: settings.region } } : {}),
  stackName: stackNameOf(id, settings),
  description: `EU VAT compliance (${settings.stage}): ${description}`,
  terminationProtection: settings.protected,
  tags: { service: "eu-vat-compliance", stage: settings.stage },
});

/** Every physical name begins with it. */
export const stackNameOf = (id: string, { stage }: Pick<Settings, "stage">): string =>
  `${id}-${stage}`;
