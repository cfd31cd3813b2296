import { globSync, readFileSync, statSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { CONSOLE_SOURCES, ensureConsole } from "../../../scripts/local/console/ensure-console.ts";
import { CONSOLE_FOLDER } from "../../../scripts/local/console/places.ts";
import * as routes from "../../../shared/api/routes.ts";
import { importsOf } from "../../structure/imports.ts";

const KB = 1000;
let files: { readonly name: string; readonly bytes: Buffer }[] = [];

beforeAll(async () => {
  await ensureConsole();
  files = globSync("*", { cwd: CONSOLE_FOLDER }).map((name) => ({
    name,
    bytes: readFileSync(`${CONSOLE_FOLDER}/${name}`),
  }));
});

describe("the built console", () => {
  it("is one script, one style sheet, and the texts of each language, named by their content, where the routes look for them", () => {
    expect(files.map(({ name }) => name.replace(/-[\w-]{8}\./, "-#.")).sort()).toEqual([
      "de-#.js",
      "en-#.js",
      "main-#.css",
      "main-#.js",
    ]);
    expect(CONSOLE_FOLDER.endsWith(routes.getConsolePage.files[0])).toBe(true);
    expect(routes.getConsoleFile.files).toEqual(routes.getConsolePage.files);
  });

  it("has at most 170 KB, compressed, in a first load of one language", () => {
    const sizeOf = (start: string) =>
      files
        .filter(({ name }) => name.startsWith(start))
        .reduce((sum, file) => sum + gzipSync(file.bytes, { level: 9 }).length, 0);
    expect(sizeOf("main-") + Math.max(sizeOf("de-"), sizeOf("en-"))).toBeLessThan(170 * KB);
  });

  it("names no other host, evaluates no text, and makes none into markup", () => {
    for (const { bytes } of files) {
      const text = bytes.toString();
      const hosts = text.match(/\bhttps?:\/\/[\w.-]+/g) ?? [];
      expect(hosts.filter((host) => host !== "http://www.w3.org")).toEqual([]);
      expect(text).not.toMatch(/\beval\(|new Function\(|document\.write/);
    }
  });

  it("is not built again from the same sources", async () => {
    const { ino } = statSync(CONSOLE_FOLDER);
    await ensureConsole();
    expect(statSync(CONSOLE_FOLDER).ino).toBe(ino);
  });

  it("is built again when any file changes that its script is made of", () => {
    const bundled = new Set(["console/src/main.tsx"]);
    for (const file of bundled) {
      for (const { from } of importsOf(file).filter(({ value }) => value)) bundled.add(from);
    }
    expect(bundled.size).toBeGreaterThan(100);
    const watched = globSync(CONSOLE_SOURCES);
    expect([...bundled].filter((file) => !watched.includes(file))).toEqual([]);
  });

  it("takes the hash of its sources along when it is deleted, so that it is built again", () => {
    const hash = /^[0-9a-f]{64}$/;
    expect(readFileSync(`${CONSOLE_FOLDER}/.stamp`, "utf8")).toMatch(hash);
  });
});
