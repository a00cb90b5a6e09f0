/**
 * Emotion's cache, writing no styles: what they cost is a good part of a test's time, and jsdom weighs every rule for
 * every element it is asked about. A test that looks at styles sets `globalThis.looksAtStyles` before it draws.
 */
const { default: create } = require('../../node_modules/@emotion/cache/dist/emotion-cache.browser.cjs.js');

/** @param {import("@emotion/cache").Options} options */
const createCache = (options) => {
  const cache = create(options);
  return Reflect.get(globalThis, 'looksAtStyles') ? cache : Object.assign(cache, { insert: () => undefined });
};
module.exports = Object.assign(createCache, { default: createCache, __esModule: true });
