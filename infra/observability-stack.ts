import { CrossStackReferences, ReferenceStrength, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { alarmTopic } from "./alarm-topic.ts";
import { watch } from "./alarms.ts";
import { apiWatches, tableWatches } from "./api-alarms.ts";
import { dashboard, type Watched } from "./dashboard.ts";
import { jobWatches } from "./job-alarms.ts";
import type { Settings } from "./settings.ts";
import { stackProps } from "./stack-props.ts";

/** One dashboard, and every alarm, on one topic. */
export class ObservabilityStack extends Stack {
  constructor(scope: Construct, id: string, settings: Settings, watched: Watched) {
    super(scope, id, stackProps(id, settings, "dashboard and alarms"));
    // Else a function that is watched could not be removed: its name would be in use here.
    CrossStackReferences.of(this).consume(ReferenceStrength.WEAK);
    const topic = alarmTopic(this, settings);
    const { api, schedule, table } = watched;
    for (const one of [...apiWatches(api), ...tableWatches(table), ...jobWatches(schedule)]) {
      watch(this, topic, one);
    }
    dashboard(this, watched);
  }
}
