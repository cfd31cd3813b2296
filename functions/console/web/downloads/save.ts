/** Has the browser save bytes or a text under a name. */
export function saveFile(content: Uint8Array<ArrayBuffer> | string, name: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }));
  follow(url, name);
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Follows a link to a file, which is saved: its answer says so. The key is not sent along. */
export const openLink = (location: string): void => follow(location, "");

function follow(href: string, name: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.rel = "noreferrer";
  link.click();
}
