import { Aws, RemovalPolicy } from "aws-cdk-lib";
import { TableEncryptionV2 } from "aws-cdk-lib/aws-dynamodb";
import { AnyPrincipal, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";

/** What the table is encrypted with. A key of one's own costs more, and shows each use in CloudTrail. */
export function tableEncryption(
  scope: Construct,
  tableKey: Settings["tableKey"],
): TableEncryptionV2 {
  if (tableKey === "aws-owned") return TableEncryptionV2.dynamoOwnedKey();
  if (tableKey === "aws-managed") return TableEncryptionV2.awsManagedKey();
  return TableEncryptionV2.customerManagedKey(customerKey(scope));
}

/** Kept with the table: without it nobody reads the records again. */
function customerKey(scope: Construct): Key {
  const key = new Key(scope, "TableKey", {
    description: "Encrypts the supply ledger",
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.RETAIN,
  });
  key.addToResourcePolicy(usableThroughDynamo());
  return key;
}

/**
 * Whoever may use the table may use its key, through DynamoDB alone: the policy that AWS gives its own
 * key for DynamoDB. So the functions need no permission on the key itself.
 */
const usableThroughDynamo = (): PolicyStatement =>
  new PolicyStatement({
    sid: "ThroughDynamoDb",
    principals: [new AnyPrincipal()],
    actions: [
      "kms:CreateGrant",
      "kms:Decrypt",
      "kms:DescribeKey",
      "kms:Encrypt",
      "kms:GenerateDataKey",
      "kms:GenerateDataKeyWithoutPlaintext",
      "kms:ReEncryptFrom",
      "kms:ReEncryptTo",
    ],
    resources: ["*"],
    conditions: {
      StringEquals: {
        "kms:CallerAccount": Aws.ACCOUNT_ID,
        "kms:ViaService": `dynamodb.${Aws.REGION}.amazonaws.com`,
      },
    },
  });
