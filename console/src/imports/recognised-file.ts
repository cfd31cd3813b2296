import { RECOGNISED_BYTES } from "../../../shared/imports/files/json-shape.ts";
import { type Recognised, recognise } from "../../../shared/imports/formats/recognise.ts";
import { shownSettings } from "./shown-settings.ts";

/** A chosen file, and what its first bytes say. */
export type ChosenFile = {
  readonly file: File;
  readonly recognised: Recognised;
  /** The settings that its rows show. */
  readonly shown: Readonly<Record<string, string>>;
};

/** Reads the first bytes of a file and recognises it; a file that the browser cannot read is not known. */
export async function recognisedFile(file: File): Promise<ChosenFile> {
  try {
    const head = await file.slice(0, RECOGNISED_BYTES).arrayBuffer();
    const shown = shownSettings(new TextDecoder().decode(head));
    return { file, recognised: recognise(new Uint8Array(head)), shown };
  } catch {
    // The upload reports the error of the browser.
    return { file, recognised: {}, shown: {} };
  }
}
