/** Saves bytes or a text in the browser under a name. */
export function saveFile(content: Uint8Array<ArrayBuffer> | string, name: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }));
  follow(url, name);
  // The browser has begun to read the blob by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Opens a link to a file, which the browser saves because of its response headers. The API key is not sent. */
export const openLink = (location: string): void => follow(location, "");

function follow(href: string, name: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.rel = "noreferrer";
  link.click();
}
