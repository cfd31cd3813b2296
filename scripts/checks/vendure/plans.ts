import type { Plan } from "./orders.ts";

/** Where the parcels go: Member States, islands outside the VAT territory, and third countries. */
const PLACES = [
  ["DE", "10115"],
  ["FR", "75001"],
  ["IT", "00100"],
  ["ES", "28001"],
  ["AT", "1010"],
  ["NL", "1011"],
  ["BE", "1000"],
  ["PL", "00-001"],
  ["FI", "00100"],
  ["DK", "1050"],
  ["IE", "D01"],
  ["PT", "1000"],
  ["GR", "10431"],
  ["HU", "1011"],
  ["LU", "1111"],
  ["SE", "11120"],
  ["GB", "SW1A 1AA"],
  ["ES", "35001"],
  ["US", "10001"],
  ["CH", "8001"],
] as const;

export const COUNTRIES = [...new Set(PLACES.map(([country]) => country))];

const BASKETS: readonly Plan["lines"][] = [
  [["Standard", 1]],
  [
    ["Standard", 2],
    ["Reduced", 3],
  ],
  [["Reduced", 1]],
  [
    ["Standard", 1],
    ["Reduced", 1],
    ["Zero", 7],
  ],
  [
    ["Zero", 3],
    ["Reduced", 2],
  ],
];

/** Returns orders that differ in place, basket, coupon and payment; every tenth is only authorized. */
export const plansOf = (count: number, from = 0): Plan[] =>
  Array.from({ length: count }, (_, n) => planOf(from + n));

function planOf(n: number): Plan {
  const [country, postcode] = PLACES[n % PLACES.length] ?? PLACES[0];
  return {
    country,
    postcode,
    lines: BASKETS[(n + Math.floor(n / BASKETS.length)) % BASKETS.length] ?? [],
    coupon: n % 3 === 1,
    payment: n % 10 === 9 ? "authorized" : "paid",
  };
}
