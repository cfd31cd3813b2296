import { execFile } from "node:child_process";
import { describe, expect, it } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };

const ENTRY = "scripts/local/npm-start.mjs";

type Ended = { readonly code: number; readonly stderr: string };

/** Starts the entry under a Node that says it has this version. A wrong flag ends it before anything listens. */
const startUnder = (version: string): Promise<Ended> => {
  const versions = `{...process.versions,node:${JSON.stringify(version)}}`;
  const claim = `Object.defineProperty(process,"versions",{value:${versions}})`;
  const args = ["--import", `data:text/javascript,${claim}`, ENTRY, "--wrong"];
  return new Promise((resolve) => {
    execFile(process.execPath, args, (error, _, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stderr }),
    );
  });
};

describe("npm start", () => {
  it("begins with the check of the version", () => {
    expect(packageJson.scripts.start).toBe(`node ${ENTRY}`);
  });

  it.for(["14.21.3", "20.20.2", "22.23.0", "23.11.1"])("refuses Node %s", async (version) => {
    const { code, stderr } = await startUnder(version);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^npm start needs Node 24 or newer, and this is Node [\d.]+: .+\n$/);
    expect(stderr).toContain(`this is Node ${version}`);
  });

  it.for(["24.0.0", "26.1.0"])("reads its flags under Node %s", async (version) => {
    expect(await startUnder(version)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^npm start knows --fresh/),
    });
  });
});
