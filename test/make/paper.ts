import type { PaperContext } from "../../shared/returns/documents/paper.ts";

/** The context of a paper that nobody has signed yet. */
export const MADE: PaperContext = {
  generated_at: "2025-10-20T09:00:00.000Z",
  recount_pending: null,
  language: "en",
  facts: {
    client: {
      display_name: "Müller & Söhne GmbH",
      identification_number_masked: "DE*****6789",
      intermediary_name: null,
    },
    sign_off: { prepared: [], locked: null, filed: null },
  },
};
