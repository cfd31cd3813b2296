import { type Period, periodNamed } from "../../core/calendar/period.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import type { Artifact } from "../documents/artifacts.ts";

const HASH_DIGITS = 16;

/**
 * `union-oss.2025-Q3.quarterly_summary.csv.0123456789abcdef`: it names its scheme and period, so that
 * no index is needed.
 */
export const exportId = (
  scheme: Scheme,
  period: Period,
  { kind, format }: Pick<Artifact, "kind" | "format">,
  sha256: string,
): string => [scheme.slug, period.key, kind, format, sha256.slice(0, HASH_DIGITS)].join(".");

/** The locked return that an export id is of, or undefined when it is not the id of an export. */
export function returnOfExport(
  id: string,
): { readonly scheme: Scheme; readonly period: Period } | undefined {
  const match = /^([^.]+)\.([^.]+)\.[a-z_]+\.[a-z]+\.[0-9a-f]{16}$/.exec(id);
  const scheme = SCHEMES.find(({ slug }) => slug === match?.[1]);
  const period = periodNamed(match?.[2] ?? "");
  return scheme && period ? { scheme, period } : undefined;
}
