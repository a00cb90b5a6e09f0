/**
 * Emotion's cache without inserting styles: jsdom matches every rule against every element, which takes a good part of a
 * test's time. A test that checks styles sets `globalThis.looksAtStyles` before it renders.
 */
const { default: create } = require('../../node_modules/@emotion/cache/dist/emotion-cache.browser.cjs.js');

/** @param {import("@emotion/cache").Options} options */
const createCache = (options) => {
  const cache = create(options);
  return Reflect.get(globalThis, 'looksAtStyles') ? cache : Object.assign(cache, { insert: () => undefined });
};
module.exports = Object.assign(createCache, { default: createCache, __esModule: true });
