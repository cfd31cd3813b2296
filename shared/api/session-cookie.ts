import type * as z from "zod";
import { type MadeSession, type SessionEnd, sessionView } from "../accounts/people/sign-in.ts";
import { HttpAnswer } from "./http-answer.ts";

/**
 * The cookie with the refresh token. Scripts cannot read the cookie, other sites cannot send it, and no other host can
 * set it (the prefix `__Host-`).
 */
const NAME = "__Host-vat_refresh";
const ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Strict";

/** Returns the refresh token of a request's cookies; the empty string if there is none. */
export function refreshTokenIn(cookies: readonly string[]): string {
  const found = cookies.find((cookie) => cookie.startsWith(`${NAME}=`));
  return found?.slice(NAME.length + 1) ?? "";
}

const answer = (status: number, body: object, cookie: string): HttpAnswer =>
  new HttpAnswer(
    status,
    { "content-type": "application/json", "set-cookie": cookie },
    JSON.stringify(body),
  );

/** Returns the tokens of a session; with `cookie`, the refresh token is in a cookie and not in the body. */
export function sessionAnswer(
  status: 200 | 201,
  made: MadeSession,
  carrier: "cookie" | "body",
  now: Date,
) {
  const body = sessionView(made, carrier);
  if (carrier === "body") return body;
  const seconds = Math.ceil((Date.parse(made.session.ends_at) - now.getTime()) / 1000);
  const cookie = `${NAME}=${made.tokens.refresh}; Max-Age=${seconds}; ${ATTRIBUTES}`;
  return answer(status, body, cookie);
}

/** Returns the response to a sign-out, which removes the cookie. */
export const endedAnswer = (body: z.output<typeof SessionEnd>): HttpAnswer =>
  answer(200, body, `${NAME}=; Max-Age=0; ${ATTRIBUTES}`);
