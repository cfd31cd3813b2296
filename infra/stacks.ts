import type { App } from "aws-cdk-lib";
import { ApiStack } from "./api-stack.ts";
import { CopiesStack } from "./copies.ts";
import { DataStack } from "./data-stack.ts";
import { edgeOf } from "./edge.ts";
import { EdgeStack } from "./edge-stack.ts";
import { JournalStack } from "./journal-stack.ts";
import { LakeStack } from "./lake-stack.ts";
import { ObservabilityStack } from "./observability-stack.ts";
import { ScheduleStack } from "./schedule-stack.ts";
import type { Settings } from "./settings.ts";

/** Creates all stacks in the order of deployment. */
export function vatStacks(app: App, settings: Settings) {
  const observability = new ObservabilityStack(app, "VatObservability", settings);
  const data = new DataStack(app, "VatData", settings);
  const journal = new JournalStack(app, "VatJournal", settings, data);
  const lake = settings.lake ? new LakeStack(app, "VatLake", settings, data) : undefined;
  const schedule = new ScheduleStack(app, "VatSchedule", settings, data, journal.bucket);
  const api = new ApiStack(app, "VatApi", settings, data, schedule);
  // Functions know shared queues by name, so CDK does not see this dependency.
  api.addStackDependency(schedule);
  const edge = edgeOf(settings);
  if (edge) new EdgeStack(app, "VatEdge", settings, edge).addStackDependency(api);
  // S3 copies into buckets that exist; they are known by name.
  if (settings.copies) {
    data.addStackDependency(new CopiesStack(app, "VatCopies", settings, settings.copies));
  }
  lake?.addStackDependency(observability);
  // Alarms refer to the topic of the observability stack by name, so CDK does not see this dependency.
  data.addStackDependency(observability);
  return {
    VatObservability: observability,
    VatData: data,
    VatJournal: journal,
    VatSchedule: schedule,
    VatApi: api,
  };
}
