import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages, versionsIn } from "../install-packages.ts";
import type { Finding, OutsideTool } from "../tool.ts";
import { missingFields } from "./vendor-fields.ts";
import { shopifySignatures, stripeSignatures } from "./vendor-signatures.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Signatures and fields of messages by the libraries of Stripe and Shopify, which are no part of the project. */
export const VENDOR_LIBRARIES: OutsideTool = {
  name: "vendor-libraries",
  source: "npm",
  version: versionsIn(here),
  run: async ({ folder }) => {
    const place = join(folder, "vendor-libraries");
    await installPackages(here, place);
    const findings: Finding[] = [
      ...stripeSignatures(place),
      ...(await shopifySignatures(place)),
      ...(await missingFields(place)),
    ];
    return findings;
  },
};
