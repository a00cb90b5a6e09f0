/** Confirms the decision about a pending change; a refusal needs a reason. */
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
import { DecisionReason } from '../approval/DecisionReason';
import type { Decision } from '../approval/decision';
import { useDecision, type DecisionResult } from '../approval/useDecision';
import { ChangeValues } from './ChangedValue';

interface ChangeDecisionDialogProps {
  readonly decision: Decision;
  readonly row: WireRow;
  readonly onClose: () => void;
}

export function ChangeDecisionDialog({ decision, row, onClose }: ChangeDecisionDialogProps) {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const translateTitle = useTranslateTitle(pendingChange.name);
  const { fields } = useEntityLabels(pendingChange);
  const [memo, setMemo] = useState('');
  const onDone = ({ message }: DecisionResult) => {
    toasts.show('success', message);
    onClose();
  };
  const { decide, fault, isBusy } = useDecision({ entity: pendingChange, id: Number(row['id']), decision, onDone });
  return (
    <FormDialog
      title={t(`settings.second.title.${decision}`)}
      submitLabel={t(`ledger.second.submit.${decision}`)}
      onSubmit={() => decide(memo.trim())}
      onClose={onClose}
      isBusy={isBusy}
      isDangerous={decision === 'refuse'}
    >
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {translateTitle(asString(row['name']), row)}
      </Typography>
      <ChangeValues row={row} />
      <DialogContentText sx={{ mt: 2, mb: decision === 'refuse' ? 4 : 0 }}>
        {`${fields.asked_name}: ${asString(row['asked_name'])}`}
      </DialogContentText>
      <DecisionReason decision={decision} reason={memo} onChange={setMemo} fault={fault} />
    </FormDialog>
  );
}
