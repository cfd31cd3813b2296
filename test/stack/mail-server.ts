import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A mail as a mail server got it: the addresses of the envelope, and what a mail program reads. */
export type ReceivedMail = {
  readonly to: readonly string[];
  readonly mail: Omit<Email, "headers"> & { readonly headers: ReadonlyMap<string, string> };
  readonly source: string;
};

export type MailServer = {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** What is done with the next mails when they are there whole, before the server says that it has them. */
  answer: (mail: ReceivedMail) => Promise<void> | void;
  readonly close: () => Promise<void>;
};

/** An answer of a mail server other than 250. */
export const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

/** A mail server of this machine, which takes every mail. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData: (stream, { envelope }, callback) => {
      const to = envelope.rcptTo.map(({ address }) => address);
      const take = async () => {
        const bytes = await buffer(stream);
        const { headers, ...mail } = await PostalMime.parse(bytes);
        const named = new Map(headers.map(({ key, value }) => [key, value]));
        const source = bytes.toString("utf8");
        const one = { to, mail: { ...mail, headers: named }, source };
        await own.answer(one);
        received.push(one);
      };
      take().then(() => callback(), callback);
    },
  });
  // A client that is killed leaves its connection.
  server.on("error", () => {});
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.server.address() as AddressInfo;
  const own: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    answer: () => {},
    close: () => new Promise((closed) => server.close(() => closed())),
  };
  return own;
}
