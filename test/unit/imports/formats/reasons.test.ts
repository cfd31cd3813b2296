import { expect, it } from "vitest";
import { FILE_FAULTS, type FileFaultCode } from "../../../../shared/imports/files/csv-record.ts";
import {
  EXCLUSIONS,
  OPEN_QUESTIONS,
  REMARKS,
  ROW_FAULTS,
} from "../../../../shared/imports/formats/reasons.ts";
import { SAMPLES } from "../../../make/import-sample.ts";

it("says every reason in a sentence", () => {
  const sentences = [EXCLUSIONS, OPEN_QUESTIONS, REMARKS].flatMap((words) => Object.values(words));
  expect(sentences.filter((sentence) => !/^[A-Z].*\.$/.test(sentence))).toEqual([]);
  expect(new Set(sentences).size).toBe(sentences.length);
});

it("gives every reason one kind of outcome", () => {
  const files: readonly FileFaultCode[] = FILE_FAULTS;
  const rows = [...Object.keys(EXCLUSIONS), ...Object.keys(OPEN_QUESTIONS), ...ROW_FAULTS];
  expect(new Set(rows).size).toBe(rows.length);
  expect(
    rows.filter((reason) => reason !== "not_json" && files.some((code) => code === reason)),
  ).toEqual([]);
});

it("knows the reasons that the samples name", () => {
  const known = {
    excluded: Object.keys(EXCLUSIONS),
    unresolved: Object.keys(OPEN_QUESTIONS),
    rejected: [...ROW_FAULTS] as string[],
    event: [] as string[],
  };
  const strange = SAMPLES.flatMap(({ rows }) => rows).filter(
    ({ outcome, reason }) => reason !== undefined && !known[outcome].includes(reason),
  );
  expect(strange).toEqual([]);
});
