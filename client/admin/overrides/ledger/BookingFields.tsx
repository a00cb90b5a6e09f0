/** The fields of a booking: what changes, by how much, why, and what it belongs to. */
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslation } from 'react-i18next';
import { REFERENCE_MAX, STAFF_TYPES } from '../../../../common/entities/ledger';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import type { Booking, StaffType } from './bookingMemory';
import { directionIn, readAmount, type Direction } from './readAmount';
import type { Faults } from './useBooking';

const DIRECTIONS: readonly Direction[] = ['add', 'deduct'];
/** The direction each type usually has. */
const USUAL: Readonly<Partial<Record<StaffType, Direction>>> = {
  top_up: 'add',
  refund: 'add',
  payment: 'deduct',
  fee: 'deduct',
};

interface ChoiceTabsProps<T extends string> {
  readonly label: string;
  readonly options: readonly (readonly [T, string])[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}
/** A few options side by side, of which exactly one is chosen. */
export function ChoiceTabs<T extends string>({ label, options, value, onChange }: ChoiceTabsProps<T>) {
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      aria-label={label}
      value={value}
      onChange={(_, next: unknown) => onChange(options.find(([one]) => one === next)?.[0] ?? value)}
    >
      {options.map(([one, word]) => (
        <ToggleButton key={one} value={one}>
          {word}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

interface BookingFieldsProps {
  readonly value: Booking;
  readonly faults: Faults;
  readonly onChange: (patch: Partial<Booking>) => void;
  /** Whether the amount has the focus when the dialog opens. */
  readonly autoFocus: boolean;
}
export function BookingFields({ value, faults, onChange, autoFocus }: BookingFieldsProps) {
  const { t } = useTranslation();
  const { fields: names, choices } = useEntityLabels(userMoneyLog);
  const { kind, amount, direction, memo, type, reference } = value;
  // Shown while it is typed; what is missing is shown only once the button was pressed.
  const issue = amount === '' ? undefined : readAmount(kind, amount, direction).issue;
  const wrong = faults.amount ?? (issue && t(`ledger.amount_issue.${issue}`));
  const pickType = (next: StaffType) => {
    const usual = USUAL[next];
    onChange({ type: next, ...(usual === undefined ? {} : { direction: usual }) });
  };
  return (
    <>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'flex-end', '& > *': { flex: 1, minWidth: 0 } }}>
        <TextField
          select
          label={names['type']}
          value={type}
          onChange={({ target }) => pickType(STAFF_TYPES.find((one) => one === target.value) ?? type)}
        >
          {STAFF_TYPES.map((one) => (
            <MenuItem key={one} value={one}>
              {choices['type']?.[one] ?? one}
            </MenuItem>
          ))}
        </TextField>
        <ChoiceTabs
          label={t('ledger.direction')}
          options={DIRECTIONS.map((one) => [one, t(`ledger.directions.${one}`)] as const)}
          value={directionIn(amount) ?? direction}
          onChange={(next) => onChange({ direction: next, amount: amount.replace(/^\s*[+\-−＋－]\s*/, '') })}
        />
      </Stack>
      <TextField
        autoFocus={autoFocus}
        label={t('ledger.amount')}
        value={amount}
        onChange={({ target }) => onChange({ amount: target.value })}
        error={wrong !== undefined}
        helperText={wrong ?? t('ledger.amount_help')}
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
      />
      <TextField
        label={t('ledger.memo')}
        value={memo}
        onChange={({ target }) => onChange({ memo: target.value })}
        error={faults.memo !== undefined}
        helperText={faults.memo ?? t('ledger.memo_help')}
        slotProps={{ htmlInput: { maxLength: 255 } }}
      />
      <TextField
        label={names['reference']}
        value={reference}
        onChange={({ target }) => onChange({ reference: target.value })}
        error={faults.reference !== undefined}
        helperText={faults.reference ?? t('ledger.reference_help')}
        slotProps={{ htmlInput: { maxLength: REFERENCE_MAX } }}
      />
    </>
  );
}
