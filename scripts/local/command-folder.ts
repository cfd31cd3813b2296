import { type ServedFolder, servedFolders } from "./served-folders.ts";
import { dataDirFrom, portFrom } from "./settings.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** The data folder of a command, and the messages about that choice. */
type CommandFolder = { readonly dataDir: string; readonly said: readonly string[] };

/**
 * Returns the data folder of a command: the one in DATA_DIR, otherwise the one whose stack has PORT, otherwise the
 * default. Without DATA_DIR, a message reports an unusual folder, or one without a running stack.
 * @throws Failure if PORT is no port number.
 */
export async function commandFolder(env: Env): Promise<CommandFolder> {
  const dataDir = dataDirFrom(env);
  if (env["DATA_DIR"]) return { dataDir, said: [] };
  return chosenFolder(dataDir, portFrom(env, "PORT", "3000"), await servedFolders());
}

/** Chooses among the folders with a running stack. */
export function chosenFolder(
  usual: string,
  port: number,
  served: readonly ServedFolder[],
): CommandFolder {
  const here = served.find(({ url }) => Number(new URL(url).port) === port);
  if (here && here.dataDir !== usual) {
    return { dataDir: here.dataDir, said: [`working on ${here.dataDir}, served at ${here.url}`] };
  }
  if (served.some(({ dataDir }) => dataDir === usual)) return { dataDir: usual, said: [] };
  const others = served.map(
    (servedFolder) => `DATA_DIR=${servedFolder.dataDir} is served at ${servedFolder.url}`,
  );
  return { dataDir: usual, said: [`working on ${usual}, which no server serves`, ...others] };
}
