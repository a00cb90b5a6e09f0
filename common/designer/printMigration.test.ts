/** Exported files type-check, and evaluating them gives the definition and the statements again. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import ts from 'typescript';
import { serializeEntity } from '../definition/parseEntity';
import * as language from '../entity/entity';
import type { AnyEntity } from '../entity/entity';
import * as fields from '../entity/field';
import { designs } from '../testing/designs';
import { typeErrors } from '../testing/typeErrors';
import { designToEntity } from './designToEntity';
import { printDesignFiles, migrationVariable } from './printMigration';

const SEED = 20_240_229;
const EVIL = '**// process.exit() /* </script>\'"${1}`\\n*/';

const statements = {
  sqlite: ["CREATE TABLE `a` (`b` TEXT DEFAULT 'it''s')", `CREATE TABLE \`c\` (\`d\` TEXT DEFAULT '"''\u2028')`],
  mariadb: ['CREATE TABLE `a` (`b` TEXT)'],
};
/** Random designs under their own names, and one whose every label tries to end its comment or its quotes. */
function sampleEntities(): readonly AnyEntity[] {
  const sampled = fc.sample(designs, { seed: SEED, numRuns: 25 }).map((design, index) => ({
    ...design,
    settings: { ...design.settings, table_name: `complaint_${index}` },
  }));
  const [first] = sampled;
  if (first === undefined) throw new Error('no design was drawn');
  const evil = {
    settings: { ...first.settings, table_name: 'evil', one_en: EVIL, many_en: EVIL, one_zh: EVIL, many_zh: EVIL },
    fields: first.fields.map((field) => ({
      ...field,
      label_en: `${EVIL} ${field.name}`,
      label_zh: EVIL,
      help_en: EVIL,
      help_zh: EVIL,
    })),
  };
  return [...sampled, evil].map(designToEntity);
}

/** Runs the code of a file, with the language's own functions in place of its imports. */
function evaluate(source: string): unknown {
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 },
  });
  const known = { ...language, ...fields };
  const code = outputText.replace(/import \{[^}]*\} from '[^']*';/g, '').replace(/export const \w+ =/, 'return');
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the test is about evaluating our own print
  const run = new Function(...Object.keys(known), code) as (...given: unknown[]) => unknown;
  return run(...Object.values(known));
}

describe('exported files', () => {
  const entities = sampleEntities();
  const exported = entities.map((entity) => ({ entity, files: printDesignFiles(entity, statements) }));
  const pathed = exported.map(
    ({ files: [definition] }) => [definition?.path ?? '', definition?.content ?? ''] as const,
  );

  it('exported files give the definition again', () => {
    for (const { entity, files } of exported) {
      const evaluated = evaluate(files[0]?.content ?? '') as AnyEntity; // what defineEntity returned
      expect(serializeEntity(evaluated)).toEqual(serializeEntity(entity));
    }
  });
  it('exported files type-check', () => {
    expect(typeErrors(new Map(pathed))).toEqual([]);
  }, 60_000);
  it('exported files do not type-check when a label is missing', () => {
    const [path, content] = pathed[0] ?? ['', ''];
    const broken = content.replace("title: 'Title'", "titel: 'Title'");
    expect(broken).not.toBe(content);
    expect(typeErrors(new Map([[path, broken]])).join('\n')).toContain('titel');
  }, 60_000);
  it('exported files give the statements again', () => {
    const [, migration] = printDesignFiles(entities[0] as AnyEntity, statements, '0077');
    expect(migration?.path).toBe('server/db/migrations/0077_complaint_0.ts');
    expect(migration?.content).toContain(`export const ${migrationVariable('0077_complaint_0')}: Migration = {`);
    expect(evaluate(migration?.content ?? '')).toEqual({ id: '0077_complaint_0', ...statements });
  });
});
