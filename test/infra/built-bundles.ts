import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { BUNDLES } from "../../scripts/local/data-folder.ts";
import { preparedFolder } from "../stack/prepared-folder.ts";
import { NO_DEADLINES, runCommand, runStack, type StackProcess } from "../stack/run-stack.ts";

/** A stack that `npm start -- --bundled` started, with the key of an account. */
class BundledStack {
  readonly dataDir = preparedFolder();
  url = "";
  key = "";
  #stack: StackProcess | undefined;

  async start(): Promise<void> {
    const flags = ["--bundled", "--no-demo"];
    const settings = { MONITOR_EVERY_SECONDS: "0", NODE_OPTIONS: NO_DEADLINES };
    this.#stack = runStack(this.dataDir, flags, settings);
    this.url = (await this.#stack.ready).url;
    const { stdout } = await runCommand(
      "scripts/operate/issue-key.ts",
      ["--account", "shop", "--scope", "full"],
      this.dataDir,
    );
    this.key = stdout.trimEnd();
  }

  async stop(): Promise<void> {
    await this.#stack?.end("SIGKILL");
  }

  /** The folder with a folder for each handler. */
  get bundles(): string {
    return join(this.dataDir, BUNDLES);
  }
}

export const bundled = new BundledStack();

// Here, because the hooks of the files that import this come after it.
beforeAll(() => bundled.start());
afterAll(() => bundled.stop());
