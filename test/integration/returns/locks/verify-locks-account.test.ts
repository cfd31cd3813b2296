import { describe, expect, inject, it, test } from "vitest";
import { newAccount } from "../../../stack/api.ts";
import { runCommand } from "../../../stack/run-stack.ts";
import { eachNth } from "../../../stack/soak.ts";
import { temporaryFolder } from "../../../stack/temporary-folder.ts";

const folder = temporaryFolder();
const SCRIPT = "scripts/operate/verify-locks.ts";

describe("npm run verify-locks", () => {
  it("works on a data folder that nothing runs on", async () => {
    const issued = ["--account", "newcomer", "--scope", "full"];
    await runCommand("scripts/operate/issue-key.ts", issued, folder);
    expect(await runCommand(SCRIPT, ["--account", "newcomer"], folder)).toEqual({
      code: 0,
      stdout: "0 locked quarters with 0 files, 0 files of records, 0 mismatches\n",
      stderr: "",
    });
  });

  test.for(
    eachNth(4, [
      { flags: ["--acount", "demo"] },
      { flags: [] },
      { flags: ["--account"] },
      { flags: ["demo"] },
    ]),
  )("exits 2 for $flags", async ({ flags }) => {
    const { code, stderr } = await runCommand(SCRIPT, flags, folder);
    expect([code, stderr.startsWith("usage: ")]).toEqual([2, true]);
  });
});

it.for(eachNth(2, ["verify-locks", "verify-tallies", "recount"] as const))(
  "%s exits 2 for an account that there is not, and finds nothing in order",
  async (command) => {
    const { account } = await newAccount("known");
    const script = `scripts/operate/${command}.ts` as const;
    const flags = ["--account", `${account}-typo`];
    expect(await runCommand(script, flags, folder, inject("stack").env)).toEqual({
      code: 2,
      stdout: "",
      stderr: `there is no account ${account}-typo\n`,
    });
  },
);
