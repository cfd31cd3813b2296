import { type App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { ApiStack } from "./api-stack.ts";
import { DataStack } from "./data-stack.ts";
import { ObservabilityStack } from "./observability-stack.ts";
import { ScheduleStack } from "./schedule-stack.ts";
import { settingsFrom } from "./settings.ts";

/**
 * All stacks, in the order in which a new deployment makes them, checked against the rules of AWS
 * Solutions: a finding that nobody has answered for ends the synthesis.
 */
export function vatStacks(app: App) {
  const settings = settingsFrom(app);
  const data = new DataStack(app, "VatData", settings);
  const schedule = new ScheduleStack(app, "VatSchedule", settings, data);
  const api = new ApiStack(app, "VatApi", settings, data, schedule);
  const watched = { api, schedule, table: data.table };
  const observability = new ObservabilityStack(app, "VatObservability", settings, watched);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return { VatData: data, VatSchedule: schedule, VatApi: api, VatObservability: observability };
}
