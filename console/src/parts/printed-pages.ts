import { useEffect } from "preact/hooks";

/** The margins of printed pages that have a text. */
type Margin = "client" | "number";

/** Writes a text into a margin of each page that is printed while this part is displayed. */
export function usePrintedMargin(margin: Margin, text: string | undefined): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const name = `--printed-${margin}`;
    style.setProperty(name, JSON.stringify(text ?? ""));
    return () => style.removeProperty(name);
  }, [margin, text]);
}
