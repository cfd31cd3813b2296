/** By Member State of consumption, in the order of their codes; inside each the order stays. */
export const byConsumptionState = <T extends { readonly member_state: string }>(
  list: readonly T[],
): [string, T[]][] =>
  [...Map.groupBy(list, ({ member_state }) => member_state)].sort(([a], [b]) => (a < b ? -1 : 1));
