import { readFileSync } from "node:fs";
import { codeOf } from "./failure.ts";

/**
 * What tells the process of this id from a later one that got the same id (its start, in clock
 * ticks since the machine came up), or undefined when none is running. Off Linux every process of
 * the id counts as the same.
 */
export function lifeOf(pid: number): string | undefined {
  return isRunning(pid) ? startOf(pid) : undefined;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

function startOf(pid: number): string | undefined {
  try {
    // The name in parentheses may hold blanks, so fields count from its end: the 1st is the state, the 20th the start.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? undefined : fields[19];
  } catch {
    return "unknown";
  }
}
