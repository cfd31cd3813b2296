import { Call, ListCall } from "./call.ts";
import { checkedBaseUrl } from "./checked.ts";
import {
  type CommitAllOptions,
  type CommitOutcome,
  type CommittedItem,
  commitAll,
} from "./commit-all.ts";
import {
  type CalculatedItems,
  type CalculationBatch,
  type CalculationRequest,
  type Client,
  OPERATIONS,
  type Quote,
  type QuotedItems,
  type SupplyEventRequest,
  type Transaction,
} from "./generated.ts";
import type { ClientOptions, Given, Operation, RequestOptions } from "./options.ts";

/** A request of `calculateVat` with this body. */
type Calculating<Body> = Omit<Parameters<Client["calculateVat"]>[0], "body"> & {
  readonly body: Body;
};

type Quoted = { readonly store: false };

/** The result follows from the request: one calculation or several, stored or a quote. */
type CalculateVat = {
  /** Calculates several prices and stores nothing. */
  (request: Calculating<CalculationBatch & Quoted>, options?: RequestOptions): Call<QuotedItems>;
  /** Calculates several prices, and commits those with `commit`. */
  (request: Calculating<CalculationBatch>, options?: RequestOptions): Call<CalculatedItems>;
  /** Calculates a price and stores nothing. */
  (request: Calculating<CalculationRequest & Quoted>, options?: RequestOptions): Call<Quote>;
  /** Calculates a price and stores it as a transaction. */
  (request: Calculating<CalculationRequest>, options?: RequestOptions): Call<Transaction>;
};

/** A method for every operation, and methods that combine several requests. */
export type VatClient = Omit<Client, "calculateVat"> & {
  readonly calculateVat: CalculateVat;
  /** Commits any number of events in chunks of 500, also where some cannot be; yields what became of each. */
  commitAll(
    events: Iterable<SupplyEventRequest> | AsyncIterable<SupplyEventRequest>,
    options: CommitAllOptions & { readonly on_error: "skip" },
  ): AsyncGenerator<CommitOutcome, void, undefined>;
  /** Commits any number of events in chunks of 500; yields what became of each. */
  commitAll(
    events: Iterable<SupplyEventRequest> | AsyncIterable<SupplyEventRequest>,
    options?: CommitAllOptions & { readonly on_error?: "refuse" },
  ): AsyncGenerator<CommittedItem, void, undefined>;
  /** Any operation, such as one that this version of the client does not know. */
  request(operation: Operation, given?: Given, options?: RequestOptions): Call<unknown>;
};

/**
 * A client with a method for every operation. A method throws ApiError when it is refused.
 * @throws VatError when `baseUrl` is no URL.
 */
export function createClient(options: ClientOptions): VatClient {
  checkedBaseUrl(options.baseUrl);
  const methods = Object.entries(OPERATIONS).map(([name, operation]) => [
    name,
    callerOf(options, name, operation),
  ]);
  const client = Object.fromEntries(methods) as Client;
  return {
    ...client,
    // The service answers by the form of the request, which its type says.
    calculateVat: client.calculateVat as CalculateVat,
    // The two forms of the method say which events it yields.
    commitAll: (events, own) =>
      commitAll(client.commitSupplyEvents, events, own) as AsyncGenerator<never, void, undefined>,
    request: (operation, given = {}, own = {}) =>
      new Call({ options, operation: { ...operation, name: "request" }, given, own }),
  };
}

const callerOf =
  (options: ClientOptions, name: string, operation: Operation) =>
  (given: Given = {}, own: RequestOptions = {}) => {
    const calling = { options, operation: { ...operation, name }, given, own };
    return operation.list ? new ListCall(calling) : new Call(calling);
  };
