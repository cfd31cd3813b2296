import type { Import } from "../../../client/src/eu-vat-client.ts";
import { fileSize } from "../format/file-size.ts";
import { useReader } from "../session/console-context.ts";
import { isAtWork } from "./import-action-rules.ts";
import { isUnsettled } from "./import-state.tsx";

/** The results of rows, in the order of their weight for the reader, and the class of those that are there. */
const FATES = {
  committed: "taken",
  unresolved: "to-help",
  rejected: "to-help",
  conflict: "to-help",
  excluded: "",
  duplicate: "",
} as const satisfies Partial<Record<keyof Import["counts"], string>>;

type Fate = keyof typeof FATES;

/** Displays the progress of an import, and the results of its rows so far; those without a row are quiet. */
export function ImportProgress({ of }: { readonly of: Import }) {
  const { say, format } = useReader();
  const { counts, dry_run, status } = of;
  if (isAtWork(of)) return <Bar of={of} />;
  if (counts.rows === 0) return null;
  const isForeseen = dry_run && status !== "awaiting_upload";
  return (
    <>
      <p>{say.many("imports.rows", counts.rows)}</p>
      <dl class="figures import-counts">
        {(Object.keys(FATES) as Fate[]).map((fate) => (
          <div key={fate} class={counts[fate] > 0 ? classOf(fate, of) : "none"}>
            <dt>
              {say(isForeseen && fate === "committed" ? "count.foreseen" : labelOf(fate, of))}
            </dt>
            <dd>{format.count(counts[fate])}</dd>
          </div>
        ))}
      </dl>
      {status === "completed" && <LeftOut of={of} />}
    </>
  );
}

/** Rows that were dealt with are no matter any more. */
const classOf = (fate: Fate, of: Import): string =>
  FATES[fate] === "to-help" && !isUnsettled(of) ? "" : FATES[fate];

const labelOf = (fate: Fate, of: Import) =>
  fate === "unresolved" && !isUnsettled(of) ? "count.settled" : (`count.${fate}` as const);

/** Displays the number of rows that were left out by decision, and the time. */
function LeftOut({ of: { open_rows, open_rows_settled_at } }: { readonly of: Import }) {
  const { say, format } = useReader();
  const count = open_rows.reduce((sum, { row_count }) => sum + row_count, 0);
  if (!open_rows_settled_at || count === 0) return null;
  return (
    <p>{say.many("imports.leftOut", count, { instant: format.instant(open_rows_settled_at) })}</p>
  );
}

function Bar({ of: { status, progress, size_bytes } }: { readonly of: Import }) {
  const { say, format } = useReader();
  const { rows, rows_done } = progress;
  const label = say(`import.${status}`);
  // The number of rows is unknown until the whole file has been read.
  const known = rows === null || status === "reading" ? {} : { value: rows_done, max: rows || 1 };
  const done =
    rows === null
      ? say("imports.readingBytes", { size: fileSize(size_bytes, say.locale) })
      : say("imports.rowsDone", { done: format.count(rows_done), rows: format.count(rows) });
  return (
    <p role="status">
      <progress aria-label={label} {...known} /> {label}: {done}
    </p>
  );
}
