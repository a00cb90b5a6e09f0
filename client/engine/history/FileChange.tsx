/** One field of files in a save: pictures small, with what the files are called. */
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../common/entity/field';
import type { Column } from '../../../common/entity/meta';
import type { HistoryField } from '../../../common/protocol/history';
import { useAppSelector } from '../../shared/createStore';
import { keptOf, Thumb } from '../kinds/kept';
import { FILES, nameOf, type Kept } from '../kinds/keptName';

const PICTURES = ['image', 'images'];
export const holdsFiles = (column: Column | undefined): boolean =>
  column !== undefined && [...PICTURES, 'file', 'files'].includes(column.kind);

interface FileSideProps {
  readonly column: Column;
  /** What the field is called. */
  readonly label: string;
  readonly value: Json;
}
/** The files of one side of a change. */
export function FileSide({ column, label, value }: FileSideProps) {
  const { t } = useTranslation();
  const picture = PICTURES.includes(column.kind);
  const said = picture ? t('engine.field.picture_of', { field: label }) : label;
  const kept = keptOf(value);
  const known = useAppSelector((state) => state.entities.titles[FILES]);
  const calledOf = (one: Kept) => nameOf(typeof one === 'number' ? (known?.[String(one)] ?? one) : one);
  if (kept.length === 0) return t('engine.conflict.empty');
  return kept.map((one) => (
    <Stack key={one} component="span" direction="row" sx={{ gap: 2, alignItems: 'center', minWidth: 0, py: 0.5 }}>
      {picture && <Thumb kept={one} label={said} size={28} />}
      <Typography component="span" variant="body2" noWrap title={calledOf(one)} sx={{ minWidth: 0 }}>
        {calledOf(one)}
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
