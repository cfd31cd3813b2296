import type { NeutralSupply } from "./neutral-return.ts";

/** VAT of part 2 by origin and kind (Annex III, boxes of grand totals); minor units. */
type GrandTotals = {
  readonly home_services: number;
  readonly home_goods: number;
  readonly abroad_services: number;
  readonly abroad_goods: number;
  readonly all: number;
};

/** From the Member State of identification (2a, 2b), not from another one (2c, 2d). */
export const isFromHome = ({ from }: NeutralSupply): boolean => from === null;

export function grandTotals(supplies: readonly NeutralSupply[]): GrandTotals {
  const total = (isMeant: (row: NeutralSupply) => boolean) =>
    supplies.filter(isMeant).reduce((sum, row) => sum + row.vat_minor, 0);
  return {
    home_services: total((row) => isFromHome(row) && !isGoods(row)),
    home_goods: total((row) => isFromHome(row) && isGoods(row)),
    abroad_services: total((row) => !isFromHome(row) && !isGoods(row)),
    abroad_goods: total((row) => !isFromHome(row) && isGoods(row)),
    all: total(() => true),
  };
}

const isGoods = ({ supply_type }: NeutralSupply): boolean => supply_type === "GOODS";
