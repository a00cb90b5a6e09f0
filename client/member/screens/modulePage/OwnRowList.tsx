/** The member's own rows of a module page: text, status and reply. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asInteger, stringOrEmpty } from '../../../../common/json';
import { ConfirmDialog } from '../../../shared/controls/ConfirmDialog';
import { useFormatters } from '../../../shared/i18n/format';
import { ReadOnlyDuringSupport } from '../../support/ReadOnlyDuringSupport';
import { modulePageApi, type ModulePageInfo, type OwnRow } from './modulePageApi';
import type { OwnRowsView } from './useOwnRows';

const LIST = { listStyle: 'none', m: 0, p: 0 } as const;
const LONG_TEXT = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const;

export function RetryAlert({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert
      severity="error"
      action={
        <Button size="small" color="inherit" onClick={onRetry}>
          {t('shell.retry')}
        </Button>
      }
    >
      {text}
    </Alert>
  );
}

interface RemoveButtonProps {
  readonly entity: string;
  readonly id: number;
  readonly onRemoved: () => void;
}
function RemoveButton({ entity, id, onRemoved }: RemoveButtonProps) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const [remove, { isLoading }] = modulePageApi.useRemoveOwnRowMutation();
  const confirm = async () => {
    if ((await remove({ entity, id })).error === undefined) onRemoved();
  };
  return (
    <ReadOnlyDuringSupport>
      <Button size="small" color="error" loading={isLoading} onClick={() => setIsAsking(true)}>
        {t('modulePages.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('modulePages.remove_title')}
        text={t('modulePages.remove_text')}
        confirmLabel={t('modulePages.remove')}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void confirm()}
      />
    </ReadOnlyDuringSupport>
  );
}

interface OwnRowItemProps {
  readonly page: ModulePageInfo;
  readonly row: OwnRow;
  readonly onRemoved: () => void;
}
function OwnRowItem({ page, row, onRemoved }: OwnRowItemProps) {
  const format = useFormatters();
  const { entity, heading, body, note, state, removeIf } = page;
  const reply = note === null ? '' : stringOrEmpty(row[note.name]);
  const stateTitle = state === null ? undefined : state.titles[String(row[state.name])];
  const canRemove = removeIf !== null && Object.entries(removeIf).every(([name, value]) => row[name] === value);
  return (
    <Box component="li" sx={{ py: 4, borderBottom: 1, borderColor: 'divider' }}>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap', minHeight: 32 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{stringOrEmpty(row[heading])}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', flex: 1 }}>
          {format.dateTime(asInteger(row['create_time']))}
        </Typography>
        {stateTitle !== undefined && <Chip size="small" variant="outlined" label={stateTitle} />}
        {canRemove && <RemoveButton entity={entity} onRemoved={onRemoved} id={row.id} />}
      </Stack>
      <Typography sx={LONG_TEXT}>{stringOrEmpty(row[body])}</Typography>
      {reply !== '' && note !== null && (
        <Box sx={{ mt: 3, pl: 4, borderLeft: 3, borderColor: 'divider' }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {note.label}
          </Typography>
          <Typography sx={LONG_TEXT}>{reply}</Typography>
        </Box>
      )}
    </Box>
  );
}

export function OwnRowList({ page, rows }: { readonly page: ModulePageInfo; readonly rows: OwnRowsView }) {
  const { t } = useTranslation();
  return (
    <Stack component="section" aria-label={t('modulePages.own')} sx={{ gap: 2, alignItems: 'stretch' }}>
      <Typography variant="h2">{t('modulePages.own')}</Typography>
      {rows.failure !== '' && <RetryAlert text={rows.failure} onRetry={rows.reload} />}
      {rows.list?.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('modulePages.none')}</Typography>}
      {rows.list !== undefined && rows.list.length > 0 && (
        <Box component="ul" sx={LIST}>
          {rows.list.map((row) => (
            <OwnRowItem key={row.id} page={page} row={row} onRemoved={rows.reload} />
          ))}
        </Box>
      )}
      {rows.hasMore && (
        <Button onClick={rows.showMore} sx={{ alignSelf: 'flex-start' }}>
          {t('modulePages.more')}
        </Button>
      )}
    </Stack>
  );
}
