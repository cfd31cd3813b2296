import { createClient, type VatClient } from "../../../client/src/eu-vat-client.ts";
import type { Settings } from "../../../infra/settings.ts";
import { STACKS } from "../../../infra/stack-props.ts";
import { personId } from "../../../shared/accounts/people/person.ts";
import * as jobs from "../../../shared/api/jobs.ts";
import * as routes from "../../../shared/api/routes.ts";
import { type LocalIssuer, startIssuer } from "../../local/issuer.ts";
import { EVERY_JOB } from "../templates.ts";
import type { Finding } from "../tool.ts";
import { type Assemblies, type AssemblyChange, failingStack } from "./assembly.ts";
import { ACCOUNT, type DeployedStage, Emulator, REGION, reachStage } from "./emulator.ts";
import {
  COPIES_REGION,
  everySetting,
  rareSteps,
  routeSteps,
  scheduleSteps,
} from "./every-function.ts";
import { fileSteps, jobSteps, operatorSteps, shopSteps, verifications } from "./job-steps.ts";
import { personSteps, REDIRECT } from "./person-steps.ts";
import { lockSteps, salesSteps } from "./return-steps.ts";
import { command, type Step } from "./step.ts";

type Opened = {
  readonly folder: string;
  readonly assemblies: Assemblies;
  readonly policies: boolean;
};

/** An emulated AWS account into which stages are deployed, and what was found there. */
export class TrialCloud {
  readonly findings: Finding[] = [];
  readonly #emulator: Emulator;
  readonly #assemblies: Assemblies;
  readonly #issuer: LocalIssuer;
  readonly #signIn: Settings["signIn"];
  readonly #smokeKey: string;
  readonly #closing: AsyncDisposableStack;

  private constructor(
    emulator: Emulator,
    assemblies: Assemblies,
    issuer: LocalIssuer,
    secrets: { readonly clientSecretArn: string; readonly smokeKey: string },
    closing: AsyncDisposableStack,
  ) {
    this.#emulator = emulator;
    this.#assemblies = assemblies;
    this.#issuer = issuer;
    this.#closing = closing;
    // The issuer of this machine speaks HTTP, which the settings of a stage would refuse.
    const { clientSecretArn, smokeKey } = secrets;
    this.#signIn = { issuer: issuer.issuer, clientId: issuer.clientId, clientSecretArn };
    this.#smokeKey = smokeKey;
  }

  /** Starts the emulator and an issuer, and prepares the account for CDK. */
  static async open({ folder, assemblies, policies }: Opened, closing: AsyncDisposableStack) {
    const emulator = closing.use(await Emulator.start(folder, { policies }));
    const issuer = await startIssuer([REDIRECT]);
    closing.defer(issuer.stop);
    const secrets = {
      clientSecretArn: await emulator.storeSecret("sign-in", issuer.clientSecret),
      smokeKey: await emulator.storeSecret("smoke-test", "none yet"),
    };
    await emulator.verifyDomain(EVERY_JOB.mail.from.split("@").at(-1) ?? "");
    const cloud = new TrialCloud(emulator, assemblies, issuer, secrets, closing);
    const regions = [REGION, COPIES_REGION].map((region) => `aws://${ACCOUNT}/${region}`);
    await emulator.cdk("bootstrap", ...regions, "--app", assemblies.write("dev"));
    return cloud;
  }

