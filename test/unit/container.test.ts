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

it("the stages that build and start the console copy all that the console is built of: a start compares its hash", () => {
  const parts = new Set(globSync(CONSOLE_SOURCES).map((file) => file.split("/")[0] as string));
  expect(parts).toContain("tsconfig.json");
  const [build = "", , image = ""] = dockerfile.split(/^FROM /m).slice(1);
  for (const stage of [build, image]) {
    expect([...parts].filter((part) => !copiedBy(stage).includes(part))).toEqual([]);
  }
});

it("the image has the folders of the workspaces before npm installs their packages", () => {
  const stages = dockerfile.split(/^FROM /m).filter((stage) => stage.includes("RUN npm ci"));
  expect(stages).toHaveLength(2);
  const { workspaces } = JSON.parse(readFileSync("package.json", "utf8"));
  for (const stage of stages) {
    const [before = ""] = stage.split("RUN npm ci");
    for (const folder of workspaces) expect(before).toContain(`\nCOPY ${folder} ${folder}\n`);
  }
});

it("the image starts the local stack, with settings that it takes, as nobody's root", () => {
  const { port, s3Port, issuerPort, ...settings } = settingsFrom([], env);
  expect(settings).toMatchObject({ host: "0.0.0.0", dataDir: "/data" });
  expect(port).toBe(3000);
  expect(new Set([port, s3Port, issuerPort]).size).toBe(3);
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

it("the image installs what package.json says that it needs, and deletes nothing by hand", () => {
  const [build = "", packages = "", image = ""] = dockerfile.split(/^FROM /m).slice(1);
  expect(build).toContain("RUN node scripts/local/console/ensure-console.ts\n");
  expect(packages).toContain("npm ci --omit=dev --omit=optional");
  expect(dockerfile).not.toMatch(/\brm -|npm prune/);
  // The console and the engine are all that comes from the stage with the development packages.
  expect([...image.matchAll(/^COPY --from=build (\S+)/gm)].map(([, from]) => from)).toEqual([
    "/service/node_modules/@dynoxide",
    "/service/node_modules/.cache",
  ]);
});
