// The replacement of Node's own http in bundles; infra/bundling.ts says why.
module.exports = process.getBuiltinModule("node:http");
