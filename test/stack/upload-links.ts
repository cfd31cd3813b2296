import { createHash } from "node:crypto";
import { expect } from "vitest";
import type * as z from "zod";
import type {
  AcceptedUpload,
  CreatedUploadLink,
  ReceivedUpload,
} from "../../shared/imports/upload-links/schema.ts";
import { type Account, type Answer, call } from "./api.ts";

type Created = z.output<typeof CreatedUploadLink>;
export type Accepted = z.output<typeof AcceptedUpload>;
export type Received = z.output<typeof ReceivedUpload>;

export const tokenOf = ({ link }: Pick<Created, "link">): string => link.split("#upload=")[1] ?? "";

/** A link of the account, and its token. */
export async function newUploadLink(
  { full }: Pick<Account, "full">,
  asked: object = {},
): Promise<Created & { readonly token: string }> {
  const body = { source_id: "web-shop", period_key: "2026-Q3", ...asked };
  const answer = await call<Created>(full, "POST", "/v1/upload-links", body);
  expect(answer.status, answer.text).toBe(201);
  return { ...answer.body, token: tokenOf(answer.body) };
}

export const sha256Hex = (bytes: Uint8Array | string): string =>
  createHash("sha256").update(bytes).digest("hex");

/** What a sender says of a file before sending it. */
export const announcementOf = (token: string, file_name: string, bytes: Uint8Array) => ({
  token,
  file_name,
  size_bytes: bytes.length,
  sha256: sha256Hex(bytes),
});

export const announced = (body: object): Promise<Answer<Accepted>> =>
  call<Accepted>(undefined, "POST", "/v1/uploads", body);

export const done = (token: string, id: string): Promise<Answer<Received>> =>
  call<Received>(undefined, "POST", `/v1/uploads/${id}/done`, { token });

/** Puts the bytes to the address of an announced file. */
export async function putTo({ upload }: Accepted, bytes: Uint8Array): Promise<number> {
  const { url = "", method = "", headers = {} } = upload ?? {};
  const sent = await fetch(url, { method, headers, body: Buffer.from(bytes) });
  await sent.text();
  return sent.status;
}

/** Sends a file by a link as the page does. */
export async function sentFile(
  token: string,
  file_name: string,
  bytes: Uint8Array,
): Promise<Received> {
  const { status, text, body } = await announced(announcementOf(token, file_name, bytes));
  expect(status, text).toBe(201);
  expect(await putTo(body, bytes)).toBe(200);
  const received = await done(token, body.id);
  expect(received.status, received.text).toBe(200);
  return received.body;
}
