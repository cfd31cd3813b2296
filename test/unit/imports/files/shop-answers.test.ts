import { describe, expect, it } from "vitest";
import type { FileFault } from "../../../../shared/imports/files/csv-record.ts";
import { jsonValues } from "../../../../shared/imports/files/json-values.ts";
import { IMPORT_FORMATS } from "../../../../shared/imports/formats/formats.ts";
import { utf8 } from "../../../make/damaged-file.ts";
import { JSON_FORMATS } from "../../../make/import-sample.ts";
import { answersOf } from "../../../make/shop-answers.ts";

const NAMES = ["orders", "refunds", "order", "data"];

/** Reads a text in chunks of a few bytes, so that no decision depends on their size. */
async function valuesOf(
  bytes: Uint8Array,
  { names = NAMES, id = "id" }: { names?: readonly string[]; id?: string } = {},
  size = 7,
): Promise<unknown[]> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const found: unknown[] = [];
  for await (const { value } of jsonValues(chunks(), names, id)) found.push(value);
  return found;
}

const faultOf = (text: string) =>
  valuesOf(utf8(text)).then(
    () => undefined,
    (error: FileFault) => error.code,
  );

describe.each(JSON_FORMATS)("of %s", (format) => {
  const { file } = IMPORT_FORMATS.find(({ name }) => name === format) ?? {};
  const { id = "id" } = file as { readonly id?: string };

  it.each(answersOf(format))("%s is read as one order", async (_what, bytes) => {
    const [order, ...others] = await valuesOf(bytes, file as object);
    expect(order).toHaveProperty(id);
    expect(others).toEqual([]);
  });
});

it("orders that follow each other without a list are read one by one", async () => {
  for (const between of ["\n", "\r\n", " ", ""]) {
    const text = ['{"id":1}', '{\n"id":2}', '{"id":3}'].join(between);
    expect(await valuesOf(utf8(text))).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  }
});

it("an order with a list of refunds is an order, and brackets in texts are none", async () => {
  const order = { note: 'a "quoted\\" { [', id: 1, refunds: [{ id: 2 }] };
  expect(await valuesOf(utf8(JSON.stringify(order)))).toEqual([order]);
  expect(await valuesOf(utf8(JSON.stringify({ note: "}]{", orders: [order] })))).toEqual([order]);
});

it.each([
  // https://developer.wordpress.org/rest-api/: the errors of WordPress.
  '{"code":"rest_forbidden","message":"Sorry","data":{"status":401}}',
  '{"errors":"[API] Invalid API key or access token"}',
  '{"error":{"type":"invalid_request_error"}}',
  '{\n  "paging": 1\n}',
])("%s is JSON, but no list of orders", async (text) => {
  expect(await faultOf(text)).toBe("no_list_of_orders");
});

it("an order that is cut off, and text after it, are told apart", async () => {
  expect(await faultOf('{"id":1}{"id":')).toBe("truncated");
  expect(await faultOf('{"id":1} and more')).toBe("not_json");
  expect(await faultOf("17")).toBe("not_json");
});
