import { expect, it } from "vitest";
import { preparedFolder } from "../../../../stack/prepared-folder.ts";
import { runCommand } from "../../../../stack/run-stack.ts";

/* The commands on local data while nothing runs. What the monitor tells is in notifications.test.ts. */
const dataDir = preparedFolder();
const monitor = (flags: readonly string[] = [], more = {}) =>
  runCommand("scripts/operate/monitor.ts", flags, dataDir, more);

it("npm run monitor looks at every account", async () => {
  expect(await monitor()).toEqual({
    code: 0,
    stdout: "0 accounts checked, 0 failed\n",
    stderr: "",
  });
});

it("npm run monitor needs a bus when the table is deployed, and takes no arguments", async () => {
  const deployed = await monitor([], { TABLE_NAME: "deployed" });
  expect(deployed).toMatchObject({ code: 1, stderr: expect.stringMatching("set EVENT_BUS_NAME") });
  expect(await monitor(["--help"])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^usage: npm run monitor/),
  });
});

it("npm run refresh-ecb stores rates and says what is missing or wrong", async () => {
  const offline = { ECB_BASE_URL: "http://127.0.0.1:1" };
  const { code, stdout, stderr } = await runCommand(
    "scripts/operate/refresh-ecb.ts",
    [],
    dataDir,
    offline,
  );
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^eurofxref-daily\.xml: .*\neurofxref-hist-90d\.xml: .*\n$/),
  });
  expect(stdout).toMatch(/^stored 0 days, corrected 0 rates\n/);
});
