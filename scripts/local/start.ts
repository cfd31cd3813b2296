import { Failure, runCommand } from "./failure.ts";
import { isLoopback } from "./http-server.ts";
import { settingsFrom } from "./settings.ts";
import { type Stack, startStack } from "./stack.ts";

const closing = new AsyncDisposableStack();

const OPEN_TO_OTHERS =
  "HOST lets others than this machine call the API, with a key, over a connection that is not encrypted\n";
const KEYS_ONLY =
  "nobody signs in as a person here, unless SIGN_IN_ISSUER names an issuer of your own (docs/local.md)\n";

await runCommand(async () => {
  const settings = settingsFrom(process.argv.slice(2), process.env);
  const asked = askedToEnd();
  try {
    const stack = await Promise.race([startStack(settings, closing), asked]);
    if (!stack) return;
    if (!isLoopback(settings.host)) {
      process.stderr.write(
        process.env["SIGN_IN_ISSUER"] ? OPEN_TO_OTHERS : OPEN_TO_OTHERS + KEYS_ONLY,
      );
    }
    print(stack);
    const complete = stack.complete.then(() => sayComplete(stack));
    await Promise.race([asked, stack.engineEnded.then(lost), complete.then(() => asked)]);
  } finally {
    await closing.disposeAsync();
  }
});
// An interrupted start may still have open handles.
process.exit();

/**
 * Waits for Ctrl-C in a terminal, or `kill`. A second signal changes nothing, because npm passes a Ctrl-C on as well.
 */
function askedToEnd(): Promise<undefined> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
      process.on(signal, () => resolve(undefined));
  });
}

/** Prints in one write, so that a reader of the first line has the others too. */
function print({ url, say, demo }: Stack): void {
  const keys = demo
    ? [
        `full key: ${demo.full}`,
        `read-only key: ${demo.read_only}`,
        `console: ${url}/console#link=${demo.link}`,
      ]
    : [];
  say(`${[`ready ${url}`, ...keys].join("\n")}\n`);
}

function sayComplete({ say, demo }: Stack): void {
  if (demo) say("the demo account is complete\n");
}

function lost(): never {
  throw new Failure("the DynamoDB engine has ended unexpectedly; its output is in DATA_DIR");
}
