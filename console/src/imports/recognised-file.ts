import { RECOGNISED_BYTES } from "../../../shared/imports/files/json-shape.ts";
import { type Recognised, recognise } from "../../../shared/imports/formats/recognise.ts";

/** A chosen file, and what its first bytes say. */
export type ChosenFile = { readonly file: File; readonly recognised: Recognised };

/** Reads the first bytes of a file and recognises it; a file that the browser cannot read is not known. */
export async function recognisedFile(file: File): Promise<ChosenFile> {
  try {
    const head = await file.slice(0, RECOGNISED_BYTES).arrayBuffer();
    return { file, recognised: recognise(new Uint8Array(head)) };
  } catch {
    // The upload reports the error of the browser.
    return { file, recognised: {} };
  }
}
