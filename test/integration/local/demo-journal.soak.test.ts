import { afterAll, beforeAll, expect, it } from "vitest";
import { preparedFolder } from "../../stack/prepared-folder.ts";
import { runCommand, runStack, type StackProcess } from "../../stack/run-stack.ts";

const dataDir = preparedFolder();
let stack: StackProcess;

beforeAll(async () => {
  stack = runStack(dataDir, ["--journal"]);
  await stack.complete;
});
afterAll(() => stack.end("SIGKILL"));

it("npm start -- --journal writes every change of the demo account, by keys that were issued", async () => {
  const verify = ["scripts/operate/verify-journal.ts", ["--account", "demo"], dataDir] as const;
  const { code, stdout, stderr } = await runCommand(...verify);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(" 0 differences");
});
