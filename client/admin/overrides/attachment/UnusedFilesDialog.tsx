/** Lists files without references; the selected ones are moved to the recycle bin. */
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFileSize } from '../../../../common/text/fileTypes';
import { rowsApi } from '../../../engine/data/rowsApi';
import { useUndo } from '../../../engine/history/useUndo';
import { api } from '../../../shared/api/api';
import { asRecord, asString, asInteger } from '../../../../common/json';

interface UnusedFile {
  readonly id: number;
  readonly name: string;
  readonly size: number;
}
const parseUnusedFiles = (value: unknown): readonly UnusedFile[] =>
  (Array.isArray(value) ? value : []).flatMap((item: unknown) => {
    const raw = asRecord(item);
    return raw ? [{ id: asInteger(raw['id']), name: asString(raw['name'], 255), size: asInteger(raw['size']) }] : [];
  });

interface FileChecklistProps {
  readonly list: readonly UnusedFile[];
  readonly chosen: ReadonlySet<number>;
  readonly onChange: (ids: ReadonlySet<number>) => void;
}
function FileChecklist({ list, chosen, onChange }: FileChecklistProps) {
  const { t } = useTranslation();
  const toggle = (id: number) =>
    onChange(chosen.has(id) ? new Set([...chosen].filter((other) => other !== id)) : new Set([...chosen, id]));
  const isAllChosen = chosen.size === list.length;
  return (
    <Stack>
      <FormControlLabel
        label={t('files.clean_choose')}
        control={
          <Checkbox
            size="small"
            checked={isAllChosen}
            indeterminate={chosen.size > 0 && !isAllChosen}
            onChange={() => onChange(new Set(isAllChosen ? [] : list.map(({ id }) => id)))}
          />
        }
      />
      {list.map(({ id, name, size }) => (
        <FormControlLabel
          key={id}
          label={`${name} · ${formatFileSize(size)}`}
          control={<Checkbox size="small" checked={chosen.has(id)} onChange={() => toggle(id)} />}
          sx={{ '& .MuiFormControlLabel-label': { overflowWrap: 'anywhere' } }}
        />
      ))}
    </Stack>
  );
}

export function UnusedFilesDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const titleId = useId();
  const { offerUndo } = useUndo();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { data } = api.useReadQuery({ url: '/admin/attachment/orphans' }, { refetchOnMountOrArgChange: true });
  const [remove, { isLoading }] = rowsApi.useRemoveMutation();
  const raw = asRecord(data);
  const list = parseUnusedFiles(raw?.['list']);
  const deleteChosen = async () => {
    const result = await remove({ e: 'attachment', ids: [...chosen], revisions: {} });
    if (!result.data) return;
    offerUndo(result.data.message ?? t('files.clean_done', { count: result.data.ids.length }), result.data.cid);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('files.clean_title')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 3 }}>{t('files.clean_text')}</DialogContentText>
        {raw === undefined ? (
          <Skeleton variant="rounded" height={120} />
        ) : list.length === 0 ? (
          <Typography component="output">{t('files.clean_none')}</Typography>
        ) : (
          <>
            <Typography variant="subtitle2">
              {t('files.clean_total', {
                count: asInteger(raw['total']),
                size: formatFileSize(asInteger(raw['bytes'])),
              })}
            </Typography>
            <FileChecklist list={list} chosen={chosen} onChange={setChosen} />
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('files.close')}
        </Button>
        <Button
          color="error"
          variant="contained"
          disabled={chosen.size === 0 || isLoading}
          onClick={() => void deleteChosen()}
        >
          {t('files.clean_delete', { count: chosen.size })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
