import type { Scheme } from "../../vat/schemes/scheme.ts";

/** The two schemes that the workspaces show side by side: a quarter of one, its months of the other. */
export type WorkspaceSchemes = { readonly quarterly: Scheme; readonly monthly: Scheme };
