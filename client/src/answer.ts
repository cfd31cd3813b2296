import { refusalOf, VatError } from "./errors.ts";
import type { FileAnswer, Operation } from "./options.ts";

const isJson = (response: Response): boolean =>
  (response.headers.get("content-type") ?? "").startsWith("application/json");

/** @throws ApiError for a status of 400 or more. */
export async function refuseFailure(response: Response): Promise<void> {
  if (response.type === "opaqueredirect") {
    throw new VatError("a browser does not tell where this redirect leads");
  }
  if (response.status < 400) return;
  const text = await response.clone().text();
  throw refusalOf(response, (isJson(response) ? objectIn(text) : undefined) ?? {});
}

/** Returns the content of a success: JSON, text, a file, or the address of a link. */
export async function contentOf(response: Response, operation: Operation): Promise<unknown> {
  if (response.status === 302) return { location: response.headers.get("location") ?? "" };
  if (isJson(response)) return response.json();
  return operation.file ? fileOf(response) : response.text();
}

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

async function fileOf(response: Response): Promise<FileAnswer> {
  const named = /filename="([^"]*)"/.exec(response.headers.get("content-disposition") ?? "");
  const numbers = response.headers.get("x-return-number-warnings") ?? "none";
  return {
    bytes: new Uint8Array(await response.arrayBuffer()),
    fileName: named?.[1] ?? "",
    warnings: Number(response.headers.get("x-return-warnings")),
    adjustmentMinor: Number(response.headers.get("x-return-adjustment")),
    numbersWithWarning: numbers === "none" ? [] : numbers.split(", "),
  };
}
