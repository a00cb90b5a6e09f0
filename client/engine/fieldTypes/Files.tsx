/** Image and file fields: cells. The upload input is loaded on demand. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../shared/app/createStore';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { EmptyCell } from './cells/cells';
import { PresenceFilter } from './inputs/filterInputs';
import { readStoredFiles, Thumbnail } from './cells/Thumbnail';
import { ATTACHMENT_ENTITY, storedFileName } from './cells/storedFile';
import type { CellProps, InputProps, FieldType } from './fieldType';
import { lazyWithRetry } from '../../ui/lazyWithRetry';

const FileInput = lazyWithRetry(async () => (await import('./inputs/FileInput')).FileInput);

function ImageCell({ entity, column, value }: CellProps) {
  const { t } = useTranslation();
  const { fields } = useEntityLabels(entity);
  const storedFiles = readStoredFiles(value);
  if (storedFiles.length === 0) return <EmptyCell />;
  const label = t('engine.field.picture_of', { field: fields[column.name] ?? column.name });
  return (
    <Stack component="span" direction="row" sx={{ gap: 1, alignItems: 'center' }}>
      {storedFiles.slice(0, 3).map((storedFile) => (
        <Thumbnail key={storedFile} storedFile={storedFile} label={label} size={28} />
      ))}
    </Stack>
  );
}

function FileCell({ value }: CellProps) {
  const knownTitles = useAppSelector((state) => state.entities.titles[ATTACHMENT_ENTITY]);
  const storedFiles = readStoredFiles(value).map((storedFile) =>
    typeof storedFile === 'number' ? (knownTitles?.[String(storedFile)] ?? storedFile) : storedFile,
  );
  if (storedFiles.length === 0) return <EmptyCell />;
  return (
    <Box
      component="span"
      sx={{ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      title={storedFiles.map(storedFileName).join(', ')}
    >
      {storedFiles.map(storedFileName).join(', ')}
    </Box>
  );
}

const createFileInput = (isImageOnly: boolean, multiple: boolean) =>
  function FileFieldInput(field: InputProps) {
    return (
      <Suspense fallback={<Skeleton variant="rounded" height={56} />}>
        <FileInput field={field} isImageOnly={isImageOnly} multiple={multiple} />
      </Suspense>
    );
  };

const sharedProps = { Filter: PresenceFilter, isShort: false } as const;
export const imageFieldType: FieldType = {
  ...sharedProps,
  Cell: ImageCell,
  Input: createFileInput(true, false),
  width: 84,
};
export const imagesFieldType: FieldType = {
  ...sharedProps,
  Cell: ImageCell,
  Input: createFileInput(true, true),
  width: 120,
};
export const fileFieldType: FieldType = {
  ...sharedProps,
  Cell: FileCell,
  Input: createFileInput(false, false),
  width: 160,
};
export const filesFieldType: FieldType = {
  ...sharedProps,
  Cell: FileCell,
  Input: createFileInput(false, true),
  width: 160,
};
