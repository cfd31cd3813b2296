import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const IN_MEMORY = "/dev/shm";
const ENOUGH = 2 * 1024 ** 3;

/** Where folders of one run are. The global setup says so to all its workers, and removes what they left. */
export const FOLDERS = "FOLDERS_OF_TESTS";

/**
 * The folder that holds the data of stacks: in memory where the machine has room for it there, since the
 * engine waits for the disk with each write. What is killed loses nothing of either.
 */
export function dataRoot(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ENOUGH ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
