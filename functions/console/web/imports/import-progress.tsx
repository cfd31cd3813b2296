import type { Import } from "../../../../client/src/eu-vat-client.ts";
import { useReader } from "../session/console-context.ts";
import { isAtWork } from "./import-deeds.ts";

const FATES = [
  "rows",
  "committed",
  "duplicate",
  "conflict",
  "excluded",
  "unresolved",
  "rejected",
] as const satisfies readonly (keyof Import["counts"])[];

/** Displays the progress of an import, and the results of its rows so far. */
export function ImportProgress({ of }: { readonly of: Import }) {
  const { say, format } = useReader();
  const { counts, dry_run, status } = of;
  const isForeseen = dry_run && status !== "awaiting_upload";
  return (
    <>
      {isAtWork(of) && <Bar of={of} />}
      <dl class="figures">
        {FATES.map((fate) => (
          <div key={fate}>
            <dt>{say(isForeseen && fate === "committed" ? "count.foreseen" : `count.${fate}`)}</dt>
            <dd>{format.count(counts[fate])}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Bar({ of: { status, progress, size_bytes } }: { readonly of: Import }) {
  const { say, format } = useReader();
  const { rows, rows_done } = progress;
  const label = say(`import.${status}`);
  // The number of rows is unknown until the whole file has been read.
  const known = rows === null || status === "reading" ? {} : { value: rows_done, max: rows || 1 };
  const told =
    rows === null
      ? say("imports.readingBytes", { count: format.count(size_bytes) })
      : say("imports.rowsDone", { done: format.count(rows_done), rows: format.count(rows) });
  return (
    <p role="status">
      <progress aria-label={label} {...known} /> {label}: {told}
    </p>
  );
}
