import { expect, it } from "vitest";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { monitorAccount } from "../../../shared/returns/overview/monitor-account.ts";
import { call } from "../../stack/api.ts";
import { newPerson, newPractice } from "../../stack/people.ts";
import { sentFile, tokenOf } from "../../stack/upload-links.ts";

type Page = { readonly items: readonly { readonly kind: string; readonly texts: object }[] };

const DAY_MS = 86_400_000;

it("a practice is reminded once of a link that ends in three days and has received nothing", async () => {
  const owner = await newPerson("owner");
  const { account } = await newPractice(owner);
  const at = owner.at(account as LedgerId);
  const asked = async (days: number) => {
    const body = { source_id: "web-shop", period_key: "2026-Q3", days };
    const made = await call<{ id: string; link: string }>(
      undefined,
      "POST",
      "/v1/upload-links",
      body,
      at,
    );
    expect(made.status, made.text).toBe(201);
    return made.body;
  };
  const reminders = async (afterDays: number): Promise<number> => {
    await monitorAccount(
      account as LedgerId,
      new Date(Date.now() + afterDays * DAY_MS),
      async () => {},
    );
    const path = "/v1/notifications";
    const { body } = await call<Page>(undefined, "GET", path, undefined, at);
    return body.items.filter(({ kind }) => kind === "upload_link.unanswered").length;
  };
  await asked(14);
  const { link } = await asked(14);
  const revoked = await asked(14);
  await call(undefined, "DELETE", `/v1/upload-links/${revoked.id}`, undefined, at);
  await sentFile(tokenOf({ link }), "notes.txt", Buffer.from("no orders at all\n"));
  await asked(2);
  expect(await reminders(0.5)).toBe(0);
  expect(await reminders(1.5)).toBe(1);
  expect(await reminders(10.9)).toBe(1);
  expect(await reminders(11.1)).toBe(2);
  expect(await reminders(11.2)).toBe(2);
  expect(await reminders(15)).toBe(2);
});
