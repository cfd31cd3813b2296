/** Treatments of events that belong in a return of a special scheme. */
const OF_SCHEMES: readonly string[] = ["union_oss", "non_union_oss", "ioss"];

/** Returns the code of the words why a return leaves an event out: its treatment, where that decides. */
export const leftOutAs = (exclusion_code: string, treatment: string): string =>
  exclusion_code === "classification_excluded" && !OF_SCHEMES.includes(treatment)
    ? `leftOut.${treatment}`
    : exclusion_code;
