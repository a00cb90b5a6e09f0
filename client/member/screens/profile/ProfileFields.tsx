/** The profile form of a member; remote changes appear in every field that has no unsaved text. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { nanoid } from '@reduxjs/toolkit';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldConflict } from '../../../shared/account/FieldConflict';
import { useProfileForm, type Changes, type ProfileForm } from '../../../shared/account/useProfileForm';
import { useAppDispatch } from '../../../shared/app/createStore';
import type { RowData } from '../../../shared/store/entities';
import { PERSON_COLORS } from '../../../shared/theme/designTokens';
import { useFullUrl } from '../../../shared/app/useFullUrl';
import { ImageButton } from '../../../shared/upload/ImageButton';
import { PersonAvatar } from '../../../ui/PersonAvatar';
import { DateField } from '../../DateField';
import { FormDeniedAlert, PLAIN_FIELDSET, useKeepFormOpen } from '../../layout/useKeepFormOpen';
import { valueToText } from '../../valueToText';
import { ownRecordApi } from '../../ownRecord/ownRecordApi';
import { useFormSubmit } from '../../useFormSubmit';

const PROFILE_URL = '/api/account/profile';
type ProfileField = 'nickname' | 'gender' | 'birthday' | 'motto';
const GENDERS = { secrecy: '0', male: '1', female: '2' } as const;
const MAX_LENGTHS: Readonly<Record<ProfileField, number>> = { nickname: 30, gender: 1, birthday: 10, motto: 255 };

interface ProfileImageProps {
  readonly row: RowData;
  readonly name: string;
  readonly onStored: (path: string) => void;
}
function ProfileImage({ row, name, onStored }: ProfileImageProps) {
  const { t } = useTranslation();
  const fullUrl = useFullUrl();
  return (
    <Stack direction="row" sx={{ gap: 4, alignItems: 'center', mb: 3 }}>
      <PersonAvatar
        id={Number(row['id'])}
        name={name}
        src={fullUrl(valueToText(row['avatar']))}
        size={72}
        colors={PERSON_COLORS}
      />
      <ImageButton label={t('registration.profile.avatar')} onStored={({ url }) => onStored(url)} />
    </Stack>
  );
}

/** Formats a remote value as the form shows it. */
function useFormatFieldValue() {
  const { t } = useTranslation();
  return (name: ProfileField, value: string) => {
    if (value === '') return t('registration.profile.nothing');
    const gender = Object.entries(GENDERS).find(([, code]) => code === value)?.[0];
    return name === 'gender' && gender !== undefined
      ? t(`registration.profile.genders.${gender as keyof typeof GENDERS}`)
      : `“${value}”`;
  };
}

function RemoteChangeNotice({ profileForm, name }: { readonly profileForm: ProfileForm; readonly name: ProfileField }) {
  const { t } = useTranslation();
  const formatValue = useFormatFieldValue();
  const remoteValue = profileForm.findRemoteValue(name);
  if (remoteValue === undefined) return null;
  return (
    <FieldConflict
      message={t('registration.profile.changed', { value: formatValue(name, remoteValue) })}
      labels={{ take: t('registration.profile.take'), keep: t('registration.profile.keep') }}
      onTake={() => profileForm.takeRemote(name)}
      onKeep={() => profileForm.keepOwn(name)}
    />
  );
}

function useSaveProfile(row: RowData) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const profileForm = useProfileForm(row);
  const { send, fieldErrors, isBusy } = useFormSubmit();
  const save = async ({ values, base }: Changes) => {
    profileForm.markSending(values);
    const body = { ...values, revision: row['revision'], _base: base, _mid: nanoid(21) };
    const labels = { avatar: t('registration.profile.avatar') };
    const { isOk } = await send(PROFILE_URL, body, { shownFields: Object.keys(MAX_LENGTHS), labels, announce: true });
    const { ownRow } = ownRecordApi.endpoints;
    await dispatch(ownRow.initiate(Number(row['id']), { subscribe: false, forceRefetch: true }));
    if (!isOk) {
      profileForm.markSending(null);
      return;
    }
    profileForm.markStored(values);
  };
  return { profileForm, save, fieldErrors, isBusy };
}

export function ProfileFields({ row }: { readonly row: RowData }) {
  const { t } = useTranslation();
  const { profileForm, save, fieldErrors, isBusy } = useSaveProfile(row);
  const readOnly = useKeepFormOpen(profileForm.isDirty);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const changed = readOnly ? undefined : profileForm.changes();
    if (changed) void save(changed);
  };
  const fieldProps = (name: ProfileField) => ({
    name,
    label: t(`registration.profile.${name}`),
    value: profileForm.valueOf(name),
    error: fieldErrors[name] !== undefined,
    // Without a helper text, a blank keeps its space, so that an error moves nothing; the conflict message needs no blank.
    helperText: fieldErrors[name] ?? (profileForm.findRemoteValue(name) === undefined ? ' ' : undefined),
  });
  const inputProps = (name: ProfileField) => ({
    ...fieldProps(name),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => profileForm.setText(name, target.value),
  });
  const slots = (name: ProfileField) => ({ htmlInput: { maxLength: MAX_LENGTHS[name] }, input: { readOnly } });
  return (
    <Stack component="form" noValidate onSubmit={submit} sx={{ gap: 2, maxWidth: 520 }}>
      {readOnly && <FormDeniedAlert />}
      <Box component="fieldset" disabled={readOnly} sx={PLAIN_FIELDSET}>
        <ProfileImage
          row={row}
          name={profileForm.valueOf('nickname')}
          onStored={(avatar) => void save({ values: { avatar }, base: { avatar: row['avatar'] ?? null } })}
        />
      </Box>
      <TextField {...inputProps('nickname')} slotProps={slots('nickname')} />
      <RemoteChangeNotice profileForm={profileForm} name="nickname" />
      <TextField select {...inputProps('gender')} slotProps={{ input: { readOnly } }}>
        {Object.entries(GENDERS).map(([name, value]) => (
          <MenuItem key={name} value={value}>
            {t(`registration.profile.genders.${name as keyof typeof GENDERS}`)}
          </MenuItem>
        ))}
      </TextField>
      <RemoteChangeNotice profileForm={profileForm} name="gender" />
      <DateField
        {...fieldProps('birthday')}
        readOnly={readOnly}
        onChangeText={(text) => profileForm.setText('birthday', text)}
      />
      <RemoteChangeNotice profileForm={profileForm} name="birthday" />
      <TextField {...inputProps('motto')} slotProps={slots('motto')} />
      <RemoteChangeNotice profileForm={profileForm} name="motto" />
      <Button type="submit" variant="contained" loading={isBusy} disabled={readOnly} sx={{ alignSelf: 'flex-start' }}>
        {t('registration.profile.save')}
      </Button>
    </Stack>
  );
}
