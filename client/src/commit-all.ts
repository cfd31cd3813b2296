import { CommitError } from "./errors.ts";
import type { Client, CommittedSupplyEvents, NewSupplyEvent } from "./generated.ts";
import type { RequestOptions } from "./options.ts";

const EVENTS_PER_CHUNK = 500;
/** A body may have 6 MB. */
const BYTES_PER_CHUNK = 5_000_000;
const CHUNKS_AT_ONCE = 2;

export type CommitAllOptions = RequestOptions & {
  /** At most, and at most 500, which is the usual; a chunk of large events has fewer. */
  readonly eventsPerChunk?: number;
  /** How many chunks are on their way at once: 2 unless given. */
  readonly chunksAtOnce?: number;
  readonly sourceId?: string;
};

export type CommittedItem = CommittedSupplyEvents["items"][number];

type Supplies = Iterable<NewSupplyEvent> | AsyncIterable<NewSupplyEvent>;

/**
 * Commits any number of events in chunks, and yields what became of each, in their order. Events are
 * taken only as fast as chunks are answered and results are taken: a source of any length fits.
 * @throws CommitError for the first chunk that is refused; those before it are committed, and one
 *   after it may be.
 */
export async function* commitAll(
  commit: Client["commitSupplyEvents"],
  events: Supplies,
  options: CommitAllOptions = {},
): AsyncGenerator<CommittedItem, void, undefined> {
  const { chunksAtOnce = CHUNKS_AT_ONCE, eventsPerChunk, sourceId, ...own } = options;
  const chunks = chunksOf(events, Math.min(EVENTS_PER_CHUNK, eventsPerChunk ?? EVENTS_PER_CHUNK));
  const underway: Promise<Sent>[] = [];
  const start = async (): Promise<boolean> => {
    const { value, done } = await chunks.next();
    if (done) return false;
    underway.push(sent(commit, value, sourceId === undefined ? {} : { sourceId }, own));
    return true;
  };
  try {
    for (;;) {
      let more = true;
      while (more && underway.length < Math.max(1, chunksAtOnce)) more = await start();
      const first = await underway.shift();
      if (first === undefined) return;
      if ("failure" in first) throw first.failure;
      yield* first.items;
    }
  } finally {
    // Nobody takes events any more: whoever makes them is told.
    await chunks.return?.(undefined);
  }
}

/** A failure is a value until its turn comes: no chunk that failed early goes unhandled. */
type Sent = { readonly items: readonly CommittedItem[] } | { readonly failure: unknown };

const sent = (
  commit: Client["commitSupplyEvents"],
  events: NewSupplyEvent[],
  source: { readonly sourceId?: string },
  own: RequestOptions,
): Promise<Sent> =>
  commit({ body: { events }, ...source }, own).then(
    ({ items }) => ({ items }),
    (cause: unknown) => ({
      failure: own.signal?.aborted ? cause : new CommitError(cause, events),
    }),
  );

async function* chunksOf(
  events: Supplies,
  most: number,
): AsyncGenerator<NewSupplyEvent[], void, undefined> {
  let chunk: NewSupplyEvent[] = [];
  let bytes = 0;
  for await (const event of events) {
    const size = new TextEncoder().encode(JSON.stringify(event)).length + 1;
    if (chunk.length > 0 && (chunk.length >= most || bytes + size > BYTES_PER_CHUNK)) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(event);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}
