import { CfnOutput, Duration, Fn, RemovalPolicy, type Stack, Validations } from "aws-cdk-lib";
import {
  BackupPlan,
  BackupPlanRule,
  BackupResource,
  BackupVault,
  type LockConfiguration,
} from "aws-cdk-lib/aws-backup";
import { Schedule } from "aws-cdk-lib/aws-events";
import { ManagedPolicy, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Settings } from "./settings.ts";

type Backup = NonNullable<Settings["backup"]>;

const DAYS_A_MONTH = 31;

/** Days after which a copy moves to cold storage, which costs less and keeps each copy for at least 90 days. */
const WARM_DAYS = 30;
const COLD_DAYS = 90;

/**
 * Creates the backup plan of the table in use: a copy each month, kept for the months of the settings. Point-in-time
 * recovery covers the last 35 days, so that daily copies would be paid twice. The vault outlives the stack.
 */
export function backUp(stack: Stack, tableArn: string, backup: Backup): void {
  const lockConfiguration = lockOf(backup);
  const backupVault = new BackupVault(stack, "BackupVault", {
    backupVaultName: `${stack.stackName}-${creationOf(stack)}`,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    ...(lockConfiguration ? { lockConfiguration } : {}),
  });
  const plan = new BackupPlan(stack, "BackupPlan", {
    backupPlanName: stack.stackName,
    backupVault,
    backupPlanRules: [monthly(stack, backup)],
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
  addRestoreRole(stack);
}

/**
 * Returns a text that differs each time the stack is created, so that a vault that an earlier stack of this name has
 * left stands in nobody's way. Without a name CDK would give one that is always the same.
 */
const creationOf = (stack: Stack): string =>
  Fn.select(0, Fn.split("-", Fn.select(2, Fn.split("/", stack.stackId))));

function monthly(stack: Stack, { months, copyTo }: Backup): BackupPlanRule {
  const days = retentionDays(months);
  const lifecycle = {
    deleteAfter: Duration.days(days),
    ...(days >= WARM_DAYS + COLD_DAYS ? { moveToColdStorageAfter: Duration.days(WARM_DAYS) } : {}),
  };
  const copies = copyTo
    ? [
        {
          ...lifecycle,
          destinationBackupVault: BackupVault.fromBackupVaultArn(stack, "CopyVault", copyTo),
        },
      ]
    : [];
  return new BackupPlanRule({
    ruleName: "Monthly",
    scheduleExpression: Schedule.cron({ day: "1", hour: "2", minute: "0" }),
    ...lifecycle,
    copyActions: copies,
  });
}

const retentionDays = (months: number): number => months * DAYS_A_MONTH;

/** Creates the role that `start-restore-job` needs; a plan makes only one that may write backups. */
function addRestoreRole(stack: Stack): void {
  const name = "service-role/AWSBackupServiceRolePolicyForRestores";
  const role = new Role(stack, "RestoreRole", {
    assumedBy: new ServicePrincipal("backup.amazonaws.com"),
    managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(name)],
  });
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${name}]`,
    reason:
      "AWS keeps the list of what its backup service needs, and only that service takes the role",
  });
  new CfnOutput(stack, "RestoreRoleArn", { value: role.roleArn });
}

/** Returns the lock of the vault. In compliance mode nobody, AWS included, can lift the lock after three days. */
function lockOf({ months, vaultLock }: Backup): LockConfiguration | undefined {
  if (vaultLock === "none") return undefined;
  return {
    // AWS takes no equal bounds.
    minRetention: Duration.days(retentionDays(months) - 1),
    maxRetention: Duration.days(retentionDays(months)),
    ...(vaultLock === "compliance" ? { changeableFor: Duration.days(3) } : {}),
  };
}
