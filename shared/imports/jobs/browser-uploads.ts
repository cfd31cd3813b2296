/**
 * What a page of another origin may ask of the bucket of imports: to take a file by a signed link. Findings
 * are read through the API, so nothing has to be read from there.
 */
export const BROWSER_UPLOADS = {
  methods: ["PUT"],
  headers: ["content-type", "x-amz-checksum-sha256"],
  /** For how long a browser need not ask again. */
  maxAgeSeconds: 3_600,
} as const;
