import { randomUUID } from "node:crypto";
import { isOfAccount, type Route } from "../../../shared/api/route.ts";
import { takesIdempotencyKey } from "../../../shared/api/route-errors.ts";
import * as routes from "../../../shared/api/routes.ts";
import { ERROR_STATUS, type ErrorCode } from "../../../shared/core/errors/errors.ts";
import type { RecordedCall } from "../examples.ts";

export type Call = {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a text unchanged. */
  readonly body?: unknown;
  /** A key instead of the recorder's own; null sends none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
};

const READABLE = /^(text\/|application\/json$)/;

type Answer = Record<string, unknown>;

/** The work before and after every call. */
export type Around = {
  readonly before: () => void;
  readonly after?: AfterCall | undefined;
  /** True to send every POST twice under one Idempotency-Key, as a client does whose first answer is lost. */
  readonly isTwice?: boolean | undefined;
  /** Takes an answer that is not the example's, with which the scenario goes on; without it the scenario ends. */
  readonly differs?: ((message: string) => void) | undefined;
};

/** Runs after a call with its key, its headers and its status. */
export type AfterCall = (
  operation: keyof typeof routes,
  sent: {
    readonly key: string | null | undefined;
    readonly headers: Call["headers"];
    readonly status: number;
  },
) => Promise<void>;

/** Calls a stack and stores calls as examples. */
export class Recorder {
  readonly operations: Record<string, RecordedCall[]> = {};
  readonly errors: Partial<Record<ErrorCode, unknown>> = {};
  readonly #url: string;
  readonly #key: string;
  readonly #around: Around;

  constructor(url: string, key: string, around: Around) {
    this.#url = url;
    this.#key = key;
    this.#around = around;
  }

  /**
   * Calls an operation and stores the call as an example.
   * @throws if the response is an error.
   */
  async show(operation: keyof typeof routes, title: string, call: Call = {}): Promise<Answer> {
    const { response, text } = await this.#send(operation, call);
    const { status } = response;
    if (status >= 400) this.#differ(`${operation}: ${text}`);
    const { path, query, body } = call;
    const type = response.headers.get("content-type")?.split(";")[0];
    const answer = type === "application/json" && text ? JSON.parse(text) : text;
    this.operations[operation] = [
      ...(this.operations[operation] ?? []),
      {
        title,
        ...(path ? { path } : {}),
        ...(query ? { query } : {}),
        ...(body === undefined ? {} : { body }),
        status,
        ...(type ? { content_type: type } : {}),
        // Binary content cannot be shown.
        ...(type && READABLE.test(type) ? { answer } : {}),
      },
    ];
    return answer;
  }

  /**
   * Calls an operation that must fail with this code, and stores the error.
   * @throws if it does not.
   */
  async refused(code: ErrorCode, operation: keyof typeof routes, call: Call = {}): Promise<void> {
    const { response, text } = await this.#send(operation, call);
    const answer = JSON.parse(text);
    if (response.status !== ERROR_STATUS[code] || answer.error !== code) {
      this.#differ(`${operation}: not ${code}: ${text}`);
    }
    this.errors[code] = answer;
  }

  /** Calls an operation and stores nothing. Returns its JSON response, empty for another type. */
  async prepare(operation: keyof typeof routes, call: Call = {}): Promise<Record<string, unknown>> {
    const { response, text } = await this.#send(operation, call);
    if (response.status >= 400) this.#differ(`${operation}: ${text}`);
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return isJson ? JSON.parse(text) : {};
  }

  #differ(message: string): void {
    if (!this.#around.differs) throw new Error(message);
    this.#around.differs(message);
  }

  async #send(operation: keyof typeof routes, { path, query, body, key, headers }: Call) {
    this.#around.before();
    const route: Route = routes[operation];
    const place = route.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(path?.[name] ?? ""),
    );
    const presented = key === undefined && isOfAccount(route) ? this.#key : key;
    const isTwice = this.#around.isTwice && takesIdempotencyKey(route);
    const request = {
      method: route.method,
      redirect: "manual",
      headers: {
        ...(presented ? { "X-API-Key": presented } : {}),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(isTwice ? { "Idempotency-Key": randomUUID() } : {}),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    } as const;
    const url = `${this.#url}${place}${queryOf(query)}`;
    if (isTwice) await (await fetch(url, request)).text();
    const response = await fetch(url, request);
    const text = await response.text();
    await this.#around.after?.(operation, { key: presented, headers, status: response.status });
    return { response, text };
  }
}

const queryOf = (query: Call["query"]): string =>
  query ? `?${new URLSearchParams(query).toString()}` : "";
