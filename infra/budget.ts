import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";

/** Percentages of the amount: what has been spent, and what AWS expects for the month. */
const LIMITS = [
  ["ACTUAL", 80],
  ["ACTUAL", 100],
  ["FORECASTED", 100],
] as const;

/**
 * Creates the budget of the AWS account. It counts all costs of the account, because a leaked credential pays for other
 * things than this service. AWS generates its name: a budget is replaced when its recipient changes.
 */
export function budgetOf(
  scope: Construct,
  { monthlyUsd }: NonNullable<Settings["budget"]>,
  topic: ITopic,
): void {
  new CfnBudget(scope, "Budget", {
    budget: {
      budgetType: "COST",
      timeUnit: "MONTHLY",
      budgetLimit: { amount: monthlyUsd, unit: "USD" },
    },
    notificationsWithSubscribers: LIMITS.map(([notificationType, threshold]) => ({
      notification: { notificationType, threshold, comparisonOperator: "GREATER_THAN" },
      subscribers: [{ subscriptionType: "SNS", address: topic.topicArn }],
    })),
  });
}
