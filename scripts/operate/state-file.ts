import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** The state of a command that may be killed, in a file: the next run continues from it. */
type StateFile<State> = {
  readonly resumeFrom: State | undefined;
  /** Replaces the state, at most every few seconds unless `now` is set. */
  readonly save: (state: () => State, now?: true) => void;
  /** Removes the file after the command has its result. */
  readonly remove: () => void;
};

const SECONDS_BETWEEN = 5;

/**
 * Opens a file of states. A kill leaves the state before or after, since a new one replaces the file as a whole.
 * @param path undefined for a command that begins anew each time
 */
export function stateFile<State>(
  path: string | undefined,
  parse: (json: unknown) => State,
  textOf: (state: State) => string = JSON.stringify,
): StateFile<State> {
  if (path === undefined) return { resumeFrom: undefined, save: () => {}, remove: () => {} };
  let next = 0;
  return {
    resumeFrom: existsSync(path) ? parse(JSON.parse(readFileSync(path, "utf8"))) : undefined,
    save: (state, now) => {
      if (!now && Date.now() < next) return;
      writeFileSync(`${path}.new`, textOf(state()));
      renameSync(`${path}.new`, path);
      next = Date.now() + SECONDS_BETWEEN * 1000;
    },
    remove: () => rmSync(path, { force: true }),
  };
}
