/** One row as it is stored, secrets left out: for judging by its values, never for an answer. */
import type { AnyEntity } from '../../common/entity/entity';
import { columnsOf, type StoredRow } from '../../common/entity/meta';
import type { Kit } from '../kit';
import { ident } from '../platform/sql';
import { decodeColumns, selectList } from './model';

export const createRowOf =
  ({ db }: Pick<Kit, 'db'>) =>
  async (entity: AnyEntity, id: number): Promise<StoredRow | undefined> => {
    const columns = [...columnsOf(entity).values()].filter(
      ({ long, sensitivity }) => !long && sensitivity !== 'secret',
    );
    const sql = `SELECT ${selectList(entity, columns)} FROM ${ident(entity.name)} WHERE id = ?`;
    const [raw] = await db.rows<object>(sql, [id]);
    return raw && decodeColumns(columns, raw);
  };
