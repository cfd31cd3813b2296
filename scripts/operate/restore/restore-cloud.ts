import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import {
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  paginateListTables,
  ResourceNotFoundException,
} from "@aws-sdk/client-dynamodb";
import { TABLE_CALLS } from "../../../shared/platform/dynamodb/client.ts";
import { Failure } from "../../local/failure.ts";
import { BackupService } from "./backup-service.ts";

/** The outputs of a stage's data stack that a restore needs. */
export type DeployedData = {
  readonly table: string;
  readonly bucket: string;
  /** The role that AWS Backup takes; undefined without `backup` in the settings. */
  readonly role: string | undefined;
};

type DescribedTable = {
  readonly arn: string;
  readonly isReady: boolean;
  /** The key of the table, if it is not the default one of DynamoDB. */
  readonly key: string | undefined;
};

/** The AWS account of a stage, as far as a rehearsal of its restore needs it. */
export class RestoreCloud {
  readonly backups: BackupService;
  readonly #formation: CloudFormationClient;
  readonly #tables: DynamoDBClient;

  constructor(region: string) {
    this.backups = new BackupService(region);
    this.#formation = new CloudFormationClient({ region });
    this.#tables = new DynamoDBClient({ ...TABLE_CALLS, region });
  }

  /** @throws Failure if the stage is not deployed */
  async deployedData(stage: string): Promise<DeployedData> {
    const StackName = `VatData-${stage}`;
    const found = await this.#formation
      .send(new DescribeStacksCommand({ StackName }))
      .catch((error: Error) => {
        throw new Failure(`the stack ${StackName} cannot be read: ${error.message}`);
      });
    const outputs = new Map(
      found.Stacks?.[0]?.Outputs?.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]),
    );
    const table = outputs.get("TableName");
    const bucket = outputs.get("BucketName");
    if (!table || !bucket) throw new Failure(`the stack ${StackName} names no table or bucket`);
    return { table, bucket, role: outputs.get("RestoreRoleArn") };
  }

  /** Describes a table; undefined if it does not exist. */
  async table(TableName: string): Promise<DescribedTable | undefined> {
    try {
      const { Table } = await this.#tables.send(new DescribeTableCommand({ TableName }));
      return {
        arn: Table?.TableArn ?? "",
        isReady: Table?.TableStatus === "ACTIVE",
        key: Table?.SSEDescription?.KMSMasterKeyArn,
      };
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  }

  /** Returns the names of the tables that begin so. */
  async tablesNamed(prefix: string): Promise<string[]> {
    const pages = await Array.fromAsync(paginateListTables({ client: this.#tables }, {}));
    const names = pages.flatMap(({ TableNames = [] }) => TableNames);
    return names.filter((name) => name.startsWith(prefix));
  }

  async deleteTable(TableName: string): Promise<void> {
    await this.#tables.send(new DeleteTableCommand({ TableName }));
  }
}
