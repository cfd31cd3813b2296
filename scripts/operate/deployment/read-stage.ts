import { readSettings, type Settings } from "../../../infra/settings.ts";
import { Failure } from "../../local/failure.ts";

/**
 * Reads the settings of the stage that a command names.
 * @throws Failure when the stage's file is missing or invalid
 */
export function readStage(stage: string): Settings {
  try {
    return readSettings(stage);
  } catch (error) {
    throw new Failure((error as Error).message);
  }
}
