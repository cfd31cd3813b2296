/** Takes the token of an upload link from the address, so that the history of the browser does not have it. */
export function takeUploadToken(): string | undefined {
  const [, token] = /^#upload=([\w.-]+)$/.exec(location.hash) ?? [];
  if (token === undefined) return undefined;
  history.replaceState(null, "", location.pathname);
  return token;
}
