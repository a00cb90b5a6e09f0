/** A threshold on a card uses the measure that the card shows. */
import { describe, expect, it } from '@jest/globals';
import { defineEntity } from '../entity/entity';
import { choice, text } from '../entity/field';
import { createRegistry } from '../entity/registry';
import type { DashboardCard } from './dashboardCards';
import { parseMeasure } from './measure';
import { thresholdMeasure } from './thresholdMeasure';

const words = {
  $one: 'Lead',
  $many: 'Leads',
  title: 'Title',
  state: ['State', { open: 'Open', won: 'Won' }],
  source: ['Source', { web: 'Web', shop: 'Shop' }],
} as const;
const lead = defineEntity('lead', {
  menu: 'content',
  icon: 'label',
  sensitivity: 'public',
  fields: {
    title: text(),
    state: choice({ open: 0, won: 1 }),
    source: choice({ web: 'web', shop: 'shop' }),
  },
  title: 'title',
  list: { columns: ['title'] },
  form: ['title'],
  access: { staff: 'crud' },
  labels: { en: words, 'zh-cn': words },
});
const registry = createRegistry({ lead });
const card: DashboardCard = {
  id: 'open',
  kind: 'figure',
  e: 'lead',
  by: 'state',
  pick: ['0'],
  at: 'create_time',
  w: 2,
  h: 2,
};

describe('a threshold on a card', () => {
  it('counts the selected values, in the stored form of the column', () => {
    const watched = thresholdMeasure(registry, card);
    expect(watched).toEqual({ e: 'lead', at: 'create_time', when: { field: 'state', op: 'IN', value: [0] } });
    expect(parseMeasure(registry, watched)).toEqual(watched);
    const { when } = thresholdMeasure(registry, { ...card, by: 'source', pick: ['web', 'shop'] });
    expect(when).toEqual({ field: 'source', op: 'IN', value: ['web', 'shop'] });
  });

  it('keeps the condition of the card, and adds none when no value is selected', () => {
    const when = { field: 'source', op: '=', value: 'web' } as const;
    expect(thresholdMeasure(registry, { ...card, when })['when']).toEqual({
      all: [when, { field: 'state', op: 'IN', value: [0] }],
    });
    const { pick: _pick, ...all } = card;
    expect(thresholdMeasure(registry, all)).toEqual({ e: 'lead', at: 'create_time' });
  });
});
