import { expect, it } from "vitest";
import { mailParts } from "../../../../shared/notifications/mails/layout.ts";

const mail = {
  kind: "digest",
  language: "en",
  subject: "Three returns are due",
  text: "One\nTwo <b>\nThree\n\nLast\n",
} as Parameters<typeof mailParts>[0];
const action = "https://vat.example/console#returns";

it("a mail has its paragraphs line by line, and one link", () => {
  const { text, html } = mailParts(mail, { action });
  expect(text).toMatch(
    /^One\nTwo <b>\nThree\n\nLast\n\n[^\n]+: https:\/\/vat\.example\/console#returns\n$/,
  );
  const paragraphs = [...html.matchAll(/<p style="[^"]*">(.*?)<\/p>/gs)].map(([, inner]) => inner);
  expect(paragraphs.slice(0, 2)).toEqual(["One<br>\nTwo &lt;b&gt;<br>\nThree", "Last"]);
  expect(paragraphs).toHaveLength(3);
  expect(html.match(/href="([^"]*)"/g)).toEqual([`href="${action}"`]);
});

it("a mail that can be switched off says how, in both parts", () => {
  const unsubscribe = "https://vat.example/console#unsubscribe";
  const { text, html } = mailParts(mail, { action, unsubscribe });
  expect(text.split("\n\n-- \n")[1]).toContain(unsubscribe);
  expect(html.match(/href="([^"]*)"/g)).toEqual([`href="${action}"`, `href="${unsubscribe}"`]);
});
