import { Match, Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import {
  apiTemplate,
  type Changes,
  dataStack,
  journalTemplate,
  MOST,
  OTHER,
  PROD,
  Resources,
  type Statement,
  target,
} from "../synth/templates.ts";

const store = Template.fromStack(dataStack());
const production = Template.fromStack(dataStack(PROD));

describe("the data stack", () => {
  it("has one table, on demand, with point-in-time recovery, that nothing deletes", () => {
    store.resourceCountIs("AWS::DynamoDB::GlobalTable", 1);
    store.hasResource("AWS::DynamoDB::GlobalTable", {
      DeletionPolicy: "Retain",
      UpdateReplacePolicy: "Retain",
      Properties: {
        BillingMode: "PAY_PER_REQUEST",
        KeySchema: [
          { AttributeName: "pk", KeyType: "HASH" },
          { AttributeName: "sk", KeyType: "RANGE" },
        ],
        TimeToLiveSpecification: { AttributeName: "expires_at", Enabled: true },
        Replicas: [
          Match.objectLike({
            DeletionProtectionEnabled: true,
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          }),
        ],
      },
    });
  });

  it("has the index of the events by day, with what they are chosen by", () => {
    store.hasResourceProperties("AWS::DynamoDB::GlobalTable", {
      AttributeDefinitions: ["pk", "sk", "gsi1pk", "gsi1sk"].map((name) => ({
        AttributeName: name,
        AttributeType: "S",
      })),
      GlobalSecondaryIndexes: [
        {
          IndexName: "gsi1",
          KeySchema: [
            { AttributeName: "gsi1pk", KeyType: "HASH" },
            { AttributeName: "gsi1sk", KeyType: "RANGE" },
          ],
          Projection: {
            ProjectionType: "INCLUDE",
            NonKeyAttributes: [
              "source_id",
              "classification_status",
              "entries",
              "check_codes",
              "country",
              "account",
              "created_at",
              "account_state",
              "state_since",
              "retention_ends_on",
              "text_erased_at",
            ],
          },
        },
      ],
    });
  });

  it("keeps artifacts unalterable for ten years", () => {
    production.hasResource("AWS::S3::Bucket", {
      DeletionPolicy: "RetainExceptOnCreate",
      UpdateReplacePolicy: "Retain",
      Properties: {
        ObjectLockEnabled: true,
        ObjectLockConfiguration: {
          ObjectLockEnabled: "Enabled",
          Rule: { DefaultRetention: { Mode: "COMPLIANCE", Days: 3653 } },
        },
        VersioningConfiguration: { Status: "Enabled" },
      },
    });
  });

  it("keeps those of trials for days, and lets them be lifted", () => {
    store.hasResourceProperties("AWS::S3::Bucket", {
      ObjectLockConfiguration: {
        Rule: { DefaultRetention: { Mode: "GOVERNANCE", Days: 2 } },
      },
    });
  });

  it("notes every access to them in a bucket of its own", () => {
    store.hasResourceProperties("AWS::S3::Bucket", {
      LoggingConfiguration: {
        DestinationBucketName: { Ref: Match.stringLikeRegexp("^AccessLogs") },
      },
    });
    store.hasResourceProperties("AWS::S3::BucketPolicy", {
      Bucket: { Ref: Match.stringLikeRegexp("^AccessLogs") },
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: "Allow",
            Principal: { Service: "logging.s3.amazonaws.com" },
            Action: "s3:PutObject",
          }),
        ]),
      },
    });
  });

  it("deletes uploaded files after a week, and what was made of them after 400 days", () => {
    store.hasResourceProperties("AWS::S3::Bucket", {
      LifecycleConfiguration: {
        Rules: Match.arrayWith([
          Match.objectLike({ Prefix: "uploads/", ExpirationInDays: 7, Status: "Enabled" }),
          Match.objectLike({ Prefix: "work/", ExpirationInDays: 400, Status: "Enabled" }),
        ]),
      },
    });
  });

  it("keeps all buckets encrypted, private and behind TLS", () => {
    store.resourceCountIs("AWS::S3::Bucket", 3);
    store.allResourcesProperties("AWS::S3::Bucket", {
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [
          { ServerSideEncryptionByDefault: { SSEAlgorithm: "AES256" } },
        ],
      },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    store.resourceCountIs("AWS::S3::BucketPolicy", 3);
    store.allResourcesProperties("AWS::S3::BucketPolicy", {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: "Deny",
            Action: "s3:*",
            Principal: { AWS: "*" },
            Condition: { Bool: { "aws:SecureTransport": "false" } },
          }),
        ]),
      },
    });
  });

  it("tells the names it was given", () => {
    store.hasOutput("TableName", {});
    store.hasOutput("BucketName", {});
    // The name of the secret, never its value.
    store.hasOutput("KeyProofsArn", { Value: { Ref: Match.stringLikeRegexp("^KeyProofs") } });
  });
});

