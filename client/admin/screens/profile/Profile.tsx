/** Profile: account data, password, second factor, sessions and recent activity. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Suspense, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ImageButton } from '../../../shared/upload/ImageButton';
import { api } from '../../../shared/api/api';
import { useApp } from '../../../shared/app/appContext';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { useAppDispatch } from '../../../shared/app/createStore';
import { fieldErrors, isCallFault, otherFieldErrors } from '../../../shared/api/faults';
import { PasswordInput } from '../../../shared/controls/PasswordInput';
import { asRecord, asString, asInteger } from '../../../../common/json';
import { PERSON_COLORS } from '../../../shared/theme/designTokens';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { useFormatters } from '../../../shared/i18n/format';
import { useFullUrl } from '../../../shared/app/useFullUrl';
import { useDocumentTitle } from '../../../shared/app/useDocumentTitle';
import { PersonAvatar } from '../../../ui/PersonAvatar';
import { RecentActivity } from './RecentActivity';
import { OwnSessions } from '../../../shared/account/OwnSessions';
import { FieldConflict } from '../../../shared/account/FieldConflict';
import { ProfileSection } from '../../../shared/account/ProfileSection';
import { useProfileForm, type Changes, type ProfileForm } from '../../../shared/account/useProfileForm';
import { useTopic } from '../../../shared/app/useTopic';
import { PasswordStrength } from '../../../engine/fieldTypes/Password';
import { newIdempotencyKey } from '../../../engine/data/rowsApi';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const ProfileSecondFactor = lazyWithRetry(
  async () => (await import('../../secondFactor/ProfileSecondFactor')).ProfileSecondFactor,
);

const SingleSignOnSettings = lazyWithRetry(
  async () => (await import('../../singleSignOn/SingleSignOnSettings')).SingleSignOnSettings,
);

const EDIT_URL = '/admin/profile/edit';
const PROFILE_REQUEST = { url: '/admin/profile/index', isSilent: true, allowsParallel: true };
const FIELDS = ['nickname', 'email', 'mobile', 'motto'] as const;
type ProfileInfo = Readonly<Record<string, unknown>>;

/** Submits fields and shows each error at its field. */
function useSubmitProfile(shownFields: readonly string[]) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const dispatch = useAppDispatch();
  const [sendRequest, { isLoading }] = api.useRequestMutation();
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const send = async (body: ProfileInfo): Promise<boolean> => {
    const { error } = await sendRequest({ url: EDIT_URL, method: 'POST', body, isSilent: true, announce: true });
    if (error === undefined) {
      setFaults({});
      dispatch(api.util.invalidateTags(['Bootstrap']));
      return true;
    }
    const fields = fieldErrors(error);
    setFaults(fields);
    const other = otherFieldErrors(error, shownFields, { avatar: t('ownProfile.avatar') });
    if (other !== '') toasts.show('error', other);
    else if (Object.keys(fields).length === 0 && isCallFault(error) && error.kind !== 'cancelled')
      toasts.show('error', error.msg);
    return false;
  };
  return { send, faults, setFaults, busy: isLoading };
}

const getGroups = ({ groups }: ProfileInfo) => (Array.isArray(groups) ? groups.join(', ') : '');

function AccountSummary({ info }: { readonly info: ProfileInfo }) {
  const { t } = useTranslation();
  const format = useFormatters();
  const time = asInteger(info['previous_login_time']);
  return (
    <Box sx={{ flex: 1, minWidth: 140 }}>
      <Typography noWrap sx={{ fontWeight: 600 }}>
        {asString(info['username'])}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>{getGroups(info)}</Typography>
      {time > 0 && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('ownProfile.previous_login', {
            time: format.dateTime(time),
            ip: asString(info['previous_login_ip']) || '–',
          })}
        </Typography>
      )}
    </Box>
  );
}

/** Profile data; refetched after each live change of the own row. */
function useProfileInfo() {
  const { data, error, refetch } = api.useReadQuery(PROFILE_REQUEST, { refetchOnMountOrArgChange: true });
  const refetchInfo = () => void refetch();
  const topic = data === undefined ? null : ({ k: 'own', e: 'admin' } as const);
  useTopic(topic, undefined, { onFrame: refetchInfo, onReset: refetchInfo });
  return { info: asRecord(asRecord(data)?.['info']), error };
}

/** Saves changed fields with their base values, then reads the profile again. */
function useSaveProfile(info: ProfileInfo, form: ProfileForm) {
  const dispatch = useAppDispatch();
  const { send, ...sending } = useSubmitProfile(FIELDS);
  const save = async ({ values, base }: Changes) => {
    form.markSending(values);
    const ok = await send({ ...values, revision: info['revision'], _base: base, _mid: newIdempotencyKey() });
    // Not the hook's refetch: the component may be unmounted when the response arrives.
    await dispatch(api.endpoints.read.initiate(PROFILE_REQUEST, { subscribe: false, forceRefetch: true }));
    if (ok) form.markStored(values);
    else form.markSending(null);
  };
  return { save, ...sending };
}

