import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { formatNamed } from "../../../../shared/filing/portal-files/formats.ts";
import { SAMPLE_FILERS } from "../../../make/file-request.ts";
import { eachNth } from "../../../stack/soak.ts";
import { sameXml } from "../../../unit/filing/portal-files/same-xml.ts";
import { locked } from "../../returns/locks/locking.ts";
import { fileOf, filer, filerOfF1, Q3 } from "./filing.ts";

const ESTABLISHMENTS = [
  { country: "IT", vat_number: "IT12345678901" },
  { country: "PL", vat_number: "1234567890" },
  { country: "DE", vat_number: "DE123456789" },
];

const FORMATS = ["sk_dposs", "cz_ossei1", "pl_viudo2", "ro_d398"] as const;

const sample = (name: string) => readFileSync(`test/return-files/samples/${name}.xml`, "utf8");

/** Without what is no figure: the program that made the file, and the day it was made on. */
const comparable = (text: string) =>
  sameXml(
    text
      .replace(/ nazevSW="\w+" verzeSW="\d+"/, "")
      .replace(/ electronic_interface="0"/, "")
      .replace(/<DataWypelnienia>[\d-]*/, "<DataWypelnienia>"),
  );

describe.for(eachNth(4, FORMATS))("%s", (format) => {
  const { member_state } = formatNamed(format);
  const { vat_number } = SAMPLE_FILERS[format].filer;
  const body = { format, establishments: ESTABLISHMENTS, ...SAMPLE_FILERS[format] };

  it("is the sample of F1, from its events to the file", async () => {
    // Establishments of the seller's own country are none; from Poland the goods are 2b there.
    const warehouse = member_state === "PL" ? "DE" : "PL";
    const account = await filerOfF1(member_state, vat_number, warehouse);
    const own = ESTABLISHMENTS.filter(({ country }) => country !== member_state);
    const text = await fileOf(account, { ...body, establishments: own });
    expect(comparable(text)).toBe(comparable(sample(`${member_state}_F1`)));
  });

  const nil = eachNth(4, FORMATS).filter((one) => one === format);
  it.for(nil)("%s is the sample of a nil return, where there is one", async () => {
    const account = await filer(member_state, vat_number);
    await locked(account, Q3);
    const file = `${member_state}_nil`;
    expect(comparable(await fileOf(account, body))).toBe(comparable(sample(file)));
  });
});
