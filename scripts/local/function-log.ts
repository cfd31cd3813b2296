import { createWriteStream } from "node:fs";

/** Writes to the terminal what is no log. */
export type Say = (text: string) => void;

/**
 * Keeps what the functions tell in a file, which begins anew. In Lambda all that a function writes
 * to stdout or stderr is its log, so here it is what this process writes. Errors are shown as well;
 * whatever else the terminal is to see has to be said.
 */
export function keepFunctionLog(file: string, closing: AsyncDisposableStack): Say {
  const log = createWriteStream(file);
  const { stdout, stderr } = process;
  const say = stdout.write.bind(stdout) as Write;
  const warn = stderr.write.bind(stderr) as Write;
  stdout.write = log.write.bind(log) as Write;
  stderr.write = ((text: string) => {
    log.write(text);
    return warn(text);
  }) as Write;
  closing.defer(async () => {
    stdout.write = say;
    stderr.write = warn;
    await new Promise((closed) => log.end(closed));
  });
  return say;
}

type Write = typeof process.stdout.write;
