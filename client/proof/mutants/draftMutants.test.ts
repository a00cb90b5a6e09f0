/** Runs the unit tests of shared drafts against one mutant after the other: one of them must fail with each. */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { mariadbUrl, sampleSize } from '../../../config/jest/testEnvironment';
import { testSeed } from '../../../server/testing/random';
import { DRAFT_MUTANTS } from './draftMutants';
import { createSourceEdit } from './mutants';
import { runUnitTests } from './runUnitTests';
import { applyEdit, parseSourceFile } from './syntax';

const possible = DRAFT_MUTANTS.filter(({ dialect }) => dialect !== 'mariadb' || mariadbUrl() !== null);
const first = testSeed() % possible.length;
const tried = [...possible.slice(first), ...possible.slice(0, first)].slice(0, sampleSize(1, possible.length));

describe('mutants of shared drafts', () => {
  it.each(DRAFT_MUTANTS)('is one edit of a source that still parses: $name', (mutant) => {
    const edit = createSourceEdit(mutant);
    const source = applyEdit(readFileSync(edit.file, 'utf8'), edit);
    const { parseDiagnostics } = parseSourceFile(edit.file, source) as { parseDiagnostics?: readonly unknown[] };
    expect(parseDiagnostics).toEqual([]);
  });

  it.each(tried)(
    'is caught: $name',
    async (mutant) => {
      expect(await runUnitTests(mutant)).not.toEqual([]);
    },
    600_000,
  );
});
