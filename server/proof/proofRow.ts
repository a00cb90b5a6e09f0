/** The entity of the model-based test, with public, restricted, long and secret columns and an owner. */
import { defineEntity } from '../../common/entity/entity';
import { integer, onOff, password, ref, text } from '../../common/entity/field';

const labels = { $one: 'Proof', $many: 'Proofs', title: 'Title', note: 'Note', hint: 'Hint', story: 'Story' } as const;
const moreLabels = { pass: 'Pass', rank: 'Rank', owner_id: 'Owner' } as const;

export const proofRow = defineEntity('proof_row', {
  menu: 'developer',
  icon: 'science',
  sensitivity: 'public',
  fields: {
    title: text({ required: true, max: 120, search: true }),
    note: text({ max: 120 }),
    hint: text({ max: 120, sensitivity: 'restricted' }),
    story: text({ max: 4000, lines: 6 }),
    pass: password(),
    rank: integer(),
    owner_id: ref('admin'),
    status: onOff(),
  },
  title: 'title',
  list: { columns: ['id', 'title', 'note', 'rank'], sort: '-id' },
  form: ['title'],
  access: { staff: 'crud' },
  owner: 'owner_id',
  labels: {
    en: { ...labels, ...moreLabels, status: ['Status', { disabled: 'Disabled', enabled: 'Enabled' }] },
    'zh-cn': { ...labels, ...moreLabels, status: ['状态', { disabled: '禁用', enabled: '启用' }] },
  },
});
