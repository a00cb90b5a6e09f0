/** A design and its definition describe the same entity: for every built-in entity, and for random designs. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { serializeEntity } from '../definition/parseEntity';
import { lintLabels } from '../definition/lintLabels';
import { entities } from '../entities/index';
import { getColumns } from '../entity/columns';
import type { AnyEntity } from '../entity/entity';
import { entityLabels } from '../locales/entityLabels';
import { designs } from '../testing/designs';
import { sample } from '../testing/sampleEntity';
import type { Design } from './design';
import { entityToDesign } from './entityToDesign';
import { designToEntity } from './designToEntity';
import { validate } from '../entity/validate';

const all: readonly (readonly [string, AnyEntity])[] = [...Object.values(entities), sample].map(
  (entity: AnyEntity) => [entity.name, entity] as const,
);

describe('the design of a definition', () => {
  it.each(all)('%s describes the same definition again', (_name, entity) => {
    const roundTrip = designToEntity(entityToDesign(entity));
    expect(serializeEntity(roundTrip)).toEqual(serializeEntity(entity));
  });
  it('keeps the labels of the permissions of transitions apart from those of actions', () => {
    const step = { from: ['disabled'], to: 'enabled', node: 'publish' };
    const { labels } = entities.news.spec;
    const named = (lang: 'en' | 'zh-cn', publish: string) => ({ ...labels[lang], $actions: { publish } });
    const entity: AnyEntity = {
      name: 'news',
      spec: {
        ...(entities.news as AnyEntity).spec,
        transitions: { status: { publish: step } },
        labels: { en: named('en', 'Publish'), 'zh-cn': named('zh-cn', '发布') },
      },
    };
    const design = entityToDesign(entity);
    expect(design.fields.find(({ name }) => name === 'status')?.transitions).toEqual([
      { name: 'publish', ...step, en: 'Publish', zh: '发布' },
    ]);
    expect(serializeEntity(designToEntity(design))).toEqual(serializeEntity(entity));
    expect([...lintLabels(entity)]).toEqual([]);
    expect(entityLabels(designToEntity(design), 'zh-cn').actions).toEqual({ publish: '发布' });
  });
  it.each(all)('%s fits the columns of a design', (_name, entity) => {
    const design = entityToDesign(entity);
    const settingsIssues = validate(
      entities.crudDesign,
      { ...design.settings },
      {
        mode: 'create',
        columns: [...getColumns(entities.crudDesign).values()],
      },
    ).issues;
    const fieldIssues = design.fields.flatMap((field) =>
      validate(
        entities.crudDesignField,
        { ...field, design_id: 1 },
        { mode: 'create', columns: [...getColumns(entities.crudDesignField).values()] },
      ).issues.map((issue) => ({ ...issue, field: field.name })),
    );
    expect([...settingsIssues, ...fieldIssues]).toEqual([]);
  });
});

describe('the definition of a design', () => {
  it('describes the same design again', () => {
    fc.assert(
      fc.property(designs, (design) => {
        expect(entityToDesign(designToEntity(design))).toEqual(design);
      }),
      { numRuns: 300 },
    );
  });
  it('the definition is the same for rows with texts in place of numbers, null and spaces around texts', () => {
    fc.assert(
      fc.property(designs, ({ settings, fields }) => {
        const sent = {
          settings: { ...settings, one_en: ` ${settings.one_en}`, remark: null },
          fields: fields.map((field) => ({
            ...field,
            max: field.max === null ? null : String(field.max),
            pattern: null,
          })),
        } as unknown as Design;
        expect(designToEntity(sent)).toEqual(designToEntity({ settings, fields }));
      }),
    );
  });
});
