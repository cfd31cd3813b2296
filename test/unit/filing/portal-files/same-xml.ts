/**
 * A document without the blanks between its elements, and with the attributes of each by name: how it
 * is indented and in which order attributes stand says nothing (XML 1.0, 3.1).
 */
export const sameXml = (text: string): string =>
  text
    .replaceAll(/>\s+</g, "><")
    .replaceAll(/<([\w:]+)((?: [\w:]+="[^"]*")+)/g, (_, name: string, attributes: string) => {
      const list = attributes.match(/[\w:]+="[^"]*"/g) ?? [];
      return `<${[name, ...list.sort()].join(" ")}`;
    })
    .trim();
