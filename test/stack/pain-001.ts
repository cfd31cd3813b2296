import { readFileSync } from "node:fs";
import { XmlDocument, XsdValidator } from "libxml2-wasm";

function validatorOf(file: string): XsdValidator {
  const url = `test/return-files/schemas/${file}`;
  return XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(url), { url }));
}

/** The schema of ISO 20022, and the one of the EPC for credit transfers in euro from a customer to a bank. */
export const ISO = validatorOf("pain.001.001.09.xsd");
export const EPC = validatorOf("pain.001.001.09_epc132-08.xsd");

export function schemaFaults(bytes: Uint8Array, validators: readonly XsdValidator[]): string[] {
  const document = XmlDocument.fromBuffer(bytes);
  const faults = validators.flatMap((validator) => {
    try {
      validator.validate(document);
      return [];
    } catch (error) {
      return [String((error as Error).message)];
    }
  });
  document.dispose();
  return faults;
}
