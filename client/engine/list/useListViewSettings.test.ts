/** The stored columns and widths of a list follow a renamed field. */
import { expect, it } from '@jest/globals';
import { defineEntity } from '../../../common/entity/entity';
import { text } from '../../../common/entity/field';
import { DEFAULT_LIST_VIEW } from '../../shared/store/listViews';
import { followRenamedColumns } from './useListViewSettings';

const labels = { $one: 'Note', $many: 'Notes', title: 'Title', content: 'Content' };
const note = defineEntity('note', {
  menu: 'developer',
  icon: 'category',
  sensitivity: 'internal',
  fields: { title: text({ required: true }), content: text({ formerNames: ['body'] }) },
  title: 'title',
  list: { columns: ['title'] },
  form: ['title', 'content'],
  access: { staff: 'crud' },
  labels: { en: labels, 'zh-cn': labels },
});

it('chosen columns and widths follow a renamed field; other settings stay', () => {
  const view = { ...DEFAULT_LIST_VIEW, columns: ['id', 'body', 'title'], widths: { body: 200 }, summary: true };
  expect(followRenamedColumns(note, view)).toEqual({
    ...view,
    columns: ['id', 'content', 'title'],
    widths: { content: 200 },
  });
  expect(followRenamedColumns(note, DEFAULT_LIST_VIEW).columns).toBeNull();
});
