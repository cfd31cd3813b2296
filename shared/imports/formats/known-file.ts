import type { TableForm } from "../files/table-header.ts";

/** An export that can be imported: the shop's own name of it, and what it looks like. */
export type KnownFile = {
  /** The name of the import format. */
  readonly format: string;
  readonly title: string;
} & (
  | { readonly kind: "table"; readonly form: TableForm }
  | {
      readonly kind: "json";
      readonly lists: readonly string[];
      /** The keys by which a file is recognised. */
      readonly keys: readonly string[];
    }
  | { readonly kind: "lines"; readonly keys: readonly string[] }
);
