/** The first child rows of one relation, live. Each row opens in its own list, filtered by this record. */
import AddIcon from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { Link } from 'react-router';
import type { AnyEntity } from '../../../common/entity/entity';
import { defaultSort } from '../../../common/query/compileFilter';
import { findColumn, type Column } from '../../../common/entity/columns';
import type { ListQuery } from '../../../common/query/listQuery';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { lowercaseInitial } from '../lowercaseInitial';
import { LiveCount } from '../list/live/LiveCount';
import { PendingChangesPill } from '../list/live/PendingChangesPill';
import { isNewestFirst, useRowsAutoRefresh } from '../list/live/useAutoRefresh';
import { useLiveListTitles } from '../data/useLiveTitles';
import { usePermissions, type EntityPermissions } from '../usePermissions';
import { useRows, type LiveRows } from '../data/useRows';
import type { ChildRelation } from './childRelation';
import { ChildRow } from './ChildRow';

const MAX_ROWS = 10;
const MAX_EXTRA_COLUMNS = 2;

/** The title and two informative columns. */
function childColumns(entity: AnyEntity, refField: string, { readable }: EntityPermissions): readonly Column[] {
  const { title, list } = entity.spec;
  const excludedFields = new Set(['id', 'weigh', 'create_time', 'update_time', refField, title]);
  const otherColumns = list.columns.filter((name) => !excludedFields.has(name) && readable.has(name));
  const informativeColumns = otherColumns.filter((name) =>
    ['choice', 'ref', 'text', 'date'].includes(findColumn(entity, name)?.kind ?? ''),
  );
  return [title, ...informativeColumns.slice(0, MAX_EXTRA_COLUMNS)].flatMap((name) => findColumn(entity, name) ?? []);
}

interface ChildTableProps {
  readonly entity: AnyEntity;
  readonly columns: readonly Column[];
  readonly rows: LiveRows;
  /** URL of the list of all child rows. */
  readonly list: string;
}
function ChildTable({ entity, columns, rows, list }: ChildTableProps) {
  const labels = useEntityLabels(entity);
  const { ids, removed, reordered } = rows.list;
  return (
    <Table size="small" aria-label={labels.many}>
      <TableHead>
        <TableRow>
          {columns.map(({ name }, index) => (
            <TableCell key={name} sx={{ pl: index === 0 ? 0 : undefined }}>
              {labels.fields[name] ?? name}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {ids.map((id) => (
          <ChildRow
            key={id}
            entity={entity}
            id={id}
            columns={columns}
            listUrl={`${list}&record=${id}`}
            removal={removed[id]}
            isReordered={reordered.includes(id)}
          />
        ))}
      </TableBody>
    </Table>
  );
}

interface ChildListProps {
  readonly child: ChildRelation;
  /** Id of the parent record. */
  readonly parentId: number;
}
export function ChildList({ child: { entity, refField }, parentId }: ChildListProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const permissions = usePermissions(entity);
  const query = useMemo<ListQuery>(
    () => ({
      page: 1,
      limit: MAX_ROWS,
      sort: defaultSort(entity),
      where: { all: [{ field: refField, op: '=', value: parentId }] },
    }),
    [entity, refField, parentId],
  );
  const rows = useRows(entity, query, permissions);
  const columns = childColumns(entity, refField, permissions);
  const { ids } = rows.list;
  useLiveListTitles(entity, columns, ids, rows.seq);
  const autoRefresh = useRowsAutoRefresh(rows, { isBusy: false, canInsert: isNewestFirst(query.sort) });
  const list = `/admin/${entity.name}?${refField}=${parentId}`;
  const isEmpty = !rows.isLoading && ids.length === 0;
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack {...autoRefresh.containerProps} sx={{ gap: 2 }}>
        <Stack direction="row" sx={{ position: 'relative', alignItems: 'center', minHeight: 42 }}>
          <LiveCount rows={rows} />
          <PendingChangesPill rows={rows} />
        </Stack>
        {rows.isLoading && <Skeleton height={64} />}
        {isEmpty && (
          <Typography color="text.secondary">
            {rows.fault?.msg ?? (rows.hasPending ? '' : t('children.none_yet'))}
          </Typography>
        )}
        {ids.length > 0 && <ChildTable entity={entity} columns={columns} rows={rows} list={list} />}
      </Stack>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
        {permissions.can('create') && (
          <Button size="small" startIcon={<AddIcon />} component={Link} to={`${list}&record=new`}>
            {t('children.add_child', { one: lowercaseInitial(labels.one) })}
          </Button>
        )}
        <Button size="small" component={Link} to={list}>
          {t('children.all_children')}
        </Button>
      </Stack>
    </Stack>
  );
}
