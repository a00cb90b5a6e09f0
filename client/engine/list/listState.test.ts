/** The state of a list in the URL: groups of filters, views, periods. */
import { describe, expect, it } from '@jest/globals';
import { findColumn } from '../../../common/entity/columns';
import { thing } from '../../testing/screenHarness';
import { buildQuery, formatListState, isFiltered, parseListState } from './listState';

const parse = (query: string) => parseListState(thing, new URLSearchParams(query));
const roundTrip = (query: string) => formatListState(thing, parse(query), new URLSearchParams(query)).toString();
const readable = new Set(['id', 'title', 'price', 'open', 'moment']);
const where = (query: string) => buildQuery(thing, parse(query), readable).where;

describe('groups of filters', () => {
  it('filter groups are written as they were read, and foreign parameters stay', () => {
    const query = 'panel=x&open=1&any0.title=spring&any0.price=1..2&any1.open=0';
    expect(parse(query).anyOf).toEqual([{ title: 'spring', price: '1..2' }, { open: '0' }]);
    expect(new URLSearchParams(roundTrip(query)).size).toBe(5);
    expect(parse(roundTrip(query))).toEqual(parse(query));
  });
  it('filter groups are numbered again when one of them is empty, and ignore unknown fields', () => {
    expect(roundTrip('any3.title=a&any1.ghost=1')).toBe('any0.title=a');
    expect(parse('any9.title=a').anyOf).toEqual([]);
  });
  it('become alternatives of the query, without unreadable fields and invalid texts', () => {
    expect(where('any0.title=spring&any0.open=1&any0.note=x&any1.price=cheap')).toEqual({
      all: [
        {
          some: [
            { field: 'title', op: 'LIKE', value: 'spring' },
            { field: 'open', op: '=', value: 1 },
          ],
        },
      ],
    });
    expect(isFiltered(parse('any0.title=a'))).toBe(true);
    expect(isFiltered(parse('view=1&sort=-price'))).toBe(false);
  });
});

it('a period of a date-time is a range of whole days', () => {
  expect(findColumn(thing, 'moment')?.kind).toBe('datetime');
  expect(where('moment=@last7')).toMatchObject({ all: [{ field: 'moment', op: 'RANGE' }] });
  expect(where('title=@last7')).toMatchObject({ all: [{ field: 'title', op: 'LIKE', value: '@last7' }] });
});

it('the shown view is part of the address', () => {
  expect(roundTrip('view=7f&q=a')).toBe('q=a&view=7f');
});
