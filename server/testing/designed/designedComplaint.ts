/** Two versions of a designed entity, and the input of a job that changes one into the other. */
import { serializeEntity } from '../../../common/definition/parseEntity';
import { defineEntity, type AnyEntity } from '../../../common/entity/entity';
import { choice, integer, onOff, ref, text } from '../../../common/entity/field';
import type { PermissionGrant } from '../../designer/definitionChange';
import type { Rename } from '../../designer/schemaChange';

const place = { menu: 'developer', icon: 'category', sensitivity: 'internal' } as const;

export const complaint = defineEntity('complaint', {
  ...place,
  fields: {
    subject: text({ required: true, max: 80, search: true }),
    note: text({ max: 100 }),
    severity: choice({ low: 1, high: 2 }, { default: 'low' }),
    status: onOff(),
  },
  title: 'subject',
  list: { columns: ['id', 'subject', 'severity', 'status'], sort: '-id' },
  form: ['subject', 'note', ['severity', 'status']],
  access: { staff: 'crud' },
  labels: {
    en: {
      $one: 'Complaint',
      $many: 'Complaints',
      subject: 'Subject',
      note: 'Note',
      severity: ['Severity', { low: 'Low', high: 'High' }],
      status: ['Status', { disabled: 'Closed', enabled: 'Open' }],
    },
    'zh-cn': {
      $one: '投诉',
      $many: '投诉',
      subject: '主题',
      note: '备注',
      severity: ['严重程度', { low: '低', high: '高' }],
      status: ['状态', { disabled: '关闭', enabled: '打开' }],
    },
  },
});

/** The same entity under another name, for a registry of entities in source code. */
export const codedComplaint = defineEntity('grievance', complaint.spec);

/** `subject` is renamed to `headline` and longer, `note` is lost, `handler_id` and `points` are new. */
export const changedComplaint = defineEntity('complaint', {
  ...place,
  fields: {
    headline: text({ required: true, max: 200, search: true }),
    severity: choice({ low: 1, high: 2 }, { default: 'low' }),
    status: onOff(),
    handler_id: ref('admin'),
    points: integer({ default: 5, sensitivity: 'restricted' }),
  },
  title: 'headline',
  list: { columns: ['id', 'headline', 'severity', 'handler_id', 'status'], sort: '-id' },
  form: ['headline', ['severity', 'status'], ['handler_id', 'points']],
  access: { staff: 'crud' },
  owner: 'handler_id',
  labels: {
    en: {
      $one: 'Complaint',
      $many: 'Complaints',
      headline: 'Headline',
      handler_id: 'Handler',
      points: 'Points',
      severity: ['Severity', { low: 'Low', high: 'High' }],
      status: ['Status', { disabled: 'Closed', enabled: 'Open' }],
    },
    'zh-cn': {
      $one: '投诉',
      $many: '投诉',
      headline: '标题',
      handler_id: '处理人',
      points: '分数',
      severity: ['严重程度', { low: '低', high: '高' }],
      status: ['状态', { disabled: '关闭', enabled: '打开' }],
    },
  },
});
export const COMPLAINT_RENAMES = [{ from: 'subject', to: 'headline' }];

export interface TestChange {
  /** The table that changes; "complaint" by default. */
  readonly table?: string;
  readonly from: AnyEntity | null;
  readonly to: AnyEntity | null;
  readonly renames?: readonly Rename[];
  readonly grants?: readonly PermissionGrant[];
  readonly restoredRecords?: readonly number[];
}
/** The input of a job that makes the change. */
export const changeInput = ({
  table = 'complaint',
  from,
  to,
  renames = [],
  grants = [],
  restoredRecords = [],
}: TestChange) => ({
  table,
  from: from && serializeEntity(from),
  to: to && serializeEntity(to),
  renames: [...renames],
  grants: [...grants],
  revokes: [],
  restoredRules: [],
  designId: null,
  restoredRecords: [...restoredRecords],
});
