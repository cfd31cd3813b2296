import { useEffect } from "preact/hooks";
import { useReader } from "../session/console-context.ts";

/** The margins of printed pages that have a text. */
type Margin = "client" | "number" | "signature";

/** Writes a text into a margin of each page that is printed while this part is displayed. */
export function usePrintedMargin(margin: Margin, text: string | undefined): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const name = `--printed-${margin}`;
    style.setProperty(name, JSON.stringify(text ?? ""));
    return () => style.removeProperty(name);
  }, [margin, text]);
}

type Signed = {
  readonly locked_at?: string | undefined;
  readonly filed?: { readonly filed_at: string } | null | undefined;
  readonly signers?:
    | { readonly prepared: string | null; readonly locked: string | null }
    | undefined;
};

/** A line to sign by hand, where no name is known. */
const BY_HAND = "____________________";

/** Writes who prepared and who reviewed, or lines to sign, at the foot of each printed page, with the days of lock and filing. */
export function usePrintedSignature({ locked_at, filed, signers }: Signed): void {
  const { say, format } = useReader();
  const parts = [
    say("paper.sign", {
      prepared: signers?.prepared ?? BY_HAND,
      reviewed: signers?.locked ?? BY_HAND,
    }),
    locked_at && say("paper.locked", { day: format.day(locked_at.slice(0, 10)) }),
    filed && say("paper.filed", { day: format.day(filed.filed_at) }),
  ];
  usePrintedMargin("signature", parts.filter(Boolean).join(" · "));
}
