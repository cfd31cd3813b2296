import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import {
  CloudFormationClient,
  CreateStackCommand,
  DeleteStackCommand,
  DescribeStacksCommand,
  ListExportsCommand,
  ListStackResourcesCommand,
  UpdateStackCommand,
} from "@aws-sdk/client-cloudformation";
import { CreateBucketCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { freePort } from "../local/free-port.ts";
import { forMoto, type Template } from "./moto-template.ts";
import { STACKS, writeTemplates } from "./templates.ts";
import { type Finding, type OutsideTool, ran, type Stage } from "./tool.ts";

const Bucket = "templates-of-this-run";
const CREDENTIALS = { accessKeyId: "outside", secretAccessKey: "outside" };

/** Creates, updates and removes the stacks like a deployment, in an emulated cloud. */
export const MOTO: OutsideTool = {
  name: "moto",
  source: "PyPI: moto[server]",
  version: async () => {
    const told = await ran("python3", ["-c", "import moto.server; print(moto.__version__)"]);
    return told?.code === 0 ? told.stdout.trim() : undefined;
  },
  run: async ({ folder, templatesOf }) => {
    const port = await freePort();
    const server = spawn("python3", ["-m", "moto.server", "-p", `${port}`], { stdio: "ignore" });
    try {
      const cloud = new Cloud(`http://127.0.0.1:${port}`);
      await cloud.begin();
      for (const stage of ["dev", "prod"] as const) {
        await cloud.deploy(stage, await templatesOf(stage), "create");
        // This change affects all functions and their roles. (moto loses log groups whose retention changes.)
        const changed = writeTemplates(stage, folder, { tracing: true });
        await cloud.deploy(stage, changed, "update");
      }
      // Both stages exist at once until here, as in an account that has two.
      for (const stage of ["dev", "prod"] as const) await cloud.remove(stage);
      return [...cloud.findings, ...(await cloud.leftovers())];
    } finally {
      server.kill();
      await once(server, "exit");
    }
  },
};

class Cloud {
  readonly findings: Finding[] = [];
  readonly #stacks: CloudFormationClient;
  readonly #files: S3Client;

  constructor(endpoint: string) {
    const settings = { endpoint, region: "eu-central-1", credentials: CREDENTIALS, maxAttempts: 1 };
    this.#stacks = new CloudFormationClient(settings);
    this.#files = new S3Client({ ...settings, forcePathStyle: true });
  }

  /** Waits until the server responds. */
  async begin(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#files.send(
          new CreateBucketCommand({
            Bucket,
            CreateBucketConfiguration: { LocationConstraint: "eu-central-1" },
          }),
        );
        return;
      } catch (error) {
        if (attempt === 60) throw error;
        await wait(500);
      }
    }
  }

  async deploy(stage: Stage, folder: string, how: "create" | "update"): Promise<void> {
    const made = new Map<string, Template>();
    const leftOut: string[] = [];
    for (const file of readdirSync(folder).filter((name) => name.endsWith("template.json"))) {
      const read = JSON.parse(readFileSync(join(folder, file), "utf8")) as Template;
      const { template, leftOut: types } = forMoto(read, (nested) => this.#urlOf(stage, nested));
      made.set(file, template);
      leftOut.push(...types);
      const Body = JSON.stringify(template);
      await this.#files.send(new PutObjectCommand({ Bucket, Key: `${stage}/${file}`, Body }));
    }
    const counts = Map.groupBy(leftOut, (type) => type);
    const named = [...counts].map(([type, all]) => `${all.length} ${type}`).sort();
    console.error(`moto, ${how} ${stage}; it has no ${named.join(", ")}`);
    for (const id of STACKS) {
      const template = made.get(`${id}.template.json`) as Template;
      await this.#deployOne(
        `${id}-${stage}`,
        this.#urlOf(stage, `${id}.template.json`),
        how,
        template,
      );
    }
  }

  readonly #urlOf = (stage: Stage, file: string): string =>
    `https://${Bucket}.s3.amazonaws.com/${stage}/${file}`;

  async #deployOne(
    StackName: string,
    TemplateURL: string,
    how: "create" | "update",
    { Resources }: Template,
  ): Promise<void> {
    const asked = { StackName, TemplateURL, Capabilities: ["CAPABILITY_NAMED_IAM" as const] };
    try {
      const command =
        how === "create" ? new CreateStackCommand(asked) : new UpdateStackCommand(asked);
      await this.#stacks.send(command as CreateStackCommand);
      const status = await this.#statusOf(StackName);
      const made = await this.#stacks.send(new ListStackResourcesCommand({ StackName }));
      const [want, have] = [
        Object.keys(Resources).length,
        made.StackResourceSummaries?.length ?? 0,
      ];
      if (!/^(CREATE|UPDATE)_COMPLETE$/.test(status ?? "")) this.#note(how, StackName, `${status}`);
      else if (want !== have) this.#note(how, StackName, `has ${have} of ${want} resources`);
    } catch (error) {
      this.#note(how, StackName, String(error));
    }
  }

  async #statusOf(StackName: string): Promise<string | undefined> {
    const { Stacks } = await this.#stacks.send(new DescribeStacksCommand({ StackName }));
    return Stacks?.[0]?.StackStatus;
  }

  #note(rule: string, where: string, text: string): void {
    this.findings.push({ rule, where, text });
  }

  async remove(stage: Stage): Promise<void> {
    for (const id of STACKS.toReversed()) {
      const StackName = `${id}-${stage}`;
      try {
        await this.#stacks.send(new DeleteStackCommand({ StackName }));
      } catch (error) {
        this.#note("delete", StackName, String(error));
      }
    }
  }

  /** Returns the exports that a removed stack has left. */
  async leftovers(): Promise<Finding[]> {
    const { Exports = [] } = await this.#stacks.send(new ListExportsCommand());
    return Exports.map(({ Name = "" }) => ({
      rule: "left",
      where: Name,
      text: "an export is left",
    }));
  }
}
