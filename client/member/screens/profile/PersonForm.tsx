/** What a member says of itself; a value somebody else changes meanwhile appears in every field that was not touched. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { nanoid } from '@reduxjs/toolkit';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldRival } from '../../../shared/account/FieldRival';
import { useOwnFields, type Changes, type OwnFields } from '../../../shared/account/useOwnFields';
import { useAppDispatch } from '../../../shared/createStore';
import type { Wire } from '../../../shared/entities';
import { PERSON_COLOURS } from '../../../shared/tokens';
import { useFullUrl } from '../../../shared/useFullUrl';
import { PictureButton } from '../../../shared/upload/PictureButton';
import { PersonAvatar } from '../../../ui/PersonAvatar';
import { DayField } from '../../DayField';
import { DeniedNote, FIELDSET, useOpenForm } from '../../frame/openForm';
import { textOf } from '../../textOf';
import { ownRowApi } from '../../ownRowApi';
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

/** What others wrote in the chosen fields is said in the words of the form. */
function usePrintedValue() {
  const { t } = useTranslation();
  return (name: Field, value: string) => {
    if (value === '') return t('joining.profile.nothing');
    const gender = Object.entries(GENDERS).find(([, code]) => code === value)?.[0];
    return name === 'gender' && gender !== undefined
      ? t(`joining.profile.genders.${gender as keyof typeof GENDERS}`)
      : `“${value}”`;
  };
}

function Rival({ own, name }: { readonly own: OwnFields; readonly name: Field }) {
  const { t } = useTranslation();
  const printed = usePrintedValue();
  const theirs = own.rivalOf(name);
  if (theirs === undefined) return null;
  return (
    <FieldRival
      said={t('joining.profile.changed', { value: printed(name, theirs) })}
      labels={{ take: t('joining.profile.take'), keep: t('joining.profile.keep') }}
      onTake={() => own.take(name)}
      onKeep={() => own.keep(name)}
    />
  );
}

function useProfile(row: Wire) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const own = useOwnFields(row);
  const { send, faults, busy } = useSending();
  const save = async ({ values, base }: Changes) => {
    own.sending(values);
    const body = { ...values, revision: row['revision'], _base: base, _mid: nanoid(21) };
    const names = { avatar: t('joining.profile.avatar') };
    const { ok } = await send(URL, body, { shown: Object.keys(MOST), names, announce: true });
    const { ownRow } = ownRowApi.endpoints;
    await dispatch(ownRow.initiate(Number(row['id']), { subscribe: false, forceRefetch: true }));
    if (!ok) {
      own.sending(null);
      return;
    }
    own.stored(values);
  };
  return { own, save, faults, busy };
}

export function PersonForm({ row }: { readonly row: Wire }) {
  const { t } = useTranslation();
  const { own, save, faults, busy } = useProfile(row);
  const readOnly = useOpenForm(own.dirty);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const changed = readOnly ? undefined : own.changes();
    if (changed) void save(changed);
  };
  const shown = (name: Field) => ({
    name,
    label: t(`joining.profile.${name}`),
    value: own.valueOf(name),
    error: faults[name] !== undefined,
    // The question takes the place of the line that is kept for a fault.
    helperText: faults[name] ?? (own.rivalOf(name) === undefined ? ' ' : undefined),
  });
  const field = (name: Field) => ({
    ...shown(name),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => own.type(name, target.value),
  });
  const slots = (name: Field) => ({ htmlInput: { maxLength: MOST[name] }, input: { readOnly } });
  return (
    <Stack component="form" noValidate onSubmit={submit} sx={{ gap: 2, maxWidth: 520 }}>
      {readOnly && <DeniedNote />}
      <Box component="fieldset" disabled={readOnly} sx={FIELDSET}>
        <Picture
          row={row}
          name={own.valueOf('nickname')}
          onStored={(avatar) => void save({ values: { avatar }, base: { avatar: row['avatar'] ?? null } })}
        />
      </Box>
      <TextField {...field('nickname')} slotProps={slots('nickname')} />
      <Rival own={own} name="nickname" />
      <TextField select {...field('gender')} slotProps={{ input: { readOnly } }}>
        {Object.entries(GENDERS).map(([name, value]) => (
          <MenuItem key={name} value={value}>
            {t(`joining.profile.genders.${name as keyof typeof GENDERS}`)}
          </MenuItem>
        ))}
      </TextField>
      <Rival own={own} name="gender" />
      <DayField {...shown('birthday')} readOnly={readOnly} onText={(text) => own.type('birthday', text)} />
      <Rival own={own} name="birthday" />
      <TextField {...field('motto')} slotProps={slots('motto')} />
      <Rival own={own} name="motto" />
      <Button type="submit" variant="contained" loading={busy} disabled={readOnly} sx={{ alignSelf: 'flex-start' }}>
        {t('joining.profile.save')}
      </Button>
    </Stack>
  );
}
