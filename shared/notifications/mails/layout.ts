import { Html, html } from "../../core/files/html.ts";
import type { Mail } from "./mail.ts";
import { mailTexts } from "./texts.ts";

/** The links of a mail. That of the unsubscription is in mails that a recipient can switch off. */
type MailLinks = { readonly action: string; readonly unsubscribe?: string | undefined };

type MailParts = { readonly text: string; readonly html: string };

type Shown = Pick<Mail, "kind" | "language" | "subject" | "text">;

/** Returns the parts of a mail: its paragraphs, one link, and how to end all mails. */
export function mailParts(mail: Shown, { action, unsubscribe }: MailLinks): MailParts {
  const words = mailTexts(mail.language);
  const button = words.button[mail.kind];
  const paragraphs = mail.text.trim().split("\n\n");
  const text = [...paragraphs, `${button}: ${action}`].join("\n\n");
  const footer = unsubscribe ? `\n\n-- \n${words.why}\n${words.unsubscribe}: ${unsubscribe}` : "";
  const blocks = [
    ...paragraphs.map((paragraph) => html`<p style="${PARAGRAPH}">${linesOf(paragraph)}</p>\n`),
    html`<p style="${PARAGRAPH}"><a href="${action}" style="${BUTTON}">${button}</a></p>\n`,
    ...(unsubscribe
      ? [
          html`<p style="${FOOTER}">${words.why} <a href="${unsubscribe}" style="color:inherit">${words.unsubscribe}</a></p>\n`,
        ]
      : []),
  ];
  return { text: `${text}${footer}\n`, html: page(mail, blocks) };
}

const PARAGRAPH = "margin:0 0 16px;font-size:16px;line-height:1.5";
const FOOTER =
  "margin:32px 0 0;padding-top:16px;border-top:1px solid #d9d9e0;font-size:13px;line-height:1.5;color:#60646c";
const BUTTON =
  "display:inline-block;padding:10px 18px;border-radius:6px;background:#3358d4;color:#ffffff;text-decoration:none;font-weight:600";
const BODY =
  "margin:0;padding:24px;background:#ffffff;color:#1c2024;font-family:system-ui,-apple-system,Segoe UI,Arial,sans-serif";

/** Returns a page without image, script and style sheet, which mail readers leave out. */
const page = ({ language, subject }: Shown, blocks: readonly Html[]): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${subject}</title>
</head>
<body style="${BODY}">
<div style="max-width:600px;margin:0 auto">
${blocks}</div>
</body>
</html>
`.markup;

const linesOf = (paragraph: string): readonly Html[] =>
  paragraph.split("\n").map((line, n) => html`${new Html(n > 0 ? "<br>\n" : "")}${line}`);
