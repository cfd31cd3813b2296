import type { Scheme } from "../../vat/schemes/scheme.ts";

/** The two schemes of the workspaces: a quarter of one, and its months of the other. */
export type WorkspaceSchemes = { readonly quarterly: Scheme; readonly monthly: Scheme };
