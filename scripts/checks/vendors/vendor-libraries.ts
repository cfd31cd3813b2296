import { copyFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Finding, type OutsideTool, ran } from "../tool.ts";
import { missingFields } from "./vendor-fields.ts";
import { shopifySignatures, stripeSignatures } from "./vendor-signatures.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Signatures and fields of messages by the libraries of Stripe and Shopify, which are no part of the project. */
export const VENDOR_LIBRARIES: OutsideTool = {
  name: "vendor-libraries",
  source: "npm",
  version: async () => {
    const npm = await ran("npm", ["--version"]);
    const { devDependencies } = JSON.parse(await readFile(join(here, "package.json"), "utf8"));
    return npm?.code === 0
      ? Object.entries(devDependencies)
          .map((one) => one.join("@"))
          .join(", ")
      : undefined;
  },
  run: async ({ folder }) => {
    const place = join(folder, "vendor-libraries");
    await installIn(place);
    const findings: Finding[] = [
      ...stripeSignatures(place),
      ...(await shopifySignatures(place)),
      ...(await missingFields(place)),
    ];
    return findings;
  },
};

/** Installs the libraries as the lock file beside this file names them. */
async function installIn(place: string): Promise<void> {
  await mkdir(place);
  for (const name of ["package.json", "package-lock.json"]) {
    await copyFile(join(here, name), join(place, name));
  }
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefix", place];
  const installed = await ran("npm", ["ci", ...flags]);
  if (installed?.code !== 0) throw new Error(installed?.stderr ?? "npm is not installed");
}
