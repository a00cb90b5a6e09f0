/**
 * Source text of the part of the hooks' process that loads npm packages, in the forms that Node.js knows: ES modules, CommonJS and JSON.
 * Their code runs in the context of the hooks. It gets functions of that context alone, so it reaches no more than the hooks themselves.
 */

/** Runs inside the context: `require` for CommonJS. `find` and `compile` are functions of the process; they never throw. */
const REQUIRE_PROGRAM = `(function (find, compile) {
  'use strict';
  const { parse } = JSON;
  const modules = new Map();
  const requireFile = (file) => {
    const known = modules.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {}, id: file, loaded: false };
    modules.set(file, module);
    try {
      const compiled = compile(file);
      if (typeof compiled !== 'string') {
        const require = (name) => {
          const found = find(String(name), file);
          if (found[0] === '!') throw new Error(found.slice(1));
          return requireFile(found);
        };
        compiled.call(module.exports, module.exports, require, module);
      } else if (compiled[0] === '!') throw new Error(compiled.slice(1));
      else module.exports = parse(compiled.slice(1));
    } catch (error) {
      modules.delete(file);
      throw error;
    }
    module.loaded = true;
    return module.exports;
  };
  return requireFile;
})`;

/** Finds files as Node.js does, in the folder of the module alone; `conditions` are those of the field \`exports\`. */
const FILE_FINDER = `
const createFinder = (folder) => {
  const isFile = (file) => {
    try { return fs.lstatSync(file).isFile(); } catch { return false; }
  };
  const readPackage = (home) => JSON.parse(fs.readFileSync(path.join(home, 'package.json'), 'utf8'));
  const ancestors = (file) => {
    const found = [];
    for (let at = path.dirname(file); at.length >= folder.length; at = path.dirname(at)) found.push(at);
    return found;
  };
  const homeOf = (file) => ancestors(file).find((at) => isFile(path.join(at, 'package.json'))) ?? folder;
  const pick = (target, conditions) => {
    if (typeof target === 'string' || !target) return target || undefined;
    const entries = Array.isArray(target) ? target : Object.keys(target).filter((key) => conditions.includes(key)).map((key) => target[key]);
    for (const one of entries) {
      const found = pick(one, conditions);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const lookUp = (table, key, conditions) => {
    if (Object.hasOwn(table, key)) return pick(table[key], conditions);
    for (const pattern of Object.keys(table)) {
      const [start, end, more] = pattern.split('*');
      if (end === undefined || more !== undefined || key.length < start.length + end.length) continue;
      if (!key.startsWith(start) || !key.endsWith(end)) continue;
      return pick(table[pattern], conditions)?.replaceAll('*', key.slice(start.length, key.length - end.length));
    }
    return undefined;
  };
  const withEnding = (file) => [file, file + '.js', file + '.cjs', file + '.json', path.join(file, 'index.js'), path.join(file, 'index.json')].find(isFile);
  const exported = (home, key, conditions) => {
    const { exports, main } = readPackage(home);
    if (exports === undefined || exports === null) {
      if (key !== '.') return withEnding(path.join(home, key));
      return (typeof main === 'string' && withEnding(path.join(home, main))) || withEnding(path.join(home, 'index'));
    }
    const isTable = typeof exports === 'object' && Object.keys(exports).some((one) => one.startsWith('.'));
    const target = lookUp(isTable ? exports : { '.': exports }, key, conditions);
    return target === undefined ? undefined : path.join(home, target);
  };
  const findInPackages = (name, from, conditions) => {
    const length = name.startsWith('@') ? 2 : 1;
    const [packageName, key] = [name.split('/').slice(0, length).join('/'), ['.', ...name.split('/').slice(length)].join('/')];
    for (const at of ancestors(from)) {
      const home = path.join(at, 'node_modules', packageName);
      if (isFile(path.join(home, 'package.json'))) return exported(home, key, conditions);
    }
    return undefined;
  };
  const find = (name, from, conditions) => {
    if (name.startsWith('./') || name.startsWith('../') || name === '.' || name === '..') return withEnding(path.join(path.dirname(from), name));
    if (!name.startsWith('#')) return findInPackages(name, from, conditions);
    const home = homeOf(from);
    const target = lookUp(readPackage(home).imports ?? {}, name, conditions);
    if (target === undefined) return undefined;
    return target.startsWith('./') ? path.join(home, target) : findInPackages(target, from, conditions);
  };
  const formatOf = (file) => {
    if (file.endsWith('.json')) return 'json';
    if (file.endsWith('.mjs')) return 'module';
    return file.endsWith('.js') && readPackage(homeOf(file)).type === 'module' ? 'module' : 'script';
  };
  return {
    formatOf,
    find: (name, from, conditions) => {
      const file = find(name, from, conditions);
      if (file === undefined || !file.startsWith(folder + path.sep) || !isFile(file)) throw new Error('imports are not possible: ' + name);
      return file;
    },
  };
};`;

/** Defines `createLinker(context, dependencies)`; needs `vm`. Source without dependencies imports nothing. */
export const PACKAGE_LOADER = `
const fs = require('node:fs');
const path = require('node:path');
const { compileFunction } = vm;
${FILE_FINDER}
const refuseImport = (name) => { throw new Error('imports are not possible: ' + name); };
const textOfFailure = (error) => '!' + String((error && error.message) || error);
const createLinker = (context, dependencies) => {
  if (dependencies === undefined) return refuseImport;
  const { folder, names } = dependencies;
  const { find, formatOf } = createFinder(folder);
  const compile = (file) => {
    try {
      const text = fs.readFileSync(file, 'utf8');
      const format = formatOf(file);
      if (format === 'json') return '=' + text;
      if (format === 'module') return '!' + file.slice(folder.length + 1) + ' is an ES module, which require() cannot load';
      return compileFunction(text, ['exports', 'require', 'module'], { parsingContext: context, filename: file });
    } catch (error) {
      return textOfFailure(error);
    }
  };
  const findRequired = (name, file) => {
    try {
      return find(name, file, ['require', 'node', 'default']);
    } catch (error) {
      return textOfFailure(error);
    }
  };
  const requireFile = new vm.Script(${JSON.stringify(REQUIRE_PROGRAM)}).runInContext(context)(findRequired, compile);
  const loaded = new Map();
  const load = (file) => {
    if (formatOf(file) === 'module')
      return new vm.SourceTextModule(fs.readFileSync(file, 'utf8'), { context, identifier: file });
    const exports = requireFile(file);
    const keys = typeof exports === 'object' || typeof exports === 'function' ? Object.keys(exports ?? {}).filter((key) => key !== 'default') : [];
    return new vm.SyntheticModule(['default', ...keys], function () {
      this.setExport('default', exports);
      for (const key of keys) this.setExport(key, exports[key]);
    }, { context, identifier: file });
  };
  return (name, { identifier }) => {
    const isOwn = identifier === 'server/hooks.mjs';
    if (isOwn && !names.some((one) => name === one || name.startsWith(one + '/'))) refuseImport(name);
    const file = find(name, isOwn ? path.join(folder, 'hooks.mjs') : identifier, ['import', 'node', 'default']);
    if (!loaded.has(file)) loaded.set(file, load(file));
    return loaded.get(file);
  };
};`;
