/** Pictures and files: their cells are here, what sends new ones is fetched when a form shows such a field. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../shared/createStore';
import { useWords } from '../../shared/i18n';
import { Nothing } from './cells';
import { PresenceFilter } from './filters';
import { keptOf, Thumb } from './kept';
import { FILES, nameOf } from './keptName';
import type { CellProps, InputProps, KindView } from './kindView';
import { lazyPart } from '../../ui/lazyPart';

const FileInput = lazyPart(async () => (await import('./FileInput')).FileInput);

function ImageCell({ entity, column, value }: CellProps) {
  const { t } = useTranslation();
  const { fields } = useWords(entity);
  const kept = keptOf(value);
  if (kept.length === 0) return <Nothing />;
  const label = t('engine.field.picture_of', { field: fields[column.name] ?? column.name });
  return (
    <Stack component="span" direction="row" sx={{ gap: 1, alignItems: 'center' }}>
      {kept.slice(0, 3).map((one) => (
        <Thumb key={one} kept={one} label={label} size={28} />
      ))}
    </Stack>
  );
}

function FileCell({ value }: CellProps) {
  const known = useAppSelector((state) => state.entities.titles[FILES]);
  const kept = keptOf(value).map((one) => (typeof one === 'number' ? (known?.[String(one)] ?? one) : one));
  if (kept.length === 0) return <Nothing />;
  return (
    <Box
      component="span"
      sx={{ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      title={kept.map(nameOf).join(', ')}
    >
      {kept.map(nameOf).join(', ')}
    </Box>
  );
}

const inputOf = (picture: boolean, multiple: boolean) =>
  function FilesInput(field: InputProps) {
    return (
      <Suspense fallback={<Skeleton variant="rounded" height={56} />}>
        <FileInput field={field} picture={picture} multiple={multiple} />
      </Suspense>
    );
  };

const common = { Filter: PresenceFilter, short: false } as const;
export const imageKind: KindView = { ...common, Cell: ImageCell, Input: inputOf(true, false), width: 84 };
export const imagesKind: KindView = { ...common, Cell: ImageCell, Input: inputOf(true, true), width: 120 };
export const fileKind: KindView = { ...common, Cell: FileCell, Input: inputOf(false, false), width: 160 };
export const filesKind: KindView = { ...common, Cell: FileCell, Input: inputOf(false, true), width: 160 };
