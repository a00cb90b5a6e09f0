/** What a member says of itself; a value somebody else changes meanwhile appears in every field that was not touched. */
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../../shared/app';
import type { Wire } from '../../../shared/entities';
import { PERSON_COLOURS } from '../../../shared/tokens';
import { useFullUrl } from '../../../shared/useFullUrl';
import { PictureButton } from '../../../shared/upload/PictureButton';
import { PersonAvatar } from '../../../ui/PersonAvatar';
import { DayField } from '../../DayField';
import { textOf } from '../../textOf';
import { useSending } from '../../useSending';

const URL = '/api/account/profile';
type Field = 'nickname' | 'gender' | 'birthday' | 'motto';
const GENDERS = { secrecy: '0', male: '1', female: '2' } as const;
const MOST: Readonly<Record<Field, number>> = { nickname: 30, gender: 1, birthday: 10, motto: 255 };

interface PictureProps {
  readonly row: Wire;
  readonly name: string;
  readonly onStored: (path: string) => void;
}
function Picture({ row, name, onStored }: PictureProps) {
  const { t } = useTranslation();
  const fullUrl = useFullUrl();
  return (
    <Stack direction="row" sx={{ gap: 4, alignItems: 'center', mb: 3 }}>
      <PersonAvatar
        id={Number(row['id'])}
        name={name}
        src={fullUrl(textOf(row['avatar']))}
        size={72}
        colours={PERSON_COLOURS}
      />
      <PictureButton label={t('joining.profile.avatar')} onStored={({ url }) => onStored(url)} />
    </Stack>
  );
}

export function PersonForm({ row }: { readonly row: Wire }) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const [typed, setTyped] = useState<Readonly<Partial<Record<Field, string>>>>({});
  const { send, faults, busy } = useSending();
  const valueOf = (name: Field) => typed[name] ?? textOf(row[name]);
  const save = async (body: Readonly<Record<string, string>>) => {
    if (!(await send(URL, body)).ok) return;
    // What was typed while it was being saved stays.
    setTyped((now) => Object.fromEntries(Object.entries(now).filter(([name, value]) => body[name] !== value)));
    toasts.show('success', t('joining.profile.saved'));
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const changed = Object.entries(typed).filter(([name, value]) => value !== textOf(row[name]));
    if (changed.length > 0) void save(Object.fromEntries(changed));
  };
  const type = (name: Field, text: string) => setTyped((now) => ({ ...now, [name]: text }));
  const shown = (name: Field) => ({
    name,
    label: t(`joining.profile.${name}`),
    value: valueOf(name),
    error: faults[name] !== undefined,
    helperText: faults[name] ?? ' ',
  });
  const field = (name: Field) => ({
    ...shown(name),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => type(name, target.value),
  });
  return (
    <Stack component="form" noValidate onSubmit={submit} sx={{ gap: 2, maxWidth: 520 }}>
      <Picture row={row} name={valueOf('nickname')} onStored={(avatar) => void save({ avatar })} />
      <TextField {...field('nickname')} slotProps={{ htmlInput: { maxLength: MOST.nickname } }} />
      <TextField select {...field('gender')}>
        {Object.entries(GENDERS).map(([name, value]) => (
          <MenuItem key={name} value={value}>
            {t(`joining.profile.genders.${name as keyof typeof GENDERS}`)}
          </MenuItem>
        ))}
      </TextField>
      <DayField {...shown('birthday')} onText={(text) => type('birthday', text)} />
      <TextField {...field('motto')} slotProps={{ htmlInput: { maxLength: MOST.motto } }} />
      <Button type="submit" variant="contained" loading={busy} sx={{ alignSelf: 'flex-start' }}>
        {t('joining.profile.save')}
      </Button>
    </Stack>
  );
}
