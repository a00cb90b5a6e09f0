/** Default columns of lists. */
import { describe, expect, it } from '@jest/globals';
import { staffEntities } from '../../entities/staffEntities';
import { findColumn } from '../columns';
import { defaultListColumns, isStateColumn } from './defaultColumns';

describe('defaultListColumns', () => {
  it.each(Object.values(staffEntities))('$name: the title is first, without id and with at most one time', (entity) => {
    const names = defaultListColumns(entity);
    expect(names[0]).toBe(entity.spec.title);
    expect(names).not.toContain('id');
    expect(new Set(names).size).toBe(names.length);
    const others = names.slice(1).map((name) => findColumn(entity, name)?.kind);
    expect(others.filter((kind) => kind === 'datetime' || kind === 'date').length).toBeLessThanOrEqual(1);
  });
  it('keeps the time that the list is sorted by, and leaves out the image beside the title', () => {
    expect(defaultListColumns(staffEntities.board)).toEqual(['title', 'group_id', 'status', 'update_time']);
    expect(defaultListColumns(staffEntities.user)).not.toContain('avatar');
    expect(defaultListColumns(staffEntities.news)).toContain('thumbnail');
  });
  it('leaves out the columns that the definition calls optional', () => {
    expect(defaultListColumns(staffEntities.lead)).not.toContain('headcount');
    expect(defaultListColumns(staffEntities.attachment)).not.toContain('user_id');
    expect(defaultListColumns(staffEntities.adminLog)).not.toContain('url');
  });
});

it('isStateColumn: fields with transitions, and those named after a state', () => {
  const is = (entity: (typeof staffEntities)[keyof typeof staffEntities], name: string) =>
    isStateColumn(entity, { name });
  expect(is(staffEntities.news, 'status')).toBe(true);
  expect(is(staffEntities.lead, 'handle_status')).toBe(true);
  expect(is(staffEntities.trialRequest, 'is_handle')).toBe(true);
  expect(is(staffEntities.user, 'gender')).toBe(false);
  expect(is(staffEntities.message, 'channel')).toBe(false);
});
