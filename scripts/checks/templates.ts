import { readFileSync } from "node:fs";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { type Settings, settingsOf } from "../../infra/settings.ts";
import { vatStacks } from "../../infra/stacks.ts";
import type { Stage } from "./tool.ts";

/** Returns the default settings of a stage: those of `dev`, or of the example for `prod` with an alarm address. */
export function settingsOfStage(stage: string, changes: Partial<Settings> = {}): Settings {
  const file = stage === "prod" ? "prod.example" : "dev";
  const content = JSON.parse(readFileSync(`infra/stages/${file}.json`, "utf8"));
  const alarms = stage === "prod" ? { alarms: { email: "vat@books.example" } } : {};
  return settingsOf(stage, { ...content, ...alarms, ...changes });
}

/** Settings of a stage with a function for every job. */
export const EVERY_JOB = {
  smallAccount: false,
  connections: true,
  domain: {
    name: "vat.example",
    certificateArn: "arn:aws:acm:eu-central-1:111122223333:certificate/c",
  },
  mail: { from: "vat@books.example", smtpSecretArn: null },
} satisfies Partial<Settings>;

/**
 * Writes the templates of all stacks of a stage, without function code; nested templates are referenced by file name.
 * @returns the folder
 */
export function writeTemplates(
  stage: Stage,
  folder: string,
  changes: Partial<Settings> = {},
  edit?: (app: App) => void,
): string {
  const { context } = JSON.parse(readFileSync("cdk.json", "utf8"));
  const outdir = join(folder, `${stage}-${Object.keys(changes).join("-") || "plain"}`);
  const shown = { "aws:cdk:bundling-stacks": [], "aws:cdk:enable-asset-metadata": true };
  const app = new App({ outdir, context: { ...context, ...shown } });
  vatStacks(app, settingsOfStage(stage, changes));
  edit?.(app);
  app.synth();
  return outdir;
}
