import { useEffect, useRef, useState } from "preact/hooks";
import type { BoardRow, BulkJob, BulkResult } from "../../../client/src/eu-vat-client.ts";
import { openLink } from "../downloads/save.ts";
import { ActionButton } from "../loading/action-button.tsx";
import { Loaded } from "../loading/loaded.tsx";
import type { Loading } from "../loading/use-load.ts";
import { usePolled } from "../loading/use-polled.ts";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { Notice } from "../parts/notice.tsx";
import { Toast } from "../parts/toast.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { countsOf, type Standing } from "./board-view.ts";
import { useOrganisation, usePeople } from "./people-context.ts";

type BulkOutcomeProps = {
  readonly job: string;
  /** The returns of the board. */
  readonly rows: readonly BoardRow[];
  readonly onEnded: () => void;
  /** Begins another job. */
  readonly onJob: (job: string) => void;
  /** Shows the returns of a standing alone. */
  readonly onShow: (standing: Standing) => void;
};

/** Displays how far a job over many returns is, and the result of each return. */
export function BulkOutcome({ job, rows, onEnded, onJob, onShow }: BulkOutcomeProps) {
  const { say } = useReader();
  const loading = useJob(job);
  const isEnded = loading.state === "ready" && loading.value.state === "ended";
  useEffect(() => {
    if (isEnded) onEnded();
  }, [isEnded]);
  const place = useRef<HTMLDivElement>(null);
  // The button that began the job is gone.
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      <Card title={say("bulk.title")}>
        <Loaded of={loading}>
          {(value) => (
            <Results of={value} left={isEnded ? leftOf(value, rows) : []} onShow={onShow} />
          )}
        </Loaded>
      </Card>
      {isEnded && <UndoMarks of={loading.value} onJob={onJob} />}
    </div>
  );
}

/** Takes back the marks that a job has made; nothing for other jobs. */
function UndoMarks({ of, onJob }: { readonly of: BulkJob } & Pick<BulkOutcomeProps, "onJob">) {
  const { say } = useReader();
  const { client } = useSession();
  const { id: organisation } = useOrganisation();
  const [isClosed, close] = useState(false);
  const made = of.results.filter(({ result }) => result === "done");
  if (isClosed || of.action !== "prepare" || made.length === 0) return null;
  const returns = made.map(({ account, scheme_type, period_key, registration_id }) => ({
    ...{ account, scheme_type, period_key },
    ...(registration_id === null ? {} : { registration_id }),
  }));
  const undo = async () =>
    onJob(
      (
        await client.createBulkJob({
          path: { organisation },
          body: { action: "unprepare", returns },
        })
      ).id,
    );
  return (
    <Toast undo={undo} onClose={() => close(true)}>
      {say.many("bulk.prepared", made.length)}
    </Toast>
  );
}

/** Loads a job, and polls it while it runs. */
function useJob(job: string): Loading<BulkJob> {
  const { client } = useSession();
  const { id: organisation } = useOrganisation();
  return usePolled(
    `job ${job}`,
    (signal) => client.getBulkJob({ path: { organisation, job } }, { signal }),
    ({ state }) => state === "running",
  );
}

/** Downloads the ZIP of a job, by a link that works without the session. */
function ZipButton({ job, name }: { readonly job: string; readonly name: string }) {
  const { say } = useReader();
  const { client } = useSession();
  const { id: organisation } = useOrganisation();
  async function save() {
    const path = { organisation, job };
    openLink((await client.downloadBulkFiles({ path, query: { redirect: "false" } })).location);
  }
  return <ActionButton act={save}>{say("bulk.zip", { name })}</ActionButton>;
}

/** The states in which a return of a job needs a person. */
const LEFT: readonly Standing[] = ["review_required", "running"];

type Left = ReturnType<typeof countsOf>;

/** Returns how many returns of a job are still to be checked, or run. */
function leftOf({ results }: BulkJob, rows: readonly BoardRow[]): Left {
  const named = new Set(results.map(placeOf));
  const own = rows.filter((boardRow) => named.has(placeOf(boardRow)));
  return countsOf(own).filter(([standing]) => LEFT.includes(standing));
}

const placeOf = ({
  account,
  scheme_type,
  period_key,
}: Pick<BulkResult, "account" | "scheme_type" | "period_key">): string =>
  `${account} ${scheme_type} ${period_key}`;

type ResultsProps = Pick<BulkOutcomeProps, "onShow"> & {
  readonly of: BulkJob;
  readonly left: Left;
};

function Results({ of: { id, action, state, results, file }, left, onShow }: ResultsProps) {
  const { say, format } = useReader();
  const columns = useColumns();
  const count = (result: BulkResult["result"]) =>
    results.filter((bulkResult) => bulkResult.result === result).length;
  const waiting = count("waiting");
  const values = {
    action: say(`bulk.${action}`),
    done: format.count(count("done")),
    unchanged: format.count(count("unchanged")),
    rejected: format.count(count("rejected")),
  };
  if (state === "running") {
    const done = results.length - waiting;
    return (
      <p role="status">
        <progress aria-label={values.action} value={done} max={results.length} /> {values.action}:{" "}
        {format.count(done)} / {format.count(results.length)}
      </p>
    );
  }
  return (
    <>
      <Notice level={count("rejected") + left.length > 0 ? "warn" : "good"}>
        <p>{say("bulk.ended", values)}</p>
        {left.length > 0 && (
          <p class="buttons">
            {left.map(([standing, count]) => (
              <button key={standing} type="button" class="small" onClick={() => onShow(standing)}>
                {say.many(`board.count.${standing}`, count)}
              </button>
            ))}
          </p>
        )}
      </Notice>
      {file && <ZipButton job={id} name={file.file_name} />}
      <details open={count("rejected") > 0 || results.some(({ message }) => message !== null)}>
        <summary>{say("bulk.each")}</summary>
        <DataTable
          caption={say("bulk.each")}
          columns={columns}
          rows={results.toSorted((one, other) => rankOf(one) - rankOf(other))}
          keyOf={(bulkResult) =>
            `${bulkResult.account} ${bulkResult.scheme_type} ${bulkResult.period_key} ${bulkResult.registration_id}`
          }
        />
      </details>
    </>
  );
}

/** Puts what was rejected first. */
const rankOf = ({ result }: BulkResult): number => (result === "rejected" ? 0 : 1);

function useColumns(): Column<BulkResult>[] {
  const { say, format } = useReader();
  const { clients = [] } = usePeople();
  const names = new Map(clients.map(({ account, name }) => [account, name]));
  return [
    {
      head: say("clients.name"),
      cell: ({ account }) => <bdi>{names.get(account) ?? account}</bdi>,
    },
    {
      head: say("due.return"),
      cell: ({ scheme_type, period_key }) =>
        `${say.code(scheme_type)}, ${format.period(period_key)}`,
    },
    { head: say("bulk.result"), cell: ({ result }) => say(`bulk.result.${result}`) },
    {
      head: say("leftOut.reason"),
      cell: ({ error, message }) => (error && say.known(`error.${error}`)) ?? message ?? "",
    },
  ];
}
