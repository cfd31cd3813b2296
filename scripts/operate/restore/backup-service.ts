import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import aws4 from "aws4";
import * as z from "zod";
import { Failure } from "../../local/failure.ts";

const EpochSeconds = z.number().transform((seconds) => new Date(seconds * 1000));

/** A copy of the table in a backup vault. */
const RecoveryPoint = z.object({
  RecoveryPointArn: z.string(),
  CreationDate: EpochSeconds,
  Status: z.string(),
  BackupSizeBytes: z.number().default(0),
});
export type RecoveryPoint = z.output<typeof RecoveryPoint>;

const RestoreJob = z.object({
  RestoreJobId: z.string(),
  RecoveryPointArn: z.string().optional(),
  CreationDate: EpochSeconds,
  Status: z.enum(["PENDING", "RUNNING", "COMPLETED", "ABORTED", "FAILED"]),
  StatusMessage: z.string().optional(),
});
export type RestoreJob = z.output<typeof RestoreJob>;

const Page = z.object({
  RecoveryPoints: z.array(RecoveryPoint).default([]),
  RestoreJobs: z.array(RestoreJob).default([]),
  NextToken: z.string().optional(),
});
type Page = z.output<typeof Page>;

/** The input of StartRestoreJob. */
type RestoreRequest = {
  readonly point: RecoveryPoint;
  readonly role: string;
  readonly metadata: Readonly<Record<string, string>>;
};

const PATIENCE_MS = 20_000;

/**
 * Calls AWS Backup by signed HTTP requests: its client of the SDK would be a dependency for five calls of one command.
 * Takes the credentials that the SDK finds.
 */
export class BackupService {
  readonly #region: string;
  readonly #credentials: CloudFormationClient["config"]["credentials"];

  constructor(region: string) {
    this.#region = region;
    this.#credentials = new CloudFormationClient({ region }).config.credentials;
  }

  /** Returns the newest completed recovery point of a table; undefined without one. */
  async newestPoint(tableArn: string): Promise<RecoveryPoint | undefined> {
    const path = `/resources/${encodeURIComponent(tableArn)}/recovery-points/`;
    const pages = await Array.fromAsync(this.#pages(path));
    return pages
      .flatMap(({ RecoveryPoints }) => RecoveryPoints)
      .filter(({ Status }) => Status === "COMPLETED" || Status === "AVAILABLE")
      .sort((a, b) => b.CreationDate.getTime() - a.CreationDate.getTime())[0];
  }

  /** Returns the newest job that restores a recovery point into a table of that name; undefined without one. */
  async jobInto(table: string, { RecoveryPointArn }: RecoveryPoint) {
    const path = "/restore-jobs/?resourceType=DynamoDB";
    const pages = await Array.fromAsync(this.#pages(path));
    const jobs = pages
      .flatMap(({ RestoreJobs }) => RestoreJobs)
      .filter((job) => job.RecoveryPointArn === RecoveryPointArn)
      .sort((a, b) => b.CreationDate.getTime() - a.CreationDate.getTime());
    for (const job of jobs) {
      const { Metadata } = JobMetadata.parse(
        await this.#call("GET", `/restore-jobs/${job.RestoreJobId}/metadata`),
      );
      if (Metadata["targetTableName"] === table) return job;
    }
    return undefined;
  }

  /** Starts the restore of a recovery point. @returns the id of the job */
  async start({ point, role, metadata }: RestoreRequest): Promise<string> {
    const request = {
      RecoveryPointArn: point.RecoveryPointArn,
      IamRoleArn: role,
      ResourceType: "DynamoDB",
      Metadata: metadata,
    };
    return Started.parse(await this.#call("PUT", "/restore-jobs", request)).RestoreJobId;
  }

  async job(id: string): Promise<RestoreJob> {
    return RestoreJob.parse(await this.#call("GET", `/restore-jobs/${id}`));
  }

  async *#pages(path: string): AsyncGenerator<Page> {
    const mark = path.includes("?") ? "&" : "?";
    for (let token: string | undefined = ""; token !== undefined; ) {
      const rest = token ? `${mark}nextToken=${encodeURIComponent(token)}` : "";
      const page = Page.parse(await this.#call("GET", `${path}${rest}`));
      yield page;
      token = page.NextToken;
    }
  }

  async #call(method: "GET" | "PUT", path: string, input?: object): Promise<unknown> {
    const region = this.#region;
    const own = process.env["AWS_ENDPOINT_URL_BACKUP"] ?? `https://backup.${region}.amazonaws.com`;
    const url = new URL(path, own);
    const body = input === undefined ? "" : JSON.stringify(input);
    const signed = aws4.sign(
      {
        ...{ service: "backup", region, host: url.host, method, path, body },
        headers: { "Content-Type": "application/json" },
      },
      await this.#credentials(),
    );
    const headers = signed.headers as Record<string, string>;
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(url, { method, headers, signal, ...(body ? { body } : {}) });
    const text = await response.text();
    if (!response.ok)
      throw new Failure(`AWS Backup, ${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }
}

const Started = z.object({ RestoreJobId: z.string() });
const JobMetadata = z.object({ Metadata: z.record(z.string(), z.string()) });
