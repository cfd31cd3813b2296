import { cp, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { esbuildBundling } from "../../infra/bundling.ts";
import type { Route } from "../../shared/api/route.ts";
import { fallbackRow } from "../../shared/api/route-match.ts";
import { routes } from "../../shared/api/routes.ts";

type BundledRow = Pick<Route, "handler" | "files">;

const project = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Bundles every route's function into a folder of its own under `folder`, as `npm run synth` does for AWS,
 * with the files that lie beside it there.
 */
export async function buildBundles(
  folder: string,
  rows: readonly BundledRow[] = [...Object.values(routes), fallbackRow],
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await build({
    ...esbuildBundling,
    absWorkingDir: project,
    entryPoints: Object.fromEntries(
      rows.map(({ handler }) => [`${handler}/index`, `functions/${handler}.ts`]),
    ),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    logLevel: "warning",
  });
  await Promise.all(rows.map((route) => layFilesBeside(folder, route)));
}

async function layFilesBeside(folder: string, { handler, files = [] }: BundledRow): Promise<void> {
  for (const file of files) {
    await cp(join(project, file), join(folder, handler, basename(file)), { recursive: true });
  }
}