interface ProfileTextFieldProps {
  readonly name: (typeof FIELDS)[number];
  readonly form: ProfileForm;
  readonly fault: string | undefined;
}
function ProfileTextField({ name, form, fault }: ProfileTextFieldProps) {
  const { t } = useTranslation();
  const remoteValue = form.findRemoteValue(name);
  const labels = { take: t('engine.conflict.theirs'), keep: t('engine.conflict.keep') };
  return (
    <>
      <TextField
        name={name}
        label={t(`ownProfile.${name}`)}
        value={form.valueOf(name)}
        onChange={({ target }) => form.setText(name, target.value)}
        error={fault !== undefined}
        helperText={fault}
        multiline={name === 'motto'}
        slotProps={{ htmlInput: { maxLength: 255 } }}
      />
      {remoteValue !== undefined && (
        <FieldConflict
          message={t('engine.conflict.nobody', { value: `“${remoteValue}”` })}
          labels={labels}
          onTake={() => form.takeRemote(name)}
          onKeep={() => form.keepOwn(name)}
        />
      )}
    </>
  );
}

function ProfileSectionForm({ info }: { readonly info: ProfileInfo }) {
  const { t } = useTranslation();
  const fullUrl = useFullUrl();
  const form = useProfileForm(info);
  const { save, faults, busy } = useSaveProfile(info, form);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const changed = form.changes();
    if (changed) void save(changed);
  };
  return (
    <ProfileSection title={t('ownProfile.person')}>
      <Stack direction="row" sx={{ gap: 4, alignItems: 'center', flexWrap: 'wrap', mb: 5 }}>
        <PersonAvatar
          id={Number(info['id'] ?? 0)}
          name={asString(info['nickname']) || asString(info['username'])}
          src={fullUrl(asString(info['avatar']))}
          size={64}
          colors={PERSON_COLORS}
        />
        <AccountSummary info={info} />
        <ImageButton
          label={t('ownProfile.avatar')}
          onStored={({ url }) =>
            void save({
              values: { avatar: url },
              base: { avatar: typeof info['avatar'] === 'string' ? info['avatar'] : null },
            })
          }
        />
      </Stack>
      <Stack component="form" noValidate onSubmit={submit} sx={{ gap: 4 }}>
        {FIELDS.map((name) => (
          <ProfileTextField key={name} name={name} form={form} fault={faults[name]} />
        ))}
        <Button type="submit" variant="contained" loading={busy} sx={{ alignSelf: 'flex-start' }}>
          {t('ownProfile.save')}
        </Button>
      </Stack>
    </ProfileSection>
  );
}

const PASSWORD_FIELDS = ['old_password', 'password', 'repeat_password'] as const;
function PasswordSection() {
  const { t } = useTranslation();
  const { send, faults, setFaults, busy } = useSubmitProfile(PASSWORD_FIELDS);
  const [typedPassword, setTyped] = useState('');
  const labels = {
    old_password: 'old_password',
    password: 'new_password',
    repeat_password: 'repeat_password',
  } as const;
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const body = Object.fromEntries(PASSWORD_FIELDS.map((name) => [name, asString(data.get(name))]));
    const missing = PASSWORD_FIELDS.filter((name) => body[name] === '').map((name) => [name, t('ownProfile.required')]);
    const isMismatch = body['password'] !== body['repeat_password'];
    if (missing.length > 0) setFaults(Object.fromEntries(missing) as Record<string, string>);
    else if (isMismatch) setFaults({ repeat_password: t('ownProfile.mismatch') });
    else if (await send(body)) {
      form.reset();
      setTyped('');
    }
  };
  return (
    <ProfileSection title={t('ownProfile.password')}>
      <Stack
        component="form"
        noValidate
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement && target.name === 'password') setTyped(target.value);
        }}
        onSubmit={(event) => void submit(event)}
        sx={{ gap: 4 }}
      >
        {PASSWORD_FIELDS.map((name) => (
          <PasswordInput
            key={name}
            name={name}
            autoComplete={name === 'old_password' ? 'current-password' : 'new-password'}
            label={t(`ownProfile.${labels[name]}`)}
            error={faults[name] !== undefined}
            helperText={faults[name]}
            maxLength={200}
          />
        ))}
        {typedPassword !== '' && <PasswordStrength password={typedPassword} />}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('ownProfile.password_help')}
        </Typography>
        <Button type="submit" variant="outlined" loading={busy} sx={{ alignSelf: 'flex-start' }}>
          {t('ownProfile.change')}
        </Button>
      </Stack>
    </ProfileSection>
  );
}

export function Profile() {
  useLazyTranslations();
  const { t } = useTranslation();
  const { siteConfig } = useBootstrap();
  useDocumentTitle(t('adminLayout.profile.title'), siteConfig.siteName);
  const { info, error } = useProfileInfo();
  return (
    <Box sx={{ p: { xs: 4, sm: 6 }, width: '100%', maxWidth: 1120, mx: 'auto' }}>
      <Typography variant="h1" sx={{ mb: 6 }}>
        {t('adminLayout.profile.title')}
      </Typography>
      {error !== undefined && <Alert severity="error">{'msg' in error ? error.msg : ''}</Alert>}
      <Box
        sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}
      >
        {info ? <ProfileSectionForm info={info} /> : <Skeleton height={420} />}
        <PasswordSection />
        <Suspense fallback={<Skeleton height={320} />}>
          <ProfileSecondFactor />
        </Suspense>
        <Suspense fallback={null}>
          <SingleSignOnSettings />
        </Suspense>
        <OwnSessions base="/admin/profile" />
        <RecentActivity />
      </Box>
    </Box>
  );
}
