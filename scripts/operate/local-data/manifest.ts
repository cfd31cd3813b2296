import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import packageJson from "../../../package.json" with { type: "json" };
import { ITEMS } from "../../../shared/platform/table/registry.ts";
import { DATABASE, DEMO_KEYS, OBJECTS, SEALING_KEY } from "../../local/data-folder.ts";
import { codeOf, Failure } from "../../local/failure.ts";

/** The file that lists the content of a backup. Written last, so that an interrupted backup has none. */
export const MANIFEST = "manifest.json";

/** A path of a data folder; a restore writes to no other path. */
const DataPath = z
  .string()
  .refine(
    (path) => [DATABASE, DEMO_KEYS, SEALING_KEY].includes(path) || path.startsWith(`${OBJECTS}/`),
  )
  .refine((path) => !path.split("/").includes(".."));

const FileEntry = z.strictObject({ path: DataPath, bytes: z.int(), sha256: z.string() });

const Manifest = z.strictObject({
  format: z.literal(1),
  service_version: z.string(),
  /** The schema versions of stored items that were current when the backup was made. */
  schema_versions: z.record(z.string(), z.int()),
  made_at: z.string(),
  files: z.array(FileEntry),
});

/** A file of a backup: its path in the data folder, its size, and its SHA-256 in hexadecimal. */
export type FileEntry = z.output<typeof FileEntry>;
type Manifest = z.output<typeof Manifest>;

export const manifestOf = (files: readonly FileEntry[], now: Date): Manifest => ({
  format: 1,
  service_version: packageJson.version,
  schema_versions: Object.fromEntries(ITEMS.map(({ name, version }) => [name, version])),
  made_at: now.toISOString(),
  files: [...files],
});

/**
 * Reads the manifest of a backup.
 * @throws Failure if there is none, or a newer version has made it, whose items this version could misread.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const { data: manifest, error } = Manifest.safeParse(await manifestIn(folder));
  if (!manifest)
    throw new Failure(`${folder} holds no backup that this version can read: ${error}`);
  const newer = Object.entries(manifest.schema_versions).filter(
    ([name, version]) => version > (ITEMS.find((item) => item.name === name)?.version ?? 0),
  );
  if (newer.length === 0) return manifest;
  const names = newer.map(([name]) => name).join(", ");
  throw new Failure(
    `${folder} was made by version ${manifest.service_version}, which stores in a newer form: ${names}`,
  );
}

async function manifestIn(folder: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(folder, MANIFEST), "utf8"));
  } catch (error) {
    if (codeOf(error) !== "ENOENT" && !(error instanceof SyntaxError)) throw error;
    throw new Failure(`${folder} is no whole backup: its ${MANIFEST} is missing or broken`);
  }
}
