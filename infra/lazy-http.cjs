// What bundles import in place of Node's own http; infra/bundling.ts says why.
module.exports = process.getBuiltinModule("node:http");