describe("the key of the table", () => {
  const table = (changes: Changes) => Template.fromStack(dataStack(changes));

  it("is DynamoDB's own, unless one is asked for", () => {
    store.hasResourceProperties("AWS::DynamoDB::GlobalTable", {
      SSESpecification: { SSEEnabled: false },
    });
  });

  it("may be the one that AWS keeps for the account", () => {
    table({ tableKey: "aws-managed" }).hasResourceProperties("AWS::DynamoDB::GlobalTable", {
      SSESpecification: { SSEEnabled: true, SSEType: "KMS" },
    });
  });

  it("may be the customer's: rotated, kept, and of use through DynamoDB alone", () => {
    const own = table({ tableKey: "customer-managed", region: "eu-central-1" });
    own.hasResourceProperties("AWS::DynamoDB::GlobalTable", {
      SSESpecification: { SSEEnabled: true, SSEType: "KMS" },
      Replicas: [
        Match.objectLike({
          SSESpecification: {
            KMSMasterKeyId: { "Fn::GetAtt": [Match.stringLikeRegexp("^TableKey"), "Arn"] },
          },
        }),
      ],
    });
    own.hasResource("AWS::KMS::Key", {
      DeletionPolicy: "RetainExceptOnCreate",
      UpdateReplacePolicy: "Retain",
      Properties: {
        EnableKeyRotation: true,
        KeyPolicy: {
          Statement: Match.arrayWith([
            Match.objectLike({
              Principal: { AWS: "*" },
              Condition: {
                StringEquals: {
                  "kms:CallerAccount": { Ref: "AWS::AccountId" },
                  "kms:ViaService": Match.anyValue(),
                },
              },
            }),
          ]),
        },
      },
    });
  });
});

it("tells of every change, with what was there before", () => {
  store.hasResourceProperties("AWS::DynamoDB::GlobalTable", {
    StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" },
  });
});

describe("a restored table", () => {
  it("is what the functions work on and may touch", () => {
    const api = apiTemplate(OTHER);
    api.hasResourceProperties("AWS::Lambda::Function", {
      Environment: { Variables: Match.objectLike({ TABLE_NAME: "VatData-dev-restored" }) },
    });
    expect(JSON.stringify(api.findResources("AWS::IAM::Policy"))).not.toContain("Table");
  });

  it("has a stream of its own, which the journal goes on with", () => {
    const journal = new Resources(journalTemplate(OTHER));
    const [[, mapping] = []] = journal.ofType("AWS::Lambda::EventSourceMapping");
    expect(mapping?.["EventSourceArn"]).toBe(OTHER.restoredTable.streamArn);
  });

  it("takes nothing away: the table before it stays, and what other stacks take from its stack", () => {
    const template = Template.fromStack(dataStack(OTHER));
    template.resourceCountIs("AWS::DynamoDB::GlobalTable", 1);
    template.hasOutput("TableName", { Value: "VatData-dev-restored" });
    const exported = (template: Template) =>
      Object.values(template.findOutputs("*")).flatMap(({ Export }) => Export?.Name ?? []);
    expect(exported(template)).toEqual(exported(store));
    expect(exported(store)).toHaveLength(3);
  });
});

