import { fileURLToPath } from "node:url";
import {
  type BundlingOptions,
  LogLevel,
  OutputFormat,
  SourceMapMode,
} from "aws-cdk-lib/aws-lambda-nodejs";
import type { BuildOptions } from "esbuild";

/**
 * The SDK is bundled, ES modules first: 25 to 45 ms less at a cold start than the runtime's copy, and
 * the version is the tested one. With `main` first the same bundle is 1.6 times the size.
 */
const SETTINGS = { target: "node24", mainFields: ["module", "main"], minify: true };

/** A CommonJS package inside an ES module bundle still calls `require`. */
const BANNER =
  "import{createRequire}from'node:module';const require=createRequire(import.meta.url);";

/**
 * Where the SDK looks for credentials on a workstation, in a container and on a virtual machine: imported only
 * when they are asked, which never happens in Lambda, as credentials are in its environment. They are a quarter
 * of a bundle.
 */
const CREDENTIALS_OF_ELSEWHERE = [
  ...["ini", "process", "sso", "web-identity", "http"].map(
    (source) => `@aws-sdk/credential-provider-${source}`,
  ),
  "@smithy/credential-provider-imds",
];

/**
 * An `import` of Node's http loads all of Node's fetch as well, whose WebSocket it names: a fifth of a cold request,
 * of which nothing is used (docs/decisions/0220). What `require` gives loads it when it is asked for.
 */
const LAZY_HTTP = fileURLToPath(new URL("lazy-http.cjs", import.meta.url));
const ALIAS = { "node:http": LAZY_HTTP, http: LAZY_HTTP };

/** How the stack bundles a handler: with the esbuild of this project, never in a container. */
const lambdaBundling: BundlingOptions = {
  ...SETTINGS,
  format: OutputFormat.ESM,
  banner: BANNER,
  bundleAwsSDK: true,
  externalModules: CREDENTIALS_OF_ELSEWHERE,
  esbuildArgs: Object.fromEntries(
    Object.entries(ALIAS).map(([name, file]) => [`--alias:${name}`, file]),
  ),
  forceDockerBundling: false,
  logLevel: LogLevel.WARNING,
};

/**
 * The bundling of a function that reads files of the project: they lie beside its bundle. The source
 * map of a `handler` stays in cdk.out/source-maps, to read its stack traces with: deployed, it would
 * only make the function larger.
 */
export const bundlingWith = (files: readonly string[] = [], handler?: string): BundlingOptions => ({
  ...lambdaBundling,
  ...(handler ? { sourceMap: true, sourceMapMode: SourceMapMode.EXTERNAL } : {}),
  commandHooks: {
    beforeBundling: () => [],
    beforeInstall: () => [],
    afterBundling: (project, bundle) => [
      ...files.map((file) => `cp -r "${project}/${file}" "${bundle}"`),
      ...(handler ? keepSourceMap(bundle, `${bundle}/../source-maps/${handler}.mjs.map`) : []),
    ],
  },
});

const keepSourceMap = (bundle: string, kept: string): string[] => [
  `mkdir -p "$(dirname "${kept}")"`,
  `mv "${bundle}/index.mjs.map" "${kept}"`,
];

/** The same for esbuild itself, so that the size tests measure what is deployed. */
export const esbuildBundling = {
  ...SETTINGS,
  bundle: true,
  platform: "node",
  format: "esm",
  banner: { js: BANNER },
  external: CREDENTIALS_OF_ELSEWHERE,
  alias: ALIAS,
} as const satisfies BuildOptions;
