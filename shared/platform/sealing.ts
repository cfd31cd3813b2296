import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from "@aws-sdk/client-kms";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import * as z from "zod";
import { CALL_TIMEOUTS } from "./calls.ts";

/**
 * A secret of a user that opens something elsewhere, encrypted with a data key of its own. The data key is wrapped by
 * the key of the stage: a KMS key on AWS, a key file in a local stack. All fields are base64.
 */
export const Sealed = z.object({
  wrapped_key: z.string(),
  nonce: z.string(),
  ciphertext: z.string(),
  tag: z.string(),
});
export type Sealed = Readonly<z.output<typeof Sealed>>;

/** The owner and the use of a secret. A secret that is copied to another owner cannot be opened. */
export type SealContext = Readonly<Record<string, string>>;

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const KEY_BYTES = 32;

type DataKey = { readonly plain: Uint8Array; readonly wrapped: Uint8Array };

export async function seal(text: string, context: SealContext): Promise<Sealed> {
  const { plain, wrapped } = await newDataKey(context);
  const { nonce, ciphertext, tag } = encrypted(Buffer.from(text, "utf8"), plain, context);
  return {
    wrapped_key: base64(wrapped),
    nonce: base64(nonce),
    ciphertext: base64(ciphertext),
    tag: base64(tag),
  };
}

/**
 * Decrypts a secret.
 * @throws Error if the key of the stage is another one, or the secret belongs to another context
 */
export async function unseal(sealed: Sealed, context: SealContext): Promise<string> {
  const plain = await unwrapped(bytes(sealed.wrapped_key), context);
  return decrypted(sealed, plain, context).toString("utf8");
}

/** Secrets that this process has unsealed, so that it asks KMS seldom. */
const unsealed = new Map<string, string>();
const MOST_UNSEALED = 1_000;

/** Decrypts a secret as `unseal`, and keeps it for the next time in this process. */
export async function unsealOnce(sealed: Sealed, context: SealContext): Promise<string> {
  const name = `${sealed.ciphertext} ${boundTo(context)}`;
  const known = unsealed.get(name);
  if (known !== undefined) return known;
  const text = await unseal(sealed, context);
  if (unsealed.size >= MOST_UNSEALED) unsealed.clear();
  unsealed.set(name, text);
  return text;
}

const base64 = (of: Uint8Array): string => Buffer.from(of).toString("base64");
const bytes = (text: string): Buffer => Buffer.from(text, "base64");

/** The bytes that a ciphertext is bound to, in the order of their names. */
const boundTo = (context: SealContext): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))));

function encrypted(plain: Uint8Array, key: Uint8Array, context: SealContext) {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(boundTo(context));
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { nonce, ciphertext, tag: cipher.getAuthTag() };
}

function decrypted(
  { nonce, ciphertext, tag }: Pick<Sealed, "nonce" | "ciphertext" | "tag">,
  key: Uint8Array,
  context: SealContext,
): Buffer {
  const decipher = createDecipheriv(CIPHER, key, bytes(nonce)).setAAD(boundTo(context));
  decipher.setAuthTag(bytes(tag));
  return Buffer.concat([decipher.update(bytes(ciphertext)), decipher.final()]);
}

let kms: KMSClient | undefined;
const kmsClient = () => {
  kms ??= new KMSClient({ requestHandler: CALL_TIMEOUTS });
  return kms;
};

async function newDataKey(context: SealContext): Promise<DataKey> {
  const KeyId = process.env["SEALING_KEY_ID"];
  if (!KeyId) return localDataKey(context);
  const { Plaintext, CiphertextBlob } = await kmsClient().send(
    new GenerateDataKeyCommand({ KeyId, KeySpec: "AES_256", EncryptionContext: { ...context } }),
  );
  if (!Plaintext || !CiphertextBlob) throw new Error("KMS made no data key");
  return { plain: Plaintext, wrapped: CiphertextBlob };
}

async function unwrapped(wrapped: Buffer, context: SealContext): Promise<Uint8Array> {
  const KeyId = process.env["SEALING_KEY_ID"];
  if (!KeyId) return localUnwrapped(wrapped, context);
  const { Plaintext } = await kmsClient().send(
    new DecryptCommand({ KeyId, CiphertextBlob: wrapped, EncryptionContext: { ...context } }),
  );
  if (!Plaintext) throw new Error("KMS decrypted nothing");
  return Plaintext;
}

/** Reads the key of a local stack from its file, which only the owner of the data folder can read. */
async function localKey(): Promise<Buffer> {
  const file = process.env["SEALING_KEY_FILE"];
  if (!file) throw new Error("neither SEALING_KEY_ID nor SEALING_KEY_FILE is set");
  const key = bytes(await readFile(file, "utf8"));
  if (key.length !== KEY_BYTES) throw new Error(`${file} holds no key of ${KEY_BYTES} bytes`);
  return key;
}

const TAG_BYTES = 16;

async function localDataKey(context: SealContext): Promise<DataKey> {
  const plain = randomBytes(KEY_BYTES);
  const { nonce, ciphertext, tag } = encrypted(plain, await localKey(), context);
  return { plain, wrapped: Buffer.concat([nonce, tag, ciphertext]) };
}

async function localUnwrapped(wrapped: Buffer, context: SealContext): Promise<Uint8Array> {
  const nonce = base64(wrapped.subarray(0, NONCE_BYTES));
  const tag = base64(wrapped.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const ciphertext = base64(wrapped.subarray(NONCE_BYTES + TAG_BYTES));
  return decrypted({ nonce, ciphertext, tag }, await localKey(), context);
}

const known = new Map<string, Promise<string>>();

/** Reads a secret of Secrets Manager by its ARN, once a process. A failure is not remembered. */
export function readSecret(arn: string): Promise<string> {
  const loaded = known.get(arn) ?? loadSecret(arn);
  known.set(arn, loaded);
  loaded.catch(() => known.delete(arn));
  return loaded;
}

async function loadSecret(SecretId: string): Promise<string> {
  const client = new SecretsManagerClient({ requestHandler: CALL_TIMEOUTS });
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }));
  if (!SecretString) throw new Error(`the secret ${SecretId} is empty`);
  return SecretString;
}
