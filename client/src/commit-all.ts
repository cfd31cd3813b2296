import { checkedCount } from "./checked.ts";
import { VatError } from "./errors.ts";
import type {
  Client,
  CommittedSupplyEvents,
  RefusedSupplyEvent,
  SupplyEventRequest,
} from "./generated.ts";
import type { RequestOptions } from "./options.ts";

const EVENTS_PER_CHUNK = 500;
/** Maximum size of a body: the service accepts 6 MB. */
const BYTES_PER_CHUNK = 5_000_000;
const CHUNKS_AT_ONCE = 2;

export type CommitAllOptions = RequestOptions & {
  /** Maximum number of events of a chunk: 500 by default and at most. A chunk of large events has fewer. */
  readonly eventsPerChunk?: number;
  /** Maximum number of concurrent requests, 2 by default. */
  readonly chunksAtOnce?: number;
  readonly sourceId?: string;
  /**
   * `skip`: an event that cannot be committed does not stop the others; its outcome says why. By default the
   * whole chunk of such an event is rejected.
   */
  readonly on_error?: "refuse" | "skip";
  /** Writes nothing, and returns the outcomes that the events would have, each chunk by itself. */
  readonly dry_run?: boolean;
};

export type CommittedItem = CommittedSupplyEvents["items"][number];

/** An event that is not committed; places in `faults` count from the first event that was taken. */
export type RefusedItem = RefusedSupplyEvent & {
  readonly event: SupplyEventRequest;
};

/** A chunk of `commitAll` was rejected, and none of it is committed. `cause` is the error response. */
export class CommitError extends VatError {
  override readonly name = "CommitError";
  /** The events of the chunk, in its order: `events.7.currency` in `details` is of `events[7]`. */
  readonly events: readonly SupplyEventRequest[];

  constructor(cause: unknown, events: readonly SupplyEventRequest[]) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`${events.length} events from ${events[0]?.event_id} on are not committed: ${why}`, {
      cause,
    });
    this.events = events;
  }
}

/** The result of an event; `status` says which. */
export type CommitOutcome = CommittedItem | RefusedItem;

type Supplies = Iterable<SupplyEventRequest> | AsyncIterable<SupplyEventRequest>;

/**
 * Commits any number of events in chunks, and yields what became of each, in their order. Events are
 * read only as fast as chunks are answered and results are read, so the source may have any length. Only with
 * `on_error: "skip"` there are outcomes of events that are not committed.
 * @throws CommitError for the first chunk that is refused; those before it are committed, and one
 *   after it may be.
 */
export async function* commitAll(
  commit: Client["commitSupplyEvents"],
  events: Supplies,
  options: CommitAllOptions = {},
): AsyncGenerator<CommitOutcome, void, undefined> {
  const { most, lanes, asked, own } = plannedBy(options);
  const chunks = chunksOf(events, most);
  const underway: Promise<Sent>[] = [];
  const start = async (): Promise<boolean> => {
    const { value, done } = await chunks.next();
    if (done) return false;
    underway.push(sent(commit, value, asked, own));
    return true;
  };
  try {
    for (;;) {
      let more = true;
      while (more && underway.length < lanes) more = await start();
      const first = await underway.shift();
      if (first === undefined) return;
      if ("failure" in first) throw first.failure;
      yield* first.items;
    }
  } finally {
    // No more events are read, so the source is closed.
    await chunks.return?.(undefined);
  }
}

function plannedBy(options: CommitAllOptions) {
  const { sourceId, on_error, dry_run, chunksAtOnce, eventsPerChunk, ...own } = options;
  checkedChoice(on_error);
  const most = checkedCount("eventsPerChunk", eventsPerChunk ?? EVENTS_PER_CHUNK);
  const asked: Asked = {
    ...(sourceId === undefined ? {} : { sourceId }),
    skips: on_error === "skip",
    query: dry_run ? { dry_run: "true" } : {},
  };
  const lanes = checkedCount("chunksAtOnce", chunksAtOnce ?? CHUNKS_AT_ONCE);
  return { most: Math.min(EVENTS_PER_CHUNK, most), lanes, asked, own };
}

/** A misspelt value would reject a chunk that was meant to be committed in part. */
function checkedChoice(on_error: string | undefined): void {
  if (on_error === undefined || on_error === "refuse" || on_error === "skip") return;
  throw new VatError("on_error must be refuse or skip");
}

/** Holds a failure as a value until its turn, so that a chunk that fails early is no unhandled rejection. */
type Sent = { readonly items: readonly CommitOutcome[] } | { readonly failure: unknown };

type Asked = {
  readonly sourceId?: string;
  readonly skips: boolean;
  readonly query: { readonly dry_run?: "true" };
};

type Chunk = { readonly events: SupplyEventRequest[]; readonly before: number };

async function sent(
  commit: Client["commitSupplyEvents"],
  { events, before }: Chunk,
  { skips, query, ...source }: Asked,
  own: RequestOptions,
): Promise<Sent> {
  const request = { body: { events }, ...source };
  try {
    if (!skips) return { items: (await commit({ ...request, query }, own)).items };
    const skipping = { ...request, query: { ...query, on_error: "skip" as const } };
    const { items } = await commit(skipping, own);
    return { items: items.map((item, at) => outcomeOf(item, events[at], before)) };
  } catch (cause) {
    return { failure: own.signal?.aborted ? cause : new CommitError(cause, events) };
  }
}

function outcomeOf(
  item: CommittedItem | RefusedSupplyEvent,
  event: SupplyEventRequest | undefined,
  before: number,
): CommitOutcome {
  if (!("faults" in item)) return item;
  const faults = item.faults.map((fault) => ({
    ...fault,
    field: fault.field.replace(/^events\.(\d+)/, (_, at) => `events.${before + Number(at)}`),
  }));
  return { ...item, faults, event: event as SupplyEventRequest };
}

async function* chunksOf(events: Supplies, most: number): AsyncGenerator<Chunk, void, undefined> {
  let chunk: SupplyEventRequest[] = [];
  let bytes = 0;
  let before = 0;
  for await (const event of events) {
    const size = new TextEncoder().encode(JSON.stringify(event)).length + 1;
    if (chunk.length > 0 && (chunk.length >= most || bytes + size > BYTES_PER_CHUNK)) {
      yield { events: chunk, before };
      before += chunk.length;
      chunk = [];
      bytes = 0;
    }
    chunk.push(event);
    bytes += size;
  }
  if (chunk.length > 0) yield { events: chunk, before };
}
