/** The `form` clause of a definition as groups of rows of fields. */
import type { AnyEntity, AnyFormRow } from '../../../common/entity/entity';

export interface FormGroup {
  /** Key of the heading; null for fields outside a group. */
  readonly key: string | null;
  readonly rows: readonly (readonly string[])[];
}
const toRow = (row: AnyFormRow): readonly string[] => (typeof row === 'string' ? [row] : row);

/** Groups in order; adjacent rows without a group share one. */
export function formGroups(entity: AnyEntity): readonly FormGroup[] {
  return entity.spec.form.reduce<FormGroup[]>((groups, item) => {
    if (typeof item === 'object' && 'group' in item)
      return [...groups, { key: item.group, rows: item.rows.map(toRow) }];
    const last = groups.at(-1);
    if (last?.key !== null) return [...groups, { key: null, rows: [toRow(item)] }];
    return [...groups.slice(0, -1), { key: null, rows: [...last.rows, toRow(item)] }];
  }, []);
}
export const formFieldNames = (entity: AnyEntity): readonly string[] =>
  formGroups(entity).flatMap(({ rows }) => rows.flat());
