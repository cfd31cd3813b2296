import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Construct } from "constructs";
import * as z from "zod";
import { StageSettings } from "./stage-settings.ts";

export type Settings = {
  readonly stage: string;
  /** The folder of the functions' bundles; absent when only templates are written. */
  readonly bundles?: string;
} & z.infer<typeof StageSettings>;

const FOLDER = join(import.meta.dirname, "stages");

/** Form of a stage's name. Stacks, functions and the topic are prefixed with it; Lambda allows names of 64 letters. */
const STAGE = /^[a-z][a-z0-9]{0,11}$/;

/** Former command-line settings, rejected because they would otherwise be ignored silently. */
const MOVED = [
  "alarmEmail",
  "alarmTopicArn",
  "allowedOrigins",
  "certificateArn",
  "domainName",
  "region",
  "restoredTable",
  "tableKey",
];

/**
 * Reads the settings of the stage named in the CDK context (`cdk deploy -c stage=prod`; `dev` by default).
 * @throws Error when the stage's file is missing or invalid, so that nothing unintended is deployed
 */
export function settingsFrom(scope: Construct): Settings {
  const moved = MOVED.find((name) => scope.node.tryGetContext(name) !== undefined);
  if (moved) throw new Error(`${moved} is no context value: it stands in infra/stages`);
  return readSettings(scope.node.tryGetContext("stage") ?? "dev");
}

/**
 * Reads the settings of a stage.
 * @throws Error when the stage's file is missing or invalid
 */
export function readSettings(stage: unknown): Settings {
  if (typeof stage !== "string" || !STAGE.test(stage)) {
    throw new Error(`a stage is up to twelve small letters and digits, not ${String(stage)}`);
  }
  return settingsOf(stage, contentOf(stage));
}

function contentOf(stage: string): unknown {
  const file = join(FOLDER, `${stage}.json`);
  if (!existsSync(file)) {
    throw new Error(
      `there is no infra/stages/${stage}.json: begin with a copy of infra/stages/prod.example.json`,
    );
  }
  return JSON.parse(readFileSync(file, "utf8"));
}

/**
 * Validates the content of a stage's file.
 * @throws Error listing every problem of the content
 */
export function settingsOf(stage: string, content: unknown): Settings {
  const read = StageSettings.safeParse(content);
  if (!read.success) {
    throw new Error(`infra/stages/${stage}.json: ${z.prettifyError(read.error)}`);
  }
  const unfit = stage === "prod" ? unfitForProduction(read.data) : [];
  if (unfit.length > 0) throw new Error(`infra/stages/prod.json: ${unfit.join("; ")}`);
  return { stage, ...read.data };
}

/** Lists settings that production must not have. Art. 369k VAT Directive requires records to be kept for ten years. */
const unfitForProduction = (settings: z.infer<typeof StageSettings>): string[] => [
  ...(settings.protected ? [] : ["production needs `protected`"]),
  ...(settings.alarms ? [] : ["production needs an address for its alarms"]),
  ...(settings.retention.mode === "COMPLIANCE"
    ? []
    : ["production needs retention in mode COMPLIANCE"]),
];
