import { execFile } from "node:child_process";

export type Finding = {
  /** The rule in the tool's own naming; accepted findings refer to it. */
  readonly rule: string;
  readonly where: string;
  readonly text: string;
};

export type ToolInputs = {
  /** A folder of this run, removed afterwards. */
  readonly folder: string;
  /** The templates of a stage: a folder with one file per stack. */
  readonly templatesOf: (stage: Stage) => Promise<string>;
  /** The running service, and a key of each scope. */
  readonly service: () => Promise<Service>;
};

export type Stage = "dev" | "prod";

export type Service = {
  readonly url: string;
  readonly full: string;
  readonly readOnly: string;
  /** Issues a full key of an account that no other tool uses. */
  readonly keyOf: (account: string) => Promise<string>;
};

export type OutsideTool = {
  readonly name: string;
  /** The place to get the tool from. */
  readonly source: string;
  /** The installed version; undefined if the tool is not installed. */
  readonly version: () => Promise<string | undefined>;
  readonly run: (inputs: ToolInputs) => Promise<readonly Finding[]>;
};

type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };

type Settings = {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
};

const MOST_OUTPUT = 512 * 1024 ** 2;

/** Runs a program to its end; undefined if there is no such program. */
export const ran = (
  program: string,
  args: readonly string[],
  { cwd, env }: Settings = {},
): Promise<Ran | undefined> =>
  new Promise((resolve, reject) => {
    const settings = { maxBuffer: MOST_OUTPUT, cwd, env: { ...process.env, ...env } };
    execFile(program, args, settings, (error, stdout, stderr) => {
      if (error?.code === "ENOENT") resolve(undefined);
      else if (error && typeof error.code !== "number") reject(error);
      else resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });

/** Returns the last word of a program's version output. */
export const versionOf = (program: string) => async (): Promise<string | undefined> => {
  const version = await ran(program, ["--version"]);
  return version?.code === 0 ? version.stdout.trim().split(/\s+/).at(-1) : undefined;
};
