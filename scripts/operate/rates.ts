import { parseArgs } from "node:util";
import { DomainError } from "../../shared/core/errors/errors.ts";
import type { ChangedRate } from "../../shared/ledger/recount/recheck-rates.ts";
import { changedBy, RateDecision } from "../../shared/vat/rate-proposals/rate-decision.ts";
import type { RateCatalogue } from "../../shared/vat/reference-data/vat-rates.ts";
import { withStack } from "../local/connect.ts";
import { Failure, runCommand } from "../local/failure.ts";
import {
  lineOfProposal,
  lineOfRecheck,
  linesOfProposals,
  linesOfRun,
} from "./rates/print-proposals.ts";
import { readHandProposal } from "./rates/read-proposal.ts";

const USAGE = `usage: npm run --silent rates -- list [--all]
   or: npm run --silent rates -- compare|market
   or: npm run --silent rates -- propose rate <state> <class> <basis points> --from <day> --source <text> --url <address> --by <name>
   or: npm run --silent rates -- propose sme_threshold <state> <currency> <whole units> --from <day> --source <text> --url <address> --by <name>
   or: npm run --silent rates -- accept <proposal> [--from <day>] [--rate <basis points>] --by <name> --reason <text>
   or: npm run --silent rates -- refuse|withdraw|reopen <proposal> --by <name> --reason <text>
   or: npm run --silent rates -- recheck <proposal> [--confirm <number of events>]
propose: writes a proposal by hand, which changes nothing until it is accepted; its source is the law.
list: open proposals; --all also lists decided ones. market: accounts with many sales at
unknown rates. compare: asks the Commission's database (TEDB) now.
recheck: counts events whose checks are those of the former rate, and calculations with it; with
--confirm and the number of those events, stores the checks of today. No figure moves.
accept: the rate is in force from that day on, without a deployment. A proposal by hand has its own day. withdraw: takes an accepted rate back.`;

const OPTIONS = {
  all: { type: "boolean" },
  from: { type: "string" },
  rate: { type: "string" },
  by: { type: "string" },
  reason: { type: "string" },
  source: { type: "string" },
  url: { type: "string" },
  confirm: { type: "string" },
} as const;

await runCommand(async () => {
  const { positionals, values } = argumentsOf(process.argv.slice(2));
  const [action = "", proposal, ...more] = positionals;
  if (action === "propose") return propose(positionals.slice(1), values);
  if (more.length > 0) throw new Failure(USAGE, 2);
  const isAlone = proposal === undefined;
  if (isAlone && action === "list") return list(values.all === true);
  const alone = new Map([
    ["compare", compare],
    ["market", market],
  ]).get(action);
  if (isAlone && alone) return alone();
  if (action === "recheck" && !isAlone) return recheck(proposal, values.confirm);
  const { by, reason, from, rate } = values;
  const decision = RateDecision.safeParse({
    action,
    reason,
    ...(from === undefined ? {} : { valid_from: from }),
    ...(rate === undefined ? {} : { rate_bps: Number(rate) }),
  });
  if (isAlone || !by?.trim() || !decision.success) throw new Failure(USAGE, 2);
  await withStack(() => decide(proposal, decision.data, by.trim()));
});

type Values = ReturnType<typeof argumentsOf>["values"];

async function propose(positionals: readonly string[], values: Values): Promise<void> {
  const body = readHandProposal(positionals, values);
  const by = values.by?.trim();
  if (!body || !by) throw new Failure(USAGE, 2);
  await withStack(() =>
    printed(async () => {
      const { proposeRate } = await import("../../shared/vat/rate-proposals/decide-rate.ts");
      return proposeRate(body, by);
    }),
  );
}

function argumentsOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Failure(`${(error as Error).message}\n${USAGE}`, 2);
  }
}

async function list(all: boolean): Promise<void> {
  await withStack(async () => {
    const { loadProposals } = await import(
      "../../shared/vat/rate-proposals/store-rate-proposals.ts"
    );
    for (const line of linesOfProposals(await loadProposals(), all)) console.log(line);
  });
}

/** Prints the accounts that have many sales at unknown rates. */
async function market(): Promise<void> {
  await withStack(async () => {
    const { unknownRates } = await import("../../shared/ledger/tax-rates/compare-tax-rates.ts");
    for await (const { ledger: account, sales } of unknownRates(new Date())) {
      console.log(`${account}  ${sales} sales at rates that the catalogue does not know`);
    }
  });
}

async function compare(): Promise<void> {
  await withStack(
    async () => {
      const { compareTaxRates } = await import(
        "../../shared/ledger/tax-rates/compare-tax-rates.ts"
      );
      const run = await compareTaxRates(new Date());
      for (const line of linesOfRun(run)) console.log(line);
      if (run.faults.length > 0) throw new Failure(run.faults.join("\n"));
    },
    { files: true },
  );
}

async function decide(proposal: string, decision: RateDecision, by: string): Promise<void> {
  const { decideRate } = await import("../../shared/vat/rate-proposals/decide-rate.ts");
  await printed(() => decideRate(proposal, decision, by));
}

/** Prints the proposal that `change` returns, or the reason why it was rejected. */
async function printed(change: () => Promise<Parameters<typeof lineOfProposal>[0]>): Promise<void> {
  try {
    console.log(lineOfProposal(await change()));
  } catch (error) {
    if (error instanceof DomainError) throw new Failure(error.message);
    throw error;
  }
}

async function recheck(proposal: string, confirmed: string | undefined): Promise<void> {
  await withStack(async () => {
    const { loadProposals, loadVatRates } = await import(
      "../../shared/vat/rate-proposals/store-rate-proposals.ts"
    );
    const { proposals } = await loadProposals();
    const found = proposals.find(({ proposal_id }) => proposal_id === proposal);
    const changed = found && changedBy(found);
    if (!changed) throw new Failure(`no rate was accepted from a proposal ${proposal}`);
    const rates = await loadVatRates();
    const events = await printRecheck(changed, rates, false);
    if (confirmed === undefined) return;
    if (Number(confirmed) !== events)
      throw new Failure(`${events} events differ, not ${confirmed}`);
    if (events > 0) await printRecheck(changed, rates, true);
  });
}

/** Prints the effect on each account, and returns the number of events. */
async function printRecheck(
  changed: ChangedRate,
  rates: RateCatalogue,
  isApplied: boolean,
): Promise<number> {
  const { recheckRates } = await import("../../shared/ledger/recount/recheck-rates.ts");
  const total = { events: 0, calculations: 0 };
  for await (const recheck of recheckRates(changed, rates, isApplied)) {
    total.events += recheck.events.values().reduce((sum, count) => sum + count, 0);
    total.calculations += recheck.calculations;
    if (!isApplied) console.log(lineOfRecheck(recheck));
  }
  const said = isApplied ? "have new checks" : "differ";
  console.log(
    `${total.events} events ${said}, ${total.calculations} calculations have another rate`,
  );
  return total.events;
}
