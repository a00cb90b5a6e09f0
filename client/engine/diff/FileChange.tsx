/** A file field in a change: thumbnails of images, and file names. */
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../common/entity/field';
import type { Column } from '../../../common/entity/columns';
import type { HistoryField } from '../../../common/protocol/history';
import { useAppSelector } from '../../shared/app/createStore';
import { readStoredFiles, Thumbnail } from '../fieldTypes/cells/Thumbnail';
import { ATTACHMENT_ENTITY, storedFileName, type StoredFile } from '../fieldTypes/cells/storedFile';

const IMAGE_FIELD_KINDS = ['image', 'images'];
export const isFileField = (column: Column | undefined): boolean =>
  column !== undefined && [...IMAGE_FIELD_KINDS, 'file', 'files'].includes(column.kind);

interface FileSideProps {
  readonly column: Column;
  /** Label of the field. */
  readonly label: string;
  readonly value: Json;
}
/** The files of one side of a change. */
export function FileSide({ column, label, value }: FileSideProps) {
  const { t } = useTranslation();
  const isImage = IMAGE_FIELD_KINDS.includes(column.kind);
  const thumbnailLabel = isImage ? t('engine.field.picture_of', { field: label }) : label;
  const storedFiles = readStoredFiles(value);
  const knownTitles = useAppSelector((state) => state.entities.titles[ATTACHMENT_ENTITY]);
  const fileLabel = (storedFile: StoredFile) =>
    storedFileName(typeof storedFile === 'number' ? (knownTitles?.[String(storedFile)] ?? storedFile) : storedFile);
  if (storedFiles.length === 0) return t('engine.conflict.empty');
  return storedFiles.map((storedFile) => (
    <Stack
      key={storedFile}
      component="span"
      direction="row"
      sx={{ gap: 2, alignItems: 'center', minWidth: 0, py: 0.5 }}
    >
      {isImage && <Thumbnail storedFile={storedFile} label={thumbnailLabel} size={28} />}
      <Typography component="span" variant="body2" noWrap title={fileLabel(storedFile)} sx={{ minWidth: 0 }}>
        {fileLabel(storedFile)}
      </Typography>
    </Stack>
  ));
}

interface FileChangeProps {
  readonly column: Column;
  readonly label: string;
  readonly change: HistoryField;
}
export function FileChange({ column, label, change }: FileChangeProps) {
  return (
    <Typography variant="body2" component="div">
      {change.before !== null && (
        <>
          <Box component="del" sx={{ color: 'text.secondary', textDecoration: 'none', '& img': { opacity: 0.6 } }}>
            <FileSide column={column} label={label} value={change.before} />
          </Box>
          <span aria-hidden>→ </span>
        </>
      )}
      <Box component="ins" sx={{ textDecoration: 'none' }}>
        <FileSide column={column} label={label} value={change.after} />
      </Box>
    </Typography>
  );
}
