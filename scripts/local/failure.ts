/** A problem reported in one line that ends the command. Any other error is a bug. */
export class Failure extends Error {
  /** 2 for a wrong command line, 1 for everything else. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.name = "Failure";
    this.exitCode = exitCode;
  }
}

/** Faults of disk and database that any step may meet first, and what to do. */
const FAULTS: readonly [RegExp, string][] = [
  [/database disk image is malformed/, "the database in DATA_DIR is damaged: run npm run restore"],
  [/ENOSPC|database or disk is full/, "the disk is full: make room, and start again"],
];

/** Runs a command to its end: a Failure becomes one line on stderr and the exit code. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const fault = FAULTS.find(([text]) => text.test(String(error)))?.[1];
    const failure = fault === undefined ? error : new Failure(fault);
    if (!(failure instanceof Failure)) throw error;
    process.stderr.write(`${failure.message}\n`);
    process.exitCode = failure.exitCode;
  }
}

/** Returns the `code` of a system error, such as EADDRINUSE. */
export const codeOf = (error: unknown): string | undefined =>
  (error as NodeJS.ErrnoException | undefined)?.code;
