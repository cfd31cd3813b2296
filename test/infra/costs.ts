import { describe, expect, it } from "vitest";
import { STACKS } from "../../infra/stack-props.ts";
import { billOf } from "../../scripts/operate/costs/bill.ts";
import { inventoryOf } from "../../scripts/operate/costs/stage.ts";
import { metricsOf } from "../synth/alarm-state.ts";
import {
  type Changes,
  copiesTemplate,
  edgeTemplate,
  lakeTemplate,
  MOST,
  observabilityTemplate,
  type Properties,
  Resources,
  SMALL,
  settingsWith,
  synthesisOf,
} from "../synth/templates.ts";

/* `npm run costs` against the resources that are synthesised. */

/** Resources that AWS charges only by their use, in a row of the bill or by an option; or not at all. */
const BY_USE: Readonly<Record<string, string>> = {
  "AWS::ApiGatewayV2::Api": "requests: sales and refunds",
  "AWS::Lambda::Function": "requests: sales and refunds",
  "AWS::Logs::LogGroup": "requests: sales and refunds",
  "AWS::DynamoDB::GlobalTable": "table with point-in-time recovery",
  "AWS::S3::Bucket": "journal",
  "AWS::SQS::Queue": "polling of queues",
  "AWS::Events::EventBus": "runs of jobs, of one account",
  "AWS::Scheduler::Schedule": "runs of jobs, of one account",
  "AWS::Lambda::EventSourceMapping": "polling of queues",
  "AWS::CloudWatch::Alarm": "alarms",
  "AWS::CloudWatch::Dashboard": "dashboard",
  "AWS::Logs::MetricFilter": "metrics of calls",
  "AWS::KMS::Key": "KMS keys",
  "AWS::SecretsManager::Secret": "secrets",
  "AWS::Backup::BackupVault": "backups: twelve monthly copies",
  "AWS::WAFv2::WebACL": "web ACL",
};

/** Resources without a price, or with one a mail, a delivery or a person that docs/operations.md names. */
const FREE =
  /^AWS::(?:IAM|Budgets|CodeDeploy|SNS|SES|Cognito|CloudFront|Glue|Athena)::|^AWS::ApiGatewayV2::(?!Api$)|^AWS::Lambda::(?:Alias|EventInvokeConfig|Permission|Version|LayerVersion)$|^AWS::(?:S3::BucketPolicy|SQS::QueuePolicy|Events::Rule|KMS::Alias|Backup::BackupPlan|Backup::BackupSelection)$/;

const STAGES: readonly (readonly [string, Changes])[] = [
  ["of a new account", SMALL],
  ["with every setting", MOST],
];

function resourcesOf(changes: Changes): (readonly [type: string, properties: Properties])[] {
  const synthesis = synthesisOf(changes);
  const templates = [
    ...STACKS.filter((id) => id !== "VatObservability").map((id) => synthesis.template(id)),
    observabilityTemplate(changes),
    ...(changes.lake ? [lakeTemplate(changes)] : []),
    ...(changes.edge ? [edgeTemplate(changes)] : []),
    ...(changes.copies ? [copiesTemplate(changes)] : []),
  ];
  return templates.flatMap((template) =>
    Object.values(new Resources(template).all).map(
      ({ Type, Properties = {} }) => [Type, Properties] as const,
    ),
  );
}

describe.each(STAGES)("the bill of a stage %s", (_, changes) => {
  const resources = resourcesOf(changes);
  const settings = settingsWith(changes);
  const ofType = (type: string) =>
    resources.filter(([found]) => found === type).map(([, properties]) => properties);

  it("counts what the templates have", () => {
    const polled = ofType("AWS::Lambda::EventSourceMapping").filter(
      ({ StartingPosition }) => StartingPosition === undefined,
    );
    expect(inventoryOf(settings)).toEqual({
      keys: ofType("AWS::KMS::Key").length,
      secrets: ofType("AWS::SecretsManager::Secret").flatMap(({ ReplicaRegions = [] }) => [
        "secret",
        ...(ReplicaRegions as unknown[]),
      ]).length,
      alarm_metrics: ofType("AWS::CloudWatch::Alarm").flatMap(metricsOf).length,
      log_metrics: ofType("AWS::Logs::MetricFilter").length,
      dashboards: ofType("AWS::CloudWatch::Dashboard").length,
      polled_queues: polled.length,
      schedules: ofType("AWS::Scheduler::Schedule").length,
      web_acls: ofType("AWS::WAFv2::WebACL").length,
    });
  });

  it("has a row for the smoke test and for copies, where there are any", () => {
    const names = billOf({ orders: 500, single: true, settings }).map(({ name }) => name);
    const ours = names.filter((name) => /smoke test|copied files|another region/.test(name));
    expect(ours).toHaveLength(changes.smokeTest ? 3 : 0);
  });

  it("has a row for each kind of resource that costs", () => {
    const rows = new Set(billOf({ orders: 500, single: true, settings }).map(({ name }) => name));
    const kinds = [...new Set(resources.map(([type]) => type))].filter((type) => !FREE.test(type));
    expect(kinds.filter((type) => !rows.has(BY_USE[type] ?? ""))).toEqual([]);
  });
});
