import { withStack } from "../local/connect.ts";
import { runCommand } from "../local/failure.ts";
import { keyCommandFrom } from "./api-keys/command-line.ts";

await runCommand(async () => {
  const now = new Date();
  const command = keyCommandFrom(process.argv.slice(2), now);
  await withStack(
    async () => {
      const { issueKey, revokeKey, rotateKey } = await import("./api-keys/keys.ts");
      if (command.action === "revoke") {
        await revokeKey(command.keyId, now);
        process.stderr.write(`the key ${command.keyId} is revoked\n`);
        return;
      }
      const key =
        command.action === "issue"
          ? await issueKey(command.request, now)
          : await rotateKey(command.keyId, now);
      process.stdout.write(`${key}\n`);
    },
    { signs: true },
  );
});
