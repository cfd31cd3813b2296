import { text } from "node:stream/consumers";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { ensureTable } from "../../scripts/local/table.ts";
import { dynamo } from "../../shared/platform/dynamodb/client.ts";
import { type LoopbackServer, startServer } from "./loopback-server.ts";

/** A restore job of AWS Backup. */
type Job = {
  readonly RestoreJobId: string;
  readonly RecoveryPointArn: string;
  readonly CreationDate: number;
  readonly metadata: { readonly targetTableName: string };
  Status: string;
  StatusMessage?: string;
};

/** The state of AWS Backup and CloudFormation. Tests change it. */
export type BackupState = {
  outputs: Readonly<Record<string, string>>;
  points: { RecoveryPointArn: string; CreationDate: number; Status: string }[];
  /** The items that a restore brings back. */
  items: readonly Record<string, unknown>[];
  /** The end of a restore; undefined while it goes on. */
  end: "COMPLETED" | "FAILED" | undefined;
  readonly jobs: Job[];
  readonly started: string[];
};

/**
 * Serves the answers of AWS Backup and of CloudFormation that a restore needs, in their form. A restore makes the table
 * in the engine of the tests. No emulator at hand has restore jobs.
 */
export function startBackupServer(state: BackupState): Promise<LoopbackServer> {
  return startServer(async (request, response) => {
    const body = await text(request);
    const answer =
      request.method === "POST"
        ? stackXml(state.outputs)
        : JSON.stringify(await backupAnswer(state, request.method ?? "", request.url ?? "", body));
    response.end(answer);
  });
}

async function backupAnswer(state: BackupState, method: string, url: string, body: string) {
  if (url.startsWith("/resources/")) return { RecoveryPoints: state.points };
  const [, , id, part] = url.split("?")[0]?.split("/") ?? [];
  if (method === "PUT") return startJob(state, JSON.parse(body));
  if (!id) return { RestoreJobs: state.jobs };
  const job = state.jobs.find(({ RestoreJobId }) => RestoreJobId === id) as Job;
  if (part === "metadata") return { Metadata: job.metadata };
  if (job.Status === "RUNNING" && state.end) await endJob(state, job);
  return job;
}

type Started = { readonly RecoveryPointArn: string; readonly Metadata: Job["metadata"] };

async function startJob(state: BackupState, { RecoveryPointArn, Metadata }: Started) {
  const RestoreJobId = `job-${state.jobs.length}`;
  state.started.push(Metadata.targetTableName);
  const CreationDate = Date.now() / 1000;
  const job = { RestoreJobId, RecoveryPointArn, CreationDate, metadata: Metadata };
  await newTable(Metadata.targetTableName);
  state.jobs.push({ ...job, Status: "RUNNING" });
  return { RestoreJobId };
}

/** Makes a table as a restore does before it has its items. */
export const newTable = (name: string): Promise<void> =>
  ensureTable(name, process.env["DYNAMODB_ENDPOINT"] as string);

async function endJob({ items, end }: BackupState, job: Job): Promise<void> {
  const restored = end === "COMPLETED" ? items : items.slice(0, 1);
  for (let at = 0; at < restored.length; at += 25) {
    const requests = restored.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
    await dynamo.send(
      new BatchWriteCommand({ RequestItems: { [job.metadata.targetTableName]: requests } }),
    );
  }
  job.Status = end as string;
  if (end === "FAILED") job.StatusMessage = "the role may not restore";
}

const stackXml = (outputs: Readonly<Record<string, string>>): string => {
  const members = Object.entries(outputs).map(
    ([key, value]) =>
      `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  return `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member><StackName>VatData-trial</StackName><CreationTime>2026-01-01T00:00:00Z</CreationTime><StackStatus>CREATE_COMPLETE</StackStatus><Outputs>${members.join("")}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
};
