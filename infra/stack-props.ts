import type { StackProps } from "aws-cdk-lib";
import type { Settings } from "./settings.ts";

/**
 * Returns the properties that all stacks share. The name contains the stage, so that several stages fit in one AWS
 * account. A protected stack has termination protection.
 */
export const stackProps = (id: string, settings: Settings, description: string): StackProps => ({
  ...(settings.region ? { env: { region: settings.region } } : {}),
  stackName: stackNameOf(id, settings),
  description: `EU VAT compliance (${settings.stage}): ${description}`,
  terminationProtection: settings.protected,
  tags: { service: "eu-vat-compliance", stage: settings.stage },
});

/** The ids of the stacks that every stage has, in the order of a first deployment. */
export const STACKS = [
  "VatObservability",
  "VatData",
  "VatJournal",
  "VatSchedule",
  "VatApi",
] as const;

/** Returns the name of a stack, which is the prefix of every physical name in it. */
export const stackNameOf = (id: string, { stage }: Pick<Settings, "stage">): string =>
  `${id}-${stage}`;
