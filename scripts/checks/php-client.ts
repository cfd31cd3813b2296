import { join, resolve } from "node:path";
import { type Finding, type OutsideTool, ran } from "./tool.ts";

const MAKER = "openapi-generator";

/** The generator as a jar, which OPENAPI_GENERATOR names. */
const jar = () => process.env["OPENAPI_GENERATOR"] ?? "";

const java = (args: readonly string[]) => ran("java", ["-jar", jar(), ...args]);

/** A PHP client: generated from the published document, and used against the running service as in docs/client.md. */
export const PHP_CLIENT: OutsideTool = {
  name: MAKER,
  source:
    "Maven org.openapitools:openapi-generator-cli, which OPENAPI_GENERATOR names; PHP with Guzzle",
  version: async () => {
    const version = jar() === "" ? undefined : await java(["version"]);
    return version?.code === 0 ? version.stdout.trim() : undefined;
  },
  run: async ({ folder, service }) => {
    const client = join(folder, "php-client");
    const made = await java([
      ...["generate", "-g", "php", "-i", resolve("docs/openapi.json"), "-o", client],
      "--additional-properties=invokerPackage=EuVat",
    ]);
    if (made?.code !== 0) return [finding("generate", MAKER, made?.stderr ?? "not run")];
    const { url, full } = await service();
    const env = { VAT_CLIENT: client, VAT_API_URL: url, VAT_API_KEY: full };
    const used = await ran("php", [resolve("scripts/checks/php-client.php")], { env });
    if (used?.code === 0) return [];
    return [finding("use", "scripts/checks/php-client.php", used ? used.stderr : "PHP is missing")];
  },
};

const finding = (rule: string, where: string, text: string): Finding => ({ rule, where, text });
