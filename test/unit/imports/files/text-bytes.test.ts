import { expect, test } from "vitest";
import { textBytes } from "../../../../shared/imports/files/text-bytes.ts";

const BAD = 0xff;
const LINE = "a line of plain text\n";

async function faultOf(...chunks: readonly Uint8Array[]): Promise<unknown> {
  async function* read() {
    yield* chunks;
  }
  try {
    for await (const _ of textBytes(read()));
    return undefined;
  } catch (error) {
    return error;
  }
}

const bytes = (lines: number): Uint8Array => Buffer.from(LINE.repeat(lines));
const withBad = (lines: number, more: number): Uint8Array =>
  Buffer.concat([bytes(lines), Buffer.of(BAD), bytes(more)]);

test.for([
  [1, 0],
  [1, 900],
  [2, 3],
  [500, 1],
  [899, 0],
  [700, 700],
])(
  "a byte that is no UTF-8 after %i lines is told with its line, whatever follows",
  async ([lines = 0, more = 0]) => {
    const first = bytes(1_000);
    expect(await faultOf(first, withBad(lines, more))).toMatchObject({
      code: "not_utf8",
      message: expect.stringContaining(`Near line ${1_000 + lines + 1} the file`),
    });
  },
);
