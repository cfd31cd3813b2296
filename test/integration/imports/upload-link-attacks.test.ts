import { randomBytes } from "node:crypto";
import type { Context } from "aws-lambda";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type * as z from "zod";
import { handler } from "../../../functions/imports/open-upload-link.ts";
import type { RequestEvent } from "../../../shared/api/route.ts";
import { newImportId } from "../../../shared/imports/jobs/job.ts";
import type { ImportList } from "../../../shared/imports/jobs/schema.ts";
import type { UploadLinkList } from "../../../shared/imports/upload-links/schema.ts";
import { insertUploadLink } from "../../../shared/imports/upload-links/store-upload-links.ts";
import {
  LARGEST_SENT_FILE,
  newUploadLink as linkFor,
  linkToken,
} from "../../../shared/imports/upload-links/upload-link.ts";
import { wholeReport } from "../../make/amazon-report.ts";
import { type Account, call } from "../../stack/api.ts";
import { importedFile, overImport } from "../../stack/imports.ts";
import { withoutDeadlines } from "../../stack/put-back.ts";
import { newSeller } from "../../stack/seller.ts";
import {
  announced,
  announcementOf,
  done,
  newUploadLink,
  sentFile,
  sha256Hex,
} from "../../stack/upload-links.ts";

const { bytes } = wholeReport(10);
const SETTINGS = { source_id: "web-shop", supply_kind: "goods" };

type Page = z.output<typeof UploadLinkList>;

const opened = (token: string) => call(undefined, "POST", "/v1/uploads/open", { token });

const linksOf = async ({ readOnly }: Account) =>
  (await call<Page>(readOnly, "GET", "/v1/upload-links")).body.items;

const codeOf = ({ status, body }: { readonly status: number; readonly body: object }) => [
  status,
  (body as { error?: string }).error,
];

const ENDED = [410, "link_ended"];

/** A link that ended a second ago. */
async function expiredLink({ account }: Account): Promise<string> {
  const made = new Date(Date.now() - 86_400_000 - 1_000);
  const id = newImportId(made);
  const token = linkToken({ ledger: account, id }, randomBytes(32).toString("base64url"));
  const asked = {
    source_id: "web-shop",
    period_key: "2026-Q3",
    language: "en",
    max_files: 5,
    asked_by: "Somebody",
    created_by: "key",
    days: 1,
  } as Parameters<typeof linkFor>[0];
  await insertUploadLink(account, linkFor(asked, token, id, made));
  return token;
}

/** The link under attack, another one of the same account, and one of another account. */
async function attacked() {
  const [seller, stranger] = [await newSeller("DE"), await newSeller("DE")];
  const [link, sibling, foreign, revoked] = [
    await newUploadLink(seller),
    await newUploadLink(seller, { source_id: "second-shop", period_key: "2026-Q2" }),
    await newUploadLink(stranger),
    await newUploadLink(seller),
  ];
  await call(seller.full, "DELETE", `/v1/upload-links/${revoked.id}`);
  const file = announcementOf(link.token, "q3.tsv", bytes);
  const { body: accepted } = await announced(file);
  return {
    seller,
    stranger,
    link,
    sibling,
    foreign,
    revoked,
    file,
    accepted,
    expired: await expiredLink(seller),
  };
}
type Attacked = Awaited<ReturnType<typeof attacked>>;

/** The token with another part, of those between its dots. */
function withPart(token: string, at: number, part: string): string {
  const parts = token.split(".");
  return parts.with(at, part).join(".");
}

const flipped = (text: string): string => (text.startsWith("A") ? "B" : "A") + text.slice(1);

type Attack = (on: Attacked) => Promise<{ readonly status: number; readonly body: object }>;

const bySending =
  (token: (on: Attacked) => string): Attack =>
  (on) =>
    announced({ ...on.file, token: token(on) });

const byFile =
  (file: object): Attack =>
  (on) =>
    announced({ ...on.file, ...file });

const REFUSED = [400, "invalid_request"];
const KEYLESS = [401, "missing_api_key"];

