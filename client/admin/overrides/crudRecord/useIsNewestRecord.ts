/** Whether a record is the newest version of its designed table: only that one can be rolled back or restored. */
import { CRUD_RECORD_STATUS, crudRecord } from '../../../../common/entities/crudRecord';
import { rowsApi } from '../../../engine/data/rowsApi';

const VERSIONS = [CRUD_RECORD_STATUS.success, CRUD_RECORD_STATUS.delete].join(',');

/** False until the response has arrived. */
export function useIsNewestRecord(id: number, table: string): boolean {
  const search = [
    { field: 'table_name', operator: '=', val: table },
    { field: 'source', operator: '=', val: 'designer' },
    { field: 'status', operator: 'IN', val: VERSIONS },
  ];
  const { currentData: page } = rowsApi.useListQuery(
    { e: crudRecord.name, params: { page: 1, limit: 1, order: 'id,desc', search } },
    { refetchOnMountOrArgChange: true },
  );
  return page?.ids[0] === id;
}
