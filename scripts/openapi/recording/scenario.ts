import { recordAgents } from "./agents.ts";
import { recordCalculations } from "./calculations.ts";
import { recordConnections } from "./connections.ts";
import { recordImports } from "./imports.ts";
import { type Keys, recordKeys, recordOwnKeys, recordSandbox } from "./keys.ts";
import { recordLedger } from "./ledger.ts";
import { recordOpenings } from "./openings.ts";
import { recordPeople } from "./people.ts";
import { recordPublic } from "./public.ts";
import { recordRates } from "./rates.ts";
import type { Recorder } from "./recorder.ts";
import { recordReports } from "./reports.ts";
import { recordReturnFiles } from "./return-files.ts";
import { recordShop, recordVatNumbers } from "./shop.ts";
import { recordThreshold } from "./threshold.ts";
import { recordWebhooks } from "./webhooks.ts";

/** Plays half a year of a shop, as short as possible with every operation recorded. */
export async function playScenario(recorder: Recorder, keys: Keys): Promise<void> {
  await recordPublic(recorder);
  await recordShop(recorder);
  await recordLedger(recorder);
  await recordCalculations(recorder);
  await recordReports(recorder, keys);
  await recordThreshold(recorder);
  await recordKeys(recorder, keys);
  await recordOpenings(recorder, keys.moving);
  await recordReturnFiles(recorder, keys.filing);
  await recordOwnKeys(recorder);
  await recordImports(recorder, keys.importing);
  await recordSandbox(recorder, keys);
  await recordWebhooks(recorder, keys);
  await recordConnections(recorder);
  await recordVatNumbers(recorder);
  await recordPeople(recorder, keys.people, keys);
  await recordRates(recorder, keys.people);
  await recordAgents(recorder);
}
