/**
 * Jest's runtime, linking one module graph after another. Two dynamic imports that share a module which is not linked yet
 * break each other: Node's `link` does not wait for a module that another call links, and fails with "request for … is not in
 * cache". Screens that load several chunks at once do this. Without the private loader method it is Jest's own runtime.
 */
const { default: Runtime } = require('jest-runtime');
const { missingMembers, warnUnpatched } = require('./internals.cjs');

const INTERNALS = ['esmLoader.linkAndEvaluateModule'];

/** @param {typeof Runtime} Base */
const withSerialLinking = (Base) =>
  class SerialLinkingRuntime extends Base {
    /** @param {ConstructorParameters<typeof Runtime>} args */
    constructor(...args) {
      super(...args);
      const missing = missingMembers(this, INTERNALS);
      if (missing.length === 0) linkSerially(this.esmLoader);
      else warnUnpatched('serialLinkingRuntime', missing);
    }
  };

/** @param {{ linkAndEvaluateModule: (module: any) => Promise<unknown> }} esmLoader */
function linkSerially(esmLoader) {
  const proceed = esmLoader.linkAndEvaluateModule.bind(esmLoader);
  let last = Promise.resolve();
  esmLoader.linkAndEvaluateModule = (module) => {
    if (module.status === 'unlinked' && !Object.hasOwn(module, 'link')) {
      const link = module.link.bind(module);
      module.link = (linker) => {
        // Another graph may have linked the module in the meantime.
        const linked = last.then(() => (module.status === 'unlinked' ? link(linker) : undefined));
        last = linked.catch(() => undefined);
        return linked;
      };
    }
    return proceed(module);
  };
}

module.exports = withSerialLinking(Runtime);
module.exports.withSerialLinking = withSerialLinking;
