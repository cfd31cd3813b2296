import type { TableUses } from "../platform/table/item.ts";
import { RETURN_VIEW_USES } from "../returns/table-uses.ts";

/** Of `loadDeclaredReturn`. */
export const DECLARED_USES: TableUses = [RETURN_VIEW_USES, "GetItem registrations"];
