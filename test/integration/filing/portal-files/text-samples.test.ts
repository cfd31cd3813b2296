import { readFileSync } from "node:fs";
import { describe, expect, inject, it } from "vitest";
import { createClient } from "../../../../client/src/eu-vat-client.ts";
import { formatNamed } from "../../../../shared/filing/portal-files/formats.ts";
import { SAMPLE_FILERS } from "../../../make/file-request.ts";
import { makeImport, makeRefund } from "../../../make/supply-event.ts";
import { type Account, call } from "../../../stack/api.ts";
import { contractFetch } from "../../../stack/contract.ts";
import { newImporter } from "../../../stack/importer.ts";
import { eachNth } from "../../../stack/soak.ts";
import { testsInTurn } from "../../../stack/tests-in-turn.ts";
import { commit, locked, sale } from "../../returns/locks/locking.ts";
import { askFile, fileOf, filer, filerOfF1, Q3 } from "./filing.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const ESTABLISHMENTS = [
  { country: "IT", vat_number: "IT12345678901" },
  { country: "PL", vat_number: "1234567890" },
];

const sample = (name: string) => readFileSync(`test/return-files/samples/${name}`, "latin1");

const { dispatch_country, ...fromAnywhere } = sale();

describe.concurrent("the samples, from their events to the file", () => {
  const samples = [
    ["se_oss001", "SE_F1.txt", {}],
    ["fi_mytax", "FI_F1.csv", {}],
    ["de_bop_v2", "DE_F1_dot.csv", {}],
    ["de_bop_v2", "DE_F1_comma.csv", { decimal_sign: "," }],
    ["es_369", "ES_F1.txt", {}],
  ] as const;
  it.for(eachNth(4, samples))(
    "%s makes %s of F1",
    async ([format, file, extras], { expect: expected }) => {
      const { filer: given } = SAMPLE_FILERS[format];
      const account = await filerOfF1(formatNamed(format).member_state, given.vat_number);
      const body = { format, filer: given, establishments: ESTABLISHMENTS, extras };
      expected(await fileOf(account, body)).toBe(sample(file));
    },
  );

  it("es_369 makes one of a nil return, where the other texts have none", async () => {
    const spaniard = await filer("ES", "ESB12345678");
    await locked(spaniard, Q3);
    const { filer: given } = SAMPLE_FILERS.es_369;
    expect(await fileOf(spaniard, { format: "es_369", filer: given })).toBe(sample("ES_nil.txt"));
    const swede = await filer("SE", "SE556000016701");
    await locked(swede, Q3);
    const { status, body } = await askFile(swede, {
      format: "se_oss001",
      ...SAMPLE_FILERS.se_oss001,
    });
    expect([status, body.details?.[0]?.rule]).toEqual([422, "nil_return_without_lines"]);
  });

  itInTurn("xi_hmrc makes one of goods in pounds", async () => {
    const account = await filer("XI", "XI123456789");
    const goods = (event_id: string, from: string, to: string, figures: object) =>
      sale({
        event_id,
        currency: "GBP",
        dispatch_country: from,
        consumption_country: to,
        ...figures,
      });
    const standard = { vat_rate_bps: 2_000 };
    await commit(
      account,
      goods("1", "XI", "FR", {
        ...standard,
        taxable_amount_minor: 15_000,
        vat_amount_minor: 3_000,
      }),
      goods("2", "XI", "FR", {
        vat_rate_bps: 550,
        rate_category: "reduced",
        taxable_amount_minor: 2_000,
        vat_amount_minor: 110,
      }),
      goods("3", "PL", "FR", { ...standard, vat_amount_minor: 2_000 }),
      goods("4", "XI", "CZ", {
        vat_rate_bps: 2_100,
        taxable_amount_minor: 1_000,
        vat_amount_minor: 210,
      }),
    );
    await locked(account, Q3);
    const text = await fileOf(account, { format: "xi_hmrc", ...SAMPLE_FILERS.xi_hmrc });
    const lines = (file: string) => file.split("\r\n").sort();
    const expected = Buffer.from(sample("XI_F1.csv"), "latin1").toString("utf8");
    // The return has its own order of Member States.
    expect(lines(text)).toEqual(lines(expected));
  });
});

