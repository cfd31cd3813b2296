import fc from "fast-check";
import { expect, it, test } from "vitest";
import {
  CrossingList,
  CrossingListQuery,
  crossingPage,
} from "../../../../shared/notifications/listing.ts";
import { makeNotification } from "../../../make/notification.ts";

const query = (asked: Record<string, string> = {}) => CrossingListQuery.parse(asked);

const warning = makeNotification({
  id: "shop-2026-warning",
  kind: "vat.threshold.warning",
  read_at: "2026-11-20T13:00:00.000Z",
  published_at: "2026-11-20T12:00:01.000Z",
});
const exceeded = makeNotification({ created_at: "2026-11-21T12:00:00.000Z" });
const late = makeNotification({ id: "shop-2025-exceeded", year: 2025 });
const all = [late, warning, exceeded];

test.for([
  [{}, ["shop-2026-exceeded", "shop-2025-exceeded", "shop-2026-warning"]],
  [{ unread: "true" }, ["shop-2026-exceeded", "shop-2025-exceeded"]],
  [{ unread: "false" }, ["shop-2026-warning"]],
] as const)("%j: the newest first, then by id", ([asked, ids]) => {
  const page = crossingPage(all, query(asked));
  expect(page.items.map(({ id }) => id)).toEqual(ids);
  expect(page).toMatchObject({ next_cursor: null, unread_count: 2 });
  expect(CrossingList.safeParse(page).success).toBe(true);
});

test.for([
  [{ unread: "yes" }, "unread"],
  [{ limit: "0" }, "limit"],
  [{ cursor: "bm9uZQ" }, "cursor"],
])("refuses %j", ([asked, field]) => {
  const { error } = CrossingListQuery.safeParse(asked);
  expect(error?.issues.map(({ path }) => path.join("."))).toEqual([field]);
});

it("shows everything once, whatever the size of the pages", () => {
  const moment = fc.constantFrom("2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z");
  const some = fc.uniqueArray(
    fc.record({ id: fc.stringMatching(/^[\w-]{1,9}$/), created_at: moment }),
    { selector: ({ id }) => id, maxLength: 12 },
  );
  fc.assert(
    fc.property(some, fc.integer({ min: 1, max: 5 }), (rows, limit) => {
      const stored = rows.map((row) => makeNotification(row));
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const asked = { limit: String(limit), ...(cursor ? { cursor } : {}) };
        const page = crossingPage(stored, query(asked));
        expect(page.items.length).toBeLessThanOrEqual(limit);
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.next_cursor;
      } while (cursor);
      expect(seen.toSorted()).toEqual(rows.map(({ id }) => id).sort());
      const inOrder = crossingPage(stored, query({ limit: "200" })).items.map(({ id }) => id);
      expect(seen).toEqual(inOrder);
    }),
  );
});
