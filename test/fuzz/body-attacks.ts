import { gzipSync } from "node:zlib";
import { type Attack, type Group, JSON_BODY, requestTo, type World } from "./attack.ts";
import { changed } from "./changed.ts";
import { BAD_BYTES, JSON_TEXTS } from "./hostile-values.ts";
import type { FieldPath, Target } from "./operations.ts";

/** One group for each field of the body, in each body that the document shows. */
export const fieldAttacks = (world: World, target: Target): Group[] =>
  target.fields.map((field) =>
    target.bodies.flatMap((body) => {
      const attack = (how: string, bytes: () => Buffer) => () =>
        requestTo(world, target, {
          name: `${target.operationId} ${field.join(".")}: ${how}`,
          body: bytes(),
        });
      return [
        ...JSON_TEXTS.map((text) =>
          attack(text.slice(0, 40), () => withField(body, field, Buffer.from(text))),
        ),
        ...BAD_BYTES.map((bytes) => attack("no UTF-8", () => withField(body, field, bytes))),
        attack("absent", () => withoutField(body, field)),
        ...["1", '"x"', "null"].map((text) =>
          attack(`twice, then ${text}`, () => twice(body, field, text)),
        ),
        ...STRANGERS.map((name) =>
          attack(`beside ${name}`, () => withExtraField(body, field, name)),
        ),
      ];
    }),
  );

const STRANGERS = ["__proto__", "constructor", "toString", "unknown", "", "\u0000", "\ud800"];

const MARK = "@@hostile@@";

/** The body as JSON with these bytes in the place of the field's value. */
function withField(body: unknown, field: FieldPath, bytes: Buffer): Buffer {
  const [before = "", after = ""] = JSON.stringify(changed(body, field, MARK)).split(`"${MARK}"`);
  return Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]);
}

const withoutField = (body: unknown, field: FieldPath): Buffer =>
  Buffer.from(JSON.stringify(changed(body, field, undefined)));

/** The name of the field two times in its object, a form that JSON does not forbid. */
function twice(body: unknown, field: FieldPath, text: string): Buffer {
  const name = JSON.stringify(field.at(-1));
  const value = typeof field.at(-1) === "number" ? text : `1,${name}:${text}`;
  return withField(body, field, Buffer.from(value));
}

function withExtraField(body: unknown, field: FieldPath, name: string): Buffer {
  return withField(body, field, Buffer.from(`1,${JSON.stringify(name)}:{"polluted":1}`));
}

/** Attacks on a body as a whole: its encoding, its type, its outermost form. */
export function wholeBodyAttacks(world: World, target: Target): Group[] {
  const [body] = target.bodies;
  if (body === undefined) return [];
  const good = JSON.stringify(body);
  const attack =
    (how: string, bytes: () => Buffer, headers = [JSON_BODY as [string, string]]) =>
    (): Attack =>
      requestTo(world, target, {
        name: `${target.operationId} body: ${how}`,
        headers: [["X-API-Key", world.key], ...headers],
        body: bytes(),
      });
  const typed = (type: string) =>
    attack(`as ${type}`, () => Buffer.from(good), [["Content-Type", type]]);
  return [
    [
      ...JSON_TEXTS.map((text) => attack(text.slice(0, 40), () => Buffer.from(text))),
      ...BAD_BYTES.map((bytes) => attack("no UTF-8", () => bytes)),
    ],
    [
      attack("UTF-16LE", () => Buffer.from(good, "utf16le")),
      attack("UTF-16LE with a mark", () => Buffer.from(`\ufeff${good}`, "utf16le")),
      attack("UTF-16BE with a mark", () => Buffer.from(`\ufeff${good}`, "utf16le").swap16()),
      attack("a mark in front", () => Buffer.from(`\ufeff${good}`)),
      attack("zeros after it", () => Buffer.from(`${good}\0\0`)),
      attack("gzip", () => gzipSync(good), [[...JSON_BODY], ["Content-Encoding", "gzip"]]),
      attack("gzip, not said", () => gzipSync(good)),
      attack("said to be gzip", () => Buffer.from(good), [
        [...JSON_BODY],
        ["Content-Encoding", "gzip"],
      ]),
      attack("twice", () => Buffer.from(good + good)),
    ],
    [
      ...["text/plain", "application/x-www-form-urlencoded", "application/xml", "image/png"],
      ...["multipart/form-data; boundary=x", "application/json; charset=utf-16", "x", "\xff"],
    ].map(typed),
  ];
}

const LIMIT = 6 * 1024 * 1024;

const OVERSIZE: readonly ((good: string) => Buffer)[] = [
  (good) => Buffer.from(good.padEnd(LIMIT + 1)),
  () => Buffer.from(`{"x":"${"x".repeat(LIMIT - 100)}"}`),
  () => Buffer.alloc(LIMIT, "["),
];

/** One group for each kind of large body, with every endpoint that takes a body: they cost time. */
export const oversizeAttacks = (world: World, all: readonly Target[]): Group[] =>
  OVERSIZE.map((made) =>
    all
      .filter(({ bodies }) => bodies.length > 0)
      .map((target) => () => {
        const name = `${target.operationId} body: 6 MB`;
        const body = made(JSON.stringify(target.bodies[0]));
        return requestTo(world, target, { name, body });
      }),
  );
