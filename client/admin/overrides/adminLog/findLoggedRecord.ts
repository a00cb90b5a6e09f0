/** The record that a log entry is about, from what the entry stores. */
import type { WireRow } from '../../../../common/entity/projectRow';
import type { Registry } from '../../../../common/entity/registry';
import { asInteger, asRecord, asString } from '../../../../common/json';

export interface LoggedRecord {
  /** The title as far as the entry holds it, otherwise `#id`. */
  readonly title: string;
  readonly path: string;
}
/** Undefined for entries about no or several records. */
export function findLoggedRecord(row: WireRow, registry: Registry): LoggedRecord | undefined {
  const data = asRecord(row['data']);
  const entity = registry.get(asString(data?.['entity']));
  const ids: unknown = data?.['ids'];
  if (entity === undefined || !Array.isArray(ids) || ids.length !== 1) return undefined;
  const id = asInteger(ids[0]);
  const titleOf = (values: unknown) => asString(asRecord(values)?.[entity.spec.title]);
  const title = titleOf(data?.['data']) || titleOf(data?.['before']) || `#${id}`;
  return { title, path: `/admin/${entity.name}?record=${id}` };
}
