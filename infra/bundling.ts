import { cp, glob, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type BuildOptions,
  build,
  type Metafile,
  type OnResolveArgs,
  type OnResolveResult,
  type Plugin,
} from "esbuild";
import { leanModule } from "./lean-module.ts";

/** A CommonJS package inside an ES module bundle still calls `require`. */
const BANNER =
  "import{createRequire}from'node:module';const require=createRequire(import.meta.url);";

/**
 * The sources of credentials on a workstation, in a container and on a virtual machine. The SDK imports them only
 * when it needs them, which never happens in Lambda. They would be a quarter of a bundle.
 */
const OTHER_CREDENTIALS = [
  ...["ini", "process", "sso", "web-identity", "http"].map(
    (source) => `@aws-sdk/credential-provider-${source}`,
  ),
  "@smithy/credential-provider-imds",
];

/**
 * The replacement of `node:http` in bundles. An `import` of http also loads Node's fetch and WebSocket, which takes a
 * fifth of a cold request and is never used (docs/decisions/0214). `require` loads both lazily.
 */
const LAZY_HTTP = fileURLToPath(new URL("lazy-http.cjs", import.meta.url));

const project = fileURLToPath(new URL("../", import.meta.url));

const OWN_MODULES = /\/(?:shared|functions)\/.*\.ts$/;
const PACKAGE = /^[@\w][^:]*$/;

/** Marks an import that esbuild resolves for the plug-in itself. */
const RESOLVED = "resolved";

/**
 * Lets esbuild drop unused schemas and tables of the project's own modules (lean-module.ts), and whole modules and
 * packages of which a bundle uses nothing: several packages do not declare that they have no side effects.
 */
const leanModules = (keepsDescriptions: boolean): Plugin => ({
  name: "lean-modules",
  setup({ onLoad, onResolve, resolve }) {
    const packages = new Map<string, Promise<OnResolveResult>>();
    const unusedDropped = async (path: string, { kind, resolveDir }: OnResolveArgs) => {
      const found = await resolve(path, { kind, resolveDir, pluginData: RESOLVED });
      return { ...found, sideEffects: false };
    };
    onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, importer, resolveDir }) =>
      OWN_MODULES.test(importer) ? { path: join(resolveDir, path), sideEffects: false } : undefined,
    );
    onResolve({ filter: PACKAGE }, (args) => {
      if (args.pluginData === RESOLVED || !OWN_MODULES.test(args.importer)) return undefined;
      const found = packages.get(args.path) ?? unusedDropped(args.path, args);
      packages.set(args.path, found);
      return found;
    });
    onLoad({ filter: OWN_MODULES }, async ({ path }) => ({
      contents: leanModule(path, await readFile(path, "utf8"), keepsDescriptions),
      loader: "ts",
    }));
  },
});

/**
 * The esbuild options of every function. The SDK is bundled, ES modules first: 25 to 45 ms less at a cold start than
 * the runtime's copy, and the version is the tested one. With `main` first a bundle is 1.6 times the size.
 */
export const esbuildBundling = {
  target: "node24",
  mainFields: ["module", "main"],
  minify: true,
  bundle: true,
  platform: "node",
  format: "esm",
  banner: { js: BANNER },
  external: OTHER_CREDENTIALS,
  alias: { "node:http": LAZY_HTTP, http: LAZY_HTTP },
  plugins: [leanModules(false)],
  absWorkingDir: project,
  logLevel: "warning",
} as const satisfies BuildOptions;

/** The part of a route or job that bundling needs. */
type BundledRow = {
  readonly handler: string;
  /** Files, folders and patterns of the project that the function reads; they are copied next to its bundle. */
  readonly files?: readonly string[];
  /** True where responses contain the descriptions of schemas. */
  readonly describes?: true;
};

/** Bundles the functions of the rows with the given options and returns the metafile of each build. */
async function buildFunctions(
  rows: readonly BundledRow[],
  options: BuildOptions & { readonly outdir: string },
) {
  const groups = Map.groupBy(rows, ({ describes = false }) => describes);
  return Promise.all(
    [...groups].map(([describes, some]) =>
      build({
        ...esbuildBundling,
        plugins: [leanModules(describes)],
        entryPoints: Object.fromEntries(
          some.map(({ handler }) => [`${handler}/index`, `functions/${handler}.ts`]),
        ),
        outExtension: { ".js": ".mjs" },
        ...options,
        metafile: true,
      }),
    ),
  );
}

/**
 * Bundles each function and the files that it reads into its own folder under `folder`. The stack deploys these
 * folders, and `npm start -- --bundled` runs them. Writes source maps to `sourceMaps` if given, because deployed maps
 * would only make the function larger. Writes a list of the contents of each bundle next to the folders (`contentsOf`).
 */
export async function buildBundles(
  folder: string,
  rows: readonly BundledRow[],
  sourceMaps?: string,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const sourcemap = sourceMaps ? "external" : false;
  const built = await buildFunctions(rows, { outdir: folder, sourcemap });
  const contents = built.flatMap(({ metafile }) => contentsIn(metafile));
  await writeFile(join(folder, CONTENTS), JSON.stringify(Object.fromEntries(contents)));
  await Promise.all(
    rows.map(async ({ handler, files = [] }) => {
      const own = join(folder, handler);
      for (const file of files) await copyBeside(own, file);
      if (!sourceMaps) return;
      const sourceMap = join(sourceMaps, `${handler}.mjs.map`);
      await mkdir(dirname(sourceMap), { recursive: true });
      await rename(join(own, "index.mjs.map"), sourceMap);
    }),
  );
}

/** Copies a file or folder under its name, and the files of a pattern with their folders. */
async function copyBeside(own: string, file: string): Promise<void> {
  if (!file.includes("*")) {
    return cp(join(project, file), join(own, basename(file)), { recursive: true });
  }
  for await (const one of glob(file, { cwd: project })) {
    await cp(join(project, one), join(own, one));
  }
}

const CONTENTS = "contents.json";

/** The size of each handler's bundle, with the bytes from each source file. */
export type Contents = Readonly<
  Record<string, { readonly bytes: number; readonly inputs: Readonly<Record<string, number>> }>
>;

/** Reads the list of bundle contents that `buildBundles` wrote to a folder. */
export const contentsOf = async (folder: string): Promise<Contents> =>
  JSON.parse(await readFile(join(folder, CONTENTS), "utf8"));

const contentsIn = ({ outputs }: Metafile) =>
  Object.values(outputs).flatMap(({ entryPoint, bytes, inputs }) => {
    if (entryPoint === undefined) return [];
    const handler = entryPoint.replace(/^functions\/|\.ts$/g, "");
    const sources = Object.entries(inputs).map(([file, { bytesInOutput }]) => [
      file,
      bytesInOutput,
    ]);
    return [[handler, { bytes, inputs: Object.fromEntries(sources) }] as const];
  });
