import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newApiKey } from "../../../../shared/accounts/store-keys.ts";
import type { AccountId } from "../../../../shared/core/ids.ts";
import { leaksIn, numbersIn, secretOf } from "../../../stack/kept-logs.ts";
import { temporaryFolder } from "../../../stack/temporary-folder.ts";

/* What fails a run of the tests (test/stack/global-setup.ts): it has to see what it is there for. */
const folder = temporaryFolder();
const noted = newApiKey("live", "noted" as AccountId);

const leaks = (line: string) => {
  writeFileSync(join(folder, "secrets.txt"), `${noted.secret}\nDE 123 456\n`);
  writeFileSync(join(folder, "1.log"), `{"level":"INFO"}\n${line}\n{"level":"INFO"}\n`);
  return leaksIn(folder);
};

describe("the search through the logs", () => {
  const json = (value: string) => JSON.stringify({ level: "INFO", message: value });

  it.for([
    ["a key that was issued", json(`key ${noted.text} used`)],
    ["its secret", json(noted.secret)],
    ["a VAT number", json("DE811907980 is not registered")],
    ["a VAT number in a list", json("numbers:ATU12345678,FR40303265045")],
    ["an IOSS number", json("IM2761234567")],
    ["a number that was sent in groups", json("DE 123 456 is not well-formed")],
    ["a number of the non-Union scheme", json("EU276123456")],
  ])("finds %s", ([, line]) => {
    expect(leaks(line as string)).toEqual([line]);
  });

  it.for([
    ["a key id", json(noted.keyId)],
    ["a mask", json("DE*******80, IM276*****61")],
    ["ids, instants and stacks", json("at seller-0a1b2c (2026-11-21T13:50:24.727Z) run:12:34")],
    ["an account and a route", json("POST /v1/supply-events/{event_id} DE EUR")],
  ])("lets pass %s", ([, line]) => {
    expect(leaks(line as string)).toEqual([]);
  });
});

it("knows the secret of a key", () => {
  expect(secretOf(noted.text)).toBe(noted.secret);
  expect(secretOf("nonsense")).toBeUndefined();
  expect(secretOf(undefined)).toBeUndefined();
});

it("knows the numbers in a request", () => {
  const body = {
    vat_registration_number: "DE811907980",
    fixed_establishments: [{ vat_number: "FR40303265045" }, { vat_number: "x" }],
    event_id: "2026-11-21",
  };
  expect(numbersIn(body)).toEqual(["DE811907980", "FR40303265045"]);
  expect(numbersIn("{}")).toEqual([]);
});
