/** The longest files first, so that no worker begins one when the others are done. A fresh clone has no times of its own yet. */
const { default: Sequencer } = require('@jest/test-sequencer');
const { statSync } = require('node:fs');
const { relative, sep } = require('node:path');
const { cwd } = require('node:process');
const weights = require('./weights.json');

const ROOT = cwd();
const STORY = /[\\/](journeys|proof)[\\/]/;

module.exports = class LongestFirst extends Sequencer {
  /** What it took here the last time; else what it is known to take, else a guess by its size. @param {Parameters<Sequencer["time"]>[0]} test */
  time(test) {
    const known = weights[relative(ROOT, test.path).split(sep).join('/')];
    return super.time(test) ?? (known === undefined ? guess(test.path) : known * 1000);
  }
};

/** @param {string} path */
const guess = (path) => (STORY.test(path) ? 20_000 : 0) + statSync(path).size / 3;
