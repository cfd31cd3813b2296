import type { BridgeLine, VatClient } from "../../../client/src/eu-vat-client.ts";
import type { SourceEvents } from "./source-events.ts";

/** A column of a return, in which its source events have a sum. */
export type Measure = "taxable" | "vat" | "count";

/** The figure that a list of source events is opened from. */
export type ShownFigure = {
  readonly measure: Measure;
  readonly value: number;
  /** True for a change since the lock. */
  readonly isSince?: boolean;
  /** The amounts of a line of a bridge; null for one whose amounts are in the return. */
  readonly line?: BridgeLine["amounts"] | null;
};

/** The selection of rows of an import that have findings. */
export type SelectedRows = {
  readonly id: string;
  readonly query: NonNullable<Parameters<VatClient["listImportRows"]>[0]["query"]>;
};

/** One of the amounts that a figure adds up, with its source events or the rows of a file. */
export type FigurePart = {
  /** The subject of the part; undefined where the figure is its only part. */
  readonly heading?: string;
  readonly shown?: ShownFigure;
} & ({ readonly sourceEvents: SourceEvents } | { readonly rows: SelectedRows });

/** A figure whose source events are shown: what it is, and how much. */
export type OpenedFigure = {
  /** The subject of the figure, such as "Germany, 19% standard, VAT, EUR". */
  readonly title: string;
  /** The figure itself as it is shown, such as "595.08". */
  readonly figure?: string | undefined;
  /** The reason why the figure is not the sum of its parts. */
  readonly note?: string | undefined;
  readonly parts: readonly FigurePart[];
};
