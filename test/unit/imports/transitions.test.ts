import { expect, it } from "vitest";
import {
  ACCOUNT_STOPPED,
  failed,
  type ImportJob,
  INTERRUPTED,
  NO_COUNTS,
  partsMayBeUnderWay,
  resumed,
} from "../../../shared/imports/jobs/job.ts";

const ENDED = "2026-11-22T10:00:00.000Z";

type Fields = { readonly [Name in keyof ImportJob]?: ImportJob[Name] | undefined };

const job = (fields: Fields) =>
  ({
    id: "1",
    format: "events_ndjson",
    source_id: "shop",
    settings: {},
    on_conflict: "ask",
    size_bytes: 1,
    requested_at: ENDED,
    requested_by: "key",
    dry_run: false,
    pass: 1,
    expires_at: 0,
    done: new Set(),
    totals: NO_COUNTS,
    state: "completed",
    finished_at: ENDED,
    ...fields,
  }) as ImportJob;

it.for([
  ["completed", "2026-11-22T10:00:01.000Z", false],
  ["cancelled", "2026-11-22T10:00:01.000Z", true],
  ["failed", "2026-11-22T10:02:59.999Z", true],
  ["cancelled", "2026-11-22T10:03:00.000Z", false],
] as const)("parts of an import that is %s may be under way at %s: %s", ([state, at, expected]) => {
  expect(partsMayBeUnderWay(job({ state }), 180, new Date(at))).toBe(expected);
});

it.for([
  [INTERRUPTED, { rows: 5 }, "importing"],
  [INTERRUPTED, { rows: 5, dry_run: true }, "checking"],
  [INTERRUPTED, { rows: 5, undone_by: "key" }, "undoing"],
  [ACCOUNT_STOPPED, {}, "reading"],
  [ACCOUNT_STOPPED, { rows: 5 }, "importing"],
  [{ code: "not_utf8", message: "Another file." }, {}, undefined],
] as const)(
  "an import that failed goes on, when its file is not at fault: %#",
  ([error, fields, state]) => {
    const { set } = failed(error, new Date(ENDED));
    expect(resumed(job({ ...set, ...fields }))?.set.state).toBe(state);
  },
);

it("an import that has not failed does not go on", () => {
  expect(resumed(job({ error: INTERRUPTED }))).toBeUndefined();
});
