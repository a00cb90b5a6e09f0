/** Asks for a past point in time. */
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, parseUnixSeconds } from '../../../../common/text/time/dates';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { MaskedDateTimeInput } from '../../fieldTypes/inputs/maskedDateInputs';

interface MomentDialogProps {
  /** Unix seconds. */
  readonly initial: number;
  readonly onChoose: (moment: number) => void;
  readonly onClose: () => void;
}

type MomentError = 'incomplete' | 'future';
function validateMoment(text: string): MomentError | number {
  const moment = parseUnixSeconds(text);
  if (moment === undefined) return 'incomplete';
  return moment > Date.now() / 1000 ? 'future' : moment;
}

export function MomentDialog({ initial, onChoose, onClose }: MomentDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(formatDateTime(initial));
  const [error, setError] = useState<MomentError | null>(null);
  const id = useId();
  const submit = () => {
    const moment = validateMoment(text);
    // After the event: a navigation within it would make React treat the form as pending.
    if (typeof moment === 'number') queueMicrotask(() => onChoose(moment));
    else setError(moment);
  };
  return (
    <FormDialog
      title={t('asOf.choose')}
      submitLabel={t('asOf.show')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={false}
    >
      <Stack sx={{ gap: 1 }}>
        <Typography component="label" variant="body2" htmlFor={id} sx={{ fontWeight: 500 }}>
          {t('asOf.moment')}
        </Typography>
        <MaskedDateTimeInput
          id={id}
          value={text}
          describedBy={`${id}-help`}
          disabled={false}
          invalid={error !== null}
          onTextChange={(next) => {
            setText(next);
            setError(null);
          }}
        />
        <Typography
          id={`${id}-help`}
          variant="caption"
          role={error === null ? undefined : 'alert'}
          sx={{ color: error === null ? 'text.secondary' : 'error.main' }}
        >
          {error === null ? t('asOf.help') : t(`asOf.error.${error}`)}
        </Typography>
      </Stack>
    </FormDialog>
  );
}
