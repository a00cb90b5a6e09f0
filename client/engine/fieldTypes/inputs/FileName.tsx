/** The name that a person gave a file; the name under which it is stored where the reader cannot see attachments. */
import { useContext, useMemo } from 'react';
import type { AnyEntity } from '../../../../common/entity/entity';
import { getColumns } from '../../../../common/entity/columns';
import { BootstrapContext, isPermissionGranted } from '../../../shared/api/bootstrap';
import { useAppSelector } from '../../../shared/app/createStore';
import { selectEntityRows } from '../../../shared/store/entities';
import { queryParams } from '../../data/listRequest';
import { rowsApi } from '../../data/rowsApi';
import { useRetainRows } from '../../data/useRetainRows';
import { useEntity } from '../../engineContext';
import { ATTACHMENT_ENTITY, storedFileName } from '../cells/storedFile';

interface AttachmentNameProps {
  readonly entity: AnyEntity;
  /** The path of the file. */
  readonly path: string;
}
function AttachmentName({ entity, path }: AttachmentNameProps) {
  const params = useMemo(
    () =>
      queryParams([...getColumns(entity).values()], {
        page: 1,
        limit: 1,
        sort: [],
        where: { field: 'url', op: '=', value: path },
      }),
    [entity, path],
  );
  const { data } = rowsApi.useListQuery({ e: ATTACHMENT_ENTITY, params });
  const ids = data?.ids ?? NO_IDS;
  useRetainRows(ATTACHMENT_ENTITY, ids);
  const table = useAppSelector(selectEntityRows(ATTACHMENT_ENTITY));
  const name = table?.[ids[0] ?? 0]?.row['name'];
  return typeof name === 'string' && name !== '' ? name : storedFileName(path);
}
const NO_IDS: readonly number[] = [];

export function FileName({ storedFile }: { readonly storedFile: string | number }) {
  const entity = useEntity(ATTACHMENT_ENTITY);
  const bootstrap = useContext(BootstrapContext);
  const canRead = bootstrap !== null && isPermissionGranted(bootstrap.permissions, `${ATTACHMENT_ENTITY}/index`);
  if (entity === undefined || !canRead || typeof storedFile === 'number') return storedFileName(storedFile);
  return <AttachmentName entity={entity} path={storedFile} />;
}
