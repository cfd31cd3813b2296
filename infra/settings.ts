import type { Construct } from "constructs";

export type Settings = {
  readonly stage: "dev" | "prod";
  /** Where the stacks are meant for; wherever they are deployed to when absent. */
  readonly region?: string;
  /** Who holds the key that the table is encrypted with. A customer's is of one region. */
  readonly tableKey: "aws-owned" | "aws-managed" | "customer-managed";
  /** Where browsers may call the API from; nowhere when empty. */
  readonly allowedOrigins: readonly string[];
  /** A table restored from a backup, for the functions to work on instead of the stack's own. */
  readonly restoredTable?: string;
  /** A domain of one's own for the API, with the ARN of its certificate in the same region. */
  readonly domain?: { readonly name: string; readonly certificateArn: string };
  /** Who is mailed when an alarm goes off. */
  readonly alarmEmail?: string;
  /** A topic that exists already, for the alarms to go to instead of one of the stack's own. */
  readonly alarmTopicArn?: string;
};

/**
 * The settings in the context (`cdk deploy -c stage=prod`, or cdk.json).
 * @throws Error naming the first setting that makes no sense: better no deployment than another one.
 */
export function settingsFrom(scope: Construct): Settings {
  const text = (name: string): string | undefined => textIn(scope, name);
  const region = text("region");
  const restoredTable = text("restoredTable");
  const alarmEmail = text("alarmEmail");
  const alarmTopicArn = text("alarmTopicArn");
  const domain = domainFrom(text("domainName"), text("certificateArn"));
  const tableKey = oneOf("tableKey", TABLE_KEYS, text("tableKey") ?? "aws-owned");
  if (tableKey === "customer-managed" && !region) {
    throw new Error("tableKey=customer-managed takes the context value region too");
  }
  if (alarmEmail && alarmTopicArn) throw new Error("give alarmEmail or alarmTopicArn, not both");
  return {
    stage: oneOf("stage", ["dev", "prod"], text("stage") ?? "dev"),
    tableKey,
    allowedOrigins: originsFrom(text("allowedOrigins")),
    ...(region ? { region } : {}),
    ...(restoredTable ? { restoredTable } : {}),
    ...(domain ? { domain } : {}),
    ...(alarmEmail ? { alarmEmail } : {}),
    ...(alarmTopicArn ? { alarmTopicArn } : {}),
  };
}

const TABLE_KEYS = ["aws-owned", "aws-managed", "customer-managed"] as const;

function textIn(scope: Construct, name: string): string | undefined {
  const value: unknown = scope.node.tryGetContext(name);
  if (value === undefined || value === "") return undefined;
  if (typeof value === "string") return value;
  throw new Error(`the context value ${name} must be a text`);
}

function oneOf<T extends string>(name: string, choices: readonly T[], text: string): T {
  const found = choices.find((choice) => choice === text);
  if (found) return found;
  throw new Error(`the context value ${name} is ${choices.join(" or ")}, not ${text}`);
}

function originsFrom(text = ""): readonly string[] {
  const origins = text.split(",").flatMap((origin) => origin.trim() || []);
  const wrong = origins.find(
    (origin) => !URL.canParse(origin) || new URL(origin).origin !== origin,
  );
  if (wrong === undefined) return origins;
  throw new Error(`allowedOrigins takes origins such as https://shop.example, not ${wrong}`);
}

function domainFrom(name: string | undefined, certificateArn: string | undefined) {
  if (!name && !certificateArn) return undefined;
  if (name && certificateArn) return { name, certificateArn };
  throw new Error("a domain takes both domainName and certificateArn");
}
