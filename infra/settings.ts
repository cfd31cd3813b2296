import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Construct } from "constructs";
import * as z from "zod";
import { StageSettings } from "./stage-settings.ts";

/** A stage, with the settings of its file. */
export type Settings = {
  readonly stage: string;
  /** The folder of the functions' bundles; absent where templates are only looked at. */
  readonly bundles?: string;
} & z.infer<typeof StageSettings>;

const FOLDER = join(import.meta.dirname, "stages");

/** Names of stacks, functions and the topic begin with it, and a function's has 64 letters at most. */
const STAGE = /^[a-z][a-z0-9]{0,11}$/;

/** What was given on the command line before, and would now be passed over in silence. */
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
 * The settings of the stage in the context (`cdk deploy -c stage=prod`; `dev` unless said otherwise).
 * @throws Error when its file is missing or makes no sense: better no deployment than another one.
 */
export function settingsFrom(scope: Construct): Settings {
  const moved = MOVED.find((name) => scope.node.tryGetContext(name) !== undefined);
  if (moved) throw new Error(`${moved} is no context value: it stands in infra/stages`);
  const stage: unknown = scope.node.tryGetContext("stage") ?? "dev";
  if (typeof stage !== "string" || !STAGE.test(stage)) {
    throw new Error(`a stage is up to twelve small letters and digits, not ${String(stage)}`);
  }
  return settingsOf(stage, contentOf(stage));
}

function contentOf(stage: string): unknown {
  const file = join(FOLDER, `${stage}.json`);
  if (!existsSync(file)) {
    throw new Error(`there is no infra/stages/${stage}.json: begin with prod.example.json`);
  }
  return JSON.parse(readFileSync(file, "utf8"));
}

/** @throws Error naming all that is wrong with the content of a stage's file. */
export function settingsOf(stage: string, content: unknown): Settings {
  const read = StageSettings.safeParse(content);
  if (!read.success) {
    throw new Error(`infra/stages/${stage}.json: ${z.prettifyError(read.error)}`);
  }
  const unfit = stage === "prod" ? unfitForProduction(read.data) : [];
  if (unfit.length > 0) throw new Error(`infra/stages/prod.json: ${unfit.join("; ")}`);
  return { stage, ...read.data };
}

/** Art. 369k VAT Directive asks for ten years; the rest is what an operator would miss first. */
const unfitForProduction = (settings: z.infer<typeof StageSettings>): string[] => [
  ...(settings.protected ? [] : ["production is protected"]),
  ...(settings.alarms ? [] : ["production has somebody to tell of alarms"]),
  ...(settings.retention.mode === "COMPLIANCE" ? [] : ["production keeps locked returns for good"]),
];
