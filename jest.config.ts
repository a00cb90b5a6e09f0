/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

const swc = {
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
  },
  module: { type: 'es6' },
};

const base = {
  rootDir: __dirname,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.(ts|tsx)$': ['@swc/jest', swc] },
  runtime: '<rootDir>/config/jest/patches/serialLinkingRuntime.cjs',
  modulePathIgnorePatterns: ['<rootDir>/.build/', '<rootDir>/.cache/', '<rootDir>/data/'],
} satisfies Config;

/** The private MariaDB starts only when a project that can use it has something to run. */
const database = {
  globalSetup: '<rootDir>/config/jest/globalSetup.mjs',
  globalTeardown: '<rootDir>/config/jest/globalTeardown.mjs',
} satisfies Config;

/** Modules are loaded once in a worker, not for each file; the full proof keeps files apart. */
const lasting = (
  process.env['PROVE'] === '1'
    ? {}
    : {
        runtime: '<rootDir>/config/jest/patches/sharedRuntime.cjs',
        testEnvironment: '<rootDir>/config/jest/patches/sharedEnvironment.cjs',
      }
) satisfies Config;

/** Real clients against a real server, without a browser. */
const proof = ['<rootDir>/client/proof/'];
const journeys = ['<rootDir>/server/journeys/', '<rootDir>/client/journeys/'];

const config: Config = {
  cacheDirectory: '<rootDir>/.cache/jest',
  // Modules of a file stay in a worker's memory when it is done: after some fifty files most of its time would go into collecting.
  workerIdleMemoryLimit: '1536MB',
  testSequencer: '<rootDir>/config/jest/sequencer.cjs',
  // Full sizes take as long as they take; a crowded machine may be slow without being wrong.
  testTimeout: process.env['PROVE'] === '1' ? 900_000 : 240_000,
  projects: [
    { ...base, displayName: 'config', testMatch: ['<rootDir>/config/**/*.test.ts'] },
    { ...base, displayName: 'common', testMatch: ['<rootDir>/common/**/*.test.ts'] },
    {
      ...base,
      ...database,
      ...lasting,
      displayName: 'server',
      testMatch: ['<rootDir>/server/**/*.test.ts'],
      testPathIgnorePatterns: journeys,
    },
    {
      ...base,
      displayName: 'client',
      testEnvironment: '<rootDir>/config/jest/domEnvironment.ts',
      setupFilesAfterEnv: ['<rootDir>/config/jest/domSetup.ts'],
      testMatch: ['<rootDir>/client/**/*.test.{ts,tsx}'],
      testPathIgnorePatterns: [...journeys, ...proof],
      moduleNameMapper: {
        '\\.(css|svg|png|webp|woff2)$': '<rootDir>/config/jest/emptyModule.cjs',
        '^@emotion/cache$': '<rootDir>/config/jest/emotionCache.cjs',
      },
    },
    {
      ...base,
      ...database,
      displayName: 'proof',
      testMatch: proof.map((folder) => `${folder}**/*.test.ts`),
    },
    {
      ...base,
      ...database,
      displayName: 'journeys',
      testMatch: journeys.map((folder) => `${folder}**/*.test.ts`),
      // `config/run/test.mjs` sets it where no Chromium is installed.
      testPathIgnorePatterns: process.env['TEST_BROWSER'] === 'none' ? ['<rootDir>/client/journeys/'] : [],
    },
  ],
};

export default config;
