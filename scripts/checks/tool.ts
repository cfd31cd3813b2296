import { execFile } from "node:child_process";

/** Something that a tool holds against the product. */
export type Finding = {
  /** As the tool names it: what an answer is given to. */
  readonly rule: string;
  readonly where: string;
  readonly text: string;
};

/** Where tools find what they look at. */
export type Workplace = {
  /** A folder of this run, removed afterwards. */
  readonly folder: string;
  /** The templates of a stage: a folder with a file for each stack. */
  readonly templatesOf: (stage: Stage) => Promise<string>;
  /** The running service, and a key of either scope. */
  readonly service: () => Promise<Service>;
};

export type Stage = "dev" | "prod";

export type Service = {
  readonly url: string;
  readonly full: string;
  readonly readOnly: string;
};

/** A checker that was written elsewhere. */
export type OutsideTool = {
  readonly name: string;
  /** How to come by it, for whoever does not have it. */
  readonly source: string;
  /** What this machine has of it; undefined when it has none. */
  readonly version: () => Promise<string | undefined>;
  readonly run: (place: Workplace) => Promise<readonly Finding[]>;
};

type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };

type Settings = {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
};

const MOST_OUTPUT = 512 * 1024 ** 2;

/** Runs a program to its end; undefined when there is no such program. */
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

/** The last word that a program says of its version. */
export const versionOf =
  (program: string, flag = "--version") =>
  async (): Promise<string | undefined> => {
    const told = await ran(program, [flag]);
    return told?.code === 0 ? told.stdout.trim().split(/\s+/).at(-1) : undefined;
  };
