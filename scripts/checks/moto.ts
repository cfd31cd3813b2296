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
import { DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  CreateBucketCommand,
  HeadBucketCommand,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { STACKS } from "../../infra/stack-props.ts";
import { freePort } from "../local/free-port.ts";
import { CHANGES, failing, type Templates } from "./moto-changes.ts";
import { forMoto, type Template } from "./moto-template.ts";
import { writeTemplates } from "./templates.ts";
import { type Finding, type OutsideTool, ran, type Stage } from "./tool.ts";

const Bucket = "templates-of-this-run";
const CREDENTIALS = { accessKeyId: "outside", secretAccessKey: "outside" };

/** Creates, updates and removes the stacks like a deployment, in an emulated cloud. */
export const MOTO: OutsideTool = {
  name: "moto",
  source: "PyPI: moto[server]",
  version: async () => {
    const version = await ran("python3", ["-c", "import moto.server; print(moto.__version__)"]);
    return version?.code === 0 ? version.stdout.trim() : undefined;
  },
  run: async ({ folder, templatesOf }) => {
    const port = await freePort();
    const server = spawn("python3", ["-m", "moto.server", "-p", `${port}`], { stdio: "ignore" });
    try {
      const cloud = new Cloud(`http://127.0.0.1:${port}`);
      await cloud.begin();
      const plain = templatesIn(await templatesOf("dev"));
      for (const stage of ["dev", "prod"] as const) {
        await cloud.create(stage, templatesIn(await templatesOf(stage)));
        // This change affects all functions and their roles. (moto loses log groups whose retention changes.)
        const changed = templatesIn(writeTemplates(stage, folder, { tracing: true }));
        await cloud.update(stage, changed, "all functions trace");
      }
      for (const { name, write, edit } of CHANGES) {
        const from = write ? templatesIn(write(folder)) : plain;
        await cloud.update("dev", edit ? edit(from) : from, name);
      }
      // Both stages exist at once until here, as in an account that has two.
      for (const stage of ["dev", "prod"] as const) await cloud.remove(stage);
      await cloud.noteExports();
      // The resources that a removed stage retains do not prevent a new creation.
      await cloud.create("dev", plain);
      return cloud.findings;
    } finally {
      server.kill();
      await once(server, "exit");
    }
  },
};

const templatesIn = (folder: string): Templates =>
  new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith("template.json"))
      .map((name) => [name, JSON.parse(readFileSync(join(folder, name), "utf8")) as Template]),
  );

class Cloud {
  readonly findings: Finding[] = [];
  readonly #stacks: CloudFormationClient;
  readonly #files: S3Client;
  readonly #tables: DynamoDBClient;
  /** The templates of the stacks that exist, without what moto does not have. */
  readonly #made = new Map<string, Template>();
  #deployments = 0;

  constructor(endpoint: string) {
    const settings = { endpoint, region: "eu-central-1", credentials: CREDENTIALS, maxAttempts: 1 };
    this.#stacks = new CloudFormationClient(settings);
    this.#files = new S3Client({ ...settings, forcePathStyle: true });
    this.#tables = new DynamoDBClient(settings);
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

  /** Creates the stacks of a stage, each after a first creation that failed at its last resource. */
  async create(stage: Stage, templates: Templates): Promise<void> {
    const made = await this.#upload(stage, templates, "create");
    for (const id of STACKS) {
      const StackName = `${id}-${stage}`;
      const template = made.get(`${id}.template.json`) as Template;
      await this.#failFirst(StackName, template);
      const TemplateURL = await this.#put(`${stage}/${id}`, retaining(template));
      await this.#deployOne(
        "create",
        new CreateStackCommand(asked(StackName, TemplateURL)),
        template,
      );
    }
    await this.#noteFunctions("create", stage, made);
  }

  async update(stage: Stage, templates: Templates, how: string): Promise<void> {
    const made = await this.#upload(stage, templates, how);
    for (const id of STACKS) {
      const template = made.get(`${id}.template.json`) as Template;
      const TemplateURL = await this.#put(`${stage}/${id}`, retaining(template));
      const command = new UpdateStackCommand(asked(`${id}-${stage}`, TemplateURL));
      await this.#deployOne(how, command, template);
    }
    await this.#noteFunctions(how, stage, made);
  }

  /** Stores the templates for moto, each deployment under names of its own; an equal name would be no change. */
  async #upload(stage: Stage, templates: Templates, how: string): Promise<Templates> {
    this.#deployments += 1;
    const made = new Map<string, Template>();
    const leftOut: string[] = [];
    for (const [file, read] of templates) {
      const { template, leftOut: types } = forMoto(read, (nested) => this.#urlOf(stage, nested));
      made.set(file, template);
      leftOut.push(...types);
      await this.#put(`${stage}/${file}`, template);
    }
    console.error(
      `moto, ${stage}: ${how}; without ${leftOut.length} resources that it does not have`,
    );
    return made;
  }

