import { PERSON_ID } from "../../accounts/people/person.ts";
import { loadPersons } from "../../accounts/people/store-sessions.ts";
import { loadProfile } from "../../ledger/settings/store-settings.ts";
import type { Covered } from "../compute/compute.ts";
import { contentSha256 } from "../locks/snapshot.ts";
import { loadPreparation } from "../locks/store-preparations.ts";
import type { Making } from "./artifacts.ts";
import { clientOnPaper, type PaperFacts, signOffOf } from "./paper-facts.ts";

/** Loads the client and the persons that a paper of a return names. */
export async function loadPaperFacts(
  account: string,
  { report, registration }: Covered,
  { shown, beside }: Making,
): Promise<PaperFacts> {
  const { scheme_type, period_key } = report;
  const lock = (shown ?? beside)?.lock;
  const name = { scheme_type, period_key, registration_id: registration.id };
  const [profile, preparation] = await Promise.all([
    loadProfile(account),
    loadPreparation(account, name),
  ]);
  const figures = lock?.content_sha256 ?? contentSha256(report);
  const marks = preparation.content_sha256 === figures ? preparation.marks : [];
  const authors = [
    ...marks.map(({ person }) => person),
    lock?.prepared_by,
    lock?.locked_by,
    lock?.filed?.recorded_by,
  ].filter((id) => id !== undefined && PERSON_ID.test(id)) as string[];
  const names = authors.length > 0 ? await loadPersons(authors) : undefined;
  return { client: clientOnPaper(profile, registration), sign_off: signOffOf(marks, lock, names) };
}
