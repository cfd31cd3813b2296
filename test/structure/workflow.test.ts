import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };

/* The hosted workflow runs nowhere here: what it names is compared with what there is. */
const workflow = readFileSync(".github/workflows/ci.yml", "utf8");
const found = (form: RegExp) => [...workflow.matchAll(form)].map(([, one = ""]) => one);

it("the workflow runs scripts that there are, and all tests in two shards by .ci/run", () => {
  const scripts = found(/npm run (?:--silent )?([\w-]+)/g);
  expect(scripts).toEqual(expect.arrayContaining(["outside", "soak"]));
  expect(scripts.filter((name) => !(name in packageJson.scripts))).toEqual([]);
  const shards = /matrix:\s+shard: \[([\d, ]+)\]/.exec(workflow)?.[1]?.split(", ");
  expect(workflow).toContain(`.ci/run --shard=\${{ matrix.shard }}/${shards?.length}`);
});

it("the workflow names checks by others as they are called", () => {
  const tools = found(/--only\s+"?([\w, -]+?)"?$/gm).flatMap((names) => names.split(","));
  const sources = globSync("scripts/checks/**/*.ts").map((file) => readFileSync(file, "utf8"));
  expect(tools).toContain("cdk-nag");
  expect(tools.filter((name) => !sources.some((text) => text.includes(`"${name}"`)))).toEqual([]);
});

it("the workflow may only read, pins its actions, and names no other host", () => {
  expect(workflow).toMatch(/^permissions:\n {2}contents: read\n/m);
  expect(found(/permissions:\n((?: {2,}.*\n)+)/g)).toEqual(["  contents: read\n"]);
  const actions = found(/uses: (\S+)/g);
  expect(actions.filter((action) => !/@(?:v\d+|[0-9a-f]{40})$/.test(action))).toEqual([]);
  expect(workflow).not.toMatch(/https?:|registry|secrets\./);
});

it("the first shard alone has the checks and the synthesis", () => {
  const script = readFileSync(".ci/run", "utf8");
  const [choice = ""] = /^case[\s\S]*?^esac$/m.exec(script) ?? [];
  const isFirst = (...args: string[]) =>
    execFileSync("bash", ["-c", `${choice}\necho $first`, "run", ...args], { encoding: "utf8" });
  expect([isFirst(), isFirst("--shard=1/2"), isFirst("--shard=2/2")]).toEqual([
    ...["true\n", "true\n", "false\n"],
  ]);
  expect(script.match(/^if \$first; then npm run \w+; fi$/gm)).toHaveLength(2);
});
