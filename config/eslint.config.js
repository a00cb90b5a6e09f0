/** Lint rules; each warning is an error. */
import { join } from 'node:path';
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const tests = ['**/*.test.ts', '**/*.test.tsx', '**/journeys/**', '**/testing/**', '**/proof/**', 'server/bench/**'];

const banned = {
  env: {
    selector:
      "MemberExpression[object.name='process'][property.name='env']:not(CallExpression[callee.name='readEnv'] > *)",
    message: 'Only config/env.ts reads the environment.',
  },
  star: { selector: 'ExportAllDeclaration', message: 'No hubs: export names where they are made.' },
  lazy: {
    selector:
      "ImportDeclaration[source.value='react'] > ImportSpecifier[imported.name='lazy'], Property[key.name='lazy'] > ArrowFunctionExpression ImportExpression",
    message: 'A part that cannot be fetched offline must not end the page: use lazyPart of client/ui.',
  },
  standard: { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
};

export default tseslint.config(
  { ignores: ['.build/', '.cache/', 'data/', 'node_modules/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['jest.config.ts'] },
        tsconfigRootDir: join(import.meta.dirname, '..'),
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/naming-convention': [
        'error',
        { selector: 'variableLike', format: ['camelCase', 'PascalCase'], leadingUnderscore: 'allow' },
        // Data is snake_case and is taken apart under its own names.
        { selector: ['variable', 'parameter'], modifiers: ['destructured'], format: null },
        { selector: 'variable', modifiers: ['const', 'global'], format: ['camelCase', 'PascalCase', 'UPPER_CASE'] },
        { selector: 'typeLike', format: ['PascalCase'], leadingUnderscore: 'allow' },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-floating-promises': 'error',
      // Counting and cutting by code point is what we mean by it.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // What a driver hands over may be wider than its declared type.
      '@typescript-eslint/no-unnecessary-type-conversion': 'off',
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      // An adapter may answer at once and still keep an asynchronous contract.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      'max-depth': ['error', 3],
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', banned.env, banned.star, banned.standard, banned.lazy],
    },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        performance: 'readonly',
        setTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        URL: 'readonly',
      },
    },
  },
  { files: ['client/**'], ...reactHooks.configs.flat.recommended },
  { files: ['**/locales/**', '**/migrations/**'], rules: { 'max-lines': 'off' } },
  {
    files: tests,
    rules: {
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      // A test may hand over a function without running it, and reads answers it has not typed.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      'no-restricted-syntax': ['error', banned.star, banned.standard],
    },
  },
  {
    files: ['config/**', 'jest.config.ts'],
    rules: { 'no-restricted-syntax': ['error', banned.star] },
  },
  {
    files: ['client/ui/lazyWithRetry.tsx'],
    rules: { 'no-restricted-syntax': ['error', banned.env, banned.star, banned.standard] },
  },
  { files: ['config/**/*.cjs'], languageOptions: { globals: { module: 'writable' } } },
);
