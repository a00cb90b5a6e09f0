/** The environment of the shared runtime: one set of globals for all files of a worker, cleaned between them. */
const { TestEnvironment } = require('jest-environment-node');
const { installCommonGlobals } = require('jest-util');
const { missingMembers, sharing, warnUnpatched } = require('./internals.cjs');

/** @param {typeof TestEnvironment} Base */
function withSharing(Base) {
  /** @type {SharedEnvironment | undefined} */
  let shared;

  class SharedEnvironment extends Base {
    /** @param {ConstructorParameters<typeof TestEnvironment>} args */
    constructor(...args) {
      if (shared && sharing.isPossible) {
        // Each file gets its own copy of the environment variables.
        const globals = { Symbol, Date };
        installCommonGlobals(globals, {});
        shared.global.process = globals.process;
        return shared;
      }
      super(...args);
      const missing = missingMembers(this, ['_globalProxy']);
      if (missing.length > 0) {
        sharing.isPossible = false;
        warnUnpatched('sharedEnvironment', missing);
      }
      shared = this;
      // Sequelize captures a stack for every statement: Jest's limit of a hundred lines costs much time.
      this.global.Error.stackTraceLimit = 20;
      this.initialKeys = new Set(Reflect.ownKeys(this.global));
    }

    /** Removes the globals that the file and Jest added. */
    async teardown() {
      if (!sharing.isPossible) {
        await super.teardown();
        return;
      }
      for (const key of Reflect.ownKeys(this.global)) if (!this.initialKeys.has(key)) delete this.global[key];
      this._globalProxy.leftovers = [];
    }
  }
  return SharedEnvironment;
}

module.exports = withSharing(TestEnvironment);
module.exports.withSharing = withSharing;
