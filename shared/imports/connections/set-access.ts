import { rejectFaulty } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import type { Pull } from "../pull/pull.ts";
import { PULLS } from "../pull/pulls.ts";
import type { Connection } from "./connection.ts";
import { type ConnectionAsking, changedConnection, existingConnection } from "./manage.ts";
import type { NewAccess } from "./schema.ts";
import type { ShopAccess } from "./shop-access.ts";
import { putAccess } from "./store-connections.ts";

/**
 * Sets the access to the shop, with which a catch-up asks for its orders. It is not tried here: the next catch-up tells
 * what is wrong with it.
 * @throws DomainError `not_found`, `invalid_request`, `not_ready`
 */
export async function setAccess(
  asking: ConnectionAsking,
  id: string,
  given: NewAccess,
): Promise<Connection> {
  const { account, now } = asking;
  const { kind } = await existingConnection(account, id);
  const access = accessIn(PULLS[kind], given);
  await putAccess(account, id, access);
  const { address } = access;
  return changedConnection(asking, id, (one) => ({
    ...one,
    access: { address, set_at: now.toISOString() },
  }));
}

/** @throws DomainError `invalid_request` */
function accessIn({ addressIn, key, secret }: Pull, given: NewAccess): ShopAccess {
  const read = addressIn(given.address);
  rejectFaulty([
    ...("fault" in read ? [{ field: "address", message: read.fault }] : []),
    ...(key ? faultIf(!key.form.test(given.key ?? ""), "key", key.must) : []),
    ...faultIf(!key && given.key !== undefined, "key", "must be left out: the key has one part"),
    ...faultIf(!secret.form.test(given.secret), "secret", secret.must),
  ]);
  return { ...given, address: "address" in read ? read.address : "" };
}
