import { expect, inject } from "vitest";
import type { LedgerId } from "../../shared/core/ids.ts";
import { type CallGate, startCallGate } from "../stack/call-gate.ts";
import { type Ended, type RunningCommand, startCommand } from "../stack/run-stack.ts";

/** `npm run recount` of a deployed stage, run again and again, and killed on the way. */
export class RecountCommand {
  /** What all runs have sent, transactions and how far they were, and how long they took. */
  readonly sent = { transactions: 0, steps: 0, ms: 0 };
  readonly #gate: CallGate;

  private constructor(gate: CallGate) {
    this.#gate = gate;
  }

  static async gated(): Promise<RecountCommand> {
    return new RecountCommand(await startCallGate(inject("stack").env["DYNAMODB_ENDPOINT"] ?? ""));
  }

  close(): Promise<void> {
    return this.#gate.close();
  }

  /**
   * Runs it until all runs together have sent `at` transactions, and kills it (kill -9) while the last
   * of them is on its way, which was carried out by then or never will be. `midway` comes just before.
   */
  async killAt(at: number, wasCarriedOut: boolean, account: LedgerId, midway: () => Promise<void>) {
    const began = Date.now();
    const running = this.#start("recount", account);
    const reached = this.#gate.next(
      (operation, body) => this.#isTransaction(operation, body) && this.sent.transactions >= at,
    );
    const held = await Promise.race([reached, endedEarly(running)]);
    await midway();
    if (wasCarriedOut) await held.carryOut();
    process.kill(running.pid, "SIGKILL");
    expect((await running.ended).code).toBeNull();
    this.sent.ms += Date.now() - began;
    held.drop();
    await this.#gate.quiet();
  }

  /** Runs it to its end; `beforeLast` comes before the write by which the recount is over. */
  async finish(account: LedgerId, beforeLast: () => Promise<void>): Promise<Ended> {
    const began = Date.now();
    const running = this.#start("recount", account);
    // That write is a transaction, too: it leaves word of the end.
    const ending = this.#gate.next((operation, body) => {
      const isEnd = body.includes('"state":{"S":"done"}');
      if (!isEnd) this.#isTransaction(operation, body);
      return isEnd;
    });
    const last = await Promise.race([ending, endedEarly(running)]);
    await beforeLast();
    await last.release();
    const ended = await running.ended;
    this.sent.ms += Date.now() - began;
    return ended;
  }

  /** What `npm run verify-tallies` says of the account. */
  verify(account: LedgerId): Promise<Ended> {
    return this.#start("verify-tallies", account).ended;
  }

  /** The command finds the table by its environment. */
  #start(name: "recount" | "verify-tallies", account: LedgerId): RunningCommand {
    return startCommand(`scripts/operate/${name}.ts`, ["--account", account], "none", {
      ...inject("stack").env,
      TABLE_NAME: process.env["TABLE_NAME"] as string,
      DYNAMODB_ENDPOINT: this.#gate.endpoint,
    });
  }

  #isTransaction(operation: string, body: string): boolean {
    if (operation === "TransactWriteItems") this.sent.transactions += 1;
    else if (operation === "PutItem" && body.includes('"S":"RECOUNT"')) this.sent.steps += 1;
    return operation === "TransactWriteItems";
  }
}

async function endedEarly({ ended }: RunningCommand): Promise<never> {
  throw new Error(`the command has ended: ${JSON.stringify(await ended)}`);
}
