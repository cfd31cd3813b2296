/** Browsers and systems by their marks in a User-Agent header. The first that fits counts: most browsers also name others. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrom(?:e|ium)\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: typeof BROWSERS = [
  [/iPhone|iPad|iPod/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/Linux/, "Linux"],
];

/**
 * Returns browser and system of a User-Agent header, such as "Firefox, Windows", so that a person recognises a device.
 * Nothing of the header itself is kept: versions and models would tell devices of all people apart.
 */
export function deviceOf(userAgent: string): string | undefined {
  const found = [BROWSERS, SYSTEMS].flatMap((known) => {
    const [, name] = known.find(([mark]) => mark.test(userAgent)) ?? [];
    return name === undefined ? [] : [name];
  });
  return found.length > 0 ? found.join(", ") : undefined;
}
