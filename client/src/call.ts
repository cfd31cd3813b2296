import { contentOf } from "./answer.ts";
import type { ClientOptions, Given, RequestOptions } from "./options.ts";
import { type Named, type Success, send } from "./send.ts";

/** The parts of a call, kept so that it can be repeated for the next page. */
type Calling = {
  readonly options: ClientOptions;
  readonly operation: Named;
  readonly given: Given;
  readonly own: RequestOptions;
};

/** A call in progress: a promise of its result that also gives access to the response. */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = "Call";
  readonly #sent: Promise<Success>;
  readonly #value: Promise<T>;

  constructor({ options, operation, given, own }: Calling) {
    this.#sent = send(options, operation, given, own);
    this.#value = this.#sent.then(
      async ({ response }) => (await contentOf(response.clone(), operation)) as T,
    );
  }

  // biome-ignore lint/suspicious/noThenProperty: a call is awaited like any promise
  then<A = T, B = never>(
    done?: ((value: T) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#value.then(done, failed);
  }

  catch<B = never>(failed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.#value.catch(failed);
  }

  finally(always?: (() => void) | null): Promise<T> {
    return this.#value.finally(always);
  }

  /** Returns the result, and the response of the last try with its body unread. */
  async withResponse(): Promise<{ data: T; response: Response; attempts: number }> {
    const data = await this.#value;
    const { response, attempts } = await this.#sent;
    return { data, response, attempts };
  }
}

/** A page of a list, as the service answers it. */
type Page = { readonly items: readonly unknown[]; readonly next_cursor: string | null };

/**
 * A list. `await` returns the requested page; `for await` returns every item from there on, and requests
 * the next page after the last item of the one before.
 */
export class ListCall<P extends Page> extends Call<P> implements AsyncIterable<P["items"][number]> {
  readonly #calling: Calling;

  constructor(calling: Calling) {
    super(calling);
    this.#calling = calling;
  }

  async *pages(): AsyncGenerator<P, void, undefined> {
    const { given } = this.#calling;
    let page: P = await this;
    for (;;) {
      yield page;
      const { next_cursor: cursor } = page;
      if (cursor === null) return;
      const query = { ...given.query, cursor };
      page = await new Call<P>({ ...this.#calling, given: { ...given, query } });
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Awaited<P["items"][number]>, void, undefined> {
    for await (const { items } of this.pages()) {
      yield* items as Iterable<Awaited<P["items"][number]>>;
    }
  }
}