/** September 2025 of an importer registered in `state`, locked: EL 24 %, a refund of July, and `more`. */
async function importerOf(
  state: string,
  vat_registration_number: string,
  more: readonly object[],
): Promise<Account> {
  const account = await newImporter({
    member_state_identification: state,
    vat_registration_number,
  });
  const greek = { consumption_country: "EL", vat_rate_bps: 2_400 };
  await commit(
    account,
    {
      ...makeImport({ event_id: "july", ...greek, vat_amount_minor: 2_400 }),
      supply_date: "2025-07-05",
    },
    {
      ...makeImport({ event_id: "greek", ...greek, taxable_amount_minor: 20_000 }),
      supply_date: "2025-09-05",
      vat_amount_minor: 4_800,
      consignment: { intrinsic_value_minor: 15_000, currency: "EUR", excise_goods: false },
    },
    {
      ...makeRefund({ event_id: "back", original_event_id: "july", ...greek }),
      supply_kind: "imported_goods",
      supply_date: "2025-09-06",
      taxable_amount_minor: 4_167,
      vat_amount_minor: 1_000,
    },
    ...more,
  );
  for (const period of ["2025-07", "2025-09"]) {
    const path = `/v1/reports/locked-return-periods/ioss?period=${period}`;
    const { status, text } = await call(account.full, "POST", path);
    expect(status, text).toBe(201);
  }
  return account;
}

const fileOfSeptember = async ({ readOnly }: Account, body: object): Promise<string> => {
  const path = "/v1/returns/ioss/2025-09/files";
  const { status, text } = await call(readOnly, "POST", path, body);
  expect(status, text).toBe(200);
  return text;
};

describe.concurrent("a month of the import scheme", () => {
  itInTurn("is the Swedish sample", async () => {
    const importer = await importerOf("SE", "IM7521234567", []);
    const body = { format: "se_oss001", filer: { vat_number: "IM7521234567" } };
    expect(await fileOfSeptember(importer, body)).toBe(sample("SE_ioss.txt"));
  });

  it("is the Spanish sample", async () => {
    const french = {
      ...makeImport({ event_id: "french", consumption_country: "FR", vat_rate_bps: 550 }),
      supply_date: "2025-09-07",
      rate_category: "reduced",
      taxable_amount_minor: 2_000,
      vat_amount_minor: 110,
    };
    const importer = await importerOf("ES", "IM7241234567", [french]);
    const filer = { ...SAMPLE_FILERS.es_369.filer, vat_number: "IM7241234567" };
    const body = { format: "es_369", filer: { ...filer, tax_number: "B12345678" } };
    expect(await fileOfSeptember(importer, body)).toBe(sample("ES_ioss.txt"));
  });
});

describe("a Spanish file", () => {
  it("is in ISO-8859-1, and tells which numbers look mistyped", async () => {
    const account = await filer("ES", "ESB58378431");
    await commit(account, { ...fromAnywhere, dispatch_country: "ES" });
    await locked(account, Q3);
    const client = createClient({
      baseUrl: inject("stack").url,
      apiKey: account.readOnly,
      fetch: contractFetch,
    });
    const asked = (country: "PL", vat_number: string) =>
      client.makeReturnFile({
        path: { scheme: "union-oss", period: Q3 },
        body: {
          format: "es_369",
          filer: { vat_number: "ESB58378431", name: "PEÑA Y NÚÑEZ SL" },
          establishments: [{ country, vat_number }],
        },
      });
    const { bytes, fileName, numbersWithWarning } = await asked("PL", "PL8567346215");
    expect(fileName).toBe("union-oss-ES-2025-Q3-es_369.txt");
    expect(Buffer.from(bytes).toString("latin1")).toContain("ESB58378431      PEÑA Y NÚÑEZ SL ");
    expect(numbersWithWarning).toEqual([]);
    expect((await asked("PL", "PL8567346216")).numbersWithWarning).toEqual([
      "establishments.0.vat_number",
    ]);
  });
});
