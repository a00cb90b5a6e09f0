/**
 * One runtime for all the server's test files of a worker: the product and its packages are loaded, and made fast by V8, once and
 * not for every file again. Test files and their helpers are loaded again for each file. Modules of the product hold no state that
 * depends on more than their arguments (a server is built from what it receives), so test files cannot influence each other;
 * the full proof still uses one runtime per file.
 */
const InOrderRuntime = require('./inOrderRuntime.cjs');

/** What belongs to a single file: tests, what they share, and the words of Jest that are bound to the file. */
const OF_A_FILE = /\.test\.[a-z]+|[\\/]testing[\\/]|^@jest\/globals\//;

/** @type {LastingRuntime | undefined} */
let lasting;

class LastingRuntime extends InOrderRuntime {
  /** @param {ConstructorParameters<typeof InOrderRuntime>} args */
  constructor(...args) {
    const [, environment, , , , , testPath] = args;
    if (lasting?._environment === environment) {
      lasting.takeUp(testPath);
      return lasting;
    }
    super(...args);
    lasting = this;
  }

  /** @param {string} testPath */
  takeUp(testPath) {
    this._testPath = testPath;
    this.esmLoader.testPath = testPath;
    this.executor.testPath = testPath;
    this.testState.state = 'loading';
    this.installGetBuiltinModule();
  }

  teardown() {
    this.restoreAllMocks();
    const { registries } = this;
    registries.internalModuleRegistry.clear();
    for (const [key, module] of registries.esModuleRegistry)
      if (OF_A_FILE.test(key) || module.status !== 'evaluated') registries.esModuleRegistry.delete(key);
    for (const key of registries.moduleRegistry.keys()) if (OF_A_FILE.test(key)) registries.moduleRegistry.delete(key);
    this.mockState.clear();
    this.testMainModule.reset();
    this.jestGlobals.clearJestObjectCache();
    this.fileCache.clear();
    this.loggedReferenceErrors.clear();
  }
}

module.exports = LastingRuntime;
