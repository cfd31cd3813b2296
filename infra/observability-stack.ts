import { Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { ownTopic } from "./alarm-topic.ts";
import { budgetOf } from "./budget.ts";
import { dashboard } from "./dashboard.ts";
import type { Settings } from "./settings.ts";
import { stackProps } from "./stack-props.ts";

/** The alarm topic of the stage, one dashboard, and the budget. Alarms are in the stack that they watch. */
export class ObservabilityStack extends Stack {
  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, stackProps(id, settings, "topic of the alarms, dashboard"));
    const topic = ownTopic(this, settings);
    if (settings.budget) budgetOf(this, settings.budget, topic);
    if (settings.dashboard) dashboard(this, settings);
  }
}
