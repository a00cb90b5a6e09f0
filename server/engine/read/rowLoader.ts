/** Row access checks: loads one stored row without secrets and long columns, for access decisions; never for a response. */
import type { AnyEntity } from '../../../common/entity/entity';
import { getColumns, type StoredRow } from '../../../common/entity/columns';
import type { Services } from '../../context';
import { quoteIdentifier } from '../../platform/database/sql';
import { decodeColumns, selectList } from '../schema/model';

export const createRowLoader =
  ({ db }: Pick<Services, 'db'>) =>
  async (entity: AnyEntity, id: number): Promise<StoredRow | undefined> => {
    const columns = [...getColumns(entity).values()].filter(
      ({ long, sensitivity }) => !long && sensitivity !== 'secret',
    );
    const sql = `SELECT ${selectList(entity, columns)} FROM ${quoteIdentifier(entity.name)} WHERE id = ?`;
    const [raw] = await db.rows<object>(sql, [id]);
    return raw && decodeColumns(columns, raw);
  };
