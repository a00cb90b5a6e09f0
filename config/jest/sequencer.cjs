/** Runs the longest files first, so that no worker begins one when the others are done. `weights.json` has times for a fresh clone. */
const { default: Sequencer } = require('@jest/test-sequencer');
const { statSync } = require('node:fs');
const { relative, sep } = require('node:path');
const { cwd } = require('node:process');
const weights = require('./weights.json');

const ROOT = cwd();
const SLOW = /[\\/](journeys|proof)[\\/]/;

module.exports = class LongestFirst extends Sequencer {
  /** Milliseconds of the last run here, else of weights.json, else a guess by the file's size. @param {Parameters<Sequencer["time"]>[0]} test */
  time(test) {
    const known = weights[relative(ROOT, test.path).split(sep).join('/')];
    return super.time(test) ?? (known === undefined ? guess(test.path) : known * 1000);
  }
};

/** @param {string} path */
const guess = (path) => (SLOW.test(path) ? 20_000 : 0) + statSync(path).size / 3;
