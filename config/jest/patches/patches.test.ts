/** The patches of Jest's private parts: the version they are written for, and Jest's own behavior where a part is missing. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(join(process.cwd(), 'package.json'));
/** Loads a patch outside Jest's module registry. */
const loadPatch = (file: string): unknown => require(join(process.cwd(), 'config/jest/patches', file));
interface Internals {
  readonly missingMembers: (object: object, paths: readonly string[]) => readonly string[];
  readonly sharing: { isPossible: boolean };
}
type AnyClass = new (...args: unknown[]) => Record<string, unknown> & { readonly teardown: () => unknown };
const { missingMembers, sharing } = loadPatch('internals.cjs') as Internals;
const { withSerialLinking } = loadPatch('serialLinkingRuntime.cjs') as {
  readonly withSerialLinking: (base: AnyClass) => AnyClass;
};
const runtimePatch = loadPatch('sharedRuntime.cjs') as {
  readonly withSharing: (base: AnyClass) => AnyClass;
};
const environmentPatch = loadPatch('sharedEnvironment.cjs') as {
  readonly withSharing: (base: AnyClass) => AnyClass;
};

/** Counts how often Jest's own teardown runs. */
function createBase(members: (args: readonly unknown[]) => object) {
  const counts = { teardowns: 0 };
  class Base {
    constructor(...args: readonly unknown[]) {
      Object.assign(this, members(args));
    }
    teardown(): void {
      counts.teardowns += 1;
    }
  }
  return { Base: Base as unknown as AnyClass, counts };
}
const noop = () => undefined;
const runtimeMembers = ([, environment, , , , , testPath]: readonly unknown[]) => ({
  _environment: environment,
  _testPath: testPath,
  esmLoader: {},
  executor: {},
  testState: {},
  installGetBuiltinModule: noop,
  restoreAllMocks: noop,
  registries: { internalModuleRegistry: new Map(), esModuleRegistry: new Map(), moduleRegistry: new Map() },
  mockState: new Map(),
  testMainModule: { reset: noop },
  jestGlobals: { clearJestObjectCache: noop },
  fileCache: new Map(),
  loggedReferenceErrors: new Set(),
});
const runtimeArguments = (environment: object, testPath: string) => [
  ...[undefined, environment, undefined, undefined, undefined, undefined],
  testPath,
];

afterEach(() => {
  sharing.isPossible = true;
});

describe('patches of Jest', () => {
  it.each(['jest-runtime', 'jest-environment-node'])(
    'are written for %s 30.5: check them with another version',
    (name) => {
      const { version } = require(`${name}/package.json`) as { readonly version: string };
      expect(version).toMatch(/^30\.5\./);
    },
  );

  it('missingMembers: names the paths that an object lacks', () => {
    expect(missingMembers({ a: { b: 1 } }, ['a', 'a.b', 'a.c', 'd.e'])).toEqual(['a.c', 'd.e']);
  });

  it('serialLinkingRuntime: links one module after another', async () => {
    const { Base } = createBase(() => ({
      esmLoader: { linkAndEvaluateModule: (module: { link: () => unknown }) => module.link() },
    }));
    const { esmLoader } = new (withSerialLinking(Base))() as unknown as {
      esmLoader: { linkAndEvaluateModule: (module: object) => Promise<unknown> };
    };
    const order: string[] = [];
    class FakeModule {
      readonly status = 'unlinked';
      constructor(readonly name: string) {}
      async link(): Promise<void> {
        order.push(`${this.name} begins`);
        await Promise.resolve();
        order.push(`${this.name} ends`);
      }
    }
    const modules = [new FakeModule('a'), new FakeModule('b')];
    await Promise.all(modules.map((module) => esmLoader.linkAndEvaluateModule(module)));
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('serialLinkingRuntime: is the base runtime where the loader has no such method', () => {
    const { Base } = createBase(() => ({ esmLoader: {} }));
    expect(new (withSerialLinking(Base))()).toMatchObject({ esmLoader: {} });
  });

  it('sharedRuntime: serves the files of one environment with one runtime', () => {
    const { Base, counts } = createBase(runtimeMembers);
    const Runtime = runtimePatch.withSharing(Base);
    const environment = {};
    const first = new Runtime(...runtimeArguments(environment, 'a.test.ts'));
    first.teardown();
    const second = new Runtime(...runtimeArguments(environment, 'b.test.ts'));
    expect(second).toBe(first);
    expect(second['_testPath']).toBe('b.test.ts');
    expect(new Runtime(...runtimeArguments({}, 'c.test.ts'))).not.toBe(first);
    expect(counts.teardowns).toBe(0);
  });

  it('sharedRuntime: gives each file its own runtime where a private member is missing', () => {
    const { Base, counts } = createBase((args) => ({ ...runtimeMembers(args), mockState: undefined }));
    const Runtime = runtimePatch.withSharing(Base);
    const environment = {};
    const first = new Runtime(...runtimeArguments(environment, 'a.test.ts'));
    first.teardown();
    expect(new Runtime(...runtimeArguments(environment, 'b.test.ts'))).not.toBe(first);
    expect([counts.teardowns, sharing.isPossible]).toEqual([1, false]);
  });

  it('sharedEnvironment: keeps the globals it began with and removes the others', async () => {
    const { Base, counts } = createBase(() => ({ global: { Error: {}, kept: 1 }, _globalProxy: {} }));
    const Environment = environmentPatch.withSharing(Base);
    const first = new Environment();
    const globals = first['global'] as Record<string, unknown>;
    globals['added'] = 1;
    await first.teardown();
    expect(new Environment()).toBe(first);
    expect(Object.keys(globals).sort()).toEqual(['Error', 'kept', 'process']);
    expect(counts.teardowns).toBe(0);
  });

  it('sharedEnvironment: gives each file its own environment where the runtime is not shared', async () => {
    const { Base, counts } = createBase(() => ({ global: { Error: {} } }));
    const Environment = environmentPatch.withSharing(Base);
    const first = new Environment();
    await first.teardown();
    expect(new Environment()).not.toBe(first);
    expect([counts.teardowns, sharing.isPossible]).toEqual([1, false]);
  });
});