/** What a holder of a link may try, and the answer. */
const ATTACKS: readonly (readonly [name: string, attack: Attack, answer: readonly unknown[]])[] = [
  [
    "a token that was never made",
    bySending(() => `vat_upload.YQ.20260101T000000000Z-00000000.${"A".repeat(43)}`),
    ENDED,
  ],
  ["an empty text as token", bySending(() => " "), ENDED],
  [
    "another secret",
    bySending(({ link }) => withPart(link.token, 3, flipped(link.token.split(".")[3] ?? ""))),
    ENDED,
  ],
  [
    "the secret of another link",
    bySending(({ link, sibling }) => withPart(link.token, 3, sibling.token.split(".")[3] ?? "")),
    ENDED,
  ],
  [
    "the id of another link",
    bySending(({ link, sibling }) => withPart(link.token, 2, sibling.id)),
    ENDED,
  ],
  [
    "the account of somebody else",
    bySending(({ link, stranger }) =>
      withPart(link.token, 1, Buffer.from(stranger.account).toString("base64url")),
    ),
    ENDED,
  ],
  [
    "the sandbox of the account",
    bySending(({ link, seller }) =>
      withPart(link.token, 1, Buffer.from(`sandbox.${seller.account}`).toString("base64url")),
    ),
    ENDED,
  ],
  [
    "another writing of the same account",
    bySending(({ link }) => withPart(link.token, 1, `${link.token.split(".")[1]}=`)),
    ENDED,
  ],
  [
    "a key of the table as account",
    bySending(({ link }) =>
      withPart(link.token, 1, Buffer.from("x#UPLOAD_LINKS").toString("base64url")),
    ),
    ENDED,
  ],
  ["a token with text behind it", bySending(({ link }) => `${link.token}x`), ENDED],
  ["a token with a line break", bySending(({ link }) => `${link.token}\r\nX-API-Key: 1`), ENDED],
  ["a token in capitals", bySending(({ link }) => link.token.toUpperCase()), ENDED],
  ["a token that is too long", bySending(({ link }) => link.token.repeat(10)), REFUSED],
  ["a token that is no text", (on) => announced({ ...on.file, token: { $ne: "" } }), REFUSED],
  ["a revoked link", bySending(({ revoked }) => revoked.token), ENDED],
  ["a link that is over", bySending(({ expired }) => expired), ENDED],
  ["what a revoked link asks for", ({ revoked }) => opened(revoked.token), ENDED],
  ["what a link that is over asks for", ({ expired }) => opened(expired), ENDED],
  ["another period", byFile({ period_key: "2026-Q4" }), REFUSED],
  ["another source", byFile({ source_id: "second-shop" }), REFUSED],
  [
    "an import that books at once",
    ({ link, accepted }) =>
      call(undefined, "POST", `/v1/uploads/${accepted.id}/done`, {
        token: link.token,
        dry_run: false,
      }),
    REFUSED,
  ],
  ["a file of more than 200 MB", byFile({ size_bytes: LARGEST_SENT_FILE + 1 }), REFUSED],
  ["a file of no length", byFile({ size_bytes: 0 }), REFUSED],
  ["no hash", byFile({ sha256: undefined }), REFUSED],
  ["a hash that is none", byFile({ sha256: "../../etc/passwd" }), REFUSED],
  ["a name with a line break", byFile({ file_name: "a\r\nx-amz-acl: public-read" }), REFUSED],
  ["a name that is too long", byFile({ file_name: "a".repeat(256) }), REFUSED],
  [
    "the file of another link",
    ({ foreign: { token }, accepted }) => done(token, accepted.id),
    [404, "not_found"],
  ],
  [
    "the file of a link of the same account",
    ({ sibling: { token }, accepted }) => done(token, accepted.id),
    [404, "not_found"],
  ],
  [
    "an import of the account as its file",
    async ({ link, seller }) =>
      done(
        link.token,
        (await importedFile(seller, { format: "amazon_avtr", settings: SETTINGS, bytes })).id,
      ),
    [404, "not_found"],
  ],
  [
    "a path in place of an id",
    ({ link }) => done(link.token, "..%2F..%2Fimports"),
    [404, "not_found"],
  ],
  [
    "a file that was not sent",
    ({ link, accepted }) => done(link.token, accepted.id),
    [409, "import_not_uploaded"],
  ],
  [
    "the token as a key",
    ({ link }) => call(link.token, "GET", "/v1/imports"),
    [401, "invalid_api_key"],
  ],
  [
    "the token as a session",
    ({ link }) =>
      call(undefined, "GET", "/v1/account", undefined, { Authorization: `Bearer ${link.token}` }),
    [401, "invalid_session"],
  ],
  [
    "the token in the address",
    ({ link }) => call(undefined, "GET", `/v1/upload-links?token=${link.token}`),
    KEYLESS,
  ],
  [
    "the start of the import without a key",
    ({ accepted }) => call(undefined, "POST", `/v1/imports/${accepted.id}/start`, {}),
    KEYLESS,
  ],
  [
    "the import without a key",
    ({ accepted }) => call(undefined, "GET", `/v1/imports/${accepted.id}`),
    KEYLESS,
  ],
];

