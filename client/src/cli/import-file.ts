import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { basename } from "node:path";
import type { VatClient } from "../create-client.ts";
import { VatError } from "../errors.ts";
import type { Import, ImportRequest } from "../generated.ts";
import { pause } from "../pause.ts";
import { argumentsOf, type Command, objectIn, UsageError } from "./command.ts";

const OPTIONS = {
  source: { type: "string" },
  format: { type: "string" },
  settings: { type: "string", default: "{}" },
  "dry-run": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

/** Imports the export of a shop, and says what became of its rows. Importing a file again changes nothing. */
export const importFile: Command = {
  usage:
    "import <file> --source <tag> --format <format> [--settings '<json>'] [--dry-run] [--json]",
  run: async (args, { client, say, signal }) => {
    const { values, positionals } = argumentsOf(args, OPTIONS);
    const [file] = positionals;
    const { source, format, settings, "dry-run": dry_run } = values;
    if (!file || !source || !format) {
      throw new UsageError("name one file, its source and its format");
    }
    const request = {
      format,
      source_id: source,
      settings: { ...objectIn(settings, "--settings"), source_id: source },
      file_name: basename(file),
      ...(await measured(file)),
    } as unknown as ImportRequest;
    const job = await imported(client, { file, request, dry_run }, signal);
    for (const line of values.json ? [JSON.stringify(job)] : linesOf(job)) say(line);
    const isWhole = job.status === "completed" || job.status === "checked";
    return isWhole && job.counts.rejected + job.counts.conflict === 0 ? 0 : 1;
  },
};

async function measured(file: string) {
  const hash = createHash("sha256");
  let size_bytes = 0;
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size_bytes += chunk.length;
    }
  } catch {
    throw new UsageError(`${file} cannot be read`);
  }
  if (size_bytes === 0) throw new UsageError(`${file} is empty`);
  return { size_bytes, sha256: hash.digest("hex") };
}

type Asked = {
  readonly file: string;
  readonly request: ImportRequest;
  readonly dry_run: boolean;
};

/** Uploads the file, starts its import, and waits for its end. */
async function imported(
  client: VatClient,
  { file, request, dry_run }: Asked,
  signal: AbortSignal,
): Promise<Import> {
  const { id, upload } = await client.createImport({ body: request }, { signal });
  const { url, method, headers } = upload;
  const sent = await fetch(url, { method, headers, body: await openAsBlob(file), signal });
  if (!sent.ok) throw new VatError(`the upload was refused (${sent.status}): ${await sent.text()}`);
  await client.startImport({ path: { id }, body: { dry_run } }, { signal });
  return ended(client, id, signal);
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

const AT_WORK: readonly Import["status"][] = ["reading", "checking", "importing"];

async function ended(client: VatClient, id: string, signal: AbortSignal): Promise<Import> {
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 1.5, LONGEST_PAUSE_MS)) {
    const job = await client.getImport({ path: { id } }, { signal });
    if (!AT_WORK.includes(job.status)) return job;
    await pause(ms, signal);
  }
}

function linesOf({ id, status, error, counts, reasons }: Import): string[] {
  const counted = (title: string, of: Readonly<Record<string, number>>) =>
    Object.entries(of).map(([name, count]) => `${String(count).padStart(9)}  ${title}${name}`);
  return [
    error ? `${id} ${status}: ${error.message}` : `${id} ${status}`,
    ...counted("", counts),
    ...counted("because of ", reasons),
  ];
}
