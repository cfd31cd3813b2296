/** Why nothing was sent to a receiver, or nothing came back, in words for whoever looks after it. */
export class RefusedReceiver extends Error {
  constructor(message: string) {
    super(message);
    this.name = "RefusedReceiver";
  }
}

/** What Node and OpenSSL call it, and what that means. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^(ENOTFOUND|EAI_NONAME|ENODATA)$/, "the name of the host is not known"],
  [/^EAI_/, "the name of the host could not be looked up"],
  [/^ECONNREFUSED$/, "the host refused the connection"],
  [
    /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/,
    "the receiver closed the connection without an answer",
  ],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, "there is no way to the host"],
  [/^ETIMEDOUT$/, "the host could not be reached in time"],
  [/^HPE_/, "what came back is no answer of HTTP"],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "the certificate is not that of the host"],
  [/^CERT_HAS_EXPIRED$/, "the certificate has expired"],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/,
    "the certificate is signed by nobody who is trusted, or its chain is not complete",
  ],
  [/^(ERR_SSL|EPROTO|ERR_TLS|CERT_)/, "there was no TLS with the host"],
];

/** What went wrong with a request, in plain words; the code stands behind them where there is one. */
export function receiverFault(error: unknown): string {
  if (error instanceof RefusedReceiver) return error.message;
  const code = codeIn(error);
  const [, meaning] = MEANINGS.find(([form]) => form.test(code)) ?? [];
  return `${meaning ?? "the request failed"}${code ? ` (${code})` : ""}`;
}

/** Of several addresses that were tried, the first one says it. */
function codeIn(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  const { code } = (inner ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : "";
}