  /**
   * Deploys a stage with a change.
   * @throws Error with the output of the CDK CLI
   */
  async deploy(how: string, stage: string, change: AssemblyChange = {}): Promise<DeployedStage> {
    const begun = Date.now();
    const settings = { signIn: this.#signIn, connections: true, ...change.settings };
    const assembly = this.#assemblies.write(stage, { ...change, settings });
    await this.#emulator.cdk("deploy", "--all", "--app", assembly, "--require-approval", "never");
    const seconds = Math.round((Date.now() - begun) / 1000);
    console.error(`  ${stage}: ${how}, ${seconds} s`);
    return reachStage(this.#emulator, stage, this.#closing);
  }

  /** Returns the settings of a stage that has a function for every job and every optional part. */
  everySetting = (): Partial<Settings> => ({
    ...EVERY_JOB,
    ...everySetting(this.#smokeKey),
    operators: [personId({ issuer: this.#issuer.issuer, subject: "Olga Tamm" })],
  });

  /** Fails to create each stack of a stage once, as the first deployment of a stage may. */
  async failFirst(stage: string, change: AssemblyChange = {}): Promise<void> {
    for (const id of STACKS)
      await this.expectRollback(stage, { ...change, edit: failingStack(id) });
  }

  /** Deploys what cannot be created, which must be told and undone. */
  async expectRollback(stage: string, change: AssemblyChange): Promise<void> {
    const how = "a resource that cannot be created";
    const outcome = await this.deploy(how, stage, change).then(
      () => "deployed",
      () => "rolled back",
    );
    console.error(`  ${stage}: ${how}: ${outcome}`);
    if (outcome === "deployed") this.note("rollback", stage, how);
  }

  /** Removes a stage. Its table and its buckets stay, and nothing else refers to it. */
  async remove(stage: DeployedStage, account: string, change: AssemblyChange): Promise<void> {
    const assembly = this.#assemblies.write(stage.name, change);
    await this.#emulator.cdk("destroy", "--all", "--force", "--app", assembly);
    const left = (await this.#emulator.outputs()).filter(({ stack }) =>
      stack.endsWith(`-${stage.name}`),
    );
    for (const { stack, key } of left) this.note("left", stack, key);
    const text = await command(stage, ["verify-tallies", "--account", account]);
    if (!text.endsWith("0 differences")) this.note("removed", stage.name, text);
    console.error(`  ${stage.name}: removed; its table: ${text.split("\n").at(-1)}`);
  }

  /**
   * Uses a deployed stage in all its parts: routes, queues, schedules, the table's stream, presigned uploads, the drop
   * folder, keys and secrets, persons, and the four verifications.
   */
  async flow(stage: DeployedStage, account: string): Promise<VatClient> {
    await command(stage, ["seed-ecb"]);
    const key = await command(stage, ["issue-key", "--account", account, "--scope", "full"]);
    const client = createClient({ baseUrl: stage.url, apiKey: key, maxRetries: 0 });
    await this.take([
      ...salesSteps(client),
      ...lockSteps(client),
      ...fileSteps(stage, client, { account, key }),
      ...jobSteps(stage, client),
      ...shopSteps(stage, client),
      ...personSteps(stage, this.#issuer.issuer),
      ...operatorSteps(stage, account),
      ...verifications(stage, account),
    ]);
    await this.smoke(stage);
    return client;
  }

  /** Calls every route of a stage, and every function of its jobs. */
  async everyFunction(stage: DeployedStage, client: VatClient): Promise<void> {
    await this.take([
      ...routeSteps(stage, this.#emulator, this.#issuer),
      ...rareSteps(stage, this.#emulator, client),
      ...scheduleSteps(stage, this.#emulator),
    ]);
  }

  /** Runs the smoke test of a deployment with the key of a sandbox. */
  async smoke(stage: DeployedStage): Promise<void> {
    await this.take([
      [
        "smoke",
        "10 of 10",
        async () => {
          const named = ["--account", "smoke", "--scope", "full", "--mode", "test"];
          const KEY = await command(stage, ["issue-key", ...named]);
          const text = await command(stage, ["smoke", "--url", stage.url], { KEY });
          return `${text.match(/^ok/gm)?.length} of 10`;
        },
      ],
    ]);
  }

  async take(steps: readonly Step[]): Promise<void> {
    for (const [what, figure, seen] of steps) {
      const text = await seen().then(String, (error: unknown) => `failed: ${String(error)}`);
      console.error(`  ${text === figure ? "ok   " : "wrong"} ${what}: ${text}`);
      if (text !== figure) this.note("flow", what, `${text}, not ${figure}`);
    }
  }

  note(rule: string, where: string, text: string): void {
    this.findings.push({ rule, where, text });
  }

  /** Prints how many functions did something that their policies allow; each that asks AWS for something must have. */
  printHeld(): void {
    const sessions = this.#emulator.log().match(/^HELD .*\/Vat.*-\w+$/gm) ?? [];
    const held = new Set(sessions.map(rowOf));
    const asking = [...new Set(this.#assemblies.asking().map(rowOf))].sort();
    const kinds = Map.groupBy(asking, (name) =>
      name in routes ? "routes" : name in jobs ? "jobs" : "others",
    );
    for (const [kind, names] of kinds) {
      const are = names.filter((name) => held.has(name));
      console.error(`  policies of ${kind} that held: ${are.length} of ${names.length}`);
    }
    for (const name of asking) if (!held.has(name)) this.note("not held", name, "never called");
  }

  /** Returns the calls that policies have denied so far. */
  denials = (): readonly string[] => this.#emulator.log().match(/^DENIED .*/gm) ?? [];
}

/** Returns the row of a function's name, which is its last part. */
const rowOf = (name: string): string => name.slice(name.lastIndexOf("-") + 1);
