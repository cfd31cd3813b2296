import { expect, it } from "vitest";
import { processAll } from "../../../scripts/demo/import-file.ts";
import { type ImportJob, startedImport } from "../../../shared/imports/jobs/job.ts";
import { loadImportJob, moveImportJob } from "../../../shared/imports/jobs/store-jobs.ts";
import { lookAtObject, uploadObject } from "../../../shared/imports/jobs/store-objects.ts";
import { DAMAGES } from "../../make/damaged-file.ts";
import { SAMPLES, type Sample } from "../../make/import-sample.ts";
import { type Account, call } from "../../stack/api.ts";
import { uploadedFile } from "../../stack/imports.ts";
import { newSeller } from "../../stack/seller.ts";
import { soakLength } from "../../stack/soak.ts";

/*
 * More than two hundred files that are damaged or cut off, each as a job that looks through it: it says in
 * one sentence what is wrong, or what became of each row, and nothing is committed. All of them are read in
 * test/unit/imports/formats; as jobs `npm test` takes some of each format.
 */
const AT_MOST = soakLength("ROUNDS", 100);

const CUTS = 14;

/** The damages of a sample: those that any file can have, and cuts all over it. */
function damagedFiles({ bytes }: Sample): Uint8Array[] {
  const cuts = Array.from({ length: CUTS }, (_, n) =>
    bytes.subarray(0, Math.max(1, Math.floor((bytes.length * n) / CUTS))),
  );
  const damaged = DAMAGES.map(([, damage]) => damage(bytes));
  return [...damaged, ...cuts].filter(({ length }) => length > 0);
}

/** As many as are wanted, from all over the list. */
function someOf(files: readonly Uint8Array[]): readonly Uint8Array[] {
  const step = Math.ceil(files.length / AT_MOST);
  return files.filter((_, n) => n % step === 0);
}

const now = () => new Date();

/** Looks through a file as the workers do, in this process. */
async function lookedThrough(
  seller: Account,
  sample: Sample,
  bytes: Uint8Array,
): Promise<ImportJob> {
  const { account } = seller;
  const file = { format: sample.format.name, settings: sample.settings, bytes };
  const { id } = await uploadedFile(seller, file);
  const upload = await lookAtObject(uploadObject(account, id));
  const created = (await loadImportJob(account, id)) as ImportJob;
  await moveImportJob(account, created, startedImport(true, upload?.etag ?? "", now()));
  await processAll([{ account, import_id: id, pass: 1 }]);
  return (await loadImportJob(account, id)) as ImportJob;
}

it("are two hundred and more", () => {
  expect(SAMPLES.flatMap(damagedFiles).length).toBeGreaterThanOrEqual(200);
});

it.each(SAMPLES.map((sample) => [sample.format.name, sample] as const))(
  "damaged files as %s are jobs that say what is wrong",
  async (_name, sample) => {
    const seller = await newSeller("DE");
    for (const bytes of someOf(damagedFiles(sample))) {
      const { state, error, rows, totals } = await lookedThrough(seller, sample, bytes);
      const { rows: counted, ...fates } = totals.counts;
      expect(Object.values(fates).reduce((sum, count) => sum + count)).toBe(counted);
      if (state === "failed") {
        expect([error?.message, counted]).toEqual([expect.stringMatching(/^[A-Z][^\n]*\.$/), 0]);
      } else expect([state, counted]).toEqual(["checked", rows]);
    }
    const { body } = await call(seller.readOnly, "GET", "/v1/supply-events");
    expect(body).toMatchObject({ items: [] });
  },
);
