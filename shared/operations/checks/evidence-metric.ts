/** The metric of faults that the check of evidence finds. */
export const EVIDENCE_METRIC = "EvidenceFaults";