describe("the policy of the artifact bucket", () => {
  const denials = (template: Template) =>
    new Resources(template)
      .ofType("AWS::S3::BucketPolicy")
      .filter(([, { Bucket }]) => target(Bucket).startsWith("Artifacts"))
      .flatMap(([, { PolicyDocument }]) => (PolicyDocument as { Statement: Denial[] }).Statement)
      .filter(({ Effect }) => Effect === "Deny");
  const denialOf = (template: Template, sid: string) =>
    denials(template).find(({ Sid }) => Sid === sid);

  it("lets the functions that lock returns store files, and nobody else", () => {
    const { Action, Principal, Condition } = denialOf(store, "OnlyLocksStoreFiles") ?? {};
    expect(Action).toEqual(["s3:PutObject", "s3:PutObjectLegalHold", "s3:PutObjectRetention"]);
    expect(Principal).toEqual({ AWS: "*" });
    const allowed = JSON.stringify(Condition?.["ArnNotLike"]?.["aws:PrincipalArn"]);
    expect(allowed).toContain(":role/eu-vat/dev/puts-files/*");
    const api = new Resources(apiTemplate());
    const putters = api.ofType("AWS::IAM::Role").filter(([, { Path }]) => Path !== undefined);
    expect(putters.map(([id]) => id.replace(/Role[0-9A-F]{8}$/, "")).sort()).toEqual([
      "lockNilReturns",
      "lockPeriod",
      "lockReturn",
      "markPeriodFiled",
      "markReturnFiled",
    ]);
    for (const [, { Path }] of putters) expect(Path).toBe("/eu-vat/dev/puts-files/");
  });

  it("lets nothing be stored under a key that is taken", () => {
    expect(denialOf(store, "FilesAreStoredOnce")).toMatchObject({
      Action: "s3:PutObject",
      Principal: { AWS: "*" },
      Condition: { Null: { "s3:if-none-match": "true" } },
    });
  });

  it("lets nobody delete in a protected stage, while trials can be cleared up", () => {
    expect(denialOf(production, "NobodyDeletesFiles")).toMatchObject({
      Action: ["s3:BypassGovernanceRetention", "s3:DeleteObject", "s3:DeleteObjectVersion"],
      Principal: { AWS: "*" },
    });
    expect(denialOf(production, "NobodyDeletesFiles")).not.toHaveProperty("Condition");
    expect(denialOf(store, "NobodyDeletesFiles")).toBeUndefined();
  });
});

type Denial = Statement & { readonly Sid?: string; readonly Principal: unknown };

describe("copies of the table", () => {
  it("are made every month, into a vault that stays, and soon cost less", () => {
    production.hasResource("AWS::Backup::BackupVault", {
      DeletionPolicy: "RetainExceptOnCreate",
      UpdateReplacePolicy: "Retain",
    });
    production.hasResourceProperties("AWS::Backup::BackupPlan", {
      BackupPlan: {
        BackupPlanRule: [
          Match.objectLike({
            RuleName: "Monthly",
            Lifecycle: { DeleteAfterDays: 132 * 31, MoveToColdStorageAfterDays: 30 },
          }),
        ],
      },
    });
  });

  it("go to another account or region as well, where one is named", () => {
    const copyTo = "arn:aws:backup:eu-west-1:222222222222:backup-vault:copies";
    const backup = { months: 3, vaultLock: "none" as const, copyTo };
    Template.fromStack(dataStack({ backup })).hasResourceProperties("AWS::Backup::BackupPlan", {
      BackupPlan: {
        BackupPlanRule: [
          Match.objectLike({
            Lifecycle: { DeleteAfterDays: 93 },
            CopyActions: [
              { DestinationBackupVaultArn: copyTo, Lifecycle: { DeleteAfterDays: 93 } },
            ],
          }),
        ],
      },
    });
  });

  it("can be restored by a role of the stack", () => {
    production.hasOutput("RestoreRoleArn", {});
    production.hasResourceProperties("AWS::IAM::Role", {
      AssumeRolePolicyDocument: {
        Statement: [Match.objectLike({ Principal: { Service: "backup.amazonaws.com" } })],
      },
      ManagedPolicyArns: [
        { "Fn::Join": ["", Match.arrayWith([Match.stringLikeRegexp("PolicyForRestores$")])] },
      ],
    });
  });

  it("are not made where none are asked for", () => {
    store.resourceCountIs("AWS::Backup::BackupVault", 0);
    store.resourceCountIs("AWS::Backup::BackupPlan", 0);
  });

  it.for([
    ["governance", { MinRetentionDays: 371, MaxRetentionDays: 372 }],
    ["compliance", { MinRetentionDays: 371, MaxRetentionDays: 372, ChangeableForDays: 3 }],
  ] as const)("can be locked: %s", ([vaultLock, LockConfiguration]) => {
    const backup = { months: 12, vaultLock, copyTo: null };
    const locked = Template.fromStack(dataStack({ backup }));
    locked.hasResourceProperties("AWS::Backup::BackupVault", { LockConfiguration });
  });
});

