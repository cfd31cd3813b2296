import { textOf, utf8 } from "./damaged-file.ts";
import { SAMPLES } from "./import-sample.ts";

/**
 * The first order of a sample as the shops' APIs answer it, pretty and on one line.
 * https://docs.stripe.com/api/invoices/list: `object`, `url`, `has_more`, `data`.
 * https://shopify.dev/docs/api/admin-rest/latest/resources/order: `{"order": …}`.
 * https://woocommerce.github.io/woocommerce-rest-api-docs/#retrieve-an-order: the order alone.
 */
export function answersOf(format: string): [string, Uint8Array][] {
  const sample = SAMPLES.find((one) => one.format.name === format);
  if (!sample) throw new RangeError(`no sample of ${format}`);
  const whole = JSON.parse(textOf(sample.bytes)) as unknown[] | Record<string, unknown[]>;
  const [order] = Array.isArray(whole) ? whole : (Object.values(whole).find(Array.isArray) ?? []);
  const { names } = sample.format.file as { readonly names: readonly string[] };
  const list = names.at(-1) ?? "";
  const shapes: [string, unknown][] = [
    ["a list after plain values", { object: "list", url: "/v1", has_more: false, [list]: [order] }],
    ["a list after an object", { meta: { refunds: [] }, [list]: [order] }],
    ["an order under a name", { [names.includes("order") ? "order" : list]: order }],
    [`${list} that is an order`, { [list]: order }],
    ["an order alone", order],
  ];
  return shapes.flatMap(([what, shape]) => [
    [`${what}, pretty`, utf8(JSON.stringify(shape, null, 2))],
    [`${what}, on one line`, utf8(`${JSON.stringify(shape)}\n`)],
  ]);
}
