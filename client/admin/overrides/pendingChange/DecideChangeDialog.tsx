/** Asks once more before a pending change is approved, refused or withdrawn; a refusal needs a reason. */
import DialogContentText from '@mui/material/DialogContentText';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pendingChange } from '../../../../common/entities/pendingChange';
import type { Wire } from '../../../../common/entity/project';
import { useSayTitle } from '../../../engine/useSayTitle';
import { useApp } from '../../../shared/app';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { useWords } from '../../../shared/i18n';
import { asText } from '../../../shared/persist';
import { DecisionReason } from '../decision/DecisionReason';
import type { Decision } from '../decision/decisions';
import { useDecision, type Answered } from '../decision/useDecision';
import { ChangeValues } from './ChangedValue';

interface DecideChangeDialogProps {
  readonly what: Decision;
  readonly row: Wire;
  readonly onClose: () => void;
}

export function DecideChangeDialog({ what, row, onClose }: DecideChangeDialogProps) {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const say = useSayTitle(pendingChange.name);
  const { fields } = useWords(pendingChange);
  const [memo, setMemo] = useState('');
  const onDone = ({ said }: Answered) => {
    toasts.show('success', said);
    onClose();
  };
  const { decide, fault, busy } = useDecision({ entity: pendingChange, id: Number(row['id']), what, onDone });
  return (
    <FormDialog
      title={t(`settings.second.title.${what}`)}
      submit={t(`ledger.second.submit.${what}`)}
      onSubmit={() => decide(memo.trim())}
      onClose={onClose}
      busy={busy}
      grave={what === 'refuse'}
    >
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{say(asText(row['name']), row)}</Typography>
      <ChangeValues row={row} />
      <DialogContentText sx={{ mt: 2, mb: what === 'refuse' ? 4 : 0 }}>
        {`${fields.asked_name}: ${asText(row['asked_name'])}`}
      </DialogContentText>
      <DecisionReason decision={what} reason={memo} onChange={setMemo} fault={fault} />
    </FormDialog>
  );
}
