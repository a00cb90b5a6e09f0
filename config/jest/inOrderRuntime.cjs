/**
 * Jest's runtime, linking one graph of modules after another. Two dynamic imports that share a module not yet linked
 * break each other: Node's `link` does not wait for a module that another call is just linking, and fails with
 * "request for … is not in cache". Screens that load their parts when shown do exactly this.
 */
const { default: Runtime } = require('jest-runtime');

module.exports = class InOrderRuntime extends Runtime {
  /** @param {ConstructorParameters<typeof Runtime>} args */
  constructor(...args) {
    super(...args);
    const { esmLoader } = this;
    if (typeof esmLoader?.linkAndEvaluateModule !== 'function')
      throw new Error(
        'this version of Jest links modules in another way: is config/jest/inOrderRuntime.cjs still needed?',
      );
    const proceed = esmLoader.linkAndEvaluateModule.bind(esmLoader);
    let last = Promise.resolve();
    esmLoader.linkAndEvaluateModule = (module) => {
      if (module.status === 'unlinked' && !Object.hasOwn(module, 'link')) {
        const link = module.link.bind(module);
        module.link = (linker) => {
          // Another graph may have linked it in the meantime.
          const linked = last.then(() => (module.status === 'unlinked' ? link(linker) : undefined));
          last = linked.catch(() => undefined);
          return linked;
        };
      }
      return proceed(module);
    };
  }
};