describe("warm throughput", () => {
  it("is that of table and index", () => {
    const warmThroughput = { readUnitsPerSecond: 20_000, writeUnitsPerSecond: 8_000 };
    const WarmThroughput = { ReadUnitsPerSecond: 20_000, WriteUnitsPerSecond: 8_000 };
    Template.fromStack(dataStack({ warmThroughput })).hasResourceProperties(
      "AWS::DynamoDB::GlobalTable",
      { WarmThroughput, GlobalSecondaryIndexes: [Match.objectLike({ WarmThroughput })] },
    );
  });
});

describe("the stages", () => {
  it("hold what they record in either: only prod is protected besides", () => {
    for (const stage of ["dev", "prod"]) {
      const stack = dataStack({ stage });
      expect(stack.terminationProtection).toBe(stage === "prod");
      const template = Template.fromStack(stack);
      template.allResources("AWS::DynamoDB::GlobalTable", {
        DeletionPolicy: "Retain",
        UpdateReplacePolicy: "Retain",
      });
      template.allResources("AWS::S3::Bucket", {
        DeletionPolicy: "RetainExceptOnCreate",
        UpdateReplacePolicy: "Retain",
      });
    }
  });

  it("can be created next to resources that an earlier stack of the same name retained", () => {
    const { all } = new Resources(Template.fromStack(dataStack(MOST)));
    const retained = Object.values(all).filter(({ DeletionPolicy }) =>
      DeletionPolicy?.startsWith("Retain"),
    );
    const named = retained.flatMap(({ Type, Properties = {} }) =>
      Object.entries(Properties).flatMap(([name, value]) =>
        /Name$/.test(name) ? [[Type, value]] : [],
      ),
    );
    const creation = {
      "Fn::Select": [0, { "Fn::Split": ["-", { "Fn::Select": [2, expect.anything()] }] }],
    };
    expect(named).toEqual([
      ["AWS::Backup::BackupVault", { "Fn::Join": ["", ["VatData-prod-", creation]] }],
    ]);
    expect(retained.length).toBeGreaterThan(4);
  });
});

describe("the bucket of imports", () => {
  const CERTIFICATE = "arn:aws:acm:eu-central-1:111122223333:certificate/c";
  const originsOf = (changes: Changes): unknown => {
    const [[, bucket = {}] = []] = Object.entries(
      Template.fromStack(dataStack(changes)).findResources("AWS::S3::Bucket", {
        Properties: {
          LifecycleConfiguration: {
            Rules: Match.arrayWith([{ Id: "Uploads" }].map(Match.objectLike)),
          },
        },
      }),
    );
    const { CorsConfiguration } = bucket["Properties"] as Record<string, unknown>;
    return (CorsConfiguration as { CorsRules: unknown[] } | undefined)?.CorsRules;
  };
  const rule = (...AllowedOrigins: string[]) => ({
    AllowedOrigins,
    AllowedMethods: ["PUT"],
    AllowedHeaders: ["content-type", "x-amz-checksum-sha256"],
    MaxAge: 3600,
  });
  const domain = { name: "vat.example", certificateArn: CERTIFICATE };

  it("takes uploads from pages of the console's own address, and of those that may call the API", () => {
    expect(originsOf({})).toBeUndefined();
    expect(originsOf({ domain })).toEqual([rule("https://vat.example")]);
    const edge = {
      domain: "books.example",
      certificateArn: CERTIFICATE.replace("eu-central-1", "us-east-1"),
      secretName: "vat/edge",
      perAddress: 3000,
      perKey: 3000,
    };
    expect(originsOf({ domain, edge })).toEqual([rule("https://books.example")]);
    const allowedOrigins = ["https://vat.example", "https://shop.example"];
    expect(originsOf({ domain, allowedOrigins })).toEqual([rule(...allowedOrigins)]);
  });
});
