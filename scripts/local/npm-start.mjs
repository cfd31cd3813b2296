import { existsSync, readFileSync } from "node:fs";

/*
 * The entry of `npm start`. Node before 22.18 cannot read TypeScript, so this file is JavaScript that Node 14.8 reads: it
 * rejects an older Node in one line, before anything else is loaded.
 */
const { engines } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
);
const oldest = Number(/\d+/.exec(engines.node)[0]);
const running = process.versions.node;

if (Number.parseInt(running, 10) >= oldest) {
  if (!existsSync(new URL("../../node_modules/.cache/console", import.meta.url))) {
    process.stdout.write("first start: builds the console, then begins to fill the demo account\n");
  }
  await import("./start.ts");
} else {
  process.stderr.write(
    `npm start needs Node ${oldest} or newer, and this is Node ${running}: on Linux \`npm ci\` installs one into the project, elsewhere install it yourself (docs/local.md)\n`,
  );
  process.exitCode = 1;
}
