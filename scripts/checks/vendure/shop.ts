import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";

/** What a catch-up of the plugin did. */
export type CaughtUp = {
  readonly booked: number;
  readonly refused: number;
  readonly waiting: number;
};

type Variables = Readonly<Record<string, unknown>>;

/** A Vendure that runs in a process of its own, in the folder where its packages are. */
export class Shop {
  readonly #place: string;
  readonly #settings: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #url = "";
  #admin: Session | undefined;

  constructor(place: string, settings: Readonly<Record<string, string>>) {
    this.#place = place;
    this.#settings = settings;
  }

  /** Starts with a limit of the time that a checkout waits for the service. */
  async start(timeoutMs: number): Promise<void> {
    const port = await freePort();
    this.#url = `http://127.0.0.1:${port}`;
    const child = fork(join(this.#place, "shop.mjs"), {
      cwd: this.#place,
      env: {
        ...process.env,
        ...this.#settings,
        SHOP_PORT: String(port),
        TIMEOUT_MS: String(timeoutMs),
      },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#child = child;
    const [told] = await Promise.race([
      once(child, "message"),
      once(child, "exit").then(([code]) => [`ended with ${code}`]),
    ]);
    if (told !== "ready") throw new Error(`the shop does not start: ${told}`);
    this.#admin = new Session(`${this.#url}/admin-api`);
    const login = `mutation { login(username: "superadmin", password: "superadmin") { __typename } }`;
    await this.#admin.ask(login);
  }

  /** Ends the shop as a crash does. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  ask<Answer>(document: string, variables: Variables = {}): Promise<Answer> {
    if (!this.#admin) throw new Error("the shop is not started");
    return this.#admin.ask(document, variables);
  }

  /** A customer who is not signed in. */
  visitor = (): Session => new Session(`${this.#url}/shop-api`);

  async catchUp(): Promise<CaughtUp> {
    const { caughtUp } = await this.#told<{ caughtUp: CaughtUp }>("catch up");
    return caughtUp;
  }

  /** Writes the database into its file, as it is between two transactions. */
  async save(): Promise<void> {
    await this.#told("save");
  }

  async #told<Answer>(message: string): Promise<Answer> {
    if (!this.#child) throw new Error("the shop is not started");
    const answered = once(this.#child, "message");
    this.#child.send(message);
    const [answer] = await answered;
    return answer;
  }
}

/** A session of one of the two APIs of Vendure. */
export class Session {
  readonly #url: string;
  #token: string | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * Sends a document and returns the value of its one field.
   * @throws Error for a refusal, which Vendure answers as data with an `errorCode`
   */
  async ask<Answer>(query: string, variables: Variables = {}): Promise<Answer> {
    const response = await fetch(this.#url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(this.#token && { Authorization: `Bearer ${this.#token}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    this.#token = response.headers.get("vendure-auth-token") ?? this.#token;
    const { data, errors } = (await response.json()) as {
      data?: Record<string, unknown>;
      errors?: unknown;
    };
    const [answer] = Object.values(data ?? {});
    if (errors || (answer as { errorCode?: string } | null)?.errorCode) {
      throw new Error(`${query.slice(0, 200)}: ${JSON.stringify(errors ?? answer)}`);
    }
    return answer as Answer;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
