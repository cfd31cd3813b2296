import { type Quarter, quarterOf } from "../calendar/quarter.ts";
import type { Artifact } from "../exports/artifacts.ts";

export const ARTIFACT_KINDS = [
  "quarterly_summary",
  "country_breakdown",
  "accountant_report",
] as const satisfies readonly Artifact["kind"][];

export const ARTIFACT_FORMATS = ["json", "csv"] as const satisfies readonly Artifact["format"][];

const HASH_DIGITS = 16;

/** `2025-Q3.quarterly_summary.csv.0123456789abcdef`: it names its quarter, so that no index is needed. */
export const exportId = (
  period: string,
  { kind, format }: Pick<Artifact, "kind" | "format">,
  sha256: string,
): string => [period, kind, format, sha256.slice(0, HASH_DIGITS)].join(".");

/** The quarter that an export id is of, or undefined when it is not the id of an export. */
export function quarterOfExport(id: string): Quarter | undefined {
  const match = /^([^.]+)\.[a-z_]+\.[a-z]+\.[0-9a-f]{16}$/.exec(id);
  return match ? quarterOf(match[1] as string) : undefined;
}
