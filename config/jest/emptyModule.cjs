/** Replaces style sheets and pictures in tests. */
module.exports = {};
