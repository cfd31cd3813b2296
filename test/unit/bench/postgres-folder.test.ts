import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { postgresFolder } from "../../../scripts/bench/peers/postgres.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vat-programs-"));
});
afterAll(() => rm(folder, { recursive: true }));

it("is the first folder of the PATH that has both programs", async () => {
  const path = [tmpdir(), folder].join(delimiter);
  await writeFile(join(folder, "postgres"), "");
  expect(postgresFolder(path)).not.toBe(folder);
  await writeFile(join(folder, "initdb"), "");
  expect(postgresFolder(path)).toBe(folder);
});
