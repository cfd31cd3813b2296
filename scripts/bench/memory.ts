import { existsSync } from "node:fs";
import { tmpdir } from "node:os";

const MEMORY = "/dev/shm";

/**
 * A folder in memory, where there is one, for what the benchmark stores: that a disk has written is not waited for, by
 * the service's engine as little as by what it is compared with.
 */
export const inMemory = (): string => (existsSync(MEMORY) ? MEMORY : tmpdir());
