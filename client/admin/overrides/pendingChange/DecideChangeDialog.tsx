/** Asks once more before a pending change is approved, refused or withdrawn; a refusal needs a reason. */
import DialogContentText from '@mui/material/DialogContentText';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pendingChange } from '../../../../common/entities/pendingChange';
import type { WireRow } from '../../../../common/entity/projectRow';
import { useTranslateTitle } from '../../../engine/data/useTranslateTitle';
import { useApp } from '../../../shared/app/appContext';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { asString } from '../../../../common/json';
import { DecisionReason } from '../decision/DecisionReason';
import type { Decision } from '../decision/decisions';
import { useDecision, type Answered } from '../decision/useDecision';
import { ChangeValues } from './ChangedValue';

interface DecideChangeDialogProps {
  readonly what: Decision;
  readonly row: WireRow;
  readonly onClose: () => void;
}

export function DecideChangeDialog({ what, row, onClose }: DecideChangeDialogProps) {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const say = useTranslateTitle(pendingChange.name);
  const { fields } = useEntityLabels(pendingChange);
  const [memo, setMemo] = useState('');
  const onDone = ({ said }: Answered) => {
    toasts.show('success', said);
    onClose();
  };
  const { decide, fault, busy } = useDecision({ entity: pendingChange, id: Number(row['id']), what, onDone });
  return (
    <FormDialog
      title={t(`settings.second.title.${what}`)}
      submitLabel={t(`ledger.second.submit.${what}`)}
      onSubmit={() => decide(memo.trim())}
      onClose={onClose}
      isBusy={busy}
      isDangerous={what === 'refuse'}
    >
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{say(asString(row['name']), row)}</Typography>
      <ChangeValues row={row} />
      <DialogContentText sx={{ mt: 2, mb: what === 'refuse' ? 4 : 0 }}>
        {`${fields.asked_name}: ${asString(row['asked_name'])}`}
      </DialogContentText>
      <DecisionReason decision={what} reason={memo} onChange={setMemo} fault={fault} />
    </FormDialog>
  );
}
