/** Requests leave much garbage. With the default of 16 MB, objects of running requests are copied again and again. */
export const LARGE_SEMI_SPACE = "--max-semi-space-size=64";

/**
 * The tests under a folder in two projects. Tests share processes, which load modules once. What a file changes in its
 * process is put back before the next one (put-back.ts); files that change more than that (modules, clients) have a
 * process each, and test/structure/test-rules.test.ts checks that they are marked. Long forms that say nothing in
 * seconds (*.soak.test.ts) run in `npm run soak` alone.
 */
export function projectsOf(folder: string) {
  const alone = `${folder}/**/*.alone.test.ts`;
  return [
    { extends: true as const, test: { name: "alone", include: [alone] } },
    {
      extends: true as const,
      test: {
        name: "together",
        include: [`${folder}/**/*.test.ts`],
        exclude: [alone, `${folder}/**/*.soak.test.ts`, "**/node_modules/**"],
        isolate: false,
      },
    },
  ];
}
