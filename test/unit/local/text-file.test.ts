import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ensureSealingKey, expectDatabase } from "../../../scripts/local/data-folder.ts";
import { runCommand } from "../../../scripts/local/failure.ts";
import { createFile, replaceFile, textOf } from "../../../scripts/local/text-file.ts";
import { putWhole } from "../../../scripts/local/whole-puts.ts";
import { temporaryFolder } from "../../stack/temporary-folder.ts";

describe("a small file of the data folder", () => {
  it("is created once, and replaced as a whole, and nothing is left beside it", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "note");
    expect(await textOf(file)).toBeUndefined();
    expect(await createFile(file, "one")).toBe(true);
    expect(await createFile(file, "two")).toBe(false);
    expect(await textOf(file)).toBe("one");
    await replaceFile(file, "three");
    expect(await textOf(file)).toBe("three");
    expect(readdirSync(folder)).toEqual(["note"]);
  });

  it("that is a folder cannot be read, which is said in one line", async () => {
    const file = join(temporaryFolder(), "note");
    mkdirSync(file);
    await expect(textOf(file)).rejects.toThrow(/note cannot be read \(EISDIR\): move it away$/);
  });
});

it("a key that seals is made whole, and never made again", async () => {
  const folder = temporaryFolder();
  await ensureSealingKey(folder);
  const made = readFileSync(join(folder, "sealing.key"), "utf8");
  expect(Buffer.from(made, "base64").length).toBe(32);
  await ensureSealingKey(folder);
  expect(readFileSync(join(folder, "sealing.key"), "utf8")).toBe(made);
  expect(readdirSync(folder)).toEqual(["sealing.key"]);
});

it("a folder with a key and no database has lost its data, and a new one has not", async () => {
  const folder = temporaryFolder();
  await expectDatabase(folder);
  await ensureSealingKey(folder);
  await expect(expectDatabase(folder)).rejects.toThrow("run npm run restore");
  for (const text of ["", "x"]) {
    writeFileSync(join(folder, "dynamodb.db"), text);
    await expect(expectDatabase(folder)).rejects.toThrow("run npm run restore");
  }
  writeFileSync(join(folder, "dynamodb.db"), "SQLite");
  await expectDatabase(folder);
});

it("an object is not there before each of its files is on the disk", async () => {
  const folder = temporaryFolder();
  const store = {
    getResourcePath: (_bucket: string, key: string, name: string) => join(folder, key + name),
    putContent: async (path: string) => {
      writeFileSync(path, "content");
      return [7, "md5"] as [number, string];
    },
    // A file that is not written cannot be put on the disk either.
    putMetadata: async () => writeFileSync(join(folder, "keyobject.md5"), "md5"),
    getMetadata: async () => ({}),
    putObject: async () => ({ size: 0, md5: "" }),
  };
  putWhole(store);
  const object = { bucket: "b", key: "key", content: Buffer.from("content"), metadata: {} };
  await expect(store.putObject(...([object] as unknown as []))).rejects.toThrow("ENOENT");
  expect(readdirSync(folder)).toEqual(["keyobject.md5"]);
});

it.for<[fault: string, says: string]>([
  ["backend: database disk image is malformed", "run npm run restore"],
  ["ENOSPC: no space left on device, write", "the disk is full: make room, and start again"],
])("a command that meets “%s” says what to do, and nothing else", async ([fault, says]) => {
  const { write } = process.stderr;
  const said: string[] = [];
  process.stderr.write = ((text: string) => said.push(text)) as never;
  try {
    await runCommand(() => Promise.reject(new Error(fault)));
  } finally {
    process.stderr.write = write;
  }
  expect(process.exitCode).toBe(1);
  process.exitCode = undefined;
  expect(said).toEqual([expect.stringContaining(says)]);
});
