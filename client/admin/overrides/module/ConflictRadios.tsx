/** One conflict, with a choice for it. */
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CONFLICT_CHOICES, type ModuleConflict } from '../../../../common/modules/review';

interface ConflictRadiosProps {
  readonly conflict: ModuleConflict;
  /** The subject of the conflict; for an entity its label. */
  readonly subject: string;
  /** Empty while nothing is chosen. */
  readonly choice: string;
  readonly onChoose: (choice: string) => void;
}
export function ConflictRadios({ conflict, subject, choice, onChoose }: ConflictRadiosProps) {
  const { t } = useTranslation();
  const labelId = useId();
  const { kind, count } = conflict;
  const text =
    kind === 'archive'
      ? t('modules.conflicts.archive', { subject, count })
      : t(`modules.conflicts.${kind}`, { subject });
  return (
    <FormControl
      sx={{ border: 1, borderColor: choice === '' ? 'warning.main' : 'divider', borderRadius: '10px', p: 3 }}
    >
      <FormLabel id={labelId} sx={{ color: 'text.primary', fontWeight: 500, overflowWrap: 'anywhere' }}>
        {text}
      </FormLabel>
      <RadioGroup aria-labelledby={labelId} value={choice} onChange={(_, next) => onChoose(next)}>
        {CONFLICT_CHOICES[kind].map((name) => (
          <FormControlLabel
            key={name}
            value={name}
            control={<Radio size="small" />}
            label={t(`modules.conflicts.choices.${name}`)}
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}
