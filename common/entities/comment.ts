/**
 * Comment: a text that an admin wrote about a record of any entity. Routes of their own read and write comments, as far as the caller
 * can read the record.
 */
import { defineEntity } from '../entity/entity';
import { integer, json, ref, text } from '../entity/field';
import { LIMITS } from '../limits';

export const comment = defineEntity('comment', {
  menu: 'routine',
  icon: 'chat',
  sensitivity: 'internal',
  personal: true,
  noHistory: true,
  fields: {
    /** The entity of the record. */
    ent: text({ required: true, readonly: true, max: 64 }),
    record_id: integer({ required: true, readonly: true, min: 1 }),
    admin_id: ref('admin', { readonly: true }),
    author_name: text({ required: true, readonly: true, max: 30, display: 'person' }),
    body: text({ required: true, readonly: true, max: LIMITS.commentChars, lines: 4 }),
    /** `{ id, name }` of each mentioned admin, with the name in the text. */
    mentions: json({ readonly: true }),
  },
  searchedTogether: [['ent', 'record_id']],
  title: 'author_name',
  list: { columns: ['id', 'author_name', 'create_time'], sort: '-id' },
  form: ['body'],
  access: {},
  labels: {
    en: {
      $one: 'Comment',
      $many: 'Comments',
      ent: 'Table',
      record_id: 'Record ID',
      admin_id: 'Author account',
      author_name: 'Author',
      body: 'Text',
      mentions: 'Mentions',
    },
    'zh-cn': {
      $one: '评论',
      $many: '评论',
      ent: '数据表',
      record_id: '记录编号',
      admin_id: '作者账号',
      author_name: '作者',
      body: '内容',
      mentions: '提到的人',
    },
  },
});
