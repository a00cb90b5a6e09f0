/** The globals that go with the lasting runtime: one set for all files of a worker, swept between them. */
const { TestEnvironment } = require('jest-environment-node');
const { installCommonGlobals } = require('jest-util');

/** @type {LastingEnvironment | undefined} */
let lasting;

module.exports = class LastingEnvironment extends TestEnvironment {
  /** @param {ConstructorParameters<typeof TestEnvironment>} args */
  constructor(...args) {
    if (lasting) {
      // its own copy of the process's environment for each file
      const scratch = { Symbol, Date };
      installCommonGlobals(scratch, {});
      lasting.global.process = scratch.process;
      return lasting;
    }
    super(...args);
    lasting = this;
    // Sequelize takes down a stack for every statement; Jest's hundred lines of each are dear and told nobody more.
    this.global.Error.stackTraceLimit = 20;
    this.first = new Set(Reflect.ownKeys(this.global));
  }

  /** Takes away what the file and Jest's own machinery for it left. */
  async teardown() {
    for (const key of Reflect.ownKeys(this.global)) if (!this.first.has(key)) delete this.global[key];
    this._globalProxy.leftovers = [];
  }
};
