import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import {
  CloudFormationClient,
  DescribeStackResourcesCommand,
  DescribeStacksCommand,
} from "@aws-sdk/client-cloudformation";
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { CreateEmailIdentityCommand, SESv2Client } from "@aws-sdk/client-sesv2";
import { freePort } from "../../local/free-port.ts";
import { ran } from "../tool.ts";

export const ACCOUNT = "111122223333";
export const REGION = "eu-central-1";

/** The Python that has ministack. */
export const PYTHON = process.env["MINISTACK_PYTHON"] || "python3";

const READY_MS = 500;
const READY_TRIES = 120;

/** Letters of an output that an error tells. */
const TOLD = 2_000;

/** Credentials of the emulated root user, whose calls no policy restricts. */
export const CREDENTIALS = { accessKeyId: "test", secretAccessKey: "test" };

type Output = { readonly stack: string; readonly key: string; readonly value: string };

/** An emulated AWS account on a port of its own. */
export class Emulator implements AsyncDisposable {
  readonly endpoint: string;
  /** The environment in which CDK and the commands of this project work on the emulator. */
  readonly environment: Readonly<Record<string, string>>;
  readonly #process: ChildProcess;
  readonly #log: string;
  readonly #settings: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: typeof CREDENTIALS;
  };
  readonly #secrets: SecretsManagerClient;
  readonly #stacks: CloudFormationClient;

  private constructor(child: ChildProcess, port: number, log: string) {
    this.#process = child;
    this.#log = log;
    this.endpoint = `http://127.0.0.1:${port}`;
    this.#settings = { endpoint: this.endpoint, region: REGION, credentials: CREDENTIALS };
    this.#secrets = new SecretsManagerClient(this.#settings);
    this.#stacks = new CloudFormationClient(this.#settings);
    this.environment = {
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
      AWS_ENDPOINT_URL: this.endpoint,
      AWS_ENDPOINT_URL_S3: this.endpoint,
      AWS_REGION: REGION,
      AWS_DEFAULT_REGION: REGION,
    };
  }

  /** Starts an emulator with its files in `folder`. With `policies`, each call is evaluated by the policies of its role. */
  static async start(folder: string, { policies }: { policies: boolean }): Promise<Emulator> {
    const port = await freePort();
    const log = join(folder, `ministack-${port}.log`);
    const out = openSync(log, "w");
    const child = spawn(PYTHON, [resolve("scripts/checks/ministack/adapter.py")], {
      cwd: folder,
      stdio: ["ignore", out, out],
      env: {
        ...process.env,
        // Functions run by the Node of this process.
        PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
        HOME: folder,
        TMPDIR: folder,
        MINISTACK_ACCOUNT_ID: ACCOUNT,
        MINISTACK_REGION: REGION,
        BIND_HOST: "127.0.0.1",
        GATEWAY_PORT: `${port}`,
        AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
        AUTH: `${policies}`,
        IOT_MTLS_ENABLED: "0",
      },
    });
    const emulator = new Emulator(child, port, log);
    await emulator.#ready();
    return emulator;
  }

  async #ready(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await fetch(`${this.endpoint}/_ministack/health`);
        return;
      } catch (error) {
        if (attempt === READY_TRIES || this.#process.exitCode !== null) {
          throw new Error(this.log(), { cause: error });
        }
        await wait(READY_MS);
      }
    }
  }

  /** Returns what the emulator and the functions have written. */
  log = (): string => readFileSync(this.#log, "utf8");

  /**
   * Runs the CDK CLI of this project.
   * @throws Error with the end of its output
   */
  async cdk(...args: readonly string[]): Promise<void> {
    const cli = resolve("node_modules/aws-cdk/bin/cdk");
    const done = await ran(process.execPath, [cli, ...args, "--no-notices"], {
      env: this.environment,
    });
    if (done?.code !== 0) throw new Error(`cdk ${args[0]}: ${done?.stderr.slice(-TOLD)}`);
  }

  /** Returns the id of the API of a stage: with a domain of its own no output has it. */
  async apiOf(stage: string): Promise<string> {
    const asked = new DescribeStackResourcesCommand({ StackName: `VatApi-${stage}` });
    const { StackResources = [] } = await this.#stacks.send(asked);
    const api = StackResources.find(
      ({ ResourceType }) => ResourceType === "AWS::ApiGatewayV2::Api",
    );
    return String(api?.PhysicalResourceId);
  }

  /** Returns the outputs of all stacks. */
  async outputs(): Promise<readonly Output[]> {
    const { Stacks = [] } = await this.#stacks.send(new DescribeStacksCommand());
    return Stacks.flatMap(({ StackName = "", Outputs = [] }) =>
      Outputs.map(({ OutputKey = "", OutputValue = "" }) => ({
        stack: StackName,
        key: OutputKey,
        value: OutputValue,
      })),
    );
  }

  /** Stores a secret, and returns its ARN. */
  async storeSecret(Name: string, SecretString: string): Promise<string> {
    const { ARN = "" } = await this.#secrets.send(new CreateSecretCommand({ Name, SecretString }));
    return ARN;
  }

  async replaceSecret(SecretId: string, SecretString: string): Promise<void> {
    await this.#secrets.send(new PutSecretValueCommand({ SecretId, SecretString }));
  }

  /** Lets SES send from a domain. */
  async verifyDomain(EmailIdentity: string): Promise<void> {
    const mails = new SESv2Client(this.#settings);
    await mails.send(new CreateEmailIdentityCommand({ EmailIdentity }));
  }

  async secret(SecretId: string): Promise<string> {
    const found = await this.#secrets.send(new GetSecretValueCommand({ SecretId }));
    return String(found.SecretString);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null) return;
    this.#process.kill();
    await once(this.#process, "exit");
  }
}

/** A stage on the emulator, as its users and its operator reach it. */
export type DeployedStage = {
  readonly name: string;
  /** The address of the API. */
  readonly url: string;
  /** The environment in which the commands of docs/operations.md work on the stage. */
  readonly environment: Readonly<Record<string, string>>;
};

/** Returns a deployed stage. Its API gets an address of its own, because the emulator takes `/ready` for itself. */
export async function reachStage(
  emulator: Emulator,
  name: string,
  closing: AsyncDisposableStack,
): Promise<DeployedStage> {
  const outputs = await emulator.outputs();
  const of = (stack: string, key: string): string => {
    const found = outputs.find((one) => one.stack === `${stack}-${name}` && one.key === key);
    if (!found) throw new Error(`${stack}-${name} has no output ${key}`);
    return found.value;
  };
  const api = await emulator.apiOf(name);
  return {
    name,
    url: await proxyOf(`${emulator.endpoint}/_aws/execute-api/${api}/$default`, closing),
    environment: {
      ...emulator.environment,
      TABLE_NAME: of("VatData", "TableName"),
      BUCKET_NAME: of("VatData", "BucketName"),
      IMPORT_BUCKET_NAME: of("VatData", "ImportBucketName"),
      JOURNAL_BUCKET_NAME: of("VatJournal", "BucketName"),
      EVENT_BUS_NAME: of("VatSchedule", "EventBusName"),
      KEY_PROOF_SECRETS: await emulator.secret(of("VatData", "KeyProofsArn")),
    },
  };
}

async function proxyOf(target: string, closing: AsyncDisposableStack): Promise<string> {
  const server = createServer((asked, answer) => {
    const { method, headers } = asked;
    const passed = request(`${target}${asked.url}`, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    asked.pipe(passed);
  });
  const port = await freePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  closing.defer(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return `http://127.0.0.1:${port}`;
}
