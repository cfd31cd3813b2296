/** An operator's command that cannot be carried out, with what to tell them. */
export class RefusedCommand extends Error {
  override readonly name = "RefusedCommand";
}

export const noSuchAccount = (account: string): RefusedCommand =>
  new RefusedCommand(`there is no account ${account}`);
