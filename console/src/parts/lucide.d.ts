/** One icon a file, so that the build reads no others. */
declare module "lucide/dist/esm/icons/*.mjs" {
  const nodes: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
  export default nodes;
}
