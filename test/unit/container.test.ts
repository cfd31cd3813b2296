import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CONSOLE_SOURCES } from "../../scripts/local/console/ensure-console.ts";
import { settingsFrom } from "../../scripts/local/settings.ts";

/* Nothing runs these files here: what they name is held against what there is. */
const dockerfile = readFileSync("Dockerfile", "utf8");
const compose = readFileSync("compose.yaml", "utf8");
const ignored = readFileSync(".dockerignore", "utf8");

const copiedBy = (text: string): string[] =>
  [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = ""]) => paths.split(" "));
const copied = copiedBy(dockerfile);
const env = Object.fromEntries(
  (/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? "").split(" ").map((pair) => pair.split("=")),
);

it("the image copies what there is, and all of that is let in", () => {
  expect(copied.length).toBeGreaterThan(5);
  expect(copied.filter((path) => !existsSync(path))).toEqual([]);
  expect(copied.filter((path) => !ignored.includes(`\n!${path}\n`))).toEqual([]);
});

it("both stages of the image copy all that the console is built of: a start compares its hash", () => {
  const parts = new Set(globSync(CONSOLE_SOURCES).map((file) => file.split("/")[0] as string));
  expect(parts).toContain("tsconfig.json");
  const stages = dockerfile.split(/^FROM /m).slice(1);
  expect(stages).toHaveLength(2);
  for (const stage of stages) {
    expect([...parts].filter((part) => !copiedBy(stage).includes(part))).toEqual([]);
  }
});

it("the image has the folders of the workspaces before npm installs their packages", () => {
  const [before = ""] = dockerfile.split("RUN npm ci");
  const { workspaces } = JSON.parse(readFileSync("package.json", "utf8"));
  for (const folder of workspaces) expect(before).toContain(`\nCOPY ${folder} ${folder}\n`);
});

it("the image starts the local stack, with settings that it takes, as nobody's root", () => {
  expect(settingsFrom([], env)).toMatchObject({ host: "0.0.0.0", port: 3000, dataDir: "/data" });
  expect(dockerfile).toContain('CMD ["node", "scripts/local/start.ts"]');
  expect(existsSync("scripts/local/start.ts")).toBe(true);
  expect(dockerfile.lastIndexOf("USER node")).toBeGreaterThan(dockerfile.lastIndexOf("RUN "));
});

it("compose publishes the ports of the image under their own numbers, for the host alone", () => {
  const published = [...compose.matchAll(/"([\d.]+):(\d+):(\d+)"/g)].map((regExpExecArray) =>
    regExpExecArray.slice(1),
  );
  expect(published).toEqual([env["PORT"], env["S3_PORT"]].map((port) => ["127.0.0.1", port, port]));
  expect(compose).toContain(`data:${env["DATA_DIR"]}\n`);
});

it("every package that the image leaves out is one for development, or not needed there", () => {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const left =
    /rm -rf ([\s\S]*?)\n\n/.exec(dockerfile)?.[1]?.match(/node_modules\/[@\w/-]+/g) ?? [];
  const below = (folder: string) =>
    Object.entries<{ dev?: boolean; optional?: boolean }>(lock.packages).filter(([path]) =>
      `${path}/`.startsWith(`${folder}/`),
    );
  expect(left.length).toBeGreaterThan(5);
  for (const folder of left.filter((one) => !one.includes(".bin"))) {
    expect(below(folder), folder).not.toEqual([]);
    expect(below(folder).filter(([, { dev, optional }]) => !dev && !optional)).toEqual([]);
  }
});
