/*
 * Some tests come in two lengths: a few seconds in `npm test`, and as long as wanted in
 * `npm run soak` (docs/soak.md). They print what they did there, with the seed that repeats it.
 */
const env = process.env;

export const soaking = env["SOAK"] === "1";

type LengthName = "SECONDS" | "ROUNDS" | "STEPS" | "EVENTS";

/** The length of a part that only a soak runs. */
export const soakLength = (name: LengthName, soak: number): number =>
  Number(env[`SOAK_${name}`] ?? soak);

/** The length of a part: what it is in `npm test`, or SOAK_<name>, or what it is in a soak. */
export const lengthOf = (name: LengthName, bounded: number, soak: number): number =>
  soaking ? soakLength(name, soak) : bounded;

const MS_A_DAY = 86_400_000;

/**
 * The rows that a run takes of long tables: TURN, the number of the run in CI, without one the number of the day. Runs of
 * twenty turns in a row take every row. The whole run has one turn, also when it goes over midnight.
 */
env["TURN"] ??= String(Math.floor(Date.now() / MS_A_DAY));
const isAll = env["TURN"] === "all";
export const turn = isAll ? 0 : Number(env["TURN"]);

/** True where every row is tried: in a soak, and with TURN=all after a change of rules. */
export const everyTurn = soaking || isAll;

/** All rows in a soak, and in `npm test` each `every`-th, others at each turn: of tables that one piece of code answers. */
export const eachNth = <Row>(every: number, rows: readonly Row[]): readonly Row[] =>
  rows.filter((_, n) => everyTurn || (n + turn) % every === 0);

/** Rows of a table that only a soak tries. */
export const inSoak = <Row>(...rows: readonly Row[]): readonly Row[] => (soaking ? rows : []);

/** The same in every run of `npm test`; another one in every soak, unless SOAK_SEED names it. */
export const seedOf = (bounded: number): number =>
  soaking ? Number(env["SOAK_SEED"] ?? Date.now() % 2_147_483_647) : bounded;

/** Tells what a soak has done. */
export function report(line: string): void {
  if (soaking) console.log(line);
}
