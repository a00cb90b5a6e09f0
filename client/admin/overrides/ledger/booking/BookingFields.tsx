/** Fields of a booking: type, direction, amount, memo and reference. */
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslation } from 'react-i18next';
import { REFERENCE_MAX, STAFF_TYPES } from '../../../../../common/entities/ledger';
import { userMoneyLog } from '../../../../../common/entities/userMoneyLog';
import { useEntityLabels } from '../../../../shared/i18n/i18n';
import type { Booking, StaffType } from './bookingDrafts';
import { typedDirection, readAmount, type Direction } from './readAmount';
import { ReasonMenu } from './ReasonMenu';
import type { BookingErrors } from './useBooking';
import type { BookingOptions } from './useBookingOptions';

const DIRECTIONS: readonly Direction[] = ['add', 'deduct'];
/** Usual direction of each type. */
const USUAL_DIRECTIONS: Readonly<Partial<Record<StaffType, Direction>>> = {
  top_up: 'add',
  refund: 'add',
  payment: 'deduct',
  fee: 'deduct',
};

interface ChoiceToggleGroupProps<T extends string> {
  readonly label: string;
  readonly options: readonly (readonly [T, string])[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}
/** Exclusive options as toggle buttons. */
export function ChoiceToggleGroup<T extends string>({ label, options, value, onChange }: ChoiceToggleGroupProps<T>) {
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      aria-label={label}
      value={value}
      onChange={(_, next: unknown) => onChange(options.find(([option]) => option === next)?.[0] ?? value)}
    >
      {options.map(([option, optionLabel]) => (
        <ToggleButton key={option} value={option}>
          {optionLabel}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

interface BookingFieldsProps {
  readonly value: Booking;
  readonly faults: BookingErrors;
  readonly reasons: BookingOptions['reasons'];
  readonly onChange: (patch: Partial<Booking>) => void;
  /** Whether the amount field gets the focus when the dialog opens. */
  readonly autoFocus: boolean;
}
function MemoField({ value: { memo }, faults, reasons, onChange }: Omit<BookingFieldsProps, 'autoFocus'>) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('ledger.memo')}
      value={memo}
      onChange={({ target }) => onChange({ memo: target.value })}
      error={faults.memo !== undefined}
      helperText={faults.memo ?? t('ledger.memo_help')}
      slotProps={{
        htmlInput: { maxLength: 255 },
        input: { endAdornment: <ReasonMenu reasons={reasons} onChoose={(reason) => onChange({ memo: reason })} /> },
      }}
    />
  );
}

export function BookingFields({ value, faults, reasons, onChange, autoFocus }: BookingFieldsProps) {
  const { t } = useTranslation();
  const { fields: names, choices } = useEntityLabels(userMoneyLog);
  const { kind, amount, direction, type, reference } = value;
  // Errors appear while typing, except that of an empty field, which appears after the press.
  const issue = amount === '' ? undefined : readAmount(kind, amount, direction).issue;
  const amountError = faults.amount ?? (issue && t(`ledger.amount_issue.${issue}`));
  const changeType = (next: StaffType) => {
    const usualDirection = USUAL_DIRECTIONS[next];
    onChange({ type: next, ...(usualDirection === undefined ? {} : { direction: usualDirection }) });
  };
  return (
    <>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'flex-end', '& > *': { flex: 1, minWidth: 0 } }}>
        <TextField
          select
          label={names['type']}
          value={type}
          onChange={({ target }) => changeType(STAFF_TYPES.find((option) => option === target.value) ?? type)}
        >
          {STAFF_TYPES.map((option) => (
            <MenuItem key={option} value={option}>
              {choices['type']?.[option] ?? option}
            </MenuItem>
          ))}
        </TextField>
        <ChoiceToggleGroup
          label={t('ledger.direction')}
          options={DIRECTIONS.map((option) => [option, t(`ledger.directions.${option}`)] as const)}
          value={typedDirection(amount) ?? direction}
          onChange={(next) => onChange({ direction: next, amount: amount.replace(/^\s*[+\-−＋－]\s*/, '') })}
        />
      </Stack>
      <TextField
        autoFocus={autoFocus}
        label={t('ledger.amount')}
        value={amount}
        onChange={({ target }) => onChange({ amount: target.value })}
        error={amountError !== undefined}
        helperText={amountError ?? t('ledger.amount_help')}
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
      />
      <MemoField value={value} faults={faults} reasons={reasons} onChange={onChange} />
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
