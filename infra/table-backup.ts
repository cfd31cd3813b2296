import { Duration, RemovalPolicy, type Stack, Validations } from "aws-cdk-lib";
import {
  BackupPlan,
  BackupPlanRule,
  BackupResource,
  BackupVault,
  type LockConfiguration,
} from "aws-cdk-lib/aws-backup";
import { Schedule } from "aws-cdk-lib/aws-events";
import type { Settings } from "./settings.ts";

type Backup = NonNullable<Settings["backup"]>;

const DAILY_KEPT = Duration.days(35);
const DAYS_A_MONTH = 31;

/**
 * Creates the backup plan of the table in use: a daily copy is kept for 35 days, a monthly copy for the months of the
 * settings. Point-in-time recovery covers only 35 days. The vault outlives the stack.
 */
export function backUp(stack: Stack, tableArn: string, backup: Backup): void {
  const kept = Duration.days(backup.months * DAYS_A_MONTH);
  const lockConfiguration = lockOf(backup);
  const backupVault = new BackupVault(stack, "BackupVault", {
    backupVaultName: stack.stackName,
    removalPolicy: RemovalPolicy.RETAIN,
    ...(lockConfiguration ? { lockConfiguration } : {}),
  });
  const plan = new BackupPlan(stack, "BackupPlan", {
    backupPlanName: stack.stackName,
    backupVault,
    backupPlanRules: [
      rule("Daily", Schedule.cron({ hour: "1", minute: "0" }), DAILY_KEPT),
      rule("Monthly", Schedule.cron({ day: "1", hour: "2", minute: "0" }), kept),
    ],
  });
  const selection = plan.addSelection("Table", {
    backupSelectionName: stack.stackName,
    resources: [BackupResource.fromArn(tableArn)],
  });
  Validations.of(selection).acknowledge({
    id: "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]",
    reason:
      "AWS keeps the list of what its backup service needs, and only that service takes the role",
  });
}

const rule = (ruleName: string, scheduleExpression: Schedule, deleteAfter: Duration) =>
  new BackupPlanRule({ ruleName, scheduleExpression, deleteAfter });

/** Returns the lock of the vault. In compliance mode nobody, AWS included, can lift the lock after three days. */
function lockOf({ months, vaultLock }: Backup): LockConfiguration | undefined {
  if (vaultLock === "none") return undefined;
  return {
    minRetention: DAILY_KEPT,
    maxRetention: Duration.days(months * DAYS_A_MONTH),
    ...(vaultLock === "compliance" ? { changeableFor: Duration.days(3) } : {}),
  };
}
