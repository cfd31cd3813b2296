import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { lifeOf } from "../../../scripts/local/process-life.ts";
import { holderOf, holdFolder, leaveFolder } from "../../../scripts/local/stack-file.ts";
import { temporaryFolder } from "../../stack/temporary-folder.ts";

it.for<[what: string, text: string]>([
  ["empty, as after a power cut", ""],
  ["cut", '{"pid": 4'],
  ["of something else", "[1, 2]"],
  ["of a process that is gone", '{"pid": 4194304, "life": "no such life"}'],
])("a folder whose stack.json is %s can be taken", async ([, text]) => {
  const folder = temporaryFolder();
  const file = join(folder, "stack.json");
  writeFileSync(file, text);
  expect(await holderOf(folder)).toBeUndefined();
  expect(await holdFolder(folder)).toBeUndefined();
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ pid: process.pid });
  await leaveFolder(folder);
});

it("a folder of a living process is held, also if a newer version wrote its file", async () => {
  const folder = temporaryFolder();
  const { pid } = process;
  writeFileSync(
    join(folder, "stack.json"),
    JSON.stringify({ pid, life: lifeOf(pid), of_a_newer_version: true }),
  );
  expect(await holdFolder(folder)).toBe(pid);
  expect(await holderOf(folder)).toEqual({ pid, stack: undefined });
});
