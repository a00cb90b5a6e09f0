/** The form with the text fields that the module lets members fill in. */
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../../shared/app/appContext';
import { useFormSubmit } from '../../useFormSubmit';
import type { PageFormField, ModulePageInfo } from './modulePageApi';

interface AddRowFormProps {
  readonly page: ModulePageInfo;
  readonly onAdded: () => void;
}
export function AddRowForm({ page: { entity, fields }, onAdded }: AddRowFormProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const { send, fieldErrors, setFieldErrors, isBusy } = useFormSubmit();
  const valueOf = ({ name }: PageFormField) => values[name] ?? '';
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const empty = fields.filter((field) => field.isRequired && valueOf(field).trim() === '');
    setFieldErrors(Object.fromEntries(empty.map(({ name }) => [name, t('modulePages.required')])));
    if (empty.length > 0) return;
    const row = Object.fromEntries(fields.map((field) => [field.name, valueOf(field).trim()]));
    const { isOk, message } = await send(`/api/${entity}/add`, row, { shownFields: fields.map(({ name }) => name) });
    if (!isOk) return;
    toasts.show('success', message);
    setValues({});
    onAdded();
  };
  return (
    <Stack component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ gap: 4 }}>
      {fields.map((field) => (
        <TextField
          key={field.name}
          name={field.name}
          label={field.label}
          required={field.isRequired}
          value={valueOf(field)}
          {...(field.lines > 1 ? { multiline: true, minRows: field.lines } : {})}
          error={fieldErrors[field.name] !== undefined}
          helperText={fieldErrors[field.name] ?? field.help}
          onChange={({ target }) => {
            setValues({ ...values, [field.name]: target.value });
            setFieldErrors({});
          }}
          slotProps={{ htmlInput: { maxLength: field.max } }}
        />
      ))}
      <Button type="submit" variant="contained" loading={isBusy} sx={{ alignSelf: 'flex-start' }}>
        {t('modulePages.send')}
      </Button>
    </Stack>
  );
}
