import { cp, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Finding, type OutsideTool, ran } from "./tool.ts";

/** The jar of openapi-generator-cli. */
const JAR = "OPENAPI_GENERATOR";

/** A folder with Guzzle and its `autoload.php`, as composer or a distribution installs it. */
const GUZZLE = "GUZZLE";

type Step = readonly [program: string, ...args: string[]];

type Language = {
  readonly name: string;
  readonly generator: string;
  readonly properties: string;
  /** The folder of the generated client, in that of the language. */
  readonly client: string;
  readonly program: string;
  readonly needs: string;
  readonly version: Step;
  /** Steps in the folder of the language: the last one runs the program, those before compile it and the client. */
  readonly steps: () => readonly Step[];
};

const JAVA_CLASSES = "client/target/classes:client/target/dependency/*";

const LANGUAGES: readonly Language[] = [
  {
    name: "Go client",
    generator: "go",
    properties: "packageName=vat,withGoMod=false",
    client: "vat",
    program: "ten-calls.go",
    needs: "Go",
    version: ["go", "version"],
    steps: () => [
      ["go", "mod", "init", "ten-calls"],
      ["go", "mod", "tidy"],
      ["go", "build", "-o", "ten-calls", "."],
      ["./ten-calls"],
    ],
  },
  {
    name: "Java client",
    generator: "java",
    properties:
      "library=native,hideGenerationTimestamp=true,containerDefaultToNull=true,invokerPackage=eu.vat,apiPackage=eu.vat.api,modelPackage=eu.vat.model",
    client: "client",
    program: "TenCalls.java",
    needs: "Maven and a JDK",
    version: ["mvn", "--version"],
    steps: () => [
      ["mvn", "-q", "-f", "client", "compile", "dependency:copy-dependencies"],
      ["javac", "-cp", JAVA_CLASSES, "-d", "classes", "TenCalls.java"],
      ["java", "-cp", `classes:${JAVA_CLASSES}`, "TenCalls"],
    ],
  },
  {
    name: "PHP client",
    generator: "php",
    properties: "invokerPackage=EuVat",
    client: "client",
    program: "ten-calls.php",
    needs: `PHP with curl and mbstring, Guzzle in the folder that ${GUZZLE} names`,
    version: [
      "php",
      "-r",
      `is_file(getenv('${GUZZLE}') . '/autoload.php') || exit(1); echo PHP_VERSION;`,
    ],
    steps: () => [
      ["php", "-r", COMPILE_ALL],
      ["php", "ten-calls.php"],
    ],
  },
];

/** Compiles every file of the client, also those that the program does not load. */
const COMPILE_ALL = `
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator('client/lib')) as $file) {
  if ($file->getExtension() === 'php') exec('php -l ' . escapeshellarg($file->getPathname()), $out, $code) && $code === 0 || exit($code);
}`;

/** Clients by openapi-generator: compiled, and used by a program of ten operations against the running service. */
export const GENERATED_CLIENTS: readonly OutsideTool[] = LANGUAGES.map((language) => ({
  name: language.name,
  source: `openapi-generator-cli, whose jar ${JAR} names; Java; ${language.needs}`,
  version: () => versionOf(language),
  run: async ({ folder, service }) => {
    const { url, keyOf } = await service();
    const place = join(folder, language.generator);
    await mkdir(place);
    const env = { VAT_API_URL: url, VAT_API_KEY: await keyOf(language.generator) };
    await cp(join("scripts/checks/clients", language.program), join(place, language.program));
    for (const [program, ...args] of [generation(language), ...language.steps()]) {
      const step = await ran(program, args, { cwd: place, env });
      if (step?.code === 0) continue;
      const text = step ? `${step.stdout}${step.stderr}` : "not installed";
      return [finding([program, ...args].join(" ").slice(0, 60), text)];
    }
    return [];
  },
}));

const generation = ({ generator, properties, client }: Language): Step => [
  "java",
  ...["-jar", resolve(process.env[JAR] ?? ""), "generate", "-g", generator, "-o", client],
  ...["-i", resolve("docs/openapi.json"), "--additional-properties", properties],
  ...["--global-property", "apiDocs=false,modelDocs=false,apiTests=false,modelTests=false"],
];

async function versionOf({ version: [program, ...args] }: Language): Promise<string | undefined> {
  const jar = process.env[JAR];
  if (!jar) return undefined;
  const generator = await ran("java", ["-jar", jar, "version"]);
  const language = await ran(program, args);
  if (generator?.code !== 0 || language?.code !== 0) return undefined;
  return `${generator.stdout.trim()}, ${language.stdout.split("\n")[0]?.trim()}`;
}

const finding = (where: string, text: string): Finding => ({ rule: "client", where, text });
