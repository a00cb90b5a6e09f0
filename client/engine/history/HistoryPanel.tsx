/** The past of the record that is open: a live timeline, from which any save can be taken back. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState';
import { useUndo } from '../undo/useUndo';
import type { Form } from '../useForm';
import { HistoryEntry } from './HistoryEntry';
import { useHistory } from './useHistory';
import { useReverting } from './useReverting';

const Waiting = () => (
  <Stack aria-hidden sx={{ gap: 4, px: 5, py: 4 }}>
    {[1, 2, 3].map((line) => (
      <Skeleton key={line} height={48} />
    ))}
  </Stack>
);

interface HistoryPanelProps {
  readonly form: Form;
  readonly id: number;
  /** Back to the fields. */
  readonly onForm: () => void;
}
export function HistoryPanel({ form, id, onForm }: HistoryPanelProps) {
  const { t } = useTranslation();
  const { entity, draft, readOnly } = form;
  const past = useHistory(entity.name, id, draft.revision);
  const { revert, busy } = useReverting(form, id, onForm);
  const { undo } = useUndo();
  const again = (
    <Button variant="outlined" onClick={past.again}>
      {t('engine.list.retry')}
    </Button>
  );
  if (past.fault && !past.loaded)
    return <EmptyState title={t('history.failed')} help={past.fault.msg} action={again} />;
  if (!past.loaded) return <Waiting />;
  if (past.lines.length === 0) return <EmptyState title={t('history.empty')} />;
  const actions = {
    revert: readOnly === null ? (...args: Parameters<typeof revert>) => void revert(...args) : undefined,
    undo: ({ cid }: { readonly cid: string }) => void undo(cid),
    busy,
  };
  return (
    <Box sx={{ px: 5, pb: 4 }}>
      <Box component="ol" aria-label={t('history.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {past.lines.map((line) => (
          <HistoryEntry key={line.seq} entity={entity} id={id} line={line} actions={actions} />
        ))}
      </Box>
      {past.more && (
        <Button fullWidth disabled={past.busy} onClick={past.older} sx={{ mt: 2 }}>
          {t('history.older')}
        </Button>
      )}
    </Box>
  );
}
