/** What the patches in this folder use of Jest's private parts, and what happens where a version of Jest lacks them. */
const process = require('node:process');

/**
 * Paths of the members that an object lacks.
 * @param {object} object
 * @param {readonly string[]} paths For instance `registries.moduleRegistry.keys`.
 * @returns {readonly string[]}
 */
const missingMembers = (object, paths) =>
  paths.filter((path) => path.split('.').reduce((value, name) => value?.[name], object) === undefined);

/** @type {Set<string>} */
const warned = new Set();

/**
 * Warns once per process that Jest runs without a patch.
 * @param {string} patch
 * @param {readonly string[]} missing
 */
function warnUnpatched(patch, missing) {
  if (warned.has(patch)) return;
  warned.add(patch);
  process.emitWarning(`${patch} is not used: this version of Jest has no ${missing.join(', ')}`);
}

/** Whether files of this worker share a runtime; `sharedRuntime.cjs` sets it, `sharedEnvironment.cjs` follows. */
const sharing = { isPossible: true };

module.exports = { missingMembers, warnUnpatched, sharing };
