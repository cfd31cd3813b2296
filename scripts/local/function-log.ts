import { createWriteStream } from "node:fs";

/** Writes text to the terminal that is not part of the log. */
export type Say = (text: string) => void;

/**
 * Writes the output of the functions to a file, which is cleared first. In Lambda the log is everything that a function
 * writes to stdout or stderr, so here it is the output of this process. Errors also go to the terminal; other text for
 * the terminal uses the returned function.
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
