/** Makes many codes that grant the same. */
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Issue } from '../../../../common/entity/issue';
import { activationCode } from '../../../../common/entities/activationCode';
import { LIMITS } from '../../../../common/limits';
import { parseUnixSeconds } from '../../../../common/text/time/dates';
import { EntityPicker } from '../../../engine/EntityPicker';
import { MaskedDateTimeInput } from '../../../engine/fieldTypes/inputs/maskedDateInputs';
import { usePermissions } from '../../../engine/usePermissions';
import { CodeFormDialog } from './CodeFormDialog';
import { codesApi } from './codesApi';
import { fieldErrors } from '../../../shared/api/faults';
import { translateIssue } from '../../../shared/i18n/i18n';

type TextName = 'series' | 'count' | 'num' | 'money' | 'score' | 'app_days' | 'expire_time';
const EMPTY: Readonly<Record<TextName, string>> = {
  series: '',
  count: '20',
  num: '1',
  money: '',
  score: '',
  app_days: '',
  expire_time: '',
};
interface SeriesRefs {
  readonly version?: number | undefined;
  readonly app?: number | undefined;
}
/** Refusals of single codes of the batch name their index. */
const findError = (errors: Readonly<Record<string, string>>, name: string): string | undefined =>
  errors[name] ?? errors[`list.0.${name}`];
const optional = (name: string, value: string | number | undefined) =>
  value === undefined || value === '' ? {} : { [name]: value };
const MAX_CODES = LIMITS.maxBulkIds;
/** Fields that the route itself requires; the server checks the others as those of each code. */
function findIssues({ series, count }: Readonly<Record<TextName, string>>): readonly Issue[] {
  const number = Number(count);
  return [
    ...(series.trim() === '' ? [{ path: 'series', code: 'required' } as const] : []),
    ...(Number.isInteger(number) && number >= 1
      ? []
      : [{ path: 'count', code: 'too_small', params: { min: 1 } } as const]),
    ...(number > MAX_CODES ? [{ path: 'count', code: 'too_big', params: { max: MAX_CODES } } as const] : []),
  ];
}
const findNumber = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

export function SeriesDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const [make, { isLoading, error }] = codesApi.useMakeSeriesMutation();
  const [texts, setTexts] = useState(EMPTY);
  const [refs, setRefs] = useState<SeriesRefs>({});
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const ownErrors = Object.fromEntries(issues.map((issue) => [issue.path, translateIssue(i18n, issue)]));
  const submit = async () => {
    const found = findIssues(texts);
    setIssues(found);
    if (found.length > 0) return;
    const { series, count, num, money, score, app_days: days, expire_time: end } = texts;
    const { error: refused } = await make({
      series: series.trim(),
      count: Number(count),
      num: Number(num),
      ...optional('money', money.trim()),
      ...optional('score', findNumber(score)),
      ...optional('plugin_version_id', refs.version),
      ...optional('app_id', refs.app),
      ...optional('app_days', findNumber(days)),
      ...optional('expire_time', parseUnixSeconds(end) ?? end),
    });
    if (!refused) onClose();
  };
  return (
    <CodeFormDialog
      title={t('activationCodes.series_title')}
      submitLabel={t('activationCodes.series_submit')}
      isBusy={isLoading}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <SeriesFields
        texts={texts}
        onText={setTexts}
        refs={refs}
        onRefs={setRefs}
        errors={{ ...fieldErrors(error), ...ownErrors }}
      />
    </CodeFormDialog>
  );
}

const pair = (...inputs: readonly ReactNode[]) => (
  <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 3 }}>
    {inputs}
  </Stack>
);
interface SeriesFieldsProps {
  readonly texts: typeof EMPTY;
  readonly onText: (texts: typeof EMPTY) => void;
  readonly refs: SeriesRefs;
  readonly onRefs: (refs: SeriesRefs) => void;
  readonly errors: Readonly<Record<string, string>>;
}
function SeriesFields({ texts, onText, refs, onRefs, errors }: SeriesFieldsProps) {
  const { t } = useTranslation();
  const { writable } = usePermissions(activationCode);
  const input = (name: TextName, isNumber = true): ReactNode => (
    <TextField
      fullWidth
      label={t(`activationCodes.fields.${name}`)}
      value={texts[name]}
      error={findError(errors, name) !== undefined}
      helperText={findError(errors, name)}
      onChange={({ target }) => onText({ ...texts, [name]: target.value })}
      slotProps={{
        htmlInput: isNumber ? { inputMode: name === 'money' ? 'decimal' : 'numeric', max: LIMITS.maxBulkIds } : {},
      }}
    />
  );
  return (
    <>
      {input('series', false)}
      {pair(
        <Box key="count" sx={{ flex: 1 }}>
          {input('count')}
        </Box>,
        <Box key="num" sx={{ flex: 1 }}>
          {input('num')}
        </Box>,
      )}
      <ExpiryField
        value={texts.expire_time}
        error={findError(errors, 'expire_time')}
        onText={(end) => onText({ ...texts, expire_time: end })}
      />
      {pair(
        writable.has('money') && (
          <Box key="money" sx={{ flex: 1 }}>
            {input('money')}
          </Box>
        ),
        <Box key="score" sx={{ flex: 1 }}>
          {input('score')}
        </Box>,
      )}
      <LabelledPicker
        label={t('activationCodes.fields.plugin_version_id')}
        to="plugin_version"
        id={refs.version}
        error={findError(errors, 'plugin_version_id')}
        onChange={(version) => onRefs({ ...refs, version })}
      />
      <LabelledPicker
        label={t('activationCodes.fields.app_id')}
        to="app"
        id={refs.app}
        error={findError(errors, 'app_id')}
        onChange={(app) => onRefs({ ...refs, app })}
      />
      {refs.app !== undefined && input('app_days')}
    </>
  );
}

interface ExpiryFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onText: (text: string) => void;
}
function ExpiryField({ value, error, onText }: ExpiryFieldProps) {
  const { t } = useTranslation();
  return (
    <Labelled label={t('activationCodes.fields.expire_time')} error={error}>
      {(ids) => (
        <MaskedDateTimeInput
          {...ids}
          value={value}
          disabled={false}
          invalid={error !== undefined}
          onTextChange={onText}
        />
      )}
    </Labelled>
  );
}

interface LabelledProps {
  readonly label: string;
  readonly error: string | undefined;
  readonly children: (ids: { readonly id: string; readonly describedBy: string }) => ReactNode;
}
function Labelled({ label, error, children }: LabelledProps) {
  const id = useId();
  const describedBy = `${id}-help`;
  return (
    <Box>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      {children({ id, describedBy })}
      <FormHelperText id={describedBy} error>
        {error}
      </FormHelperText>
    </Box>
  );
}

interface LabelledPickerProps extends Pick<LabelledProps, 'label' | 'error'> {
  readonly to: string;
  readonly id: number | undefined;
  readonly onChange: (id: number | undefined) => void;
}
const LabelledPicker = ({ label, error, to, id: rowId, onChange }: LabelledPickerProps) => (
  <Labelled label={label} error={error}>
    {({ id, describedBy }) => (
      <EntityPicker
        to={to}
        ids={rowId === undefined ? [] : [rowId]}
        onChange={(ids) => onChange(ids[0])}
        isMultiple={false}
        id={id}
        invalid={error !== undefined}
        describedBy={describedBy}
      />
    )}
  </Labelled>
);
