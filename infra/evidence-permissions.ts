import { Validations } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import { CHECKPOINTS, isJournaledPartition } from "../shared/operations/journal/journal-file.ts";
import { INDEX } from "../shared/platform/table/keys.ts";
import { ITEM_GROUPS } from "../shared/platform/table/registry.ts";
import { ARTIFACTS_ARN_EXPORT } from "./artifact-permissions.ts";
import type { Table } from "./data-stack.ts";

/** Items that the check reads although the journal does not have them. */
const BESIDE = ["records", "recounts", "key_list", "persons", "invitations"] as const;

const groups = Object.entries(ITEM_GROUPS);

/** The partitions that the check of evidence reads: all that the journal has, without secrets. */
export const EVIDENCE_PARTITIONS = {
  table: [
    ...new Set([
      ...groups
        .filter(([name, { index, journaled }]) => !index && journaled && !name.endsWith("_secrets"))
        .flatMap(([, { items }]) => items.map(({ pk }) => pk).filter(isJournaledPartition)),
      ...BESIDE.flatMap((name) => ITEM_GROUPS[name].items.map(({ pk }) => pk)),
    ]),
  ].sort(),
  index: groups
    .filter(([name, { index }]) => index && name !== "accounts_by_name")
    .flatMap(([, { items }]) => items.map(({ pk }) => pk))
    .sort(),
};

export const EVIDENCE_READS = {
  table: ["BatchGetItem", "GetItem", "Query"],
  index: ["Query"],
} as const;

const reading = (on: "table" | "index", { tableArn }: Table): PolicyStatement =>
  new PolicyStatement({
    actions: EVIDENCE_READS[on].map((name) => `dynamodb:${name}`),
    resources: [on === "index" ? `${tableArn}/index/${INDEX}` : tableArn],
    conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": EVIDENCE_PARTITIONS[on] } },
  });

type Evidence = { readonly table: Table; readonly artifacts: Bucket; readonly journal: Bucket };

/** Lets the check of evidence read the table and both locked buckets, and store checkpoints of the journal. */
export function grantEvidence(
  lambda: LambdaFunction,
  { table, artifacts, journal }: Evidence,
): void {
  const files = [artifacts, journal];
  const statements = [
    reading("table", table),
    reading("index", table),
    new PolicyStatement({
      actions: ["s3:ListBucket", "s3:ListBucketVersions"],
      resources: files.map(({ bucketArn }) => bucketArn),
    }),
    new PolicyStatement({
      actions: ["s3:GetObject", "s3:GetObjectVersion"],
      resources: files.map((bucket) => bucket.arnForObjects("*")),
    }),
    new PolicyStatement({
      actions: ["s3:PutObject", "s3:PutObjectRetention"],
      resources: [journal.arnForObjects(`${CHECKPOINTS}/*`)],
    }),
  ];
  for (const statement of statements) lambda.addToRolePolicy(statement);
  if (!lambda.role) return;
  const reason = "Files are named by account and content, none of which is known beforehand";
  for (const objects of [
    `${artifacts.stack.stackName}:${ARTIFACTS_ARN_EXPORT}/*`,
    `${journal.stack.stackName}:${JOURNAL_ARN_EXPORT}/*`,
    `${journal.stack.stackName}:${JOURNAL_ARN_EXPORT}/${CHECKPOINTS}/*`,
  ]) {
    Validations.of(lambda.role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${objects}]`,
      reason,
    });
  }
}

/** The name that CDK generates for the export of the bucket's ARN. The synthesis fails if CDK changes the name. */
const JOURNAL_ARN_EXPORT = "ExportsOutputFnGetAttJournalAE8C44B2Arn8FBFE2CC";
