/** Files nothing uses: listed first, deleted only by choice, and then still in the recycle bin. */
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

interface Orphan {
  readonly id: number;
  readonly name: string;
  readonly size: number;
}
const orphansIn = (value: unknown): readonly Orphan[] =>
  (Array.isArray(value) ? value : []).flatMap((one: unknown) => {
    const raw = asRecord(one);
    return raw ? [{ id: asInteger(raw['id']), name: asString(raw['name'], 255), size: asInteger(raw['size']) }] : [];
  });

interface LinesProps {
  readonly list: readonly Orphan[];
  readonly chosen: ReadonlySet<number>;
  readonly onChange: (ids: ReadonlySet<number>) => void;
}
function Lines({ list, chosen, onChange }: LinesProps) {
  const { t } = useTranslation();
  const toggle = (id: number) =>
    onChange(chosen.has(id) ? new Set([...chosen].filter((one) => one !== id)) : new Set([...chosen, id]));
  const all = chosen.size === list.length;
  return (
    <Stack>
      <FormControlLabel
        label={t('files.clean_choose')}
        control={
          <Checkbox
            size="small"
            checked={all}
            indeterminate={chosen.size > 0 && !all}
            onChange={() => onChange(new Set(all ? [] : list.map(({ id }) => id)))}
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

export function OrphansDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const titleId = useId();
  const { offerUndo: offer } = useUndo();
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set());
  const { data } = api.useAskQuery({ url: '/admin/attachment/orphans' }, { refetchOnMountOrArgChange: true });
  const [remove, { isLoading }] = rowsApi.useRemoveMutation();
  const raw = asRecord(data);
  const list = orphansIn(raw?.['list']);
  const clean = async () => {
    const done = await remove({ e: 'attachment', ids: [...chosen], revisions: {} });
    if (!done.data) return;
    offer(done.data.said ?? t('files.clean_done', { count: done.data.ids.length }), done.data.cid);
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
            <Lines list={list} chosen={chosen} onChange={choose} />
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
          onClick={() => void clean()}
        >
          {t('files.clean_delete', { count: chosen.size })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
