import * as z from "zod";
import { countThatFits, cursorAt, cursorParam, Limit } from "../core/input/pagination.ts";
import { changeId, SettingChange } from "./setting-changes.ts";

const LIST = "changes";

const ID_FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#(registrations|profile|sources)#\d{9}$/;

/** Query of GET /v1/account/changes. */
export const ChangeListQuery = z.strictObject({
  limit: Limit,
  cursor: cursorParam(LIST, z.string().regex(ID_FORM)),
});

export const ChangeList = z
  .strictObject({ items: z.array(SettingChange), next_cursor: z.string().nullable() })
  .meta({ id: "SettingChangeList" });

/** A page of at most `limit` changes out of the first `limit` + 1 that are left. */
export function changePage(
  changes: readonly SettingChange[],
  limit: number,
): z.output<typeof ChangeList> {
  const items = changes.slice(0, Math.min(limit, countThatFits(changes)));
  const last = items.at(-1);
  return {
    items,
    next_cursor: last && changes.length > items.length ? cursorAt(LIST, changeId(last)) : null,
  };
}