describe("the holder of an upload link", () => {
  beforeAll(withoutDeadlines);
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it("gets nothing but its files in, whatever is tried", async () => {
    const on = await attacked();
    expect(ATTACKS.length).toBeGreaterThanOrEqual(30);
    const answers: unknown[] = [];
    for (const [name, attack] of ATTACKS) {
      const answer = await attack(on);
      answers.push([name, ...codeOf(answer)]);
      const told = JSON.stringify(answer.body);
      expect([name, told.includes(on.seller.account), told.includes(on.stranger.account)]).toEqual([
        name,
        false,
        false,
      ]);
    }
    expect(answers).toEqual(ATTACKS.map(([name, , answer]) => [name, ...answer]));
    const links = await linksOf(on.seller);
    expect(links.flatMap(({ files }) => files)).toHaveLength(1);
    expect(await linksOf(on.stranger)).toMatchObject([{ files: [] }]);
  });

  it("sends only the announced file to its address", async () => {
    const { link, accepted, seller } = await attacked();
    const { url = "", headers = {} } = accepted.upload ?? {};
    const tried = async (to: string, body: Uint8Array, method = "PUT") =>
      (await fetch(to, { method, headers, body: method === "GET" ? null : Buffer.from(body) }))
        .status;
    expect(await tried(url, bytes.subarray(1))).toBe(403);
    expect(await tried(url.replace(accepted.id, `../${accepted.id}`), bytes)).not.toBe(200);
    expect(await tried(url.replace(accepted.id, `${accepted.id}x`), bytes)).toBe(403);
    expect(await tried(url.replace(seller.account, "somebody"), bytes)).toBe(403);
    expect(await tried(url, bytes, "GET")).not.toBe(200);
    expect(await tried(url, bytes, "DELETE")).not.toBe(204);
    const other = Buffer.from(bytes);
    other[other.length - 3] = 88;
    await tried(url, other);
    const received = await done(link.token, accepted.id);
    if (received.status === 200) {
      expect(await overImport(seller, accepted.id)).toMatchObject({
        status: "failed",
        error: { code: "checksum_mismatch" },
      });
    } else expect(codeOf(received)).toEqual([409, "import_not_uploaded"]);
  });

  it("gives a file a name that stays a text", async () => {
    const seller = await newSeller("DE");
    const { token } = await newUploadLink(seller);
    const names = [
      "../../../etc/passwd",
      "<img src=x onerror=alert(1)>.csv",
      '=HYPERLINK("http://x")',
      "a%0d%0ab.csv",
    ];
    for (const [n, name] of names.entries()) {
      const content = new TextEncoder().encode(`nothing ${n}`);
      await sentFile(token, name, content);
      expect(sha256Hex(content)).toHaveLength(64);
    }
    const kept = (
      await call<z.output<typeof ImportList>>(seller.readOnly, "GET", "/v1/imports")
    ).body.items.map(({ file_name }) => file_name);
    expect(new Set(kept)).toEqual(new Set(names));
  });

  it("is counted by address and by link", async () => {
    const [seller, other] = [await newSeller("DE"), await newSeller("DE")];
    const [{ token }, { token: second }] = [
      await newUploadLink(seller),
      await newUploadLink(other),
    ];
    for (const name of ["UPLOAD", "UPLOAD_LINK"]) {
      vi.stubEnv(`${name}_RATE_LIMIT`, "2");
      // One window, whenever the test runs.
      vi.stubEnv(`${name}_RATE_WINDOW_SECONDS`, "999999999");
    }
    const from = async (sourceIp: string, given: string) => {
      const requestContext = { requestId: "r1", http: { sourceIp } };
      const event = { headers: {}, body: JSON.stringify({ token: given }), requestContext };
      const answer = await handler(event as unknown as RequestEvent, {} as Context);
      return (answer as { readonly statusCode: number }).statusCode;
    };
    const [first, next, third] = [addressOfTest(), addressOfTest(), addressOfTest()];
    expect([await from(first, token), await from(next, token)]).toEqual([200, 200]);
    expect([await from(third, token), await from(third, second)]).toEqual([429, 200]);
    expect(await from(third, second)).toBe(429);
  });
});

/** An address that no other test or earlier run calls from. */
const addressOfTest = (): string =>
  `2001:db8:${randomBytes(2).toString("hex")}:${randomBytes(2).toString("hex")}::1`;
