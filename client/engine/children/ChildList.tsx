/** The first rows of one kind that belong to a record, live; each opens in its own list, narrowed to this record. */
import AddIcon from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import LinkText from '@mui/material/Link';
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
import { useAppSelector } from '../../shared/createStore';
import { selectHeld } from '../../shared/entities';
import { useWords } from '../../shared/i18n';
import { useOverride } from '../engineContext';
import { inSentence } from '../inSentence';
import { viewOf } from '../kinds/index';
import { useMay, type EntityRights } from '../useMay';
import { useRows } from '../useRows';
import type { Child } from './child';

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

interface ChildRowProps {
  readonly entity: AnyEntity;
  readonly id: number;
  readonly columns: readonly Column[];
  readonly to: string;
}
function ChildRow({ entity, id, columns, to }: ChildRowProps) {
  const row = useAppSelector(selectHeld(entity.name, id))?.row;
  const cells = useOverride(entity)?.cells;
  if (row === undefined) return null;
  return (
    <TableRow hover>
      {columns.map((column, at) => {
        // the first stands in a link
        const Cell = (at === 0 ? undefined : cells?.[column.name]) ?? viewOf(column.kind).Cell;
        const cell = <Cell entity={entity} column={column} value={row[column.name] ?? null} row={row} />;
        return (
          <TableCell key={column.name} sx={{ maxWidth: 180, overflow: 'hidden', pl: at === 0 ? 0 : undefined }}>
            {at === 0 ? (
              <LinkText component={Link} to={to} underline="hover">
                {cell}
              </LinkText>
            ) : (
              cell
            )}
          </TableCell>
        );
      })}
    </TableRow>
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
  const list = `/admin/${entity.name}?${by}=${of}`;
  const { ids } = rows.list;
  return (
    <Stack sx={{ gap: 2 }}>
      {rows.loading ? (
        <Skeleton height={64} />
      ) : ids.length === 0 ? (
        <Typography color="text.secondary">{rows.fault?.msg ?? t('nouns.none_yet')}</Typography>
      ) : (
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
            {ids.slice(0, SHOWN).map((id) => (
              <ChildRow key={id} entity={entity} id={id} columns={columns} to={`${list}&record=${id}`} />
            ))}
          </TableBody>
        </Table>
      )}
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
