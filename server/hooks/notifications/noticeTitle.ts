/** Titles of rows in notices, the stored notifications of a person. */
import type { AnyEntity } from '../../../common/entity/entity';
import { findColumn, type StoredRow } from '../../../common/entity/columns';
import { truncate } from '../../../common/text/normalize';

const MAX_TITLE_LENGTH = 60;

/** The title of a row that every admin with its list may see. */
export function noticeTitle(entity: AnyEntity, row: StoredRow): string {
  const { title } = entity.spec;
  const open = ['public', 'internal'].includes(findColumn(entity, title)?.sensitivity ?? '');
  const value = open ? row[title] : undefined;
  return typeof value === 'string' && value !== '' ? truncate(value, MAX_TITLE_LENGTH) : `#${Number(row['id'])}`;
}
