import { parseArgs } from "node:util";
import { DomainError } from "../../shared/core/errors/errors.ts";
import { RateDecision } from "../../shared/vat/tax-rates/rate-decision.ts";
import { withStack } from "../local/connect.ts";
import { Failure, runCommand } from "../local/failure.ts";
import { lineOfProposal, linesOfProposals, linesOfRun } from "./rates/print-proposals.ts";

const USAGE = `usage: npm run --silent rates -- list [--all]
   or: npm run --silent rates -- compare
   or: npm run --silent rates -- accept <proposal> --from <day> [--rate <basis points>] --by <name> --reason <text>
   or: npm run --silent rates -- refuse|withdraw|reopen <proposal> --by <name> --reason <text>
list: open proposals; --all also lists decided ones. compare: asks the Commission's database (TEDB) now.
accept: the rate is in force from that day on, without a deployment. withdraw: takes an accepted rate back.`;

const OPTIONS = {
  all: { type: "boolean" },
  from: { type: "string" },
  rate: { type: "string" },
  by: { type: "string" },
  reason: { type: "string" },
} as const;

await runCommand(async () => {
  const { positionals, values } = argumentsOf(process.argv.slice(2));
  const [action = "", proposal, ...more] = positionals;
  if (more.length > 0) throw new Failure(USAGE, 2);
  const isAlone = proposal === undefined;
  if (action === "list" && isAlone) return list(values.all === true);
  if (action === "compare" && isAlone) return compare();
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

function argumentsOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Failure(`${(error as Error).message}\n${USAGE}`, 2);
  }
}

async function list(all: boolean): Promise<void> {
  await withStack(async () => {
    const { loadProposals } = await import("../../shared/ledger/rates/store-rate-changes.ts");
    for (const line of linesOfProposals(await loadProposals(), all)) console.log(line);
  });
}

async function compare(): Promise<void> {
  await withStack(
    async () => {
      const { compareTaxRates } = await import("../../shared/ledger/rates/compare-tax-rates.ts");
      const run = await compareTaxRates(new Date());
      for (const line of linesOfRun(run)) console.log(line);
      if (run.faults.length > 0) throw new Failure(run.faults.join("\n"));
    },
    { files: true },
  );
}

async function decide(proposal: string, decision: RateDecision, by: string): Promise<void> {
  const { decideRate } = await import("../../shared/ledger/rates/decide-rate.ts");
  try {
    console.log(lineOfProposal(await decideRate(proposal, decision, by)));
  } catch (error) {
    if (error instanceof DomainError) throw new Failure(error.message);
    throw error;
  }
}
