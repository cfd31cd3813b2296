import { Duration, Validations } from "aws-cdk-lib";
import { Rule } from "aws-cdk-lib/aws-events";
import { SqsQueue } from "aws-cdk-lib/aws-events-targets";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Bucket, type CfnBucket, HttpMethods } from "aws-cdk-lib/aws-s3";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { ImportFolders } from "../shared/api/route.ts";
import { DROPS } from "../shared/imports/drops/drop.ts";
import { IMPORT_DAYS, UPLOAD_DAYS } from "../shared/imports/jobs/job.ts";
import { BROWSER_UPLOADS } from "../shared/imports/jobs/schema.ts";
import { PRIVATE } from "./private-bucket.ts";
import type { Settings } from "./settings.ts";

/**
 * Creates the bucket for uploaded exports of shops and the working files of imports. None of its files is a record
 * under VAT law. Uploads expire first because they name buyers; incomplete uploads expire after a day.
 */
export function importBucket(scope: Construct, settings: Settings): Bucket {
  const allowedOrigins = uploadingOrigins(settings);
  const bucket = new Bucket(scope, "Imports", {
    ...PRIVATE,
    lifecycleRules: [
      { id: "Drops", prefix: DROPS, expiration: Duration.days(UPLOAD_DAYS) },
      { id: "Uploads", prefix: "uploads/", expiration: Duration.days(UPLOAD_DAYS) },
      { id: "Work", prefix: "work/", expiration: Duration.days(IMPORT_DAYS) },
      { id: "Unfinished", abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
    ...(allowedOrigins.length > 0 && {
      cors: [
        {
          allowedOrigins,
          allowedMethods: BROWSER_UPLOADS.methods.map((method) => HttpMethods[method]),
          allowedHeaders: [...BROWSER_UPLOADS.headers],
          maxAge: BROWSER_UPLOADS.maxAgeSeconds,
        },
      ],
    }),
  });
  // CDK's own switch would deploy a function that may change the notifications of every bucket.
  (bucket.node.defaultChild as CfnBucket).notificationConfiguration = {
    eventBridgeConfiguration: { eventBridgeEnabled: true },
  };
  Validations.of(bucket).acknowledge({
    id: "AwsSolutions-S1",
    reason: "Nothing in it is a record, and what comes of a file is logged with its import",
  });
  return bucket;
}

/**
 * Returns the origins from which browsers may upload: the console, and the origins that may call the API. Without a
 * domain the console's address is known only after the API is deployed, which is after the bucket. The operator then
 * enters the address in `allowedOrigins` (docs/decisions/0202).
 */
const uploadingOrigins = ({ edge, domain, allowedOrigins }: Settings): string[] => {
  const console = edge?.domain ?? domain?.name;
  return [...new Set([...(console ? [`https://${console}`] : []), ...allowedOrigins])];
};

/** Sends a message for each object that is put into the drop folder. */
export function sendDrops(scope: Construct, imports: Bucket, queue: Queue): void {
  new Rule(scope, "DropRule", {
    description: "Files that are put into the drop folder become imports",
    eventPattern: {
      source: ["aws.s3"],
      detailType: ["Object Created"],
      detail: { bucket: { name: [imports.bucketName] }, object: { key: [{ prefix: DROPS }] } },
    },
    targets: [new SqsQueue(queue)],
  });
}

/** Grants access to those folders of the import bucket that a row names. */
export function grantImports(
  lambda: LambdaFunction,
  { reads = [], writes = [] }: ImportFolders,
  imports: Bucket,
): void {
  const folders = (names: readonly string[]) =>
    names.map((name) => imports.arnForObjects(`${name}/*`));
  for (const [action, names] of [
    ["s3:GetObject", reads],
    ["s3:PutObject", writes],
  ] as const) {
    if (names.length === 0) continue;
    lambda.addToRolePolicy(new PolicyStatement({ actions: [action], resources: folders(names) }));
  }
  for (const name of new Set([...reads, ...writes])) {
    if (!lambda.role) return;
    Validations.of(lambda.role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${imports.stack.stackName}:${IMPORTS_ARN_EXPORT}/${name}/*]`,
      reason: "Objects are named by account and import, neither of which is known beforehand",
    });
  }
}

/** The name that CDK generates for the export of the bucket's ARN. The synthesis fails if CDK changes the name. */
const IMPORTS_ARN_EXPORT = "ExportsOutputFnGetAttImportsC5EA4F6FArnBBEA0D9A";
