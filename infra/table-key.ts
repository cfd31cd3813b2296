import { Aws, RemovalPolicy } from "aws-cdk-lib";
import { TableEncryptionV2 } from "aws-cdk-lib/aws-dynamodb";
import { AnyPrincipal, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";

/** Returns the encryption of the table. A customer-managed key costs more, and CloudTrail records each use of it. */
export function tableEncryption(
  scope: Construct,
  tableKey: Settings["tableKey"],
): TableEncryptionV2 {
  if (tableKey === "aws-owned") return TableEncryptionV2.dynamoOwnedKey();
  if (tableKey === "aws-managed") return TableEncryptionV2.awsManagedKey();
  return TableEncryptionV2.customerManagedKey(customerKey(scope));
}

/** Creates the customer-managed key. It is retained with the table, which cannot be decrypted without the key. */
function customerKey(scope: Construct): Key {
  const key = new Key(scope, "TableKey", {
    description: "Encrypts the supply ledger",
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  key.addToResourcePolicy(usableThroughDynamo());
  return key;
}

/**
 * Allows every principal of the account that may use the table to use its key, through DynamoDB only. AWS applies this
 * policy to its own DynamoDB key. Functions therefore need no permission on the key itself.
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
