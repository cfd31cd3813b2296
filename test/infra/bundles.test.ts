/*
 * The tests of the bundles, in one file: the bundles of all routes are built once, by a stack that serves them
 * (built-bundles.ts). That takes longer than all tests together.
 */
import "./bundle-contents.ts";
import "./bundle-run.ts";
import "./bundled-stack.ts";
import "./docs-bundle.ts";
