import { readFileSync } from "node:fs";
import { XmlDocument, XsdValidator } from "libxml2-wasm";
import { xmlRegisterFsInputProviders } from "libxml2-wasm/lib/nodejs.mjs";

/** The Polish schema imports another file. */
xmlRegisterFsInputProviders();

const FILES: Readonly<Record<string, string>> = {
  at_oss: "at_oss_derived.xsd",
  sk_dposs: "dposs_eu01.xsd",
  cz_ossei1: "ossei1_epo2.xsd",
  pl_viudo2: "viudo2_derived.xsd",
  ro_d398: "d398_derived.xsd",
};

const validators = new Map<string, XsdValidator>();

function validatorOf(format: string): XsdValidator {
  const known = validators.get(format);
  if (known) return known;
  const url = `test/return-files/schemas/${FILES[format]}`;
  const schema = XmlDocument.fromBuffer(readFileSync(url), { url });
  const validator = XsdValidator.fromDoc(schema);
  validators.set(format, validator);
  return validator;
}

/** What the schema of a format has against a document; nothing when it is valid. */
export function schemaFaults(format: string, text: string | Uint8Array): string[] {
  const document =
    typeof text === "string" ? XmlDocument.fromString(text) : XmlDocument.fromBuffer(text);
  try {
    validatorOf(format).validate(document);
    return [];
  } catch (error) {
    return [String((error as Error).message)];
  } finally {
    document.dispose();
  }
}
