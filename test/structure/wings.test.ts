import { describe, expect, it } from "vitest";
import { SCHEMES } from "../../shared/vat/schemes/schemes.ts";
import { SUPPLY_KINDS } from "../../shared/vat/schemes/supply-event.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";
import { SchemeType } from "../../shared/vat/seller/registration.ts";
import { importsOf, product, shared, textOf } from "./imports.ts";

/** The wings of shared/, in order: a wing imports only from those before it (docs/architecture.md). */
const WINGS = [
  "core",
  "platform",
  "vat",
  "accounts",
  "notifications",
  "ledger",
  "imports",
  "shops",
  "returns",
  "filing",
  "operations",
  "api",
];

const wingOf = (file: string): string => file.split("/")[1] as string;

describe("shared/", () => {
  it("consists of the twelve wings", () => {
    expect([...new Set(shared.map(wingOf))].sort()).toEqual([...WINGS].sort());
  });

  it("has no import against the order of the wings, types included", () => {
    const place = (file: string) => WINGS.indexOf(wingOf(file));
    const upward = shared.flatMap((file) =>
      importsOf(file)
        .filter(({ from }) => from.startsWith("shared/") && place(from) > place(file))
        .map(({ from }) => `${file} imports ${from}`),
    );
    expect(upward).toEqual([]);
  });

  it("calls DynamoDB and S3 in platform/ and in files named store*.ts alone", () => {
    const mayCall = /^shared\/platform\/|^shared\/.*\/store[\w-]*\.ts$/;
    const storage = /^shared\/platform\/(?:dynamodb|s3)\//;
    const calling = shared
      .filter((file) => !mayCall.test(file))
      .filter((file) => importsOf(file).some(({ from }) => storage.test(from)));
    expect(calling).toEqual([]);
  });

  it("is imported by functions/ without its storage, except for the check of readiness", () => {
    const handlers = product.filter((file) => file.startsWith("functions/"));
    const stored = /^shared\/platform\/(?:dynamodb|s3)\/(?!readiness)/;
    expect(
      handlers.filter((file) => importsOf(file).some(({ from }) => stored.test(from))),
    ).toEqual([]);
  });
});

describe("a scheme", () => {
  /**
   * Files whose subject is the schemes, or which stand at the edge: schemas word requests and answers, the place of
   * supply decides which scheme a supply is in, and a portal's form is made for one scheme.
   */
  const NAMING =
    /^shared\/(?:vat\/(?:schemes|seller|place-of-supply)|api|filing\/portal-files\/formats)\/|(?:^|[/-])schema\.ts$|^shared\/ledger\/events\/classification\.ts$/;

  const supplies = "shared/vat/schemes/supply-event.ts";
  const matches = (file: string, form: RegExp) =>
    [...textOf(file).matchAll(form)].map(([, name = "", body = ""]) => ({ name, body }));

  /** The names of the records: UNION_OSS and the others. */
  const records = shared
    .filter((file) => file.startsWith("shared/vat/schemes/"))
    .flatMap((file) => matches(file, /^export const (\w+): Scheme =/gm))
    .map(({ name }) => name);

  /** Kinds of supply that only one scheme takes name that scheme. */
  const treatment = "union_oss";
  const kindsOfOne = SUPPLY_KINDS.filter(
    (supply_kind) => !UNION_OSS.takes({ supply_kind, treatment }),
  );

  /** So do the functions that test for such a kind. */
  const predicates = matches(supplies, /^export const ([a-z]\w*) = ([^;]*);/gm)
    .filter(({ body }) => kindsOfOne.some((kind) => body.includes(`"${kind}"`)))
    .map(({ name }) => name);

  it("is known by these names", () => {
    expect(records).toHaveLength(SCHEMES.length);
    expect(records).toContain("IOSS");
    expect(kindsOfOne).toContain("imported_goods");
    expect(predicates).toContain("isImport");
  });

  it("is named only in its own files, in schemas and at the edge", () => {
    const names = [...records, ...predicates].join("|");
    const texts = [...SchemeType.options, ...kindsOfOne].join("|");
    const naming = new RegExp(`\\b(?:${names})\\b|"(?:${texts})"`);
    const code = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
    const found = shared
      .filter((file) => !NAMING.test(file))
      .filter((file) => naming.test(code(textOf(file))));
    expect(found).toEqual([]);
  });
});
