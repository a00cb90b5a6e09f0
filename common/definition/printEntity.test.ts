/** Evaluating a printed entity gives the same entity, for the registry and for the sample with every kind of field. */
import { describe, expect, it } from '@jest/globals';
import { entities } from '../entities/index';
import { sample } from '../testing/sampleEntity';
import * as language from '../entity/entity';
import type { AnyEntity } from '../entity/entity';
import * as fields from '../entity/field';
import { exportName, printEntity, printField } from './printEntity';

const all: readonly AnyEntity[] = [...Object.values(entities), sample];

/** Runs what was printed, with the language's own functions in place of its imports. */
function evaluate(source: string): unknown {
  const [, body = ''] = /^([\s\S]*?)$/.exec(source.replace(/import (?:\{[^}]*\}) from '[^']*';/g, '')) ?? [];
  const known = { ...language, ...fields };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the test is about evaluating our own print
  const run = new Function(...Object.keys(known), body.replace(/export const \w+ =/, 'return')) as (
    ...given: unknown[]
  ) => unknown;
  return run(...Object.values(known));
}

describe('printing', () => {
  it.each(all.map((entity) => [entity.name, entity] as const))('%s evaluates to itself', (_name, entity) => {
    expect(evaluate(printEntity(entity))).toEqual({ name: entity.name, spec: entity.spec });
  });
  it('prints the source that a person would write', () => {
    const source = printEntity(entities.newsCategory);
    expect(source).toContain("import { onOff, text } from '../entity/field';");
    expect(source).toContain("export const newsCategory = defineEntity('news_category', {");
    expect(source).toContain('    status: onOff(),');
    expect(source).toContain("  list: { columns: ['id', 'name', 'weigh', 'status', 'create_time'], sort: '-weigh' },");
    expect(Math.max(...source.split('\n').map((line) => line.length))).toBeLessThanOrEqual(140);
  });
  it('escapes texts that could end their quotes', () => {
    const evil = "'); throw new Error('out'); //\\\n\u2028\u0000`${1}` */ é 😀 \u202e\u200b\u{e0041}";
    const entity: AnyEntity = {
      name: 'sample',
      spec: {
        ...sample.spec,
        labels: { ...sample.spec.labels, en: { ...sample.spec.labels.en, $one: evil, title: evil } },
      },
    };
    expect(evaluate(printEntity(entity))).toEqual(entity);
    expect(printEntity(entity)).toContain('\\u202e\\u200b\\u{e0041}');
  });
  it('uses the export name of the entity and the factories of its fields', () => {
    expect(exportName('user_money_log')).toBe('userMoneyLog');
    expect(printField(fields.choice({ a: 1 }, { default: 'a', as: 'radio' }))).toBe(
      "choice({ a: 1 }, { default: 'a', as: 'radio' })",
    );
    expect(printField(fields.ref('user', { required: true }))).toBe("ref('user', { required: true })");
    expect(printField(fields.text())).toBe('text()');
  });
});
