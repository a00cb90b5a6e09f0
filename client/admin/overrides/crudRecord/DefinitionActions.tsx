/** The actions of a super admin on a recorded definition: start a design from it, roll it back, delete or restore its entity, export it. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CRUD_RECORD_STATUS } from '../../../../common/entities/crudRecord';
import type { WireRow } from '../../../../common/entity/projectRow';
import { asString } from '../../../../common/json';
import { isCallFault } from '../../../shared/api/faults';
import { useApp } from '../../../shared/app/appContext';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';
import { CodeDialog } from '../../designer/code/CodeDialog';
import { ExistingDesign, findExistingDesign } from '../../designer/start/ExistingDesign';
import {
  useChangeDefinitionMutation,
  useRecordEffectsQuery,
  useStartDesignMutation,
  type RecordAction,
} from '../../designer/data/designerApi';
import { JobDialog } from '../../jobs/JobDialog';
import { RecordEffects } from './RecordEffects';
import { useIsNewestRecord } from './useIsNewestRecord';

/** The texts of each change below `designerScreen.record`. */
const TEXTS = { rollback: 'roll_back', remove: 'remove', reinstate: 'restore' } as const;

interface ConfirmProps {
  readonly id: number;
  readonly table: string;
  readonly action: RecordAction;
  readonly onClose: () => void;
  readonly onStarted: (job: number) => void;
}
/** Deleting needs the typed name, and so does a rollback that removes fields. */
function ConfirmChange({ id, table, action, onClose, onStarted }: ConfirmProps) {
  const { t } = useTranslation();
  const [change, { error, isLoading }] = useChangeDefinitionMutation();
  const [typedName, setTypedName] = useState('');
  const [wasRefused, setRefused] = useState(false);
  const { data: effects } = useRecordEffectsQuery(
    { id, action: action === 'rollback' ? action : 'remove' },
    { skip: action === 'reinstate' },
  );
  const isReferred = effects !== undefined && effects.referredBy.length > 0;
  const losesValues = wasRefused || (effects !== undefined && effects.fields.length > 0);
  const needsName = !isReferred && (action === 'remove' || (action === 'rollback' && losesValues));
  const text = TEXTS[action];
  const submit = async () => {
    const confirmation = needsName ? { confirm: typedName.trim() } : {};
    const response = await change({ action, id, ...confirmation });
    if (response.data !== undefined) onStarted(response.data);
    else setRefused(true);
  };
  return (
    <FormDialog
      title={t(`designerScreen.record.${text}_title`, { table })}
      submitLabel={t(`designerScreen.record.${text}`)}
      onSubmit={submit}
      onClose={onClose}
      isBusy={isLoading}
      isDangerous={action !== 'reinstate'}
      disabled={isReferred || (needsName && typedName.trim() !== table)}
    >
      <Stack sx={{ gap: 4 }}>
        <Typography>{t(`designerScreen.record.${text}_text`)}</Typography>
        {effects !== undefined && <RecordEffects effects={effects} />}
        {isCallFault(error) && error.kind !== 'cancelled' && <Alert severity="error">{error.msg}</Alert>}
        {needsName && (
          <TextField
            fullWidth
            size="small"
            autoComplete="off"
            label={t('designerScreen.record.typed', { table })}
            value={typedName}
            onChange={({ target }) => setTypedName(target.value)}
          />
        )}
      </Stack>
    </FormDialog>
  );
}

/** The changes that are possible after this record. */
function possibleActions(row: WireRow, isNewest: boolean): readonly RecordAction[] {
  if (row['source'] !== 'designer') return [];
  if (row['status'] === CRUD_RECORD_STATUS.delete) return ['reinstate'];
  if (row['status'] !== CRUD_RECORD_STATUS.success) return [];
  return isNewest ? ['rollback', 'remove'] : ['remove'];
}

type Overlay = RecordAction | 'code' | { readonly job: number } | null;

interface RecordActionsProps {
  readonly id: number;
  readonly row: WireRow;
}
export function DefinitionActions({ id, row }: RecordActionsProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { toasts } = useApp();
  const navigate = useNavigate();
  const [start, { isLoading, error }] = useStartDesignMutation();
  const [overlay, setOverlay] = useState<Overlay>(null);
  const table = asString(row['table_name'], 60);
  const isNewest = useIsNewestRecord(id, table);
  const close = () => setOverlay(null);
  const existing = findExistingDesign(error);
  const showDesign = (design: number) => void navigate(`${APP_PATHS.admin.home}/crud_design/${design}`);
  const openDesigner = async (options: { readonly replace?: true } = {}) => {
    const { data: design, error: failure } = await start({ from: 'record', record: id, ...options });
    if (design !== undefined) showDesign(design);
    else if (isCallFault(failure) && findExistingDesign(failure) === undefined) toasts.show('error', failure.msg);
  };
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2 }}>
      <Button size="small" variant="contained" loading={isLoading} onClick={() => void openDesigner()}>
        {t('designerScreen.record.open_designer')}
      </Button>
      {possibleActions(row, isNewest).map((action) => (
        <Button
          key={action}
          size="small"
          variant="outlined"
          color={action === 'remove' ? 'error' : 'primary'}
          onClick={() => setOverlay(action)}
        >
          {t(`designerScreen.record.${TEXTS[action]}`)}
        </Button>
      ))}
      <Button size="small" variant="outlined" onClick={() => setOverlay('code')}>
        {t('designerScreen.record.export')}
      </Button>
      {existing !== undefined && isCallFault(error) && (
        <ExistingDesign
          message={error.msg}
          onOpen={() => showDesign(existing)}
          onReplace={() => void openDesigner({ replace: true })}
        />
      )}
      {typeof overlay === 'string' && overlay !== 'code' && (
        <ConfirmChange
          id={id}
          table={table}
          action={overlay}
          onClose={close}
          onStarted={(job) => setOverlay({ job })}
        />
      )}
      {overlay === 'code' && <CodeDialog from="crud_record" id={id} table={table} onClose={close} />}
      {typeof overlay === 'object' && overlay !== null && <JobDialog id={overlay.job} onClose={close} />}
    </Stack>
  );
}
