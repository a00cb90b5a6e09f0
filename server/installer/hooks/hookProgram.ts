/**
 * The program of the child process in which the hooks of a module run. The hooks get their own `node:vm` context (sandbox) with the
 * language alone: no `process`, no imports but npm packages of the manifest, no files, no network, no timers. Only texts cross its border, so hooks cannot reach objects of
 * the program.
 */
import { PACKAGE_LOADER } from './packageLoader';

/** Megabytes of the heap. */
const HEAP_MB = 64;

/** The permission model: the process can open no file, start no process and no thread. Newer versions of Node.js have it under another name. */
const permissionFlag = (): string =>
  process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';

/** The arguments of Node.js before the program. The process can read the files of one folder at most. */
export const hookProcessFlags = (readableFolder?: string): readonly string[] => [
  ...(readableFolder === undefined ? [] : [`--allow-fs-read=${readableFolder}/*`]),
  ...['--no-warnings', permissionFlag(), '--disallow-code-generation-from-strings', '--experimental-vm-modules'],
  ...[`--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=4', '--stack-size=900'],
];

/** Runs inside the context; `send` takes one text. Its value is a function that takes texts and the namespace of the hooks. */
const INNER_PROGRAM = `(function (send) {
  'use strict';
  const { parse, stringify } = JSON;
  const KINDS = ['before', 'after'];
  const waiting = new Map();
  let hooks = {};
  let lastId = 0;
  const say = (message) => send(stringify(message));
  const textOf = (error) => {
    try {
      return String(error instanceof Error ? error.message : error).slice(0, 500);
    } catch (_) {
      return 'an error without a text';
    }
  };
  const ask = (call, name, args) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      say({ type: 'ask', id: lastId, call, name, args });
    });
  const apiOf = (call) =>
    Object.freeze({
      read: (entity, where, options) => ask(call, 'read', [entity, where, options]),
      create: (entity, values) => ask(call, 'create', [entity, values]),
      update: (entity, id, values) => ask(call, 'update', [entity, id, values]),
      remove: (entity, id) => ask(call, 'remove', [entity, id]),
      settings: () => ask(call, 'settings', []),
      fetch: (url, options) => ask(call, 'fetch', [url, options]),
    });
  const run = async ({ id, kind, entity, event }) => {
    try {
      const hook = hooks[kind] && Object.hasOwn(hooks[kind], entity) ? hooks[kind][entity] : undefined;
      const result = typeof hook === 'function' ? await hook(event, apiOf(id)) : undefined;
      say({ type: 'done', id, result: result === undefined ? null : result });
    } catch (error) {
      say({ type: 'failed', id, reason: textOf(error) });
    }
  };
  const settle = ({ id, result, reason }) => {
    const waiter = waiting.get(id);
    waiting.delete(id);
    if (waiter === undefined) return;
    if (reason === undefined) waiter.resolve(result);
    else waiter.reject(new Error(reason));
  };
  const log = (...parts) => say({ type: 'log', text: parts.map((part) => (typeof part === 'string' ? part : textOf(stringify(part)))).join(' ').slice(0, 1000) });
  globalThis.console = Object.freeze({ log, info: log, warn: log, error: log });
  return (text, namespace) => {
    if (namespace !== undefined) {
      hooks = namespace;
      const named = KINDS.flatMap((kind) => Object.keys(hooks[kind] || {}).map((entity) => kind + ':' + entity));
      say({ type: 'ready', hooks: named });
      return;
    }
    const message = parse(text);
    if (message.type === 'call') run(message);
    else settle(message);
  };
})`;

/** Reads lines of JSON: first the source of the hooks, then calls and responses. */
export const HOOK_PROGRAM = `'use strict';
const vm = require('node:vm');
const { createInterface } = require('node:readline');
const refuse = () => { throw new Error('no network'); };
require('node:net').Socket.prototype.connect = refuse;
require('node:net').Server.prototype.listen = refuse;
const { Socket } = require('node:dgram');
Socket.prototype.send = Socket.prototype.bind = Socket.prototype.connect = refuse;
const dns = require('node:dns');
for (const name of Object.keys(dns)) if (typeof dns[name] === 'function' && /^(lookup|resolve|reverse)/.test(name)) dns[name] = refuse;
process.binding = process.dlopen = refuse;
const write = (text) => { process.stdout.write(text + '\\n'); };
const context = vm.createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } });
const deliver = new vm.Script(${JSON.stringify(INNER_PROGRAM)}).runInContext(context)(write);
${PACKAGE_LOADER}
async function load({ source, dependencies }) {
  const hooks = new vm.SourceTextModule(source, { context, identifier: 'server/hooks.mjs' });
  await hooks.link(createLinker(context, dependencies));
  await hooks.evaluate({ timeout: 5000 });
  deliver('', hooks.namespace);
}
let isLoaded = false;
createInterface({ input: process.stdin }).on('line', (line) => {
  if (isLoaded) return deliver(line);
  isLoaded = true;
  load(JSON.parse(line)).catch((error) => {
    write(JSON.stringify({ type: 'broken', reason: String((error && error.message) || error).slice(0, 500) }));
    process.exitCode = 1;
    process.stdin.destroy();
  });
}).on('close', () => process.exit());
`;
