import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FREE_LOOPBACK } from "../../../scripts/local/http-server.ts";
import { type ObjectStore, startObjectStore } from "../../../scripts/local/object-store.ts";
import { temporaryFolder } from "../../stack/temporary-folder.ts";

const folder = temporaryFolder();
const Bucket = "exports";
const Key = "2026-Q3/summary.csv";
const UPLOADS = { bucket: Bucket, origins: ["http://127.0.0.1:3000"] };
let store: ObjectStore;
let url: string;

const client = (secretAccessKey = "local") =>
  new S3Client({
    endpoint: store.endpoint,
    credentials: { accessKeyId: "local", secretAccessKey },
  });

const signed = (expiresIn: number, signingDate = new Date()) =>
  getSignedUrl(
    client(),
    new GetObjectCommand({
      Bucket,
      Key,
      ResponseContentDisposition: 'attachment; filename="summary.csv"',
    }),
    { expiresIn, signingDate },
  );

beforeAll(async () => {
  store = await startObjectStore(folder, [Bucket], FREE_LOOPBACK, UPLOADS);
  const put = { Bucket, Key, Body: "a;b\n", ContentType: "text/csv" };
  await client().send(new PutObjectCommand(put));
  url = await signed(300);
});
afterAll(() => store.stop());

describe("the local S3 server", () => {
  it("gives a file to the holder of a signed URL, as an attachment", async () => {
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/csv");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="summary.csv"');
    expect(await answer.text()).toBe("a;b\n");
  });

  it.for<[string, (url: string) => string]>([
    ["no signature", (u) => u.split("?")[0] ?? ""],
    ["another signature", (u) => u.replace(/Signature=[0-9a-f]{4}/, "Signature=0000")],
    ["a longer life", (u) => u.replace("Expires=300", "Expires=3000")],
    ["another file", (u) => u.replace("summary", "other")],
    ["another file name", (u) => u.replace("filename%3D%22summary", "filename%3D%22other")],
  ])("refuses a URL with %s", async ([, changed]) => {
    expect(changed(url)).not.toBe(url);
    expect((await fetch(changed(url))).status).toBe(403);
  });

  it("refuses a signed URL after its time", async () => {
    const sixMinutesAgo = new Date(Date.now() - 6 * 60_000);
    expect((await fetch(await signed(300, sixMinutesAgo))).status).toBe(403);
  });

  it("takes files from the owner of the credentials alone", async () => {
    const put = new PutObjectCommand({ Bucket, Key, Body: "forged" });
    await expect(client("wrong").send(put)).rejects.toThrow("signature");
    const answer = await fetch(`${store.endpoint}/${Bucket}/${Key}`, { method: "DELETE" });
    expect(answer.status).toBe(403);
    expect(await (await fetch(url)).text()).toBe("a;b\n");
  });

  it("shows nothing of a file that is still coming in, and then the whole", async () => {
    const place = { Bucket, Key: "slow/file.txt" };
    const link = await getSignedUrl(client(), new PutObjectCommand(place), { expiresIn: 300 });
    const headers = { "content-length": "10" };
    const upload = request(link, { method: "PUT", headers });
    upload.write("first");
    // The server has begun to write when the folder has a file.
    const hasStarted = () =>
      existsSync(`${folder}/${Bucket}/slow`) && readdirSync(`${folder}/${Bucket}/slow`).length > 0;
    await vi.waitUntil(hasStarted, { timeout: 60_000, interval: 5 });
    const get = () => client().send(new GetObjectCommand(place));
    await expect(get()).rejects.toMatchObject({ name: "NoSuchKey" });
    upload.end("-last");
    const [answer] = (await once(upload, "response")) as [IncomingMessage];
    expect(answer.resume().statusCode).toBe(200);
    expect(await (await get()).Body?.transformToString()).toBe("first-last");
  });

  describe("under If-None-Match", () => {
    const put = (key: string, Body: string) =>
      client().send(new PutObjectCommand({ Bucket, Key: key, Body, IfNoneMatch: "*" }));
    const textAt = async (key: string) => {
      const { Body } = await client().send(new GetObjectCommand({ Bucket, Key: key }));
      return Body?.transformToString();
    };

    it("stores under a free key, and refuses a taken one", async () => {
      await put("once/a b.json", "first");
      await expect(put("once/a b.json", "second")).rejects.toMatchObject({
        name: "PreconditionFailed",
        $metadata: { httpStatusCode: 412 },
      });
      expect(await textAt("once/a b.json")).toBe("first");
    });

    it("lets one of many at once through", async () => {
      const texts = ["a", "b", "c", "d", "e", "f"];
      const outcomes = await Promise.allSettled(texts.map((text) => put("once/race.json", text)));
      const won = texts.filter((_, n) => outcomes[n]?.status === "fulfilled");
      expect(won).toEqual([await textAt("once/race.json")]);
    });
  });

  it("has no versions: a second file under a key takes the place of the first", async () => {
    const put = (Body: string) =>
      client().send(new PutObjectCommand({ Bucket, Key: "twice.json", Body }));
    expect((await put("first")).VersionId).toBeUndefined();
    expect((await put("second")).VersionId).toBeUndefined();
    const { Body, VersionId } = await client().send(
      new GetObjectCommand({ Bucket, Key: "twice.json" }),
    );
    expect([await Body?.transformToString(), VersionId]).toEqual(["second", undefined]);
  });

  it("lets the console's pages upload by a link, and no others, nor to another bucket", async () => {
    const link = await getSignedUrl(client(), new PutObjectCommand({ Bucket, Key: "up" }));
    const elsewhere = link.replace(`/${Bucket}/`, "/other/");
    const question = (to: string, origin: string, method = "PUT", headers = "content-type") =>
      fetch(to, {
        method: "OPTIONS",
        headers: {
          Origin: origin,
          "Access-Control-Request-Method": method,
          "Access-Control-Request-Headers": headers,
        },
      });
    const [own = ""] = UPLOADS.origins;
    const allowed = await question(link, own);
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get("access-control-allow-origin")).toBe(own);
    for (const refused of [
      await question(link, "http://evil.example"),
      await question(link, `${own}.evil.example`),
      await question(link, own, "DELETE"),
      await question(link, own, "PUT", "content-type,authorization"),
      await question(elsewhere, own),
    ]) {
      expect(refused.status).toBe(403);
    }
    const sent = (Origin: string) => fetch(link, { method: "PUT", body: "x", headers: { Origin } });
    const allowedOrigin = (answer: Response) => answer.headers.get("access-control-allow-origin");
    expect(allowedOrigin(await sent(own))).toBe(own);
    expect(allowedOrigin(await sent("http://evil.example"))).toBeNull();
  });

  it("has its files again after a restart", async () => {
    await store.stop();
    store = await startObjectStore(folder, [Bucket], FREE_LOOPBACK, UPLOADS);
    expect(await (await fetch(await signed(300))).text()).toBe("a;b\n");
  });
});

describe("an object of the local S3 server whose files are damaged is missing", () => {
  const damaged = "2026-Q3/damaged.csv";
  it.for<[what: string, name: string, damage: (file: string) => void]>([
    ["metadata that are empty", "metadata.json", (file) => writeFileSync(file, "")],
    ["metadata that are a folder", "metadata.json", (file) => mkdirSync(file)],
    ["content that is a folder", "object", (file) => mkdirSync(file)],
  ])("with %s", async ([, name, damage]) => {
    await client().send(new PutObjectCommand({ Bucket, Key: damaged, Body: "a;b\n" }));
    const file = join(folder, Bucket, `${damaged}._S3rver_${name}`);
    rmSync(file);
    damage(file);
    const read = client().send(new GetObjectCommand({ Bucket, Key: damaged }));
    await expect(read).rejects.toMatchObject({ name: "NoSuchKey" });
    rmSync(file, { recursive: true });
  });
});
