/**
 * The tests under a folder in two projects. Tests that change something of their process (its environment, modules,
 * clients or clock) have a process each. All others share one, which loads modules once;
 * test/structure/test-rules.test.ts checks that none of those changes anything. Long forms that say nothing in seconds
 * (*.soak.test.ts) run in `npm run soak` alone.
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
