import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepFunctionLog } from "../../../scripts/local/function-log.ts";
import { temporaryFolder } from "../../stack/temporary-folder.ts";

const { stdout, stderr } = process;
const written = vi.fn<(text: string) => boolean>(() => true);
const own = { out: stdout.write, err: stderr.write };
let closing: AsyncDisposableStack;

beforeEach(() => {
  written.mockClear();
  stderr.write = written as never;
  closing = new AsyncDisposableStack();
});
afterEach(async () => {
  await closing.disposeAsync();
  stdout.write = own.out;
  stderr.write = own.err;
});

it("on a full disk lines of the log are lost, which the terminal says once, and the process goes on", async () => {
  // Each write to this device fails with ENOSPC.
  keepFunctionLog("/dev/full", closing);
  stdout.write("one\n");
  await vi.waitUntil(() => written.mock.calls.length > 0);
  stdout.write("two\n");
  stdout.write("three\n");
  await new Promise((done) => setImmediate(done));
  expect(written.mock.calls.map(([text]) => text)).toEqual([
    "/dev/full cannot be written (ENOSPC): lines of the log are lost, and the service goes on\n",
  ]);
});

it.for(["/dev/full", "functions.log"])(
  "a write to %s is answered, also by encoding",
  async (name) => {
    keepFunctionLog(name.startsWith("/") ? name : join(temporaryFolder(), name), closing);
    await new Promise<unknown>((done) => stdout.write("one\n", done));
    await new Promise<unknown>((done) => stdout.write("two\n", "utf8", done));
    written.mockImplementationOnce(((_text: string, done: () => void) => done()) as never);
    await new Promise<unknown>((done) => stderr.write("three\n", done));
  },
);

it("what functions write is in the log, and errors are on the terminal as well", async () => {
  const file = join(temporaryFolder(), "functions.log");
  keepFunctionLog(file, closing);
  stdout.write("one\n");
  stderr.write("two\n");
  await closing.disposeAsync();
  expect(readFileSync(file, "utf8")).toBe("one\ntwo\n");
  expect(written.mock.calls.map(([text]) => text)).toEqual(["two\n"]);
});
