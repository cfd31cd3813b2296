import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Finding, ran } from "../tool.ts";

/**
 * Compiles a program that names the fields which our readers read and the vendor's types lack. Of lines and addresses
 * Shopify's types say nothing: they are objects of any fields.
 */
export async function missingFields(place: string): Promise<readonly Finding[]> {
  await writeFile(join(place, "fields.ts"), programFor(resolve(".")));
  await writeFile(join(place, "tsconfig.json"), JSON.stringify(SETTINGS));
  const compiled = await ran(resolve("node_modules/.bin/tsc"), ["-p", place]);
  if (compiled?.code === 0) return [];
  const output = compiled?.stdout ?? "not run";
  const errors = output.split("\n").filter((line) => line.includes("fields.ts("));
  const missing = errors.flatMap((line) =>
    [...line.matchAll(/"([\w.]+)"/g)].map(([, path = ""]) => path),
  );
  if (missing.length === 0) throw new Error(output);
  return [...new Set(missing)].map((path) => ({
    rule: `field ${path}`,
    where: "documents.ts",
    text: "is read, and the vendor's types lack it",
  }));
}

const SETTINGS = {
  compilerOptions: {
    target: "es2024",
    lib: ["esnext", "dom"],
    module: "nodenext",
    types: [],
    noEmit: true,
    noErrorTruncation: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    skipLibCheck: true,
  },
  files: ["fields.ts"],
};

const programFor = (root: string): string => `
import type { Stripe } from "stripe";
import type { Order } from "./node_modules/@shopify/shopify-api/dist/ts/rest/admin/2026-07/order.d.ts";
import type { StripeCreditNote, StripeInvoice } from "${root}/shared/imports/formats/stripe-invoices/documents.ts";
import type { ShopifyOrder } from "${root}/shared/imports/formats/shopify-json/documents.ts";

type Items<T> = T extends readonly (infer Item)[] ? Item : T;
/** The objects of a type: without null, texts and the lists around them. */
type Objects<T> = Extract<Items<NonNullable<T>>, object>;
/** The fields that a type names: not those of an index signature, which takes any name. */
type FieldsOf<T> = T extends object
  ? keyof { [Name in keyof T as string extends Name ? never : Name & string]: true }
  : never;
type ValueOf<T, Name> = T extends object ? (Name extends FieldsOf<T> ? T[Name & keyof T] : never) : never;

/** The paths that ours has and theirs lacks. Of an object without named fields nothing is known. */
type Missing<Ours, Theirs> = [FieldsOf<Objects<Theirs>>] extends [never]
  ? never
  : { [Name in FieldsOf<Ours>]: Name extends FieldsOf<Objects<Theirs>>
      ? NestedIn<Name, Missing<Objects<ValueOf<Ours, Name>>, ValueOf<Objects<Theirs>, Name>>>
      : Name }[FieldsOf<Ours>];
type NestedIn<Name extends string, Paths> = Paths extends string ? \`\${Name}.\${Paths}\` : never;
type None<Paths extends never> = Paths;

type Checked = [
  None<Missing<StripeInvoice, Stripe.Invoice>>,
  None<Missing<StripeCreditNote, Stripe.CreditNote>>,
  None<Missing<ShopifyOrder, Order>>,
];
`;
