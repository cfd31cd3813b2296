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

/** Runs a command to its end: a Failure becomes one line on stderr and the exit code. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error.exitCode;
  }
}

/** Returns the `code` of a system error, such as EADDRINUSE. */
export const codeOf = (error: unknown): string | undefined =>
  (error as NodeJS.ErrnoException | undefined)?.code;
