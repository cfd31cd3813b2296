const OF_AN_IMPORT = "Id of the import, used in paths";

export const IMPORT_WORDS: Readonly<Record<string, string>> = {
  "Import.id": OF_AN_IMPORT,
  "ImportReport.id": OF_AN_IMPORT,
  "CreatedImport.id": OF_AN_IMPORT,
  "getImport.id": OF_AN_IMPORT,
  "UploadLink.id": "Id of the upload link, used in paths",
  "CreatedUploadLink.id": "Id of the upload link, used in paths",
  "revokeUploadLink.id": "Id of the upload link, used in paths",
  "AcceptedUpload.id": "Id of the announced file",
  "ReceivedUpload.id": "Id of the received file",
  "receiveUpload.id": "Id of the announced file",
  "startImport.id": OF_AN_IMPORT,
  "cancelImport.id": OF_AN_IMPORT,
  "retryImport.id": OF_AN_IMPORT,
  "undoImport.id": OF_AN_IMPORT,
  "settleImport.id": OF_AN_IMPORT,
  "settleImportRow.id": OF_AN_IMPORT,
  "downloadFindings.id": OF_AN_IMPORT,
  "counts.committed":
    "Number of rows whose events are in the ledger now, or would be after a dry run",
  "counts.duplicate": "Number of rows whose events the ledger already had, with the same content",
  "counts.conflict": "Number of rows whose id the ledger has with other content",
  "counts.excluded": "Number of rows that are rightly excluded",
  "counts.unresolved": "Number of rows that need a fact, a decision or another file",
  "counts.rejected": "Number of rows with errors, which cannot be booked",
  "countries.country": "The Member State of consumption",
  "countries.events": "Number of events taken from the file",
  "months.events": "Number of committed events",
  "Import.error.code":
    "Error code; `interrupted` and `account_stopped` can be retried, all others are about the file",
  "ImportReport.error.code":
    "Error code; `interrupted` and `account_stopped` can be retried, all others are about the file",
  "CreatedImport.error.code":
    "Error code; `interrupted` and `account_stopped` can be retried, all others are about the file",
  "ImportRowList.error.code":
    "Error code; `interrupted` and `account_stopped` can be retried, all others are about the file",
  "listImportFormats.items": "All import formats of the service",
  "getImportBridge.id": OF_AN_IMPORT,
  "listImportRows.id": OF_AN_IMPORT,
  "ImportRow.outcome": "Outcome of the row in the import",
  row_count: "Number of open rows",
  progress: "Progress of the import",
  rows_done: "Number of rows that are committed or checked so far",
  started_at: "Time when the job first read its data, UTC; null before",
  "upload.expires_at": "Time until which an upload may begin, UTC",
  "upload.method": "HTTP method of the upload",
};
