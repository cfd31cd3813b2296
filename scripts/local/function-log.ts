import { createWriteStream, type WriteStream } from "node:fs";
import { codeOf } from "./failure.ts";

/** Writes text to the terminal that is not part of the log. */
export type Say = (text: string) => void;

/**
 * Writes the output of the functions to a file, which is cleared first. In Lambda the log is everything that a function
 * writes to stdout or stderr, so here it is the output of this process. Errors also go to the terminal; other text for
 * the terminal uses the returned function. On a full disk lines are lost, which the terminal says once, and the service
 * goes on.
 */
export function keepFunctionLog(file: string, closing: AsyncDisposableStack): Say {
  const { stdout, stderr } = process;
  const say = stdout.write.bind(stdout) as Write;
  const warn = stderr.write.bind(stderr) as Write;
  const log = new LossyLog(file, (why) => {
    warn(
      `${file} cannot be written (${why}): lines of the log are lost, and the service goes on\n`,
    );
  });
  stdout.write = ((text, ...rest) => log.write(text, rest.find(isFunction))) as LogWrite as Write;
  stderr.write = ((text, ...rest) => {
    log.write(text);
    return (warn as LogWrite)(text, ...rest);
  }) as LogWrite as Write;
  closing.defer(async () => {
    stdout.write = say;
    stderr.write = warn;
    await log.end();
  });
  return say;
}

/** A log file that is opened again with the next line after a line could not be written. */
class LossyLog {
  readonly #file: string;
  readonly #onLoss: (why: string) => void;
  #stream: WriteStream | undefined;
  #isLosing = false;

  constructor(file: string, onLoss: (why: string) => void) {
    this.#file = file;
    this.#onLoss = onLoss;
    this.#stream = this.#opened("w");
  }

  /** Writes a text. `onWritten` is called also for a lost one: who waits for the line goes on. */
  write(text: string, onWritten?: () => void): boolean {
    this.#stream ??= this.#opened("a");
    this.#stream.write(text, (error) => {
      if (!error) this.#isLosing = false;
      onWritten?.();
    });
    return true;
  }

  end(): Promise<void> {
    const stream = this.#stream;
    return new Promise((closed) => (stream ? stream.end(() => closed()) : closed()));
  }

  #opened(flags: "w" | "a"): WriteStream {
    const stream = createWriteStream(this.#file, { flags });
    return stream.on("error", (error) => {
      if (this.#stream === stream) this.#stream = undefined;
      if (!this.#isLosing) this.#onLoss(codeOf(error) ?? String(error));
      this.#isLosing = true;
    });
  }
}

type Write = typeof process.stdout.write;
/** A write of a text, with its encoding and a callback where they are given. */
type LogWrite = (text: string, ...rest: readonly unknown[]) => boolean;

const isFunction = (value: unknown): value is () => void => typeof value === "function";
