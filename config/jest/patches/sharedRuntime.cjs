/**
 * One runtime for all test files of a worker, so that the product and its packages are loaded and compiled once per worker
 * instead of once per file. Test files and their helpers are loaded again for each file. Modules of the server keep no state of
 * their own, so that files cannot affect each other; the full run (`PROVE=1`) gives each file its own runtime all the same.
 * Where Jest lacks one of the private members below, each file gets its own runtime and environment.
 */
const SerialLinkingRuntime = require('./serialLinkingRuntime.cjs');
const { missingMembers, sharing, warnUnpatched } = require('./internals.cjs');

/** Modules that belong to a single file: tests, their helpers, and Jest's globals, which are bound to the file. */
const PER_FILE = /\.test\.[a-z]+|[\\/]testing[\\/]|^@jest\/globals\//;
const INTERNALS = [
  '_environment',
  '_testPath',
  'esmLoader',
  'executor',
  'testState',
  'installGetBuiltinModule',
  'restoreAllMocks',
  'registries.internalModuleRegistry.clear',
  'registries.esModuleRegistry.delete',
  'registries.moduleRegistry.keys',
  'mockState.clear',
  'testMainModule.reset',
  'jestGlobals.clearJestObjectCache',
  'fileCache.clear',
  'loggedReferenceErrors.clear',
];

/** @param {typeof SerialLinkingRuntime} Base */
function withSharing(Base) {
  /** @type {SharedRuntime | undefined} */
  let shared;

  class SharedRuntime extends Base {
    /** @param {ConstructorParameters<typeof SerialLinkingRuntime>} args */
    constructor(...args) {
      const [, environment, , , , , testPath] = args;
      if (shared?._environment === environment) {
        shared.startFile(testPath);
        return shared;
      }
      super(...args);
      const missing = missingMembers(this, INTERNALS);
      if (missing.length === 0) shared = this;
      else {
        sharing.isPossible = false;
        warnUnpatched('sharedRuntime', missing);
      }
    }

    /** @param {string} testPath */
    startFile(testPath) {
      this._testPath = testPath;
      this.esmLoader.testPath = testPath;
      this.executor.testPath = testPath;
      this.testState.state = 'loading';
      this.installGetBuiltinModule();
    }

    teardown() {
      if (shared !== this) {
        super.teardown();
        return;
      }
      this.restoreAllMocks();
      const { registries } = this;
      registries.internalModuleRegistry.clear();
      for (const [key, module] of registries.esModuleRegistry)
        if (PER_FILE.test(key) || module.status !== 'evaluated') registries.esModuleRegistry.delete(key);
      for (const key of registries.moduleRegistry.keys()) if (PER_FILE.test(key)) registries.moduleRegistry.delete(key);
      this.mockState.clear();
      this.testMainModule.reset();
      this.jestGlobals.clearJestObjectCache();
      this.fileCache.clear();
      this.loggedReferenceErrors.clear();
    }
  }
  return SharedRuntime;
}

module.exports = withSharing(SerialLinkingRuntime);
module.exports.withSharing = withSharing;
