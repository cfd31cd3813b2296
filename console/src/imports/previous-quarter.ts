/** Returns the key of the quarter before that of an instant, in UTC: the one whose files are usually asked for. */
export function previousQuarter(now: Date): string {
  const quarters = now.getUTCFullYear() * 4 + Math.floor(now.getUTCMonth() / 3) - 1;
  return `${Math.floor(quarters / 4)}-Q${(quarters % 4) + 1}`;
}
