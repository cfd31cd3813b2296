import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readFinnish } from "./read-finnish.ts";
import { readGerman } from "./read-german.ts";
import { readNorthern } from "./read-northern.ts";
import { readSwedish } from "./read-swedish.ts";

const sample = (name: string) => readFileSync(`test/return-files/samples/${name}`, "utf8");

/** How each text is read, and what makes it no text of its grammar. */
const TEXTS: readonly (readonly [
  name: string,
  read: (text: string) => unknown,
  spoilings: readonly (readonly [before: string, after: string])[],
])[] = [
  [
    "SE_F1.txt",
    readSwedish,
    [
      ["OSS_001;", "OSS_002;"],
      ["\r\n", "\n"],
      ["GOODS;", "GOODS"],
      ["20,00;", "20.00;"],
      [";FR;", ";GR;"],
      ["200,00", "-200,00"],
      ["2025Q2", "2025Q5"],
      ["2025Q2;EL;-10,00;\r\n", ""],
    ],
  ],
  [
    "SE_ioss.txt",
    readSwedish,
    [
      ["2025M07", "2025M7"],
      [";09;", ";9x;"],
    ],
  ],
  [
    "DE_F1_dot.csv",
    (text: string) => readGerman(text, "."),
    [
      ["#v2.0", "#v3.0"],
      ["1,FR\r\n", ""],
      ["150.00", "0.00"],
      ["150.00", "150,00"],
      [",1,PL", ",3,PL"],
      ["IT12345678901,,", "IT12345678901,REF,"],
      ["6,2025,2", "6,2025,5"],
      [
        "1,FR\r\n2,EL,STANDARD,24.00,200.00,48.00\r\n",
        "2,EL,STANDARD,24.00,200.00,48.00\r\n1,FR\r\n",
      ],
    ],
  ],
  [
    "FI_F1.csv",
    readFinnish,
    [
      ["2/2025", "2025-Q2"],
      ["2;FI12345678", "3;FI12345678"],
      [";;;;\n", ";;;\n"],
      ["24,00", "24.00"],
      ["1;EL;2;1", "1;EL;3;1"],
      ["1;EL;2;1", "1;;2;1"],
    ],
  ],
  [
    "XI_F1.csv",
    (text: string) => readNorthern(text),
    [
      ["Country your goods", "Land your goods"],
      ["Czech Republic", "Czechia"],
      ["Poland,France", "France,France"],
      ["Poland,France", "Northern Ireland,France"],
      ["5.5,", "5.555,"],
      ["10.00", "-10.00"],
      ["2.10", "2.1"],
    ],
  ],
];

describe.for(TEXTS)("the reader of %s", ([name, read, spoilings]) => {
  test("takes the sample", () => {
    expect(() => read(sample(name))).not.toThrow();
  });

  test.for(spoilings)("takes no %j as %j", ([before, after]) => {
    const text = sample(name);
    expect(text).toContain(before);
    expect(() => read(text.replace(before, after))).toThrow();
  });
});
