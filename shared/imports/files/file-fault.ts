/** What can be wrong with a file as a whole, each with its name in the API. */
export const FILE_FAULTS = [
  "empty_file",
  "compressed",
  "not_a_text",
  "web_page",
  "not_utf8",
  "wrong_report",
  "missing_columns",
  "doubled_columns",
  "broken_quotes",
  "too_large",
  "not_json",
  "truncated",
  "checksum_mismatch",
  "file_changed",
] as const;

export type FileFaultCode = (typeof FILE_FAULTS)[number];

/** Nothing of such a file is used; the message is one sentence for the person who uploaded it. */
export class FileFault extends Error {
  readonly code: FileFaultCode;

  constructor(code: FileFaultCode, message: string) {
    super(message);
    this.name = "FileFault";
    this.code = code;
  }
}
