import { readFileSync } from "node:fs";
import { codeOf } from "./failure.ts";

/**
 * Returns a value that distinguishes the process with this id from a later one with the same id: its start, in clock
 * ticks since boot. Undefined if none is running. On other systems than Linux, all processes with the id have the same
 * value.
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
    // The name in parentheses may contain blanks, so fields count from its end: the 1st is the state, the 20th the
    // start.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? undefined : fields[19];
  } catch {
    return "unknown";
  }
}
