/** A former name of a field becomes the present one; a name in use and an unknown one stay. */
import { expect, it } from '@jest/globals';
import { currentFieldName } from './currentFieldName';
import { defineEntity } from '../entity/entity';
import { text } from '../entity/field';

it('currentFieldName: follows a rename, and nothing else', () => {
  const labels = { $one: 'Note', $many: 'Notes', title: 'Title', body: 'Body' };
  const note = defineEntity('note', {
    menu: 'developer',
    icon: 'category',
    sensitivity: 'internal',
    fields: { title: text({ required: true }), body: text({ formerNames: ['content', 'title'] }) },
    title: 'title',
    list: { columns: ['title'] },
    form: ['title', 'body'],
    access: { staff: 'crud' },
    labels: { en: labels, 'zh-cn': labels },
  });
  expect(['content', 'title', 'body', 'id', 'other'].map((name) => currentFieldName(note, name))).toEqual([
    ...['body', 'title', 'body', 'id', 'other'],
  ]);
});
