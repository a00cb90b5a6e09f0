/**
 * Scheduled publication (publish at, unpublish at): the publishing window of rows that the public site shows, from a time and until a time.
 * `server/modules/publishing` shows and hides them at these times.
 */
import type { AnyEntity } from '../../entity/entity';
import { datetime } from '../../entity/field';

/** Fields of an entity whose guests read rows with `status: 1`. Both are cleared when their moment has come. */
export const publishingFields = {
  show_from: datetime({ indexed: true, sensitivity: 'internal' }),
  show_until: datetime({ indexed: true, sensitivity: 'internal' }),
} as const;

/** When visitors first saw a row that was not shown from its creation; null: since its creation, or never. */
export const publishTimeField = { publish_time: datetime({ readonly: true, indexed: true }) } as const;
export const publishTimeLabels = {
  en: { publish_time: 'Published' },
  'zh-cn': { publish_time: '发布时间' },
} as const;

export const publishingLabels = {
  en: { show_from: 'Show from', show_until: 'Show until' },
  'zh-cn': { show_from: '开始展示', show_until: '结束展示' },
} as const;

export const publishingHelp = {
  en: {
    show_from: 'Shown automatically at this time, hidden until then. Leave empty to use the status',
    show_until: 'Hidden automatically at this time. Leave empty to keep it shown',
  },
  'zh-cn': {
    show_from: '在此之前隐藏，到时自动显示；留空则只由状态决定',
    show_until: '到时自动隐藏；留空则一直显示',
  },
} as const;

/** Whether rows of the entity have a publishing window. */
export const hasPublishingWindow = ({ spec: { fields } }: AnyEntity): boolean =>
  Object.keys(publishingFields).every((name) => fields[name]?.kind === 'datetime') && fields['status'] !== undefined;
