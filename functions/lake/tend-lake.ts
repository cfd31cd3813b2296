import { tendLake } from "../../shared/operations/lake/tend-lake.ts";
import { logger } from "../../shared/platform/telemetry/telemetry.ts";

/** Removes erased texts from the lake, and merges its small files. */
export async function handler(): Promise<void> {
  logger.info("lake tended", await tendLake(new Date()));
}
