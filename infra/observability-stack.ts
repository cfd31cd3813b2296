import { Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { ownTopic } from "./alarm-topic.ts";
import { dashboard } from "./dashboard.ts";
import type { Settings } from "./settings.ts";
import { stackProps } from "./stack-props.ts";

/** The alarm topic of the stage and one dashboard. Alarms are in the stack that they watch. */
export class ObservabilityStack extends Stack {
  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, stackProps(id, settings, "topic of the alarms, dashboard"));
    ownTopic(this, settings);
    if (settings.dashboard) dashboard(this, settings);
  }
}
