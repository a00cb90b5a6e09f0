/** The first rows of one kind that belong to a record, live; each opens in its own list, narrowed to this record. */
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
import { Link } from 'react-router';
import type { AnyEntity } from '../../../common/entity/entity';
import { defaultSort } from '../../../common/entity/match';
import { columnNamed, type Column } from '../../../common/entity/meta';
import type { ListQuery } from '../../../common/entity/query';
import { useWords } from '../../shared/i18n';
import { inSentence } from '../inSentence';
import { LiveCount } from '../list/LiveCount';
import { NewPill } from '../list/NewPill';
import { isNewestFirst, useAutoShowOf } from '../list/useAutoShow';
import { useFollowedTitles } from '../list/useFollowedTitles';
import { useMay, type EntityRights } from '../useMay';
import { useRows, type Rows } from '../useRows';
import type { Child } from './child';
import { ChildRow } from './ChildRow';

const SHOWN = 10;
const BESIDES = 2;

/** The title first, then the two columns that say most. */
function columnsShown(entity: AnyEntity, by: string, { readable }: EntityRights): readonly Column[] {
  const { title, list } = entity.spec;
  const left = new Set(['id', 'weigh', 'create_time', 'update_time', by, title]);
  const others = list.columns.filter((name) => !left.has(name) && readable.has(name));
  const telling = others.filter((name) =>
    ['choice', 'ref', 'text', 'date'].includes(columnNamed(entity, name)?.kind ?? ''),
  );
  return [title, ...telling.slice(0, BESIDES)].flatMap((name) => columnNamed(entity, name) ?? []);
}

interface ChildTableProps {
  readonly entity: AnyEntity;
  readonly columns: readonly Column[];
  readonly rows: Rows;
  /** Where all of them are listed. */
  readonly list: string;
}
function ChildTable({ entity, columns, rows, list }: ChildTableProps) {
  const words = useWords(entity);
  const { ids, gone, moved } = rows.list;
  return (
    <Table size="small" aria-label={words.many}>
      <TableHead>
        <TableRow>
          {columns.map(({ name }, at) => (
            <TableCell key={name} sx={{ pl: at === 0 ? 0 : undefined }}>
              {words.fields[name] ?? name}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {ids.map((id) => (
          <ChildRow
            key={id}
            {...{ entity, id, columns, to: `${list}&record=${id}`, gone: gone[id], moved: moved.includes(id) }}
          />
        ))}
      </TableBody>
    </Table>
  );
}

interface ChildListProps {
  readonly child: Child;
  /** The record they belong to. */
  readonly of: number;
}
export function ChildList({ child: { entity, by }, of }: ChildListProps) {
  const { t } = useTranslation();
  const words = useWords(entity);
  const rights = useMay(entity);
  const query = useMemo<ListQuery>(
    () => ({ page: 1, limit: SHOWN, sort: defaultSort(entity), where: { all: [{ field: by, op: '=', value: of }] } }),
    [entity, by, of],
  );
  const rows = useRows(entity, query, rights);
  const columns = columnsShown(entity, by, rights);
  const { ids } = rows.list;
  useFollowedTitles(entity, columns, ids, rows.seq);
  const auto = useAutoShowOf(rows, { busy: false, opens: isNewestFirst(query.sort) });
  const list = `/admin/${entity.name}?${by}=${of}`;
  const empty = !rows.loading && ids.length === 0;
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack {...auto.watch} sx={{ gap: 2 }}>
        <Stack direction="row" sx={{ position: 'relative', alignItems: 'center', minHeight: 42 }}>
          <LiveCount rows={rows} />
          <NewPill rows={rows} />
        </Stack>
        {rows.loading && <Skeleton height={64} />}
        {empty && (
          <Typography color="text.secondary">{rows.fault?.msg ?? (rows.pending ? '' : t('nouns.none_yet'))}</Typography>
        )}
        {ids.length > 0 && <ChildTable {...{ entity, columns, rows, list }} />}
      </Stack>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
        {rights.may('create') && (
          <Button size="small" startIcon={<AddIcon />} component={Link} to={`${list}&record=new`}>
            {t('nouns.add_child', { one: inSentence(words.one) })}
          </Button>
        )}
        <Button size="small" component={Link} to={list}>
          {t('nouns.all_children')}
        </Button>
      </Stack>
    </Stack>
  );
}
