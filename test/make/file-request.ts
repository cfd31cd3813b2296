import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import type { FileRequest } from "../../shared/filing/portal-files/request.ts";
import { F1_ESTABLISHMENTS } from "./f1-return.ts";

/** The made-up filers of the samples and what their forms ask for besides, by format. */
export const SAMPLE_FILERS = {
  at_oss: { filer: { vat_number: "ATU12345675" } },
  cz_ossei1: { filer: { vat_number: "CZ12345678", name: "Sample s.r.o." } },
  de_bop_v2: {
    filer: { vat_number: "DE123456789" },
    extras: { decimal_sign: ".", deemed_supplier: false },
  },
  es_369: { filer: { vat_number: "ESB12345678", name: "EMPRESA DE MUESTRA SL" } },
  fi_mytax: { filer: { vat_number: "FI12345678" } },
  pl_viudo2: {
    filer: { vat_number: "PL1234567890", name: "Sample sp. z o.o." },
    extras: { tax_office: "1071" },
  },
  ro_d398: { filer: { vat_number: "RO12345678", name: "Sample SRL" } },
  se_oss001: { filer: { vat_number: "SE556000016701" } },
  sk_dposs: { filer: { vat_number: "SK1234567890" } },
  xi_hmrc: { filer: { vat_number: "XI123456789" }, extras: { online_marketplace: false } },
} as const;

/** A request for the file of F1, parsed, with what a test changes. */
export const fileRequest = (
  format: keyof typeof SAMPLE_FILERS,
  { filer, ...more }: Partial<Omit<FileRequest, "filer">> & { filer?: object } = {},
): FileRequest => ({
  extras: {},
  establishments: F1_ESTABLISHMENTS,
  prepared_on: "2025-10-02" as IsoDate,
  ...SAMPLE_FILERS[format],
  ...more,
  filer: { ...SAMPLE_FILERS[format].filer, ...filer },
});
