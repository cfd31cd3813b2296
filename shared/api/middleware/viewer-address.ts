/** In which the edge says who called it. Without an edge before the API it is what a caller writes. */
export const VIEWER_ADDRESS_HEADER = "x-viewer-address";

type Called = {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly requestContext: { readonly http: { readonly sourceIp: string } };
};

/** The address of whoever called: of the connection, or what the edge says when there is one. */
export const viewerAddress = ({ headers, requestContext }: Called, isBehindEdge: boolean): string =>
  (isBehindEdge ? headers[VIEWER_ADDRESS_HEADER] : undefined) ?? requestContext.http.sourceIp;
