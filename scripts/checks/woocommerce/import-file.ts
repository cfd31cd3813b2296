import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { WOOCOMMERCE_JSON } from "../../../shared/imports/formats/woocommerce-json/format.ts";
import type { ReachedApi } from "../../operate/imports/reach-api.ts";
import { runImport } from "../../operate/imports/run-import.ts";
import type { Finding } from "../tool.ts";
import { allItems, eventsOf, registerSeller } from "./account.ts";
import { type Account, type Standing, standings } from "./compare.ts";
import type { Shop } from "./shop.ts";

type Imported = {
  readonly standings: ReadonlyMap<string, Standing>;
  /** The orders with a row that is not booked and that somebody has to look at. */
  readonly open: ReadonlySet<string>;
};

/** Imports orders as the REST API answers them, with their refunds, into an account of its own. */
export async function importOrders(
  shop: Shop,
  api: ReachedApi,
  {
    ids,
    home,
    folder,
    source,
  }: { ids: readonly number[]; home: string; folder: string; source: string },
): Promise<Imported> {
  type Answer = { readonly id: number; readonly refunds: readonly unknown[] };
  const orders: Answer[] = [];
  const refunds: unknown[] = [];
  for (let at = 0; at < ids.length; at += 50) {
    const include = ids.slice(at, at + 50).join(",");
    orders.push(...(await shop.all<Answer>(`orders?include=${include}&status=any,trash`)));
  }
  for (const { id } of orders.filter((order) => order.refunds.length > 0)) {
    refunds.push(...(await shop.all(`orders/${id}/refunds`)));
  }
  const file = join(folder, "orders.json");
  await writeFile(file, JSON.stringify({ orders, refunds }));
  await registerSeller(api, home);
  const settings = { source_id: source, dispatch_country: home };
  const asked = {
    account: "shop-imported" as LedgerId,
    format: WOOCOMMERCE_JSON,
    settings,
    dry_run: false,
    on_conflict: "ask",
    asJson: true,
    file,
  } as const;
  const { job } = await runImport(api, asked, () => {});
  type Row = { readonly order_id: string | null };
  const rows = await Promise.all(
    ["unresolved", "rejected"].map((outcome) =>
      allItems<Row>(api, `/v1/imports/${job.id}/rows?outcome=${outcome}`),
    ),
  );
  return {
    standings: standings(await eventsOf(api, source)),
    open: new Set(rows.flat().map(({ order_id }) => String(order_id))),
  };
}

/** Compares the orders of a file with those of the connection, where neither asks a question. */
export function importFindings(
  ids: readonly number[],
  connected: Account,
  imported: Imported,
): { readonly findings: readonly Finding[]; readonly compared: number } {
  const open = new Set([...connected.open.map(({ order_id }) => order_id), ...imported.open]);
  const clear = ids.map(String).filter((id) => !open.has(id));
  const text = (standing: Standing = new Map()) =>
    [...standing]
      .map(([key, { net, vat }]) => `${key} ${net}+${vat}`)
      .toSorted()
      .join(", ") || "nothing";
  const findings = clear.flatMap((id) => {
    const [own, other] = [text(connected.standings.get(id)), text(imported.standings.get(id))];
    const told = `${other} by the file, ${own} by the connection`;
    return own === other ? [] : [{ rule: "file", where: `order ${id}`, text: told }];
  });
  return { findings, compared: clear.length };
}
