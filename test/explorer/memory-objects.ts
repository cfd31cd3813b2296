import { createHash } from "node:crypto";
import { NoSuchKey } from "@aws-sdk/client-s3";

type Input = {
  readonly Bucket: string;
  readonly Key: string;
  readonly Prefix?: string;
  readonly Body?: unknown;
  readonly IfNoneMatch?: string;
};

/** As much of S3 as the service asks for, in this process. Buckets have no versions, as those of the local server. */
export class MemoryObjects {
  #files = new Map<string, Buffer>();

  /** Answers a command of the S3 client. */
  async send(command: { readonly input: object }): Promise<Record<string, unknown>> {
    const input = command.input as Input;
    const name = `${input.Bucket}/${input.Key}`;
    switch (command.constructor.name) {
      case "PutObjectCommand":
        return this.#put(name, await bytesOf(input.Body), input.IfNoneMatch === "*");
      case "GetObjectCommand":
      case "HeadObjectCommand":
        return this.#get(name);
      case "ListObjectVersionsCommand":
        throw failure("NotImplemented", 501);
      case "ListObjectsV2Command":
        return this.#list(input);
    }
    throw new Error(`the objects in memory know no ${command.constructor.name}`);
  }

  /** Keeps the contents, and returns what brings them back. */
  snapshot(): () => void {
    const files = new Map(this.#files);
    return () => {
      this.#files = new Map(files);
    };
  }

  #put(name: string, bytes: Buffer, isNew: boolean) {
    if (isNew && this.#files.has(name)) throw failure("PreconditionFailed", 412);
    this.#files.set(name, bytes);
    return { ETag: etagOf(bytes) };
  }

  #get(name: string) {
    const bytes = this.#files.get(name);
    if (!bytes) throw new NoSuchKey({ message: name, $metadata: { httpStatusCode: 404 } });
    const Body = {
      transformToByteArray: async () => bytes,
      transformToString: async () => bytes.toString("utf8"),
      async *[Symbol.asyncIterator]() {
        yield bytes;
      },
    };
    return { Body, ETag: etagOf(bytes), ContentLength: bytes.length };
  }

  #list({ Bucket, Prefix = "" }: Input) {
    const start = `${Bucket}/${Prefix}`;
    const names = [...this.#files.keys()].filter((name) => name.startsWith(start));
    return { Contents: names.map((name) => ({ Key: name.slice(Bucket.length + 1) })) };
  }
}

const etagOf = (bytes: Buffer) => `"${createHash("md5").update(bytes).digest("hex")}"`;

const failure = (name: string, httpStatusCode: number) =>
  Object.assign(new Error(name), { name, $metadata: { httpStatusCode } });

async function bytesOf(body: unknown): Promise<Buffer> {
  if (typeof body === "string" || body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.concat(await Array.fromAsync(body as AsyncIterable<Uint8Array>));
}