  async #put(name: string, template: Template): Promise<string> {
    const Key = `${this.#deployments}/${name}`;
    await this.#files.send(new PutObjectCommand({ Bucket, Key, Body: JSON.stringify(template) }));
    return `https://${Bucket}.s3.amazonaws.com/${Key}`;
  }

  readonly #urlOf = (stage: Stage, file: string): string =>
    `https://${Bucket}.s3.amazonaws.com/${this.#deployments}/${stage}/${file}`;

  /** Fails to create a stack, and removes what it has made, as CloudFormation does by itself. */
  async #failFirst(StackName: string, template: Template): Promise<void> {
    const TemplateURL = await this.#put(`failing/${StackName}`, failing(template));
    const failed = await this.#stacks
      .send(new CreateStackCommand(asked(StackName, TemplateURL)))
      .then(
        () => false,
        () => true,
      );
    if (!failed) this.#note("fail first", StackName, "was created nevertheless");
    await this.#stacks.send(new DeleteStackCommand({ StackName }));
  }

  async #deployOne(
    how: string,
    command: CreateStackCommand | UpdateStackCommand,
    template: Template,
  ): Promise<void> {
    const StackName = command.input.StackName ?? "";
    try {
      await this.#stacks.send(command as CreateStackCommand);
      this.#made.set(StackName, template);
      const status = await this.#statusOf(StackName);
      const want = Object.keys(template.Resources).length;
      const have = (await this.#resourcesOf(StackName)).length;
      if (!/^(CREATE|UPDATE)_COMPLETE$/.test(status ?? "")) this.#note(how, StackName, `${status}`);
      else if (want !== have) this.#note(how, StackName, `has ${have} of ${want} resources`);
    } catch (error) {
      this.#note(how, StackName, String(error));
    }
  }

  async #resourcesOf(StackName: string) {
    const made = await this.#stacks.send(new ListStackResourcesCommand({ StackName }));
    return made.StackResourceSummaries ?? [];
  }

  async #statusOf(StackName: string): Promise<string | undefined> {
    const { Stacks } = await this.#stacks.send(new DescribeStacksCommand({ StackName }));
    return Stacks?.[0]?.StackStatus;
  }

  /** Compares the functions of a stage, in all its stacks, with those of its templates. */
  async #noteFunctions(how: string, stage: Stage, templates: Templates): Promise<void> {
    const { Stacks = [] } = await this.#stacks.send(new DescribeStacksCommand());
    const names = Stacks.map(({ StackName = "" }) => StackName);
    const ofStage = names.filter((name) => name.split("-")[1] === stage);
    const resources = (await Promise.all(ofStage.map((name) => this.#resourcesOf(name)))).flat();
    const made = resources.filter(({ ResourceType }) => ResourceType === "AWS::Lambda::Function");
    const has = new Set(made.map(({ PhysicalResourceId = "" }) => PhysicalResourceId));
    const differing = [
      ...has.symmetricDifference(new Set([...templates.values()].flatMap(functionsIn))),
    ];
    if (differing.length > 0) this.#note(how, stage, `functions: ${differing.join(", ")}`);
  }

  #note(rule: string, where: string, text: string): void {
    this.findings.push({ rule, where, text });
  }

  /** Removes a stage. Its table and its buckets stay. */
  async remove(stage: Stage): Promise<void> {
    for (const id of STACKS.toReversed()) {
      const StackName = `${id}-${stage}`;
      try {
        const { Resources } = this.#made.get(StackName) as Template;
        const retained = (await this.#resourcesOf(StackName)).filter(({ LogicalResourceId = "" }) =>
          Resources[LogicalResourceId]?.DeletionPolicy?.startsWith("Retain"),
        );
        await this.#stacks.send(new DeleteStackCommand({ StackName }));
        for (const { ResourceType = "", PhysicalResourceId = "" } of retained) {
          await this.#find(ResourceType, PhysicalResourceId);
        }
      } catch (error) {
        this.#note("delete", StackName, String(error));
      }
    }
  }

  /** Rejects for a table or a bucket that does not exist. */
  async #find(type: string, name: string): Promise<void> {
    if (type === "AWS::DynamoDB::Table") {
      await this.#tables.send(new DescribeTableCommand({ TableName: name }));
    }
    if (type === "AWS::S3::Bucket") await this.#files.send(new HeadBucketCommand({ Bucket: name }));
  }

  /** Notes the exports that removed stacks have left. */
  async noteExports(): Promise<void> {
    const { Exports = [] } = await this.#stacks.send(new ListExportsCommand());
    for (const { Name = "" } of Exports) this.#note("left", Name, "an export is left");
  }
}

const asked = (StackName: string, TemplateURL: string) => ({
  StackName,
  TemplateURL,
  Capabilities: ["CAPABILITY_NAMED_IAM" as const],
});

const functionsIn = ({ Resources }: Template): string[] =>
  Object.values(Resources).flatMap(({ Type, Properties = {} }) =>
    Type === "AWS::Lambda::Function" ? [String(Properties["FunctionName"])] : [],
  );

/** Returns the template with the one policy that moto knows: a created stack retains the same as in AWS. */
const retaining = (template: Template): Template =>
  JSON.parse(JSON.stringify(template).replaceAll('"RetainExceptOnCreate"', '"Retain"'));
